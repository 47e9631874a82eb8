"""A player's statistics in all events of the site that a user may see."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db.models import Sum
from django.urls import reverse

from config.people.scopes import Visitor
from rosters.done_here import DoneLine, DoneTable
from rosters.models import name_as_of
from tournaments.book.reading import counts_of
from tournaments.book.selectors import MODELS
from tournaments.permissions import visible_to
from tournaments.rules import measures
from tournaments.rules.measures import COLUMNS, League

TITLES = {
    "batting": "At bat in this house",
    "pitching": "On the mound in this house",
    "fielding": "In the field in this house",
}

LEFT_OUT = {"ops_plus", "era_plus", "fip", "runs_above", "runs_saved", "wins_above"}
"""Columns relative to a league; a career spans several leagues."""


def careers(user: Visitor, cards: Sequence[int]) -> list[DoneTable]:
    """Return the player's lines by event and club, the latest first, with totals."""
    return [table for kind in measures.TABLES if (table := _career(user, cards, kind)) is not None]


def _career(user: Visitor, cards: Sequence[int], kind: str) -> DoneTable | None:
    model = MODELS[kind]
    names = counts_of(model)
    columns = [column for column in COLUMNS[kind] if column.key not in LEFT_OUT]
    rows = (
        model._default_manager.filter(card__in=cards, stage__tournament__in=visible_to(user))
        .order_by("-stage__tournament", "team", "card")
        .values(
            "stage__tournament",
            "stage__tournament__name",
            "stage__tournament__slug",
            "stage__tournament__ended_at",
            "team",
            "team__name",
            "team__former_names",
            "card",
        )
        .annotate(**{f"of_{name}": Sum(name) for name in names})
    )
    league, all_counts, lines = League(), [], []

    def cells(counts: dict[str, int]) -> list[str]:
        return [column.shown(column.value(counts, league, 0)) for column in columns]

    for row in rows:
        counts: dict[str, int] = {name: row[f"of_{name}"] for name in names}
        all_counts.append(counts)
        slug: Any = row["stage__tournament__slug"]
        club = reverse("tournaments:team-of", args=[row["stage__tournament"], row["team"]])
        name = name_as_of(
            row["team__name"], row["team__former_names"], row["stage__tournament__ended_at"]
        )
        lines.append(
            DoneLine(
                row["stage__tournament__name"],
                reverse("tournaments:player", args=[slug, row["card"]]),
                ((name, club),),
                cells(counts),
            )
        )
    if not lines:
        return None
    heads = [(column.head, column.title) for column in columns]
    return DoneTable(TITLES[kind], heads, lines, cells(measures.added(all_counts)))
