"""Recount statistics from the lines of games and compare them with the stored sums."""

from __future__ import annotations

import json
from collections import Counter
from typing import Final

import structlog
from django.db import transaction

from config.jobs.one_by_one import one_by_one
from tournaments.book import courses
from tournaments.book.keeping import booked, keep_book, locked
from tournaments.book.models import Book, Course, Feat, Sum
from tournaments.book.reading import READERS, Key, counts_of, key_of, summed
from tournaments.models import Tournament

log = structlog.get_logger(__name__)

LOOP: Final = "checking books"


def check_books() -> int:
    """Update and recount the statistics of every event; return how many differed, each of which is
    logged and corrected."""
    keys = list(Book.objects.order_by("pk").values_list("pk", flat=True))
    return sum(one_by_one(LOOP, keys, check_book, name=lambda key: f"book {key}"))


def check_book(tournament_id: int) -> int:
    """Recount an event's statistics; return 1 where the stored sums were wrong and are now
    corrected."""
    with transaction.atomic():
        keep_book(tournament_id)
        locked(tournament_id)
        games = booked(tournament_id)
        wrong = 0
        for model in READERS:
            counted = summed(model, games)
            if kept(model, tournament_id) != counted:
                log.error("book_differs", tournament=tournament_id, sums=model.__name__)
                model._default_manager.filter(stage__tournament=tournament_id).delete()
                model._default_manager.bulk_create(
                    model(**dict(zip(key_of(model), key, strict=True)), **counts)
                    for key, counts in counted.items()
                )
                wrong = 1
        return max(wrong, _check_courses(Tournament.objects.get(pk=tournament_id)))


def _check_courses(tournament: Tournament) -> int:
    """Do the same for notable games and streaks, except for players whose streaks are waiting to be
    recomputed."""
    computed, marks_passed = courses.courses_of(tournament)
    stale = set(
        Course.objects.filter(tournament=tournament, stale=True).values_list("card", flat=True)
    )
    games = booked(tournament.pk)
    feats = [*courses.all_feats(tournament, games), *marks_passed]
    expected = {
        "courses": {_course(row) for row in computed if row.card_id not in stale},
        "feats": {_feat(row) for row in feats if not (row.passed and row.card_id in stale)},
    }
    kept_courses = Course.objects.filter(tournament=tournament).exclude(card__in=stale)
    kept_feats = Feat.objects.filter(stage__tournament=tournament)
    stored = {
        "courses": {_course(row) for row in kept_courses},
        "feats": {_feat(row) for row in kept_feats},
    }
    if stored == expected:
        return 0
    for name, stored_rows in stored.items():
        if stored_rows != expected[name]:
            log.error("book_differs", tournament=tournament.pk, sums=name)
    kept_feats.delete()
    Course.objects.filter(tournament=tournament).delete()
    Course.objects.bulk_create(computed)
    Feat.objects.bulk_create(feats)
    return 1


def _course(of: Course) -> tuple[object, ...]:
    # A database may return keys in another order.
    identity = (of.season, of.division, of.card_id, of.team_id)
    return *identity, repr(of.upto), json.dumps(of.state, sort_keys=True)


def _feat(of: Feat) -> tuple[object, ...]:
    return of.game_id, of.stage_id, of.team_id, of.card_id, of.kind, of.value, of.told, of.passed


def kept(model: type[Sum], tournament_id: int) -> dict[Key, Counter[str]]:
    names = counts_of(model)
    rows = model._default_manager.filter(stage__tournament=tournament_id)
    return {
        tuple(getattr(row, name) for name in key_of(model)): Counter(
            {name: getattr(row, name) for name in names if getattr(row, name)}
        )
        for row in rows
    }
