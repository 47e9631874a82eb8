"""The editor of a line-up: nine places, what is wrong with them, what they are worth, and what
every change of them changes."""

from __future__ import annotations

from dataclasses import dataclass

from config.refusals import Refused
from games.card_games.base import Trial
from games.models import Series
from games.planning.board import PlanBoard
from games.planning.estimates import ERROR, Estimate, estimate, swaps, turns
from rosters.models import Card
from rosters.rules.lineups import (
    DESIGNATED,
    PITCHER,
    LineUp,
    P,
    Spot,
    covers_of,
    hole_in_words,
    line_up_problems,
)
from rosters.stats.lines import POSITIONS

WORTH_SAYING = 0.005

GONE = "Not in the squad any more"
"""A player in a line-up who is not in the squad any more."""

TRIAL_GAMES = 500
"""A second's work without a compiled engine, a tenth of it with one."""


@dataclass(frozen=True)
class Place:
    """A place in the order: who bats there and plays where; ``positions`` are his."""

    number: int
    player: int
    position: str
    bats: str
    positions: str


@dataclass(frozen=True)
class Change:
    """A player of the bench and what it changes to put him in: for whom, where, and the runs."""

    player: int
    name: str
    bats: str
    positions: str
    for_player: int
    for_name: str
    position: str
    gain: str
    helps: bool


@dataclass(frozen=True)
class Editor:
    """All of it. ``players`` are those who may be chosen: their keys, names and positions."""

    places: tuple[Place, ...]
    players: tuple[tuple[int, str, str], ...]
    positions: tuple[str, ...]
    problems: tuple[str, ...]
    holes: tuple[str, ...]
    covers: tuple[tuple[str, str], ...]
    helped: bool
    worth: Estimate | None
    house: float | None
    changes: tuple[Change, ...]
    order: tuple[str, ...]
    error: float = ERROR
    trial: Trial | None = None
    houses_trial: Trial | None = None

    @property
    def is_sound(self) -> bool:
        """Whether nothing speaks against it."""
        return not self.problems and not self.holes


def laid_down(board: PlanBoard, against: str, series: Series | None, number: int) -> LineUp:
    """The line-up that counts there: the club's, or else the house's."""
    line_ups = board.plan.line_ups
    keys = [(0, 0, against)]
    if series is not None:
        keys = [(series.pk, number, against), (series.pk, 0, against), *keys]
    found = next((line_ups[key] for key in keys if key in line_ups), None)
    if found is not None:
        return found
    return houses(board, against)


def houses(board: PlanBoard, against: str) -> LineUp:
    """The line-up that the house would put up; nine empty places where it cannot."""
    without = board.plan.instructions[0].do_not_use if 0 in board.plan.instructions else ()
    try:
        return board.suggested(against, without)
    except Refused:
        return (*(Spot(PITCHER, position) for position in POSITIONS[1:]), Spot(PITCHER, P))


def is_laid_down(board: PlanBoard, against: str, series: Series | None, number: int) -> bool:
    """Whether the club has laid one down in just that place."""
    return (series.pk if series else 0, number, against) in board.plan.line_ups


def places(board: PlanBoard) -> list[tuple[Series, str]]:
    """The series still to come that a line-up may be laid down for."""
    found: dict[int, tuple[Series, str]] = {}
    for each in board.ahead:
        found.setdefault(each.series.pk, (each.series, each.opponent.name))
    return list(found.values())


def editor(
    board: PlanBoard, against: str, spots: LineUp, *, helped: bool = True, played: bool = False
) -> Editor:
    """The editor with these nine. ``helped``: whether it says what they are worth, which it does
    not in a series (T0.14b, c); ``played``: also by playing games with them."""
    assert board.builder is not None  # noqa: S101 - asked for by the callers
    fielders = board.fielders
    problems = line_up_problems(spots, fielders, designated=board.designates)
    covers, holes = covers_of(spots, fielders) if not problems else ((), ())
    helped = helped and board.may_be_helped
    values = board.builder.values(board.keys, against)
    worth = estimate(spots, values) if helped and not problems else None
    house = estimate(houses(board, against), values).total if worth is not None else None
    return Editor(
        places=tuple(
            Place(
                at,
                spot.player,
                spot.position,
                board.by_key[spot.player].bats if spot.player in board.by_key else "",
                _positions(board, spot.player),
            )
            for at, spot in enumerate(spots, start=1)
        ),
        players=(
            (PITCHER, "The pitcher", P),
            *((key, _named(board.by_key[key]), _positions(board, key)) for key in fielders),
            *((spot.player, GONE, "") for spot in spots if spot.player not in (PITCHER, *fielders)),
        ),
        positions=(*POSITIONS, DESIGNATED) if board.designates else tuple(POSITIONS),
        problems=tuple(problem.message for problem in problems),
        holes=tuple(hole_in_words(hole, fielders) for hole in holes),
        covers=tuple(
            (
                fielders[cover.hurt].name,
                ", ".join(
                    f"{fielders[move.player].name} to {move.position}" for move in cover.moves
                ),
            )
            for cover in covers
        ),
        helped=helped,
        worth=worth,
        house=house,
        changes=_changes(board, spots, against) if worth is not None else (),
        order=tuple(
            f"{turn.place} and {turn.place + 1} turned round: {turn.gain:+.2f}"
            for turn in turns(spots, values)
            if turn.gain > WORTH_SAYING
        )
        if worth is not None
        else (),
        trial=_trial(board, against, spots) if played and worth is not None else None,
        houses_trial=_trial(board, against, houses(board, against))
        if played and worth is not None
        else None,
    )


def _trial(board: PlanBoard, against: str, spots: LineUp) -> Trial | None:
    assert board.builder is not None  # noqa: S101 - asked for by the callers
    return board.builder.tried(board.keys, spots, against, TRIAL_GAMES)


def _changes(board: PlanBoard, spots: LineUp, against: str) -> tuple[Change, ...]:
    assert board.builder is not None  # noqa: S101 - asked for by the callers
    values = board.builder.values(board.keys, against)
    return tuple(
        Change(
            swap.player,
            board.fielders[swap.player].name,
            board.by_key[swap.player].bats,
            _positions(board, swap.player),
            swap.for_player,
            board.fielders[swap.for_player].name,
            swap.position,
            f"{swap.gain:+.2f}",
            swap.gain > WORTH_SAYING,
        )
        for swap in swaps(spots, values, board.fielders)
    )


def _positions(board: PlanBoard, player: int) -> str:
    fielder = board.fielders.get(player)
    if fielder is None:
        return P if player == PITCHER else ""
    return " ".join(sorted(fielder.positions, key=POSITIONS.index))


def _named(card: Card) -> str:
    bats = f" ({card.bats})" if card.bats else ""
    return f"{card.name}{bats}"
