"""The players' lines of a reported game, and whether a game can have produced them.

A box score proves itself (Official Baseball Rules 9.03(c)): who came to bat has scored, is out or
was left on base; what one side gained at bat the other side's pitchers gave up; the order at bat
skips no batter. What is wrong comes back at once, with its place.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Final

from config.refusals import Refusal
from games.engine.folds.decisions import (
    LOSS,
    SAVE,
    SAVED_OUTS,
    SHORT_GAME,
    STARTERS_OUTS,
    STARTERS_OUTS_IN_A_SHORT_GAME,
    WIN,
)
from games.engine.folds.people import POSITION_NAMES
from games.engine.law import CommonLaw
from games.engine.situation import AWAY, HOME, SLOTS, TOP
from games.rules.endings import Stop
from pitching.rules.columns import STANDS, Line
from rosters.rules.coverage import Fielder

MOST_COUNTED: Final = 99
"""More than anybody gathers of anything in one game."""
MOST_BATTERS: Final = 62
"""Lines of one side, whatever its system is (``BoxShape.most_batters``)."""

PITCHER: Final = "p"
PINCH_HITTER: Final = "ph"
PINCH_RUNNER: Final = "pr"
DESIGNATED: Final = "dh"
OFF_THE_FIELD: Final = (PINCH_HITTER, PINCH_RUNNER, DESIGNATED)
DECISIONS: Final = ("", WIN, LOSS, SAVE)

WIDEST_SAVE: Final = 5
"""A lead with which a reliever may save who gets fewer than nine outs: the tying run is on deck
when three are on base (OBR 9.19(b)(2))."""

Players = Mapping[int, Fielder]
"""The players of a squad by their cards' keys, pitchers among them."""


@dataclass(frozen=True, slots=True)
class BatterLine:
    """What one player did at bat and on base. ``player`` is the key of his card, ``slot`` his place
    in the order; ``positions`` where he played, in order (``ph`` and ``pr`` among them)."""

    player: int
    slot: int
    positions: tuple[str, ...] = ()
    at_bats: int = 0
    runs: int = 0
    hits: int = 0
    doubles: int = 0
    triples: int = 0
    home_runs: int = 0
    runs_batted_in: int = 0
    walks: int = 0
    strikeouts: int = 0
    hit_by_pitch: int = 0
    sacrifice_hits: int = 0
    sacrifice_flies: int = 0
    double_plays: int = 0
    stolen_bases: int = 0
    caught_stealing: int = 0
    interferences: int = 0

    @property
    def turns(self) -> int:
        """Plate appearances (OBR 9.02(a), 9.03(c))."""
        free = self.walks + self.hit_by_pitch + self.interferences
        return self.at_bats + free + self.sacrifice_hits + self.sacrifice_flies


@dataclass(frozen=True, slots=True)
class PitcherCounts:
    """What one pitcher gave up, beside his outs; ``decision`` is W, L, S or empty."""

    hits: int = 0
    runs: int = 0
    earned_runs: int = 0
    walks: int = 0
    strikeouts: int = 0
    home_runs: int = 0
    decision: str = ""


BATTED: Final = tuple(
    each.name for each in fields(BatterLine) if each.name not in ("player", "slot", "positions")
)
PITCHED: Final = tuple(each.name for each in fields(PitcherCounts) if each.name != "decision")
"""What is counted in a line, in the order of its fields."""


@dataclass(frozen=True, slots=True)
class SideBox:
    """One side's half of a box as it is proved: its runs, its lines by slot, its pitchers with what
    they gave up, and the hits and the runners left on base where they were told."""

    runs: int
    batting: tuple[BatterLine, ...]
    pitchers: tuple[Line, ...]
    pitching: tuple[PitcherCounts, ...]
    innings: tuple[int | None, ...] = ()
    hits: int | None = None
    left_on_base: int | None = None

    def total(self, name: str) -> int:
        """The sum of something that is counted of batters."""
        return sum(getattr(line, name) for line in self.batting)

    def given_up(self, name: str) -> int:
        """The sum of something that is counted of pitchers."""
        return sum(getattr(line, name) for line in self.pitching)

    @property
    def turns(self) -> int:
        """Plate appearances of all."""
        return sum(line.turns for line in self.batting)

    @property
    def designates(self) -> bool:
        """Whether somebody batted for the pitcher."""
        return any(DESIGNATED in line.positions for line in self.batting)


