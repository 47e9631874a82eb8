"""A game as it is reported from a sheet of paper, and whether a game can have gone like that.

What is reported is the result, with a line score if somebody kept one, or the whole box score with
the players' lines; where a game keeps pitching sheets, its pitchers too. Nothing more is claimed of
such a game.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Final

from config.refusals import Refusal
from games.engine.endings import (
    CONCEDED,
    EXTRA_INNINGS,
    HOME_LEADS,
    MERCY,
    REGULATION,
    TIE,
    WALK_OFF,
    ordinal,
)
from games.engine.law import CommonLaw
from games.engine.situation import AWAY, BOTTOM, HOME, TOP
from games.rules import boxes, listed_boxes
from games.rules.box_shapes import ERRORS, HITS, NINE, BoxShape
from games.rules.boxes import BatterLine, Box, PitcherCounts, Players, SideBox
from games.rules.endings import (
    BIGGEST_WALK_OFF,
    SUSPENDED,
    Stop,
    awarded,
    is_over,
    least_deficit,
)
from games.rules.listed_boxes import Deck
from pitching.rules.columns import Line, column_problems
from pitching.rules.laws import LawOfPitching
from pitching.rules.sheet import Pitcher

ENDINGS: Final = (
    REGULATION,
    HOME_LEADS,
    WALK_OFF,
    EXTRA_INNINGS,
    MERCY,
    CONCEDED,
    TIE,
    SUSPENDED,
)

MOST_RUNS: Final = 99
MOST_INNINGS: Final = 60

SIDES: Final = ("visitors", "home side")
"""The places of what is wrong with one side, in the order of the engine."""


@dataclass(frozen=True, slots=True)
class SideClaim:
    """One side of a reported game. ``pitchers`` in the order they came; ``innings`` the runs by
    inning, ``None`` for a turn not taken; ``batting`` the players' lines by slot, and ``pitching``
    what each of the pitchers gave up; empty and ``None`` for what was not told."""

    runs: int
    pitchers: tuple[Line, ...] = ()
    innings: tuple[int | None, ...] = ()
    hits: int | None = None
    errors: int | None = None
    left_on_base: int | None = None
    batting: tuple[BatterLine, ...] = ()
    pitching: tuple[PitcherCounts, ...] = ()


@dataclass(frozen=True, slots=True)
class GameClaim:
    """What somebody says a game came to. The runs are those that were scored; what a concession
    adds is worked out. ``conceded_by`` is a side in a game that was given up; ``by_computer``: it
    was played on the computer game, as internet series are (T0.17). ``event_file`` has its plays,
    with cards for identities, where it was read off one; two claims are the same without it."""

    sides: tuple[SideClaim, SideClaim]
    ending: str
    stop: Stop
    conceded_by: int | None = None
    by_computer: bool = False
    event_file: str = field(default="", compare=False)

    @property
    def scored(self) -> tuple[int, int]:
        """The runs as they were scored, visitors first."""
        return self.sides[AWAY].runs, self.sides[HOME].runs

    @property
    def has_line_score(self) -> bool:
        """Whether runs by inning, hits and errors were told."""
        return bool(self.sides[AWAY].innings)

    @property
    def has_players(self) -> bool:
        """Whether the players' lines were told: a box score."""
        return any(side.batting or side.pitching for side in self.sides)

    @property
    def won(self) -> int | None:
        """The side that won by the runs it scored; ``None`` for a tie, a game that is not over, and
        one that was given up by a side that was not behind."""
        away, home = self.scored
        ahead = None if away == home else HOME if home > away else AWAY
        if self.ending in (SUSPENDED, TIE) or ahead is None or ahead == self.conceded_by:
            return None
        return ahead

    @property
    def box(self) -> Box:
        """The players' lines, to be proved or shown."""
        away, home = (
            SideBox(
                side.runs,
                side.batting,
                side.pitchers,
                side.pitching,
                side.innings,
                side.hits,
                side.left_on_base,
            )
            for side in self.sides
        )
        return Box((away, home), self.stop, self.won)

    def without_players(self) -> GameClaim:
        """The same result without the players' lines."""
        away, home = (
            replace(side, batting=(), pitching=(), left_on_base=None) for side in self.sides
        )
        return replace(self, sides=(away, home), event_file="")

    def says_the_same(self, other: GameClaim) -> bool:
        """Whether the person who tells this agrees with ``other``: he tells the same, or the result
        alone where the other tells the players' lines as well. Where it was played is no
        dispute."""
        other = replace(other, by_computer=self.by_computer)
        return self == other or (not self.has_players and self == other.without_players())

    def bears_out(self, other: GameClaim) -> bool:
        """Whether its plays show everything that ``other`` says, and plays are what ``other``
        lacks."""
        return (
            bool(self.event_file)
            and not other.event_file
            and (self.ending, self.stop, self.conceded_by)
            == (other.ending, other.stop, other.conceded_by)
            and all(
                getattr(theirs, part.name) in (getattr(mine, part.name), (), None)
                for mine, theirs in zip(self.sides, other.sides, strict=True)
                for part in fields(SideClaim)
            )
        )

    def result(self, law: CommonLaw) -> tuple[int, int]:
        """The final score: T0.05b adds to a conceded one."""
        if self.ending == CONCEDED and self.conceded_by is not None:
            return awarded(law, self.scored, self.conceded_by)
        return self.scored


