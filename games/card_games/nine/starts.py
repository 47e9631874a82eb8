"""Starters of a game, and what every pitcher may do in it.

Where a club keeps a pitching sheet, its law says who may start and relieve, and for how long. Where
no sheets are kept, the best five starters take turns and do not relieve.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from games.card_games.base import Side
from games.card_games.nine.roster import Roster
from games.engine.nine.player import SquadPlayer
from pitching.rules.eligibility import Role, outs_allowed
from pitching.rules.law import PitchingLaw
from pitching.rules.rest_and_relief import RestAndRelief
from pitching.rules.rotation import NOBODY, best_rotation

ROTATION: Final = 5
"""Number of starting pitchers in a rotation."""

Allowance = tuple[int, int, int, int]
"""A pitcher's number; whether he may start and whether he may relieve in this game (0 or 1); the
outs he may record in relief."""


@dataclass(frozen=True)
class Plan:
    """The starter and every pitcher's allowance."""

    starter: SquadPlayer
    allowances: tuple[Allowance, ...]
    declared: bool = False
    """Whether the club's manager declared the starter."""


def in_turn(side: Side, roster: Roster, relief_outs: int, *, anybody_starts: bool = False) -> Plan:
    """The plan of a club without a sheet: the best five start in turn."""
    rotation = roster.starters[:ROTATION]
    starter = rotation[(side.column - 1) % len(rotation)]
    declared_card = _declared(side, roster, [side.column]).get(side.column)
    if declared_card is not None:
        starter = roster.players[roster.numbers[declared_card] - 1]
    allowances = allowances_in_turn(
        roster.players, starter.number, relief_outs, anybody_starts=anybody_starts
    )
    return Plan(starter, allowances, declared_card is not None)


def from_sheet(side: Side, roster: Roster) -> Plan:
    """The plan that a club's sheet allows, with the declared starter where he may start. Where no
    pitcher may start, the one whose turn it is has to, and the sheet shows it.

    The computer manager keeps pitchers who start soon out of the bullpen.
    """
    assert side.sheet is not None  # noqa: S101 - asked for by the caller
    sheet, law = side.sheet, numbers_of(side)
    columns = [side.column]
    while len(columns) <= law.starter_rest:
        columns.append(sheet.column_after(columns[-1]))
    declared = _declared(side, roster, columns)
    keys = dict.fromkeys(
        [*(roster.key(player) for player in roster.starters[: ROTATION + 1]), *declared.values()]
    )
    staff = [roster.staff[key] for key in keys]
    planned = best_rotation(sheet, law, staff, columns, roster.worth, declared).starters
    if planned[0] == NOBODY and side.column in declared:
        # The declared player may not start: take the best who may.
        del declared[side.column]
        planned = best_rotation(sheet, law, staff, columns, roster.worth, declared).starters
    next_in_turn = roster.starters[(side.column - 1) % min(ROTATION, len(roster.starters))]
    first = planned[0] or roster.key(next_in_turn)
    spared = set(planned) if side.managed else {first}
    starter = next_in_turn
    allowances = []
    for player in roster.players:
        if not player.is_pitcher:
            continue
        key = roster.key(player)
        if key == first:
            starter = player
        pitcher = roster.staff[key]
        relief = outs_allowed(sheet, law, pitcher, side.column, Role.RELIEF)
        may_start = key == first or (
            not side.managed and outs_allowed(sheet, law, pitcher, side.column, Role.START) > 0
        )
        may_relieve = key not in spared and relief > 0
        allowances.append((player.number, int(may_start), int(may_relieve), relief))
    return Plan(starter, tuple(allowances), declared.get(side.column) == first)


def numbers_of(side: Side) -> PitchingLaw:
    """The numbers of the law that holds for a club's sheet; only ``RestAndRelief`` is possible
    here."""
    law = side.law
    assert isinstance(law, RestAndRelief)  # noqa: S101 - the law that the system names
    return law.numbers


def _declared(side: Side, roster: Roster, columns: Sequence[int]) -> dict[int, int]:
    """The declared starters of these games by column, as far as they may start by their cards."""
    orders = side.orders
    starts = {column: orders.starts[column] for column in columns if column in orders.starts}
    if orders.named:
        starts[side.column] = orders.named
    return {
        column: key
        for column, key in starts.items()
        if key in roster.staff and roster.staff[key].starts
    }


def allowances_in_turn(
    players: Sequence[SquadPlayer], starter: int, relief_outs: int, *, anybody_starts: bool = False
) -> tuple[Allowance, ...]:
    """Every pitcher's allowance when ``starter`` starts, without a sheet: a starter rests between
    his turns and does not relieve. ``anybody_starts``: every starter may start at any time
    (A-O7)."""
    return tuple(
        (
            player.number,
            int(player.may_start and (anybody_starts or player.number == starter)),
            int(player.may_relieve and not player.may_start),
            relief_outs,
        )
        for player in players
        if player.is_pitcher
    )
