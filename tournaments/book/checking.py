"""Books are counted anew from nothing and held against what is kept."""

from __future__ import annotations

from collections import Counter
from typing import Final

import structlog
from django.db import transaction

from config.jobs.one_by_one import one_by_one
from tournaments.book.keeping import (
    Key,
    Sums,
    batted_in,
    booked,
    counts_of,
    fielded_in,
    keep_book,
    key_of,
    locked,
    pitched_in,
)
from tournaments.book.models import BattingSum, Book, FieldingSum, PitchingSum, Sum

log = structlog.get_logger(__name__)

LOOP: Final = "checking books"


def check_books() -> int:
    """Every book is brought up to what counts and counted anew; how many differed, each of which is
    logged and made right."""
    keys = list(Book.objects.order_by("pk").values_list("pk", flat=True))
    return sum(one_by_one(LOOP, keys, check_book, name=lambda key: f"book {key}"))


def check_book(tournament_id: int) -> int:
    """Count a book anew: 1 where what is kept was something else, and has been made right."""
    with transaction.atomic():
        keep_book(tournament_id)
        locked(tournament_id)
        games = booked(tournament_id)
        wrong = 0
        anew: list[tuple[type[Sum], Sums]] = [
            (BattingSum, batted_in(games)),
            (PitchingSum, pitched_in(games)),
            (FieldingSum, fielded_in(games)),
        ]
        for model, counted in anew:
            if kept(model, tournament_id) != counted:
                log.error("book_differs", tournament=tournament_id, sums=model.__name__)
                model._default_manager.filter(stage__tournament=tournament_id).delete()
                model._default_manager.bulk_create(
                    model(**dict(zip(key_of(model), key, strict=True)), **counts)
                    for key, counts in counted.items()
                )
                wrong = 1
    return wrong


def kept(model: type[Sum], tournament_id: int) -> dict[Key, Counter[str]]:
    """The sums of a book as they are stored."""
    names = counts_of(model)
    rows = model._default_manager.filter(stage__tournament=tournament_id)
    return {
        tuple(getattr(row, name) for name in key_of(model)): Counter(
            {name: getattr(row, name) for name in names if getattr(row, name)}
        )
        for row in rows
    }