@dataclass(frozen=True, slots=True)
class Box:
    """Both sides, visitors first; where the game stopped; who ``won`` by the runs that were scored
    (a side, or ``None`` for a tie and a game that is not over)."""

    sides: tuple[SideBox, SideBox]
    stop: Stop
    won: int | None

    def turns(self, side: int) -> int:
        """Half-innings that a side had at bat, the last one finished or not."""
        return self.stop.inning - (side == HOME and self.stop.half == TOP)

    def placed(self, law: CommonLaw, side: int) -> int:
        """Runners whom the law placed on second for a side, one a turn in late extra innings."""
        if not law.extra_runner_from:
            return 0
        return max(0, self.turns(side) - law.extra_runner_from + 1)

    def left(self, law: CommonLaw, side: int) -> int:
        """Runners left on base: who batted or was placed there, and neither scored nor is out."""
        mine = self.sides[side]
        return mine.turns + self.placed(law, side) - mine.runs - self.stop.made[side]


def box_problems(
    law: CommonLaw, box: Box, players: tuple[Players, Players], names: tuple[str, str]
) -> list[Refusal]:
    """Everything about the players' lines that cannot be. ``names`` are the places of the two
    sides."""
    found: list[Refusal] = []
    for side in (AWAY, HOME):
        mine = box.sides[side]
        found += _lines(mine, players[side], names[side])
        found += faults_of_pitchers(mine, players[side], names[side])
        found += _on_the_mound(mine, players[side], names[side])
        found += everybody_is_accounted_for(law, box, side, names[side])
        found += _order_is_kept(mine, names[side])
        found += given_up_is_gained(law, box, side, names)
    return found + list(faults_of_decisions(law, box, names))


def _lines(side: SideBox, players: Players, place: str) -> Iterator[Refusal]:
    """Every line by itself, and who stands where in the order."""
    by_slot: dict[int, list[int]] = {}
    for at, line in enumerate(side.batting, start=1):
        where = f"{place}, batter {at}"
        name = name_of(players, line.player)
        if not 1 <= line.slot <= SLOTS:
            yield Refusal("slot-impossible", "The order has nine places.", where)
        if line.player != STANDS and line.player not in players:
            yield Refusal(
                "not-in-squad", f"{name} cannot have played.", where, {"man": line.player}
            )
        if line.player in by_slot.get(line.slot, [])[-1:]:
            yield Refusal("batter-twice", f"{name} has two lines in a row: he has one.", where)
        starts = line.slot not in by_slot
        by_slot.setdefault(line.slot, []).append(line.player)
        unknown = [each for each in line.positions if each not in POSITION_NAMES[1:]]
        if unknown:
            sentence = f"{unknown[0][:8]!r} is no position; they are {_POSITIONS}."
            yield Refusal("no-such-position", sentence, where)
        elif starts and (not line.positions or line.positions[0] in (PINCH_HITTER, PINCH_RUNNER)):
            yield Refusal("position-missing", f"Say where {name} began the game.", where)
        yield from faults_of_counts(line, name, where)
    for slot in range(1, SLOTS + 1):
        if slot not in by_slot:
            yield Refusal("slot-empty", f"Nobody bats {ordinal_of(slot)}.", f"{place}, slot {slot}")


