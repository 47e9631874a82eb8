"""The pool of a card set: its cards filtered and sorted by a view."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.core.cache import cache
from django.db.models import F, Q, QuerySet, TextField
from django.db.models.functions import Cast

from config.refusals import Refusal, refuse_all
from rosters.makers.base import maker_or_plain
from rosters.models import Card, CardSet, ClubSeason
from rosters.presenters.clubs import ClubLook, club_look
from rosters.presenters.figures import OVER_REPLACEMENT, Figure, season_figures
from rosters.presenters.systems import presenter_of
from rosters.selectors.standing import ELIGIBLE, eligible, plays

POSITIONS = ("p", "c", "1b", "2b", "3b", "ss", "lf", "cf", "rf", "of", "dh")
BATS = ("L", "R", "B")
THROWS = ("L", "R", "S")
BEST = "-value"

FIXED = {"value": F("value"), "name": F("name"), "year": F("year")}
"""The sorts of every pool, besides its figures."""

WEEK = 7 * 24 * 3600


@dataclass(frozen=True)
class PoolView:
    """The filters of a pool; empty ones filter nothing. ``sort`` begins with a minus sign for the
    highest first."""

    q: str = ""
    kind: str = ""
    position: str = ""
    bats: str = ""
    throws: str = ""
    club: str = ""
    eligible: str = ""
    rating: str = ""
    sort: str = BEST


def figures_of(card_set: CardSet, kind: str) -> tuple[Figure, ...]:
    own = tuple(
        figure for figure in presenter_of(card_set.system_key).figures if figure.kind in ("", kind)
    )
    return (OVER_REPLACEMENT, *own, *season_figures(kind))


def view_problems(card_set: CardSet, view: PoolView) -> list[Refusal]:
    """``unknown-filter`` and ``unknown-sort``."""
    ratings = [value for value, _ in presenter_of(card_set.system_key).ratings]
    known: Mapping[str, Iterable[str]] = {
        "kind": Card.Kind.values,
        "position": POSITIONS,
        "bats": BATS,
        "throws": THROWS,
        "eligible": ELIGIBLE,
        "rating": ratings,
    }
    refusals = [
        Refusal(
            "unknown-filter",
            f"{getattr(view, name)!r} is none of {', '.join(words) or 'nothing'}.",
            name,
            {"known": list(words)},
        )
        for name, words in known.items()
        if getattr(view, name) and getattr(view, name) not in words
    ]
    sorts = sorts_of(card_set, view.kind)
    if view.sort.removeprefix("-") not in sorts:
        refusals.append(
            Refusal(
                "unknown-sort",
                f"This pool is not sorted by {view.sort!r}; it is by {', '.join(sorts)}.",
                "sort",
                {"known": list(sorts)},
            )
        )
    return refusals


def sorts_of(card_set: CardSet, kind: str) -> tuple[str, ...]:
    return (*FIXED, *(figure.key for figure in figures_of(card_set, kind)))


def pool(card_set: CardSet, view: PoolView) -> QuerySet[Card]:
    """The cards of a view in its order, equals by name. Refused as in ``view_problems``."""
    refuse_all(view_problems(card_set, view))
    presenter = presenter_of(card_set.system_key)
    cards = Card.objects.filter(card_set=card_set)
    if view.kind:
        cards = cards.filter(kind=view.kind)
    for word in view.q.split():
        cards = cards.filter(name__icontains=word)
    if view.position:
        cards = cards.filter(plays(view.position))
    if view.bats:
        cards = cards.filter(bats=view.bats)
    if view.throws:
        cards = cards.filter(throws=view.throws)
    if view.club:
        cards = _of_club(cards, view.club)
    if view.rating:
        cards = cards.filter(presenter.rated(view.rating))
    if view.eligible:
        cards = cards.filter(eligible(view.eligible, maker_or_plain(card_set.system_key)))
    return cards.order_by(*_order(card_set, view))


def _order(card_set: CardSet, view: PoolView) -> Sequence[Any]:
    key, descending = view.sort.removeprefix("-"), view.sort.startswith("-")
    expression = FIXED.get(key)
    if expression is None:
        expression = next(
            figure.expression() for figure in figures_of(card_set, view.kind) if figure.key == key
        )
    if key in FIXED:
        # Never null, so an index can give them in order.
        return (expression.desc() if descending else expression.asc(), "name", "pk")
    return (
        expression.desc(nulls_last=True) if descending else expression.asc(nulls_last=True),
        "name",
        "pk",
    )


def _of_club(found: QuerySet[Card], club: str) -> QuerySet[Card]:
    """Compare as text, in both spellings: the databases escape letters beyond ASCII differently."""
    return found.annotate(clubs=Cast("teams", TextField())).filter(
        Q(clubs__contains=json.dumps(club))
        | Q(clubs__contains=json.dumps(club, ensure_ascii=False))
    )


def clubs_of(card_set: CardSet) -> list[ClubLook]:
    """Every club of a set by name. Cached, since a set does not change."""

    def find() -> list[str]:
        lists = Card.objects.filter(card_set=card_set).order_by().values_list("teams", flat=True)
        return sorted({club for clubs in lists.distinct() for club in clubs})

    keys = cache.get_or_set(f"clubs-of-card-set:{card_set.pk}", find, WEEK)
    latest = _latest(card_set)
    looks = [club_look(key, latest.get(key, "")) for key in keys or ()]
    return sorted(looks, key=lambda look: look.name)


def _latest(card_set: CardSet) -> dict[str, str]:
    rows = ClubSeason.objects.filter(source=card_set.source_id, year__in=card_set.years)
    return dict(rows.order_by("year").values_list("key", "name"))
