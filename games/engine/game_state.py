"""The state of a game between two turns: everything that the rest of it depends on, and nothing
else.

A turn is what a system plays from one dead ball to the next. Before it every roll and every
decision of the last turn is settled: there a game can be saved and begun again
(``folds.game_states`` computes the state of a game, ``replay`` and ``simulate`` begin from one),
whether it is a suspended game or a what-if question.

``Situation`` says where the game stands. Games of nine players add the lineups (``LineupState``),
and a system its own part (``OwnState``), such as how tired a pitcher is. Anything that follows from
the cards or from other parts is not stored again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from mypy_extensions import mypyc_attr

from config.refusals import Refusal
from games.engine.club import Club, Clubs
from games.engine.events import DESIGNATED
from games.engine.law import CommonLaw
from games.engine.lineup import LAST_POSITION, PITCHER, LineupState
from games.engine.situation import BOTTOM, HOME, SLOTS, SOMEBODY, TOP, Situation

SIDE_NAMES: Final = ("away", "home")
BASES: Final = ("first", "second", "third")
LAST_INNING: Final = 999
MOST_RUNS: Final = 999

Line = tuple[tuple[int | None, ...], tuple[int | None, ...]]
"""Runs of both sides by inning from the first on; None for a turn that is not known."""


@mypyc_attr(allow_interpreted_subclasses=True)
class OwnState:
    """The part of a state that belongs to one system."""

    def as_json(self) -> dict[str, object]:
        """Plain values for JSON; ``System.read_own_state`` reads them back."""
        raise NotImplementedError

    def outs_of_pitcher(self, side: int) -> int:
        """Outs that the current pitcher of a side has recorded, where they are counted."""
        return 0


@dataclass(frozen=True)
class GameState:
    """The state of a game between two turns.

    ``line`` is the line score so far, as far as it is known. Where players are known, by their
    numbers in the squad: ``pitching``, the present pitchers of visitors and home side, or the last
    one where a pinch hitter replaced him (0: the player at the pitcher's position), and
    ``answering``, the pitchers charged with the runners on first, second and third (0: none).
    ``waiting``: the half-inning begins with a runner, who will be charged to the first pitcher in
    it.
    """

    situation: Situation
    line: Line = ((), ())
    lineups: tuple[LineupState, LineupState] | None = None
    pitching: tuple[int, int] = (0, 0)
    answering: tuple[int, int, int] = (0, 0, 0)
    own: OwnState | None = None
    waiting: bool = False

    def pitcher_of(self, side: int) -> int:
        """The present or last pitcher of a side; 0 where not known."""
        if self.pitching[side] or self.lineups is None:
            return self.pitching[side]
        return self.lineups[side].at(PITCHER)


class ClubInPlay(Club):
    """A club with the lineup and the pitcher of the middle of a game."""

    def __init__(self, club: Club, lineup: LineupState, pitcher: int) -> None:
        self.club = club
        self.lineup = lineup
        self.pitcher = pitcher

    def starting_pitcher(self) -> int:
        """The present or last pitcher."""
        return self.pitcher

    def name_of(self, player: int) -> str:
        return self.club.name_of(player)

    def hands_of(self, player: int) -> tuple[str, str]:
        return self.club.hands_of(player)

    def batting_order(self) -> Sequence[int]:
        """The nine now in the order."""
        return self.lineup.order

    def position_of(self, slot: int) -> int:
        """The present position of the player in a slot, or that he hits or runs."""
        return self.lineup.positions[slot - 1]


def clubs_in_play(clubs: Clubs | None, state: GameState | None) -> Clubs | None:
    """Both clubs with the lineups of a state."""
    if clubs is None or state is None or state.lineups is None:
        return clubs
    away, home = clubs
    return (
        ClubInPlay(away, state.lineups[0], state.pitcher_of(0)),
        ClubInPlay(home, state.lineups[1], state.pitcher_of(1)),
    )


# Verification.


def faults_of_situation(situation: Situation, law: CommonLaw, *, batters: bool) -> list[Refusal]:
    """The faults of a situation between two turns of a game under a law."""
    faults: list[Refusal] = []

    def fault(code: str, sentence: str, place: str) -> None:
        faults.append(Refusal(code, sentence, place))

    if not 1 <= situation.inning <= LAST_INNING:
        fault("inning-out-of-range", f"Innings are 1 to {LAST_INNING}.", "inning")
    if situation.half not in (TOP, BOTTOM):
        fault("half-unknown", "A half-inning is the top or the bottom of one.", "half")
    if not 0 <= situation.outs <= 3:
        fault("outs-out-of-range", f"Nobody makes {situation.outs} outs in a half.", "outs")
    for side, name in enumerate(SIDE_NAMES):
        if not 0 <= situation.runs[side] <= MOST_RUNS:
            fault("runs-out-of-range", f"Runs are 0 to {MOST_RUNS}.", f"runs.{name}")
        if not 1 <= situation.up[side] <= SLOTS:
            fault("slot-out-of-range", f"A batting order has places 1 to {SLOTS}.", f"up.{name}")
    if faults:
        return faults
    faults += _faults_of_bases(situation, batters=batters)
    if _is_over(situation, law):
        fault("game-is-over", "The game would be over before this.", "runs")
    return faults


def _faults_of_bases(situation: Situation, *, batters: bool) -> list[Refusal]:
    faults: list[Refusal] = []
    up = situation.up[situation.half]
    ahead = 0
    for base in (2, 1, 0):
        runner = situation.runners[base]
        if not runner:
            continue
        place = f"bases.{BASES[base]}"
        if not batters:
            faults.append(Refusal("no-bases", "This game knows no runners on base.", place))
        elif not 1 <= runner <= SOMEBODY:
            faults.append(
                Refusal("runner-not-in-lineup", "No such player is in the batting order.", place)
            )
        elif situation.outs == 3:
            faults.append(Refusal("three-outs", "With three outs nobody is on base.", place))
        elif runner == up:
            faults.append(Refusal("batter-on-base", "He is at bat himself.", place))
        elif runner != SOMEBODY and runner in situation.runners[base + 1 :]:
            faults.append(Refusal("one-man-twice", "He stands on two bases.", place))
        elif runner != SOMEBODY:
            # No runner passes the one before him (Official Baseball Rules 5.09(b)(9)).
            behind = (up - runner) % SLOTS
            if ahead and behind > ahead:
                faults.append(
                    Refusal(
                        "runners-out-of-order",
                        "He batted before the runner who is ahead of him on the bases.",
                        place,
                    )
                )
            ahead = behind
    return faults


def _is_over(situation: Situation, law: CommonLaw) -> bool:
    """Tell whether the law would have ended the game before such a situation."""
    lead = situation.runs[HOME] - situation.runs[1 - HOME]
    inning = situation.inning
    if situation.half == BOTTOM:
        return lead > 0 and law.walk_off and inning >= law.innings and situation.outs < 3
    if lead <= 0:
        return False
    merciful = 0 < law.mercy_margin <= lead and inning - 1 >= law.mercy_after
    return inning > law.innings or merciful


def faults_of_line(line: Line, situation: Situation) -> list[Refusal]:
    """The faults of a line score so far."""
    faults: list[Refusal] = []
    for side, name in enumerate(SIDE_NAMES):
        turns = situation.inning if side <= situation.half else situation.inning - 1
        innings = line[side]
        if len(innings) > turns:
            faults.append(
                Refusal("line-too-long", f"It has had {turns} turns at bat.", f"line.{name}")
            )
        known = [runs for runs in innings if runs is not None]
        if any(runs < 0 for runs in known):
            faults.append(
                Refusal("runs-out-of-range", "Nobody has fewer than 0 runs.", f"line.{name}")
            )
        elif sum(known) > situation.runs[side]:
            faults.append(
                Refusal(
                    "line-exceeds-score",
                    f"{sum(known)} runs by innings, {situation.runs[side]} in all.",
                    f"line.{name}",
                )
            )
    return faults


def faults_of_answering(
    answering: tuple[int, int, int], situation: Situation, players: int
) -> list[Refusal]:
    """The faults of the pitchers charged with the runners; ``players``: the highest number in the
    squad."""
    faults: list[Refusal] = []
    for base in range(3):
        place = f"answering.{BASES[base]}"
        if answering[base] and not situation.runners[base]:
            faults.append(Refusal("nobody-on-base", "Nobody is on that base.", place))
        elif not 0 <= answering[base] <= players:
            faults.append(Refusal("no-such-man", "No such player is in the squad.", place))
    return faults


def faults_of_lineup(
    lineup: LineupState,
    starting: Sequence[int],
    players: int,
    place: str,
    *,
    may_return: bool = False,
) -> list[Refusal]:
    """The faults of the lineup of a side with ``players`` players, the last of them an emergency
    player, when ``starting`` began; ``may_return``: players who have left may come back
    (shoot-outs)."""
    faults: list[Refusal] = []

    def fault(code: str, sentence: str, where: str) -> None:
        faults.append(Refusal(code, sentence, f"{place}.{where}"))

    for name, nine in (
        ("order", lineup.order),
        ("positions", lineup.positions),
        ("vacated", lineup.vacated),
    ):
        if len(nine) != SLOTS:
            fault("lineup-not-nine", f"A line-up has nine players, not {len(nine)}.", name)
    for name, numbers in (
        ("gone", lineup.gone),
        ("hurt", lineup.hurt),
        ("out_of_position", lineup.out_of_position),
    ):
        for number in numbers:
            if not 1 <= number <= players:
                fault("no-such-man", f"There is no No. {number} in the squad.", name)
    for slot in lineup.hurt_slots:
        if not 1 <= slot <= SLOTS:
            fault("slot-out-of-range", f"A batting order has no place {slot}.", "hurt_slots")
    if faults:
        return faults
    for slot in range(1, SLOTS + 1):
        number, position = lineup.order[slot - 1], lineup.positions[slot - 1]
        where = f"order:{slot}"
        if not 1 <= number <= players:
            fault("no-such-man", f"There is no No. {number} in the squad.", where)
        elif number < players and number in lineup.order[: slot - 1]:
            fault("man-twice", f"No. {number} is in the order twice.", where)
        elif number < players and number in lineup.gone and not may_return:
            fault("man-gone", f"No. {number} has left the game and may not return.", where)
        if not 1 <= position <= DESIGNATED:
            fault("no-such-position", f"{position} is no position.", f"positions:{slot}")
        elif position <= LAST_POSITION and position in lineup.positions[: slot - 1]:
            fault("position-twice", "Two players play it.", f"positions:{slot}")
        vacated = lineup.vacated[slot - 1]
        if not 0 <= vacated <= LAST_POSITION and vacated != DESIGNATED:
            fault("no-such-position", "No such position can be empty.", f"vacated:{slot}")
        elif LAST_POSITION < position != DESIGNATED and not vacated:
            fault("position-missing", "He came in for somebody who had one.", f"vacated:{slot}")
    for code, sentence in _faults_of_tenth(lineup, players, may_return=may_return):
        fault(code, sentence, "tenth")
    known = {*lineup.order, *lineup.gone, lineup.tenth}
    for number in starting:
        if number not in known:
            fault("starter-missing", f"No. {number} began and neither plays nor has left.", "order")
    return faults


def _faults_of_tenth(
    lineup: LineupState, players: int, *, may_return: bool
) -> Iterator[tuple[str, str]]:
    """The faults of a pitcher who does not bat, or of his absence, as code and sentence."""
    places = lineup.designated_places()
    tenth = lineup.tenth
    if not tenth and not places:
        return
    if len(places) != 1:
        yield "designated-hitter", "Who pitches bats, or one player is designated to bat for him."
    if not tenth:
        yield "position-missing", "Somebody bats for the pitcher, and nobody pitches."
    elif not 1 <= tenth <= players:
        yield "no-such-man", f"There is no No. {tenth} in the squad."
    elif tenth < players and tenth in lineup.order:
        yield "man-twice", f"No. {tenth} bats, and pitches besides."
    elif tenth < players and tenth in lineup.gone and not may_return:
        yield "man-gone", f"No. {tenth} has left the game and may not return."
    elif PITCHER in lineup.positions:
        yield "position-twice", "Two players pitch."
