"""The state of a Commons game between two turns, beyond the situation: the used cards of both
lists, the remaining gods, and the owners of the super gods."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Final

from config.refusals import Refusal
from games.engine.fields import Fields
from games.engine.game_state import SIDE_NAMES, GameState, OwnState
from games.engine.situation import SLOTS
from games.systems.commons.play.club import BATTERS, DECK_SIZE, PITCHERS

OPEN: Final = 2
"""A super god that neither side has taken yet (CB-098)."""

SPENT: Final = 3
"""A super god that was used."""

SUPERS: Final = (*SIDE_NAMES, "open", "spent")

MOST_CARDS: Final = 9
"""An upper limit of gods of one kind."""


@dataclass(frozen=True)
class SideState:
    """The cards of one side: batters ``used`` up or discarded, the one kept at bat (``batter``, 0:
    the next of the list), those who ``came_up`` and who ``scored``; pitchers ``spent`` by an inning
    or a discard, those who ``worked`` and whose inning was ``complete``; the one ``coming`` to the
    mound when it takes the field (0: none); the two players lent to it (0: none); the gods left."""

    used: tuple[int, ...] = ()
    batter: int = 0
    came_up: tuple[int, ...] = ()
    scored: tuple[int, ...] = ()
    spent: tuple[int, ...] = ()
    worked: tuple[int, ...] = ()
    complete: tuple[int, ...] = ()
    coming: int = 0
    lent_batter: int = 0
    lent_pitcher: int = 0
    hits: int = 3
    outs: int = 3
    advances: int = 3
    challenges: int = 2


@dataclass(frozen=True)
class CommonsState(OwnState):
    """Both sides, visitors first; the owners of the super gods (a side, ``OPEN`` or ``SPENT``); and
    whether the pitchers of this inning, or half, have been ``chosen``."""

    sides: tuple[SideState, SideState] = field(default_factory=lambda: (SideState(), SideState()))
    double: int = OPEN
    two_outs: int = OPEN
    chosen: bool = False

    def as_json(self) -> dict[str, object]:
        """Plain values for JSON; the sides by name."""
        away, home = (asdict(side) for side in self.sides)
        return {
            "away": away,
            "home": home,
            "double": SUPERS[self.double],
            "two_outs": SUPERS[self.two_outs],
            "chosen": self.chosen,
        }


def read_state(fields: Fields) -> CommonsState:
    """Read the state from plain values; missing ones are those of the start of a game."""
    away, home = (_read_side(fields.part(name)) for name in SIDE_NAMES)
    return CommonsState(
        sides=(away, home),
        double=_super(fields, "double"),
        two_outs=_super(fields, "two_outs"),
        chosen=fields.flag("chosen"),
    )


def _super(fields: Fields, key: str) -> int:
    return fields.word(key, SUPERS) if fields.has(key) else OPEN


def _read_side(fields: Fields) -> SideState:
    fresh = SideState()
    side = SideState(
        used=fields.numbers("used"),
        batter=fields.number("batter"),
        came_up=fields.numbers("came_up"),
        scored=fields.numbers("scored"),
        spent=fields.numbers("spent"),
        worked=fields.numbers("worked"),
        complete=fields.numbers("complete"),
        coming=fields.number("coming"),
        lent_batter=fields.number("lent_batter"),
        lent_pitcher=fields.number("lent_pitcher"),
        hits=fields.number("hits", fresh.hits),
        outs=fields.number("outs", fresh.outs),
        advances=fields.number("advances", fresh.advances),
        challenges=fields.number("challenges", fresh.challenges),
    )
    fields.close()
    return side


def faults_of_state(state: GameState) -> list[Refusal]:
    """Return the faults of a state; the situation is already verified."""
    own = state.own
    if own is None and state.lineups is None and not any(state.pitching):
        return []
    if not isinstance(own, CommonsState) or state.lineups is None:
        return [Refusal("state-in-part", "All of it is told, or nothing.", "own")]
    faults: list[Refusal] = []
    for side, name in enumerate(SIDE_NAMES):
        faults += _faults_of_order(state.lineups[side].order, name)
        faults += _faults_of_pitcher(state.pitching[side], f"pitching.{name}")
        faults += _faults_of_side(own.sides[side], f"own.{name}")
    supers = (own.double, own.two_outs)
    if supers != (OPEN, OPEN) and (OPEN in supers or SPENT not in supers):
        faults.append(
            Refusal(
                "super-gods-impossible",
                "Both super gods lie open, or one is spent and the other somebody's (CB-099).",
                "own.double",
                {"rule": "CB-099"},
            )
        )
    return faults


def _faults_of_order(order: Sequence[int], name: str) -> list[Refusal]:
    if len(order) != SLOTS:
        return [Refusal("lineup-not-nine", f"{SLOTS} places, not {len(order)}.", f"{name}.order")]
    return [
        Refusal("no-such-man", f"No. {player} is no batter.", f"{name}.order:{place}")
        for place, player in enumerate(order, start=1)
        if not (1 <= player <= BATTERS or DECK_SIZE < player <= DECK_SIZE + BATTERS)
    ]


def _faults_of_pitcher(player: int, place: str) -> list[Refusal]:
    pitches = BATTERS < player <= DECK_SIZE or DECK_SIZE + BATTERS < player <= 2 * DECK_SIZE
    return [] if pitches else [Refusal("no-such-man", f"No. {player} is no pitcher.", place)]


def _faults_of_side(side: SideState, place: str) -> list[Refusal]:
    faults: list[Refusal] = []

    def fault(code: str, sentence: str, where: str) -> None:
        faults.append(Refusal(code, sentence, f"{place}.{where}"))

    for where, players, first, last in (
        ("used", side.used, 1, BATTERS),
        ("came_up", side.came_up, 1, BATTERS),
        ("scored", side.scored, 1, BATTERS),
        ("spent", side.spent, BATTERS + 1, DECK_SIZE),
        ("worked", side.worked, BATTERS + 1, DECK_SIZE),
        ("complete", side.complete, BATTERS + 1, DECK_SIZE),
    ):
        for player in players:
            if not first <= player <= last:
                fault("no-such-man", f"{first} to {last}, not {player}.", where)
    for where, count in (
        ("hits", side.hits),
        ("outs", side.outs),
        ("advances", side.advances),
        ("challenges", side.challenges),
    ):
        if not 0 <= count <= MOST_CARDS:
            fault("number-out-of-range", f"{count} is not between 0 and {MOST_CARDS}.", where)
    lent_batter, lent_pitcher = side.lent_batter, side.lent_pitcher
    if lent_batter and not (
        1 <= lent_batter <= BATTERS or DECK_SIZE < lent_batter <= DECK_SIZE + BATTERS
    ):
        fault("no-such-man", f"No. {lent_batter} is no batter.", "lent_batter")
    if lent_batter and len(set(side.used)) < BATTERS:
        fault(
            "not-out-of-batters", "Nobody is lent to a side that has batters left.", "lent_batter"
        )
    if lent_pitcher and not (
        BATTERS < lent_pitcher <= DECK_SIZE or DECK_SIZE + BATTERS < lent_pitcher <= 2 * DECK_SIZE
    ):
        fault("no-such-man", f"No. {lent_pitcher} is no pitcher.", "lent_pitcher")
    if lent_pitcher and len(set(side.spent)) < PITCHERS:
        fault(
            "not-out-of-pitchers",
            "Nobody is lent to a side that has pitchers left.",
            "lent_pitcher",
        )
    if side.coming and side.coming != lent_pitcher and side.coming not in side.spent:
        fault("no-such-man", f"No. {side.coming} was not chosen.", "coming")
    if side.batter and side.batter != lent_batter and not 1 <= side.batter <= BATTERS:
        fault("no-such-man", f"No. {side.batter} is no batter.", "batter")
    elif side.batter and side.batter != lent_batter and side.batter in side.used:
        fault("man-gone", f"No. {side.batter} is used up.", "batter")
    return faults