def result_alone(claim: GameClaim) -> GameClaim:
    """The same without lines and pitchers."""
    away, home = (SideClaim(side.runs) for side in claim.sides)
    return GameClaim((away, home), claim.ending, claim.stop, claim.conceded_by)


NOT_BEGUN: Final = GameClaim(
    (SideClaim(0), SideClaim(0)), SUSPENDED, Stop(inning=1, half=TOP, outs=0)
)
"""A-S10: a game that is suspended before its first pitch."""


@dataclass(frozen=True, slots=True)
class SidesCards:
    """The cards of both sides, for games that keep pitching sheets; ``lends_after``: outs after
    which a side's pitcher may be lent to the other one, 0 for never (CB-121)."""

    away: Collection[int] = field(default_factory=frozenset)
    home: Collection[int] = field(default_factory=frozenset)
    lends_after: int = 0

    def of(self, side: int) -> Collection[int]:
        """The cards of one side."""
        return self.home if side == HOME else self.away


@dataclass(frozen=True, slots=True)
class Lists:
    """What a game is held against whose order at bat is a list, and which is on no pitching sheet:
    both sides' ``decks``, both staffs by key, and the ``law`` of pitching, where it has one."""

    decks: tuple[Deck, Deck]
    staffs: tuple[Mapping[int, Pitcher], Mapping[int, Pitcher]]
    law: LawOfPitching | None


def problems(
    law: CommonLaw,
    claim: GameClaim,
    squads: SidesCards | None,
    players: tuple[Players, Players] | None = None,
    *,
    shape: BoxShape = NINE,
    lists: Lists | None = None,
) -> list[Refusal]:
    """Everything about a report that cannot be, at once. ``squads`` are ``None`` for games without
    pitching sheets, of which no pitchers are told; ``players``, who can have played for either
    side, for games without cards, of which no box score is told. ``shape`` is that of its players'
    lines; ``lists`` come with one that is ``listed``."""
    found = _form_problems(claim) + _too_many_lines(claim, shape)
    if found:
        return found
    found = _ending_problems(law, claim) + _score_problems(law, claim, shape)
    if claim.has_line_score:
        found += _line_score_problems(law, claim)
    if claim.has_players:
        if players is None:
            return [
                *found,
                Refusal("no-players-here", "These games have no players with names.", "batters"),
            ]
        if lists is None:
            found += boxes.box_problems(law, claim.box, players, SIDES)
        else:
            found += listed_boxes.box_problems(law, shape, claim.box, players, lists.decks, SIDES)
    if squads is not None:
        made = claim.stop.made
        for side in (AWAY, HOME):
            found += column_problems(
                claim.sides[side].pitchers,
                made[1 - side],
                squads.of(side),
                SIDES[side],
                begun=bool(made[1 - side] or claim.sides[side].pitchers),
                lent={line.pitcher: line.outs for line in claim.sides[1 - side].pitchers},
                lends_after=squads.lends_after,
            )
            if lists is not None and lists.law is not None:
                found += listed_boxes.faults_of_innings(
                    lists.law, shape, claim.sides[side].pitchers, lists.staffs[side], SIDES[side]
                )
    return found