def faults_of_counts(line: BatterLine, name: str, where: str) -> Iterator[Refusal]:
    """What is wrong with the counts of one player's line."""
    if any(not 0 <= getattr(line, each) <= MOST_COUNTED for each in BATTED):
        yield Refusal("count-impossible", f"0 to {MOST_COUNTED} can be told of {name}.", where)
        return
    extra = line.doubles + line.triples + line.home_runs
    for code, less, more, sentence in (
        ("hits-over-at-bats", line.hits, line.at_bats, "more hits than at-bats"),
        ("extra-bases-over-hits", extra, line.hits, "more extra-base hits than hits"),
        (
            "strikeouts-over-at-bats",
            line.strikeouts,
            line.at_bats - min(line.hits, line.at_bats),
            "more strikeouts than at-bats without a hit",
        ),
        ("homers-over-runs", line.home_runs, line.runs, "more home runs than runs"),
        (
            "homers-over-batted-in",
            line.home_runs,
            line.runs_batted_in,
            "more home runs than runs batted in",
        ),
    ):
        if less > more:
            facts = {"man": line.player, "told": less, "most": more}
            yield Refusal(code, f"{name} has {sentence}: {less} and {more}.", where, facts)


def faults_of_pitchers(side: SideBox, players: Players, place: str) -> Iterator[Refusal]:
    """Every pitcher's line by itself."""
    if len(side.pitching) != len(side.pitchers):
        yield Refusal("pitcher-without-line", "Every pitcher has a line of his own.", place)
        return
    for at, (line, counts) in enumerate(zip(side.pitchers, side.pitching, strict=True), start=1):
        where, name = f"{place}, pitcher {at}", name_of(players, line.pitcher)
        if any(not 0 <= getattr(counts, each) <= MOST_COUNTED for each in PITCHED):
            yield Refusal("count-impossible", f"0 to {MOST_COUNTED} can be told of {name}.", where)
        for code, less, more, sentence in (
            ("earned-over-runs", counts.earned_runs, counts.runs, "more earned runs than runs"),
            ("homers-over-hits", counts.home_runs, counts.hits, "more home runs than hits"),
        ):
            if less > more:
                facts = {"man": line.pitcher, "told": less, "most": more}
                yield Refusal(code, f"{name} gave up {sentence}: {less}, {more}.", where, facts)
        if counts.decision not in DECISIONS:
            yield Refusal("no-such-decision", "A decision is W, L or S.", where)


def _on_the_mound(side: SideBox, players: Players, place: str) -> Iterator[Refusal]:
    """What is wrong where those who pitched are not the players who stood on the mound."""
    if len(side.pitching) != len(side.pitchers):
        return
    pitched = {line.pitcher for line in side.pitchers}
    stood = {
        line.player: at for at, line in enumerate(side.batting, 1) if PITCHER in line.positions
    }
    for player, at in stood.items():
        if player not in pitched:
            sentence = f"{name_of(players, player)} stood on the mound, and has no pitcher's line."
            yield Refusal(
                "pitcher-without-line", sentence, f"{place}, batter {at}", {"man": player}
            )
    if side.designates:
        return
    for at, line in enumerate(side.pitchers, start=1):
        if line.pitcher not in stood:
            sentence = f"{name_of(players, line.pitcher)} pitched, and stands nowhere in the order."
            where = f"{place}, pitcher {at}"
            yield Refusal("pitcher-not-in-order", sentence, where, {"man": line.pitcher})


