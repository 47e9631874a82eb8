"""The records of the site for a game system: game, season and career records and the longest
streaks, of all events that count.

A job computes them, some seconds after statistics change, and stores them in one row. An event that
becomes private is left out at once: the next request recomputes the records without it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Any, Final

from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils import timezone

from config.jobs.one_by_one import one_by_one
from rosters.models import Card, name_as_of
from tournaments.book.feats import shown_value
from tournaments.book.models import (
    BattingSum,
    Book,
    BookedGame,
    Course,
    Feat,
    HouseBook,
    PitchingSum,
    Sum,
)
from tournaments.book.reading import counts_of
from tournaments.models import Entrant, Stage, Tournament
from tournaments.rules.feats import OF_A_GAME, STREAKS
from tournaments.rules.leaders import BATTING, PITCHING, Category, Sums, bats_enough, pitches_enough

LOOP: Final = "records of the house"

SHOWN: Final = 10

AT_MOST_EVERY: Final = timedelta(minutes=1)
"""Minimum time between two computations, however fast games come in."""

CAREER_TURNS: Final = 502
CAREER_OUTS: Final = 3 * 162
"""Plate appearances, or outs, needed for career rates: a full season's (9.22)."""

Line = dict[str, Any]
Person = tuple[str, int]
"""A player's key, or a card where the player is not known."""


def counting() -> models.QuerySet[Tournament]:
    """Return the events that count for records: public ones, and private ones whose directors
    agreed."""
    return Tournament.objects.filter(
        Q(visibility=Tournament.Visibility.PUBLIC) | Q(book__in_house=True)
    )


def records_of(system_key: str) -> HouseBook | None:
    """Return the stored records of a game system, recomputed if an event in them no longer
    counts."""
    stored = HouseBook.objects.filter(system_key=system_key).first()
    if stored is not None and set(stored.events) - set(_events(system_key)):
        stored = count_records(system_key)
    return stored


def count_all(now: datetime | None = None) -> int:
    """Recompute the records of every system whose statistics have changed; return their number."""
    books = Book.objects.filter(tournament__in=counting()).order_by()
    keys = set(books.values_list("tournament__system_key", flat=True).distinct())
    keys |= set(HouseBook.objects.values_list("system_key", flat=True))
    moment = now or timezone.now()
    return sum(one_by_one(LOOP, sorted(keys), lambda key: _count_if_changed(key, moment)))


def _count_if_changed(system_key: str, now: datetime) -> int:
    stored = HouseBook.objects.filter(system_key=system_key).only("mark", "counted_at").first()
    if stored is not None:
        is_recent = now - stored.counted_at < AT_MOST_EVERY
        if is_recent or stored.mark == _mark(system_key):
            return 0
    count_records(system_key)
    return 1


def count_records(system_key: str) -> HouseBook:
    """Recompute the records of a system from the stored statistics."""
    mark, events = _mark(system_key), list(_events(system_key))
    stages = {
        stage.pk: stage.tournament_id
        for stage in Stage.objects.filter(tournament__in=events)
        if stage.counts
    }
    data = {
        "game": _of_games(events),
        "streak": _streaks(events),
        "season": _of_seasons(stages),
        "career": _of_careers(stages),
    }
    values = {"mark": mark, "events": events, "counted_at": timezone.now(), "data": data}
    stored, _ = HouseBook.objects.update_or_create(system_key=system_key, defaults=values)
    return stored


CLUB_AND_PLAYER = ("card", "card__name", "team__name", "team__former_names")


def _events(system_key: str) -> models.QuerySet[Tournament, int]:
    events = counting().filter(system_key=system_key, book__isnull=False)
    return events.order_by("pk").values_list("pk", flat=True)


def _mark(system_key: str) -> str:
    """Return a mark that changes with the events that count and with their statistics."""
    rows = Book.objects.filter(tournament__in=_events(system_key)).order_by("pk")
    return sha256(repr(list(rows.values_list("pk", "version"))).encode()).hexdigest()


def _of_games(events: Sequence[int]) -> list[dict[str, Any]]:
    lists = []
    for kind in OF_A_GAME.values():
        rows = Feat.objects.filter(
            kind=kind.key, passed=False, stage__tournament__in=events
        ).order_by("-value", "game")
        best = list(
            rows.values("value", "game", *CLUB_AND_PLAYER, *_event("stage__tournament"))[:SHOWN]
        )
        tied_count = rows.filter(value=best[-1]["value"]).count() if len(best) == SHOWN else 0
        lines = [
            _line(row, shown_value(kind.key, row["value"]), "stage__tournament") for row in best
        ]
        lists.append(_list(kind.key, kind.title, lines, [row["value"] for row in best], tied_count))
    return [list_data for list_data in lists if list_data["lines"]]