def _too_many_lines(claim: GameClaim, shape: BoxShape) -> list[Refusal]:
    """More players than a side can have used, and errors where there are none."""
    found = []
    for side, place in zip(claim.sides, SIDES, strict=True):
        for of_whom, lines, most in (
            ("batters", side.batting, shape.most_batters),
            ("pitchers", side.pitchers, shape.most_pitchers),
        ):
            if len(lines) > most:
                found.append(
                    Refusal(
                        f"too-many-{of_whom}",
                        f"At most {most} {of_whom} of a side have a line, not {len(lines)}.",
                        f"{place}, {of_whom}",
                        {"told": len(lines), "most": most},
                    )
                )
        for count, told in ((ERRORS, side.errors), (HITS, side.hits)):
            if told and count in shape.never:
                sentence = f"There are no {count} in this game, and {told} are told."
                found.append(Refusal("never-counted", sentence, place, {"of": count}))
    return found


def _score_problems(law: CommonLaw, claim: GameClaim, shape: BoxShape) -> list[Refusal]:
    """Runs that nobody can have scored."""
    found = []
    stop, home = claim.stop, claim.sides[HOME]
    if home.runs and (stop.inning, stop.half) == (1, TOP):
        sentence = "The home side had not come to bat."
        found.append(Refusal("runs-before-at-bat", sentence, SIDES[HOME], {"runs": home.runs}))
    has_placed_runners = law.extra_runner_from and stop.inning >= law.extra_runner_from
    if shape.reaches_by_hits and not has_placed_runners:
        for side, place in zip(claim.sides, SIDES, strict=True):
            if side.hits is not None and side.runs > side.hits:
                sentence = (
                    "Who scores in this game has come on base by a hit: "
                    f"{side.runs} runs take as many hits, not {side.hits}."
                )
                facts = {"runs": side.runs, "hits": side.hits}
                found.append(Refusal("runs-without-hits", sentence, place, facts))
    return found


def _form_problems(claim: GameClaim) -> list[Refusal]:
    found = []
    for side in (AWAY, HOME):
        if not 0 <= claim.sides[side].runs <= MOST_RUNS:
            found.append(
                Refusal(
                    "runs-impossible",
                    f"0 to {MOST_RUNS} runs can be told, not {claim.sides[side].runs}.",
                    SIDES[side],
                    {"runs": claim.sides[side].runs, "most": MOST_RUNS},
                )
            )
    if claim.ending not in ENDINGS:
        found.append(Refusal("unknown-ending", "Say how the game ended.", "ending"))
    stop = claim.stop
    if not (1 <= stop.inning <= MOST_INNINGS and stop.half in (TOP, BOTTOM) and 0 <= stop.outs < 4):
        found.append(
            Refusal(
                "inning-impossible",
                f"A game ends in inning 1 to {MOST_INNINGS}, with at most three outs.",
                "inning",
            )
        )
    return found