def everybody_is_accounted_for(law: CommonLaw, box: Box, side: int, place: str) -> list[Refusal]:
    """OBR 9.03(c): runs, runners left on base and outs are all who came to bat."""
    mine, found = box.sides[side], []
    runs = mine.total("runs")
    if runs != mine.runs:
        found.append(
            Refusal(
                "runs-do-not-add-up",
                f"The batters scored {runs} runs together, and the side {mine.runs}.",
                f"{place}, batters",
                {"sum": runs, "runs": mine.runs},
            )
        )
    hits = mine.total("hits")
    if mine.hits is not None and hits != mine.hits:
        found.append(
            Refusal(
                "hits-do-not-add-up",
                f"The batters have {hits} hits together, and the side {mine.hits}.",
                f"{place}, batters",
                {"sum": hits, "hits": mine.hits},
            )
        )
    batted_in = mine.total("runs_batted_in")
    if batted_in > mine.runs:
        found.append(
            Refusal(
                "batted-in-over-runs",
                f"{batted_in} runs are batted in, and {mine.runs} were scored.",
                f"{place}, batters",
                {"batted_in": batted_in, "runs": mine.runs},
            )
        )
    left, made = box.left(law, side), box.stop.made[side]
    facts = {"turns": mine.turns, "runs": mine.runs, "outs": made, "left_on_base": left}
    if not 0 <= left <= 3 * box.turns(side):
        found.append(
            Refusal(
                "does-not-prove",
                f"{mine.turns} came to bat; {mine.runs} scored and {made} are out. "
                f"That leaves {left} on base, which cannot be.",
                f"{place}, batters",
                {"rule": "OBR 9.03(c)", **facts},
            )
        )
    elif mine.left_on_base is not None and mine.left_on_base != left:
        found.append(
            Refusal(
                "does-not-prove",
                f"{mine.turns} came to bat; {mine.runs} scored and {made} are out: {left} were "
                f"left on base, not {mine.left_on_base}.",
                f"{place}, left on base",
                {"rule": "OBR 9.03(c)", **facts, "told": mine.left_on_base},
            )
        )
    return found


def _order_is_kept(side: SideBox, place: str) -> list[Refusal]:
    """OBR 5.04(a): the places in the order share the turns evenly, from the first one on."""
    found = []
    turns = side.turns
    for slot in range(1, SLOTS + 1):
        mine = [line for line in side.batting if line.slot == slot]
        told, due = sum(line.turns for line in mine), (turns - slot + SLOTS) // SLOTS
        if mine and told != due:
            found.append(
                Refusal(
                    "batting-order-skips",
                    f"The {ordinal_of(slot)} place came to bat {told} times; of {turns} turns "
                    f"{due} are its own.",
                    f"{place}, slot {slot}",
                    {"slot": slot, "told": told, "due": due},
                )
            )
    return found


def given_up_is_gained(
    law: CommonLaw, box: Box, side: int, names: tuple[str, str]
) -> list[Refusal]:
    """What a side gained at bat, the other side's pitchers gave up."""
    batting, other = box.sides[side], box.sides[1 - side]
    found = []
    for name, words in (
        ("hits", "hits"),
        ("runs", "runs"),
        ("walks", "walks"),
        ("strikeouts", "strikeouts"),
        ("home_runs", "home runs"),
    ):
        gained, given_up = batting.total(name), other.given_up(name)
        # No pitcher answers for a runner who was placed on base.
        spare = box.placed(law, side) if name == "runs" else 0
        if not gained - spare <= given_up <= gained:
            found.append(
                Refusal(
                    "given-up-not-gained",
                    f"The pitchers gave up {given_up} {words}, and the batters have {gained}.",
                    f"{names[1 - side]}, pitchers",
                    {"of": name, "given_up": given_up, "gained": gained},
                )
            )
    return found


def faults_of_decisions(law: CommonLaw, box: Box, names: tuple[str, str]) -> Iterator[Refusal]:
    """OBR 9.17, 9.19: one pitcher won and one lost, and at most one saved it."""
    for side in (AWAY, HOME):
        mine = box.sides[side]
        if len(mine.pitching) != len(mine.pitchers):
            continue
        staff = list(zip(mine.pitchers, mine.pitching, strict=True))
        told = [counts.decision for _, counts in staff]
        place = f"{names[side]}, pitchers"
        due = "" if box.won is None else WIN if side == box.won else LOSS
        for decision, words in ((WIN, "won"), (LOSS, "lost")):
            count, wanted = told.count(decision), int(decision == due)
            if count == wanted:
                continue
            if wanted:
                sentence = f"One pitcher {words} the game; {count or 'nobody'} is said to."
                code = "decisions-too-many" if count else "decision-missing"
            else:
                sentence = f"No pitcher of this side {words} the game."
                code = "decision-impossible"
            yield Refusal(code, sentence, place, {"decision": decision, "told": count})
        if told.count(SAVE) > 1 or (SAVE in told and due != WIN):
            sentence = "One pitcher of the winning side may save a game."
            yield Refusal("save-impossible", sentence, place, {"rule": "OBR 9.19"})
        for at, (line, counts) in enumerate(staff, start=1):
            where = f"{names[side]}, pitcher {at}"
            if counts.decision == WIN and due == WIN:
                yield from _win(line, staff, where)
            elif counts.decision == LOSS and due == LOSS:
                free = law.extra_runner_from
                if not counts.runs and not free:
                    sentence = "Who lost gave up the run that decided it; he has none."
                    yield Refusal("loss-without-a-run", sentence, where, {"rule": "OBR 9.17(d)"})
            elif counts.decision == SAVE and due == WIN:
                yield from _save(box, side, at, where)


