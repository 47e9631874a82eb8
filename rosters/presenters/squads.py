"""A squad's page: hitters and pitchers with their year's figures, and how each player joined."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from config.spreadsheets import write_rows
from rosters.makers.base import HITTER, PITCHER
from rosters.models import RosterSpot, Squad
from rosters.presenters.figures import Figure
from rosters.presenters.rows import PoolRow, pool_rows
from rosters.selectors.clubs import club_names
from rosters.selectors.pool import figures_of


@dataclass(frozen=True)
class SquadTable:
    title: str
    figures: Sequence[Figure]
    rows: Sequence[tuple[RosterSpot, PoolRow]]


def squad_tables(squad: Squad) -> list[SquadTable]:
    """Hitters and pitchers in the order in which they joined; an empty kind is left out."""
    spots = list(
        squad.spots.select_related("squad", "card__season", "card__card_set").order_by("number")
    )
    if not spots:
        return []
    card_set = spots[0].card.card_set
    names = club_names([card_set], [spot.card for spot in spots])
    tables = []
    for kind, title in ((HITTER, "Hitters"), (PITCHER, "Pitchers")):
        spots_of_kind = [spot for spot in spots if spot.card.kind == kind]
        figures = figures_of(card_set, kind)
        rows = pool_rows(card_set, [spot.card for spot in spots_of_kind], figures, names)
        if spots_of_kind:
            tables.append(SquadTable(title, figures, list(zip(spots_of_kind, rows, strict=True))))
    return tables


def came(spot: RosterSpot) -> str:
    """How a player joined: ``round 3, pick 41``, at auction for a price, entered by the manager, or
    dealt."""
    if spot.price:
        return f"bought for {spot.price}"
    if spot.round:
        return f"round {spot.round}, pick {spot.pick}"
    return "entered" if spot.squad.entered_as else "dealt"


def squad_csv(tables: Sequence[SquadTable]) -> str:
    lines: list[list[object]] = []
    for table in tables:
        lines.append(
            [
                *("number", "name", "year", "club", "bats", "throws", "positions", "value"),
                *(figure.key for figure in table.figures),
                *("round", "pick", "key"),
            ]
        )
        for spot, row in table.rows:
            card = row.card
            lines.append(
                [
                    *(spot.number, card.name, card.year, row.club.name, card.bats, card.throws),
                    *(card.positions, round(card.value, 2)),
                    *row.figures,
                    *(spot.round or "", spot.pick or "", card.key),
                ]
            )
    return write_rows(lines)
