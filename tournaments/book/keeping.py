"""Maintain the statistics: add the lines of finished games to the sums, and remove them when a game
is undone, corrected or thrown out.

A game is in the sums or it is not (``BookedGame``), and its lines change only after it is removed;
so the sums always equal those of the lines. Every write locks the row of ``Book``, after any
series' row and never before.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Final

from django.db import transaction
from django.db.models import F, QuerySet

from config.jobs.one_by_one import in_trouble, one_by_one
from config.kinds import parted
from games.hooks import StatusChanged
from games.models import Game, PlayersLines
from tournaments.book import courses
from tournaments.book.models import Book, BookedGame, Course, Sum
from tournaments.book.reading import READERS, Stages, Sums, counts_of, key_of, parts, summed
from tournaments.models import Tournament
from tournaments.selectors.league import load_league

LOOP: Final = "books"


def game_changed(told: StatusChanged) -> None:
    """Remove a game from the statistics at once when it begins, ends or is undone."""
    if parted(told.game.series.scope)[0] == "tournament":
        take_off([told.game.pk])


def take_off(game_ids: Collection[int]) -> None:
    """Subtract the lines of these games, in the caller's transaction. They are added again after
    they are recounted."""
    booked_games = BookedGame.objects.filter(game__in=game_ids)
    keys = booked_games.order_by("stage__tournament").values_list("stage__tournament", flat=True)
    for tournament_id in keys.distinct():
        locked(tournament_id)
        _take_out(tournament_id, booked_games.filter(stage__tournament=tournament_id))


def keep_books(scopes: Collection[str]) -> int:
    """Update the statistics of these events, of those that failed the last time, and of those with
    stale courses; return the number of games added or removed."""
    keys = {scope.partition(":")[2] for scope in scopes if scope.startswith("tournament:")}
    keys |= {name.partition(" ")[2] for name in in_trouble(LOOP)}
    stale_events = Course.objects.filter(stale=True).order_by().values_list("tournament", flat=True)
    ordered = sorted({int(key) for key in keys} | set(stale_events.distinct()))
    return sum(one_by_one(LOOP, ordered, keep_book, name=lambda key: f"book {key}"))


def keep_book(tournament_id: int) -> int:
    """Update the sums to the games that count now: final games with counted lines, of clubs whose
    results were not thrown out. Return the number of games added or removed."""
    with transaction.atomic():
        tournament = Tournament.objects.filter(pk=tournament_id).first()
        if tournament is None:
            return 0
        locked(tournament_id)
        wanted = _wanted(tournament)
        stored = {
            pk: (stage, finished)
            for pk, stage, finished in BookedGame.objects.filter(
                stage__tournament=tournament_id
            ).values_list("game", "stage", "finished_at")
        }
        removed = [pk for pk, entry in stored.items() if wanted.get(pk) != entry]
        # In schedule order, as ``load_league`` reads it.
        added = [pk for pk, entry in wanted.items() if stored.get(pk) != entry]
        for chunk in parts(removed):
            _take_out(tournament_id, BookedGame.objects.filter(game__in=chunk))
        for chunk in parts(added):
            _put_in(tournament, {pk: wanted[pk] for pk in chunk})
        courses.find_stale(tournament)
        return len(removed) + len(added)


def locked(tournament_id: int) -> None:
    """Lock the statistics of an event, in the caller's transaction, against other writers."""
    Book.objects.bulk_create([Book(tournament_id=tournament_id)], ignore_conflicts=True)
    Book.objects.filter(pk=tournament_id).update(version=F("version") + 1)


def booked(tournament_id: int) -> Stages:
    """Return the stage of each game in the statistics of an event."""
    rows = BookedGame.objects.filter(stage__tournament=tournament_id)
    return dict(rows.order_by().values_list("game", "stage"))


def _wanted(tournament: Tournament) -> dict[int, tuple[int, datetime]]:
    """Return the stage and end of every game that belongs in the statistics."""
    stages = {
        game.pk: round_.stage.pk
        for round_ in load_league(tournament).rounds
        for meeting in round_.meetings
        for game in meeting.counted
    }
    counted = PlayersLines.objects.filter(
        game__series__event__key=tournament.scope,
        game__status=Game.Status.FINAL,
        finished_at=F("game__finished_at"),
    )
    ended = dict(counted.order_by().values_list("pk", "finished_at"))
    return {pk: (stage, ended[pk]) for pk, stage in stages.items() if pk in ended}


def _take_out(tournament_id: int, found: QuerySet[BookedGame]) -> None:
    stages = dict(found.order_by().values_list("game", "stage"))
    _add(stages, -1)
    courses.forget(tournament_id, stages)
    BookedGame.objects.filter(game__in=stages).delete()


def _put_in(tournament: Tournament, games: Mapping[int, tuple[int, datetime]]) -> None:
    _add({pk: stage for pk, (stage, _) in games.items()}, 1)
    BookedGame.objects.bulk_create(
        BookedGame(game_id=pk, stage_id=stage, finished_at=finished)
        for pk, (stage, finished) in games.items()
    )
    courses.remember(tournament, games)


def _add(games: Stages, sign: int) -> None:
    for model in READERS:
        _write(model, summed(model, games), sign)


def _write(model: type[Sum], sums: Sums, sign: int) -> None:
    """Update existing rows, create missing ones, and delete those without games."""
    names = key_of(model)
    rows = {
        tuple(getattr(row, name) for name in names): row
        for row in model._default_manager.filter(
            stage__in={stage for stage, *_ in sums}, card__in={key[2] for key in sums}
        )
    }
    changed, new_rows = [], []
    for key, counts in sums.items():
        row = rows.get(key)
        if row is None:
            row = model(**dict(zip(names, key, strict=True)))
            new_rows.append(row)
        else:
            changed.append(row)
        for name, count in counts.items():
            setattr(row, name, getattr(row, name) + sign * count)
    remaining = [row for row in changed if row.games]
    model._default_manager.bulk_create(new_rows)
    model._default_manager.bulk_update(remaining, counts_of(model), batch_size=500)
    empty = [row.pk for row in changed if not row.games]
    model._default_manager.filter(pk__in=empty).delete()
