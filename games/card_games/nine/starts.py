"""Who starts a game, and what every pitcher may do in it.

Where a club keeps a pitching sheet, its law says who may start and relieve, and how much. Where no
sheets are kept the better five starters take turns, and do not relieve.
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
"""Starting pitchers who take their turns."""

Allowance = tuple[int, int, int, int]
"""A pitcher's number; whether he may start and whether he may relieve in this game (0 or 1); how
many outs he may get in relief."""


@dataclass(frozen=True)
class Plan:
    """Who starts, and what every pitcher may do."""

    starter: SquadPlayer
    allowances: tuple[Allowance, ...]
    declared: bool = False
    """Whether the club's people said so."""


def in_turn(side: Side, roster: Roster, relief_outs: int, *, anybody_starts: bool = False) -> Plan:
    """The plan of a club without a sheet: the better five start in turn."""
    rotation = roster.starters[:ROTATION]
    starter = rotation[(side.column - 1) % len(rotation)]
    said = _declared(side, roster, [side.column]).get(side.column)
    if said is not None:
        starter = roster.players[roster.numbers[said] - 1]
    allowances = allowances_in_turn(
        roster.players, starter.number, relief_outs, anybody_starts=anybody_starts
    )
    return Plan(starter, allowances, said is not None)


def from_sheet(side: Side, roster: Roster) -> Plan:
    """What a club's sheet allows in this game, and, of those whom it allows to start, the pitcher
    whom the club's people have declared. Where none may start by it the one whose turn it would be
    has to, and the sheet shows it.

    A club that the house manages keeps those who are to start soon out of its bullpen.
    """
    assert side.sheet is not None  # noqa: S101 - asked for by the caller
    sheet, law = side.sheet, numbers_of(side)
    columns = [side.column]
    while len(columns) <= law.starter_rest:
        columns.append(sheet.column_after(columns[-1]))
    said = _declared(side, roster, columns)
    keys = dict.fromkeys(
        [*(roster.key(player) for player in roster.starters[: ROTATION + 1]), *said.values()]
    )
    staff = [roster.staff[key] for key in keys]
    planned = best_rotation(sheet, law, staff, columns, roster.worth, said).starters
    if planned[0] == NOBODY and side.column in said:
        # The player who was declared may not start: the best who may.
        del said[side.column]
        planned = best_rotation(sheet, law, staff, columns, roster.worth, said).starters
    in_turn = roster.starters[(side.column - 1) % min(ROTATION, len(roster.starters))]
    first = planned[0] or roster.key(in_turn)
    spared = set(planned) if side.managed else {first}
    starter = in_turn
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
    return Plan(starter, tuple(allowances), said.get(side.column) == first)


def numbers_of(side: Side) -> PitchingLaw:
    """The numbers of the law that holds for a club's sheet; it has no other kind of law here."""
    law = side.law
    assert isinstance(law, RestAndRelief)  # noqa: S101 - the law that the system names
    return law.numbers


def _declared(side: Side, roster: Roster, columns: Sequence[int]) -> dict[int, int]:
    """Who is to start which of these games, as the club's people said: who is there to do it."""
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
    """What every pitcher may do when ``starter`` starts, by cards on which nothing is taken away
    yet: who starts takes his rest, and does not relieve between his turns. ``anybody_starts``:
    everyone who may by his card, whenever he started last (A-O7)."""
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