def _ending_problems(law: CommonLaw, claim: GameClaim) -> list[Refusal]:
    away, home = claim.scored
    stop, lead = claim.stop, home - away
    match claim.ending:
        case "suspended":
            return _suspended_problems(law, claim)
        case "conceded":
            return _concession_problems(law, claim)
        case "tie":
            found = [] if lead == 0 else [_ending("not-level", "A tie is level.")]
            if not law.max_innings or stop.inning < law.max_innings:
                found.append(_ending("no-ties", "These games go on until somebody leads."))
            return found + _whole(stop)
        case "mercy":
            return _mercy_problems(law, claim)
    if lead == 0:
        return [_ending("level", "The score is level; say that it was suspended, or play on.")]
    if stop.inning < law.innings:
        return [
            Refusal(
                "too-short",
                f"A game has {law.innings} innings, unless the mercy rule ends it or somebody "
                "concedes.",
                "inning",
                {"innings": law.innings, "inning": stop.inning},
            )
        ]
    if claim.ending == WALK_OFF:
        return _walk_off_problems(law, claim)
    if claim.ending == HOME_LEADS:
        return _home_leads_problems(law, claim)
    found = _whole(stop)
    if (claim.ending == EXTRA_INNINGS) != (stop.inning > law.innings):
        found.append(
            Refusal(
                "wrong-ending",
                f"A game of {stop.inning} innings ended "
                f"{'in extra innings' if stop.inning > law.innings else 'after the last inning'}.",
                "ending",
            )
        )
    if law.walk_off and lead > 0:
        found.append(
            Refusal(
                "home-half-played",
                f"The home side leads: in the {ordinal(stop.inning)} it does not bat "
                "(`ending` home-leads), or a hit ends the game (walk-off, with `outs`).",
                "ending",
                {"send": [HOME_LEADS, WALK_OFF] if stop.inning == law.innings else [WALK_OFF]},
            )
        )
    return found


def _suspended_problems(law: CommonLaw, claim: GameClaim) -> list[Refusal]:
    if is_over(law, claim.stop, claim.scored):
        return [_ending("game-over", "The game is over at that score; it cannot be suspended.")]
    return []


def _concession_problems(law: CommonLaw, claim: GameClaim) -> list[Refusal]:
    loser = claim.conceded_by
    if loser not in (AWAY, HOME):
        return [Refusal("nobody-conceded", "Say who gave the game up.", "conceded_by")]
    if not law.concession:
        return [_ending("concession-not-allowed", "This game is played without concessions.")]
    if is_over(law, claim.stop, claim.scored):
        return [_ending("game-over", "The game is over at that score; nobody can give it up.")]
    behind = claim.scored[1 - loser] - claim.scored[loser]
    least = least_deficit(law, claim.stop)
    # T0.05a, A-M3: under the document of 2013 a leader may, and the director looks at it.
    if least and behind < least:
        return [
            Refusal(
                "concession-too-early",
                f"After {claim.stop.completed} completed innings a side gives up when it is "
                f"{least} or more runs behind, not {behind}.",
                "conceded_by",
                {"behind": behind, "least": least},
            )
        ]
    return []


def _mercy_problems(law: CommonLaw, claim: GameClaim) -> list[Refusal]:
    stop, (away, home) = claim.stop, claim.scored
    if not law.mercy_margin:
        return [_ending("no-mercy-rule", "These games know no mercy rule.")]
    found = []
    if stop.inning < law.mercy_after:
        found.append(
            Refusal(
                "mercy-too-early",
                f"The mercy rule ends a game after {law.mercy_after} innings at the soonest; a "
                "shorter game was conceded.",
                "inning",
                {"rule": "T0.04a", "inning": stop.inning, "after": law.mercy_after},
            )
        )
    if max(away, home) - min(away, home) < law.mercy_margin:
        found.append(
            Refusal(
                "mercy-margin",
                f"The mercy rule wants a lead of {law.mercy_margin}; this one is "
                f"{abs(home - away)}.",
                "ending",
                {"rule": "T0.04a", "margin": law.mercy_margin, "lead": abs(home - away)},
            )
        )
    if stop.outs < 3:
        found.append(_ending("mercy-mid-half", "The mercy rule waits for the half to be over."))
    elif stop.half == TOP and (away > home or not law.mercy_mid_inning):
        found.append(
            _ending("mercy-half", "The home side bats before the mercy rule ends such a game.")
        )
    return found