def _win(line: Line, staff: Sequence[tuple[Line, PitcherCounts]], where: str) -> Iterator[Refusal]:
    """OBR 9.17(b): a starter wins with five innings, or four of a short game."""
    short = sum(each.outs for each, _ in staff) < SHORT_GAME
    least = STARTERS_OUTS_IN_A_SHORT_GAME if short else STARTERS_OUTS
    if line.started and len(staff) > 1 and line.outs < least:
        yield Refusal(
            "win-too-short",
            f"A starter wins with {least // 3} innings; this one has "
            f"{line.outs // 3}.{line.outs % 3}.",
            where,
            {"rule": "OBR 9.17(b)", "outs": line.outs, "least": least},
        )


def _save(box: Box, side: int, at: int, where: str) -> Iterator[Refusal]:
    """OBR 9.19, as far as a box tells: the last pitcher, with an out, with a lead that can be
    saved."""
    mine = box.sides[side]
    line = mine.pitchers[at - 1]
    if at != len(mine.pitchers) or at == 1 or not line.outs:
        sentence = "The last pitcher saves a game, who relieved and got somebody out."
        yield Refusal("save-impossible", sentence, where, {"rule": "OBR 9.19"})
        return
    least = least_lead(box, side, line.outs)
    if line.outs < SAVED_OUTS and least > WIDEST_SAVE:
        yield Refusal(
            "save-impossible",
            f"He came in with a lead of {least} or more, and got fewer than {SAVED_OUTS} outs.",
            where,
            {"rule": "OBR 9.19", "lead": least},
        )


def least_lead(box: Box, side: int, outs: int) -> int:
    """The least that a side can have led by when the last pitcher came in, who got so many outs:
    its margin at the end less what it may have scored since; as far as the runs by inning tell."""
    mine, other = box.sides[side], box.sides[1 - side]
    margin = mine.runs - other.runs
    came = (box.stop.made[1 - side] - outs) // 3 + 1
    if not mine.innings:
        return margin - mine.runs
    first = came if side == HOME else came + 1
    return margin - sum(runs or 0 for runs in mine.innings[max(0, first - 1) :])


_POSITIONS: Final = ", ".join(POSITION_NAMES[1:])
_ORDINALS: Final = [
    "first",
    "second",
    "third",
    "fourth",
    "fifth",
    "sixth",
    "seventh",
    "eighth",
    "ninth",
]


def ordinal_of(slot: int) -> str:
    """``fourth`` for 4."""
    return _ORDINALS[slot - 1]


def name_of(players: Players, player: int) -> str:
    """What a player is called."""
    if player == STANDS:
        return "A player from the stands"
    return players[player].name if player in players else "Somebody who is not in the squad"


def with_pitchers_in_order(
    batting: Sequence[BatterLine], pitchers: Sequence[Line]
) -> tuple[BatterLine, ...]:
    """The lines by slot, with one for every pitcher who has none: he bats in the place of whom he
    relieves (T10.11h), unless the report says otherwise."""
    lines = sorted(batting, key=lambda line: line.slot)
    if any(DESIGNATED in line.positions for line in lines):
        return tuple(lines)
    slot = 0
    for line in pitchers:
        own = next((each.slot for each in lines if each.player == line.pitcher), 0)
        if slot and not own:
            lines.append(BatterLine(line.pitcher, slot, (PITCHER,)))
        slot = own or slot
    return tuple(sorted(lines, key=lambda line: line.slot))