def _streaks(events: Sequence[int]) -> list[dict[str, Any]]:
    lists = []
    for name, title in STREAKS.items():
        column = f"best_{name}"
        rows = Course.objects.filter(
            tournament__in=events, season=True, stale=False, **{f"{column}__gte": 2}
        ).order_by(f"-{column}", "pk")
        best = list(rows.values(*CLUB_AND_PLAYER, *_event("tournament"), value=F(column))[:SHOWN])
        tied_count = rows.filter(**{column: best[-1]["value"]}).count() if len(best) == SHOWN else 0
        lines = [_line(row, shown_value(name, row["value"]), "tournament") for row in best]
        lists.append(_list(name, title, lines, [row["value"] for row in best], tied_count))
    return [list_data for list_data in lists if list_data["lines"]]


def _event(path: str) -> list[str]:
    return [f"{path}__{name}" for name in ("pk", "name", "slug", "visibility", "ended_at")]


def _line(row: Mapping[str, Any], shown: str, path: str) -> Line:
    return {
        "card": row["card"],
        "name": row["card__name"],
        "player": None,
        "club": name_as_of(row["team__name"], row["team__former_names"], row[f"{path}__ended_at"]),
        "event": row[f"{path}__name"],
        "slug": row[f"{path}__slug"],
        "public": row[f"{path}__visibility"] == Tournament.Visibility.PUBLIC,
        "shown": shown,
        "game": row.get("game"),
    }


def _list(
    key: str, title: str, lines: Sequence[Line], values: Sequence[float], level: int
) -> dict[str, Any]:
    """Return lines with their printed ranks. ``level``: how many share the value of the last line,
    if more than those shown may share it."""
    shown = sum(value == values[-1] for value in values) if values else 0
    more_tied = max(0, level - shown)
    ranked = []
    for line, value in zip(lines, values, strict=True):
        place = 1 + values.index(value)
        tied = values.count(value) > 1 or (more_tied > 0 and value == values[-1])
        ranked.append({**line, "rank": f"{place}=" if tied else str(place)})
    return {"key": key, "title": title, "lines": ranked, "more": more_tied}


def _of_seasons(stages: Mapping[int, int]) -> list[dict[str, Any]]:
    """Return the records of one event's season, over all clubs of a player."""
    games = _club_games(stages)
    lists = []
    for model, categories, enough in _TABLES:
        rows = _sums(model, stages, by_event=True)
        sums_of = {row["person"]: Sums(row["counts"]["games"], row["counts"]) for row in rows}
        row_of = {row["person"]: row for row in rows}
        most = {
            row["person"]: max(games.get((row["event"], team), 0) for team in row["teams"])
            for row in rows
        }
        lists += _ranked(categories, sums_of, lambda key, sums: enough(sums, most[key]), row_of)  # noqa: B023
    return _records_as_data(lists)


def _of_careers(stages: Mapping[int, int]) -> list[dict[str, Any]]:
    rankings = []
    for model, categories, _ in _TABLES:
        rows = _sums(model, stages, by_event=False)
        sums_of = {row["person"]: Sums(row["counts"]["games"], row["counts"]) for row in rows}
        row_of = {row["person"]: row for row in rows}
        rankings += _ranked(categories, sums_of, lambda person, sums: _whole_career(sums), row_of)
    return _records_as_data(rankings)


def _whole_career(sums: Sums) -> bool:
    return sums["plate_appearances"] >= CAREER_TURNS or sums["outs"] >= CAREER_OUTS


_TABLES: Final[tuple[tuple[type[Sum], Sequence[Category], Callable[[Sums, int], bool]], ...]] = (
    (BattingSum, BATTING, bats_enough),
    (PitchingSum, PITCHING, pitches_enough),
)

Ranked = tuple[
    Category, list[tuple[str, Any]], Mapping[Any, Mapping[str, Any]], Mapping[Any, Sums], int
]


