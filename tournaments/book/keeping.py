"""The book is kept: lines of finished games are added to its sums, and taken off again when a game
is taken back, put right or thrown out.

A game is in the sums or it is not (``BookedGame``), and its lines change only where it is taken out
first; so the sums are those of the lines, whatever happens in between. Whoever writes takes the
book's row, after any series' and never before.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from datetime import datetime
from typing import Any, Final

from django.db import transaction
from django.db.models import F, QuerySet

from config.jobs.one_by_one import in_trouble, one_by_one
from games.models import Game, PlayersLines
from games.players_lines import BATTED, FIELDED, PITCHED
from rosters.models import Card
from tournaments.book.models import (
    BattingSum,
    Book,
    BookedGame,
    FieldingSum,
    PitchingSum,
    Split,
    Sum,
)
from tournaments.models import Tournament
from tournaments.selectors.league import load_league

LOOP: Final = "books"

AT_ONCE: Final = 400
"""Games whose lines are read at once."""

DECISIONS: Final = {"W": "wins", "L": "losses", "S": "saves"}

Key = tuple[Any, ...]
"""A stage, a club, a card and a split, and in the field a position: ``key_of``."""

Sums = dict[Key, Counter[str]]

Stages = Mapping[int, int]
"""Of games, by key, the stage of each."""


def game_changed(tournament_id: int, game: Game) -> None:
    """A game began, ended, or was taken back: what was added of it comes off at once, in the same
    transaction. Its lines are added again once they have been counted."""
    lines_counted(tournament_id, [game.pk])


def lines_counted(tournament_id: int, game_ids: Collection[int]) -> None:
    """The lines of these games are replaced in this transaction: what was added of them comes
    off."""
    found = BookedGame.objects.filter(game__in=game_ids)
    if found.exists():
        locked(tournament_id)
        _take_out(found)


def keep_books(scopes: Collection[str]) -> int:
    """Keep the books of these scopes, and of those where that failed the last time; how many games
    were added or taken out."""
    keys = {scope.partition(":")[2] for scope in scopes if scope.startswith("tournament:")}
    keys |= {name.partition(" ")[2] for name in in_trouble(LOOP)}
    ordered = sorted(int(key) for key in keys)
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
        new = [pk for pk, told in wanted.items() if there.get(pk) != told]
        for part in _parts(out):
            _take_out(BookedGame.objects.filter(game__in=part))
        for part in _parts(new):
            _put_in({pk: wanted[pk] for pk in part})
        return len(out) + len(new)


def locked(tournament_id: int) -> None:
    """Take the book's row, in the caller's transaction: it is written in, and nobody else does."""
    Book.objects.bulk_create([Book(tournament_id=tournament_id)], ignore_conflicts=True)
    Book.objects.filter(pk=tournament_id).update(version=F("version") + 1)


def booked(tournament_id: int) -> Stages:
    """The games that are in a book."""
    rows = BookedGame.objects.filter(stage__tournament=tournament_id)
    return dict(rows.order_by().values_list("game", "stage"))


def batted_in(games: Stages) -> Sums:
    """What men did at bat in these games."""
    return _summed(games, "batting")


def pitched_in(games: Stages) -> Sums:
    """What men did on the mound in these games."""
    return _summed(games, "pitching")


def fielded_in(games: Stages) -> Sums:
    """What men did in the field in these games, by position."""
    return _summed(games, "fielding")


Who = tuple[int, ...]
"""A side and a card, and in the field a position."""


def batting_of(lines: Iterable[list[Any]]) -> dict[Who, Counter[str]]:
    """The batters of a game by side and card, each with one game: who came up twice in an order
    has two lines and played once."""
    found: dict[Who, Counter[str]] = {}
    for side, card, *counts in lines:
        sums = found.setdefault((side, card), Counter({"games": 1}))
        sums.update(dict(zip(BATTED, counts, strict=True)))
    return found


def pitching_of(lines: Iterable[list[Any]]) -> dict[Who, Counter[str]]:
    """The pitchers of a game by side and card."""
    found: dict[Who, Counter[str]] = {}
    for side, card, *counts, decision in lines:
        sums = found.setdefault((side, card), Counter({"games": 1}))
        sums.update(dict(zip(PITCHED, counts, strict=True)))
        if decision in DECISIONS:
            sums[DECISIONS[decision]] += 1
    return found


def fielding_of(lines: Iterable[list[Any]]) -> dict[Who, Counter[str]]:
    """The men in the field by side, card and position."""
    return {
        (side, card, position): Counter({"games": 1, **dict(zip(FIELDED, counts, strict=True))})
        for side, card, position, *counts in lines
    }


Reader = Callable[[Iterable[list[Any]]], dict[Who, Counter[str]]]

READERS: Final[Mapping[str, Reader]] = {
    "batting": batting_of,
    "pitching": pitching_of,
    "fielding": fielding_of,
}


def counts_of(model: type[Sum]) -> list[str]:
    """The columns of a sum that are added up, its games first."""
    named = {"id", "stage", "team", "card", "split", "position"}
    return [field.name for field in model._meta.concrete_fields if field.name not in named]


def key_of(model: type[Sum]) -> list[str]:
    """The columns that name a sum."""
    names = ["stage_id", "team_id", "card_id", "split"]
    return [*names, "position"] if model is FieldingSum else names


def _wanted(tournament: Tournament) -> dict[int, tuple[int, datetime]]:
    """The stage of every game that belongs into the book, and when it ended."""
    stages = {
        game.pk: round_.stage.pk
        for round_ in load_league(tournament).rounds
        for meeting in round_.meetings
        if not meeting.is_void
        for game in meeting.finals
    }
    counted = PlayersLines.objects.filter(
        game__series__scope=tournament.scope,
        game__status=Game.Status.FINAL,
        finished_at=F("game__finished_at"),
    )
    return {
        pk: (stages[pk], finished)
        for pk, finished in counted.order_by().values_list("pk", "finished_at")
        if pk in stages
    }


def _take_out(found: QuerySet[BookedGame]) -> None:
    stages = dict(found.order_by().values_list("game", "stage"))
    _add(stages, -1)
    BookedGame.objects.filter(game__in=stages).delete()


def _put_in(games: Mapping[int, tuple[int, datetime]]) -> None:
    _add({pk: stage for pk, (stage, _) in games.items()}, 1)
    BookedGame.objects.bulk_create(
        BookedGame(game_id=pk, stage_id=stage, finished_at=finished)
        for pk, (stage, finished) in games.items()
    )


def _add(games: Stages, sign: int) -> None:
    """Add the lines of games to the sums, or take them off."""
    _write(BattingSum, batted_in(games), sign)
    _write(PitchingSum, pitched_in(games), sign)
    _write(FieldingSum, fielded_in(games), sign)


def _summed(games: Stages, column: str) -> Sums:
    found: Sums = {}
    rows = PlayersLines.objects.order_by()
    for part in _parts(list(games)):
        for pk, away, home, lines in rows.filter(game__in=part).values_list(
            "pk", "game__away", "game__home", column
        ):
            sides = ((away, Split.AWAY.value), (home, Split.HOME.value))
            for (side, card, *more), counts in READERS[column](lines).items():
                team, split = sides[side]
                found.setdefault((games[pk], team, card, split, *more), Counter()).update(counts)
    # Cards of a set that was deleted before its games were booked; sums keep theirs from that.
    cards = {key[2] for key in found}
    there = set(Card.objects.filter(pk__in=cards).values_list("pk", flat=True))
    return {key: +counts for key, counts in found.items() if key[2] in there}


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


def _parts(keys: list[int]) -> Iterator[list[int]]:
    return (keys[at : at + AT_ONCE] for at in range(0, len(keys), AT_ONCE))
