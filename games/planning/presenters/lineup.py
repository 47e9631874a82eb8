"""The lineup editor: nine places, their problems and worth, and the gain of every change."""

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
"""Shown in place of the name of a player who has left the squad."""

TRIAL_GAMES = 500
"""One second of work without the compiled engine, a tenth of a second with it."""


@dataclass(frozen=True)
class Place:
    """A place in the batting order; ``positions`` are all that the player can play."""

    number: int
    player: int
    position: str
    bats: str
    positions: str


@dataclass(frozen=True)
class Change:
    """A bench player and the best change that puts him in: for whom, at which position, and the
    gain in runs a game."""

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
    """Everything the editor shows. ``players`` are the choices: key, name and positions; ``house``
    is the worth of the computer manager's lineup, ``error`` that of the estimates."""

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
        return not self.problems and not self.holes


def laid_down(board: PlanBoard, against: str, series: Series | None, number: int) -> LineUp:
    """The lineup that counts for a game: the club's narrowest one, else the computer manager's."""
    line_ups = board.plan.line_ups
    keys = [(0, 0, against)]
    if series is not None:
        keys = [(series.pk, number, against), (series.pk, 0, against), *keys]
    own_line_up = next((line_ups[key] for key in keys if key in line_ups), None)
    if own_line_up is not None:
        return own_line_up
    return houses(board, against)


def houses(board: PlanBoard, against: str) -> LineUp:
    """The computer manager's lineup; nine empty places where it finds none."""
    without = board.plan.instructions[0].do_not_use if 0 in board.plan.instructions else ()
    try:
        return board.suggested(against, without)
    except Refused:
        return (*(Spot(PITCHER, position) for position in POSITIONS[1:]), Spot(PITCHER, P))


def is_laid_down(board: PlanBoard, against: str, series: Series | None, number: int) -> bool:
    """Tell whether the club has set a lineup for exactly this place."""
    return (series.pk if series else 0, number, against) in board.plan.line_ups


def places(board: PlanBoard) -> list[tuple[Series, str]]:
    """The series still to come, each with the opponent's name."""
    series_ahead: dict[int, tuple[Series, str]] = {}
    for game in board.ahead:
        series_ahead.setdefault(game.series.pk, (game.series, game.opponent.name))
    return list(series_ahead.values())


def editor(
    board: PlanBoard, against: str, spots: LineUp, *, helped: bool = True, played: bool = False
) -> Editor:
    """Build the editor. ``helped``: with estimates of worth, which are not given during a series
    (T0.14b, c); ``played``: also with the results of simulated games."""
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
                number,
                spot.player,
                spot.position,
                board.by_key[spot.player].bats if spot.player in board.by_key else "",
                _positions(board, spot.player),
            )
            for number, spot in enumerate(spots, start=1)
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
