"""The book is kept: lines of finished games are added to its sums, and taken off again when a game
is taken back, put right or thrown out.

A game is in the sums or it is not (``BookedGame``), and its lines change only where it is taken out
first; so the sums are those of the lines, whatever happens in between. Every write locks the book's
row, after any series' row and never before.
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
    """A game began, ended, or was taken back: it leaves the book at once."""
    if parted(told.game.series.scope)[0] == "tournament":
        take_off([told.game.pk])


def take_off(game_ids: Collection[int]) -> None:
    """Take the lines of these games off the sums, in the caller's transaction. They are added again
    once they have been counted."""
    found = BookedGame.objects.filter(game__in=game_ids)
    keys = found.order_by("stage__tournament").values_list("stage__tournament", flat=True)
    for tournament_id in keys.distinct():
        locked(tournament_id)
        _take_out(tournament_id, found.filter(stage__tournament=tournament_id))


def keep_books(scopes: Collection[str]) -> int:
    """Keep the books of these scopes, of those where that failed the last time, and of those where
    something is to be found anew; how many games were added or taken out."""
    keys = {scope.partition(":")[2] for scope in scopes if scope.startswith("tournament:")}
    keys |= {name.partition(" ")[2] for name in in_trouble(LOOP)}
    stale = Course.objects.filter(stale=True).order_by().values_list("tournament", flat=True)
    ordered = sorted({int(key) for key in keys} | set(stale.distinct()))
    return sum(one_by_one(LOOP, ordered, keep_book, name=lambda key: f"book {key}"))


def keep_book(tournament_id: int) -> int:
    """Bring the sums up to what counts now: final games, whose lines are counted, of clubs that
    were not thrown out. How many games were added or taken out; 0 where all was well."""
    with transaction.atomic():
        tournament = Tournament.objects.filter(pk=tournament_id).first()
        if tournament is None:
            return 0
        locked(tournament_id)
        wanted = _wanted(tournament)
        there = {
            pk: (stage, finished)
            for pk, stage, finished in BookedGame.objects.filter(
                stage__tournament=tournament_id
            ).values_list("game", "stage", "finished_at")
        }
        out = [pk for pk, told in there.items() if wanted.get(pk) != told]
        # In the order of the schedule, as ``load_league`` reads it.
        new = [pk for pk, told in wanted.items() if there.get(pk) != told]
        for part in parts(out):
            _take_out(tournament_id, BookedGame.objects.filter(game__in=part))
        for part in parts(new):
            _put_in(tournament, {pk: wanted[pk] for pk in part})
        courses.find_stale(tournament)
        return len(out) + len(new)


def locked(tournament_id: int) -> None:
    """Lock the book's row, in the caller's transaction: no other request writes in the book."""
    Book.objects.bulk_create([Book(tournament_id=tournament_id)], ignore_conflicts=True)
    Book.objects.filter(pk=tournament_id).update(version=F("version") + 1)


def booked(tournament_id: int) -> Stages:
    """The games that are in a book."""
    rows = BookedGame.objects.filter(stage__tournament=tournament_id)
    return dict(rows.order_by().values_list("game", "stage"))


def _wanted(tournament: Tournament) -> dict[int, tuple[int, datetime]]:
    """The stage of every game that belongs into the book, and when it ended."""
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
    """Add the lines of games to the sums, or take them off."""
    for model in READERS:
        _write(model, summed(model, games), sign)


def _write(model: type[Sum], sums: Sums, sign: int) -> None:
    """Add to the rows that are there, make those that are not, and take away what is nothing."""
    names = key_of(model)
    rows = {
        tuple(getattr(row, name) for name in names): row
        for row in model._default_manager.filter(
            stage__in={stage for stage, *_ in sums}, card__in={key[2] for key in sums}
        )
    }
    changed, new = [], []
    for key, counts in sums.items():
        row = rows.get(key)
        if row is None:
            row = model(**dict(zip(names, key, strict=True)))
            new.append(row)
        else:
            changed.append(row)
        for name, count in counts.items():
            setattr(row, name, getattr(row, name) + sign * count)
    kept = [row for row in changed if row.games]
    model._default_manager.bulk_create(new)
    model._default_manager.bulk_update(kept, counts_of(model), batch_size=500)
    gone = [row.pk for row in changed if not row.games]
    model._default_manager.filter(pk__in=gone).delete()