def _walk_off_problems(law: CommonLaw, claim: GameClaim) -> list[Refusal]:
    stop, lead = claim.stop, claim.scored[HOME] - claim.scored[AWAY]
    found = []
    if not law.walk_off:
        found.append(_ending("no-walk-off", "These games play every half-inning to its end."))
    if lead < 0:
        found.append(_ending("visitors-lead", "The visitors lead: nobody walked it off."))
    elif lead > BIGGEST_WALK_OFF:
        found.append(
            Refusal(
                "walk-off-margin",
                f"A winning hit puts the home side at most {BIGGEST_WALK_OFF} runs ahead, not "
                f"{lead}.",
                "ending",
                {"lead": lead, "most": BIGGEST_WALK_OFF},
            )
        )
    if stop.half != BOTTOM or stop.outs > 2:
        found.append(
            Refusal(
                "walk-off-outs",
                "The winning run comes in the home side's half, with 0 to 2 out.",
                "outs" if stop.half == BOTTOM else "half",
                {"outs": stop.outs, "send": [0, 1, 2] if stop.half == BOTTOM else ["bottom"]},
            )
        )
    return found


def _home_leads_problems(law: CommonLaw, claim: GameClaim) -> list[Refusal]:
    stop, lead = claim.stop, claim.scored[HOME] - claim.scored[AWAY]
    found = []
    if lead < 0 or not law.walk_off:
        found.append(_ending("home-half-missing", "The home side had still to bat."))
    elif stop.inning > law.innings:
        found.append(
            _ending("home-half-missing", "In extra innings the home side leads only by batting.")
        )
    if stop.half != TOP or stop.outs != 3:
        field, value = ("outs", 3) if stop.half == TOP else ("half", "top")
        sentence = "The game ends when the visitors' half is over."
        found.append(Refusal("visitors-half", sentence, field, {"send": [value]}))
    return found


def _whole(stop: Stop) -> list[Refusal]:
    if stop.half == BOTTOM and stop.outs == 3:
        return []
    return [Refusal("outs-missing", "Both sides make three outs in the last inning.", "outs")]


def _line_score_problems(law: CommonLaw, claim: GameClaim) -> list[Refusal]:
    """Whether the line score is that of such a game."""
    found = []
    stop = claim.stop
    turns = (stop.inning, stop.inning if stop.half == BOTTOM else stop.inning - 1)
    for side in (AWAY, HOME):
        innings = [runs for runs in claim.sides[side].innings if runs is not None]
        if len(innings) != turns[side]:
            found.append(
                Refusal(
                    "innings-missing",
                    f"Runs are told of {len(innings)} innings; {turns[side]} were played.",
                    SIDES[side],
                    {"told": len(innings), "played": turns[side]},
                )
            )
        elif sum(innings) != claim.sides[side].runs:
            found.append(
                Refusal(
                    "runs-do-not-add-up",
                    f"The innings add up to {sum(innings)} runs, not {claim.sides[side].runs}.",
                    SIDES[side],
                    {"sum": sum(innings), "runs": claim.sides[side].runs},
                )
            )
    return found or _sooner(law, claim)


def _sooner(law: CommonLaw, claim: GameClaim) -> list[Refusal]:
    """T0.04: a game that would have been over before the point at which it is said to end."""
    runs = [0, 0]
    last = claim.stop
    for inning in range(1, last.inning + 1):
        for half in (TOP, BOTTOM):
            side = AWAY if half == TOP else HOME
            if (inning, half) >= (last.inning, last.half):
                return []
            runs[side] += claim.sides[side].innings[inning - 1] or 0
            score = runs[AWAY], runs[HOME]
            if is_over(law, Stop(inning, half), score):
                return [
                    Refusal(
                        "over-sooner",
                        f"At {score[AWAY]}-{score[HOME]} after the "
                        f"{'top' if half == TOP else 'bottom'} of the {ordinal(inning)} the game "
                        "was over.",
                        "innings",
                        {"rule": "T0.04a", "inning": inning},
                    )
                ]
    return []


def _ending(code: str, message: str) -> Refusal:
    return Refusal(code, message, "ending")