def _ranked(
    categories: Sequence[Category],
    of: Mapping[Any, Sums],
    enough: Callable[[Any, Sums], bool],
    by: Mapping[Any, Mapping[str, Any]],
) -> list[Ranked]:
    rankings = []
    for category in categories:
        values = {
            who: category.value(sums)
            for who, sums in of.items()
            if (enough(who, sums) if category.rate else category.value(sums) > 0)
        }
        order = sorted(
            values, key=lambda who: (values[who] if category.least else -values[who], who)
        )
        shown = order[:SHOWN]
        counts = Counter(values.values())
        lines = []
        for who in shown:
            place = 1 + next(
                index for index, other in enumerate(order) if values[other] == values[who]
            )
            lines.append((f"{place}=" if counts[values[who]] > 1 else str(place), who))
        last_value = values[shown[-1]] if shown else None
        more = sum(values[who] == last_value for who in order[SHOWN:])
        rankings.append((category, lines, by, of, more))
    return rankings


def _records_as_data(found: Sequence[Ranked]) -> list[dict[str, Any]]:
    cards = {row_of[person]["card"] for _, lines, row_of, _, _ in found for _, person in lines}
    rows = Card.objects.filter(pk__in=cards).order_by()
    names = {
        pk: (name, reverse("rosters:card", args=[slug, key]))
        for pk, name, slug, key in rows.values_list("pk", "name", "card_set__slug", "key")
    }
    events = {row_of[person]["event"] for _, lines, row_of, _, _ in found for _, person in lines}
    tournaments = {
        tournament.pk: tournament for tournament in Tournament.objects.filter(pk__in=events)
    }
    return [
        {
            "key": category.key,
            "title": category.label,
            "rate": category.rate,
            "more": more_tied,
            "lines": [
                _of_person(
                    rank, row_of[person], category.shown(sums_of[person]), names, tournaments
                )
                for rank, person in lines
            ],
        }
        for category, lines, row_of, sums_of, more_tied in found
        if lines
    ]


def _of_person(
    rank: str,
    row: Mapping[str, Any],
    shown: str,
    names: Mapping[int, tuple[str, str]],
    events: Mapping[int, Tournament],
) -> Line:
    kind, key = row["person"][-2:]
    event = events[row["event"]] if len(row["person"]) > 2 else None
    name, address = names.get(row["card"], ("", ""))
    return {
        "rank": rank,
        "card": row["card"],
        "name": name,
        "at": reverse("rosters:player", args=[key]) if kind == "player" else address,
        "player": key if kind == "player" else None,
        "event": event.name if event else None,
        "slug": event.slug if event else None,
        "public": event is None or event.visibility == Tournament.Visibility.PUBLIC,
        "shown": shown,
        "game": None,
    }


def _sums(model: type[Sum], stages: Mapping[int, int], *, by_event: bool) -> list[dict[str, Any]]:
    """Sum the lines of players by event and division (a card is another player in each division),
    or over all events. A card without a known player counts by itself."""
    names = counts_of(model)
    clubs = Entrant.objects.filter(tournament__in=set(stages.values())) if by_event else ()
    divisions = {(club.tournament_id, club.team_id): club.division for club in clubs}
    rows = (
        model._default_manager.filter(stage__in=list(stages))
        .order_by()
        .values_list("stage__tournament", "team", "card", "card__season__player")
        .annotate(**{f"of_{name}": models.Sum(name) for name in names})
    )
    row_by_key: dict[tuple[Any, ...], dict[str, Any]] = {}
    for event, team, card, player, *counts in rows:
        person: tuple[Any, ...] = ("player", player) if player else ("card", card)
        key = (event, divisions[event, team], *person) if by_event else person
        row = row_by_key.setdefault(
            key,
            {"person": key, "event": event, "card": card, "teams": set(), "counts": Counter()},
        )
        row["teams"].add(team)
        row["counts"].update(dict(zip(names, counts, strict=True)))
    return list(row_by_key.values())


def _club_games(stages: Mapping[int, int]) -> Counter[tuple[int, int]]:
    """Count each club's games that are in the sums, by event and club."""
    games_by_club: Counter[tuple[int, int]] = Counter()
    booked = BookedGame.objects.filter(stage__in=list(stages)).order_by()
    for side in ("game__away", "game__home"):
        rows: Iterable[tuple[int, int, int]] = booked.values_list(
            "stage__tournament", side
        ).annotate(count=models.Count("pk"))
        for event, team, count in rows:
            games_by_club[event, team] += count
    return games_by_club
