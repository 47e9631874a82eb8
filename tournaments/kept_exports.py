"""The file of an event is made once for each state of what stands in it, and kept.

Whether it still holds is not told by anybody who changes something, for one of many would forget
it: the rows that it is made of are read as they are and compared. What is kept says nothing about
who may have it; the person who hands it out has asked that before.
"""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from hashlib import sha256
from typing import Any

from django.core.cache import cache
from django.db import connection
from django.db.models import Model, QuerySet

from games.models import ClockTerms, Game, GameClock, Series
from pitching.models import PitchingSheet
from rosters.models import Card, CardSet, RosterSpot, Squad, Team, TeamMember
from tournaments.exporting import FORM, whole_event
from tournaments.models import (
    Entrant,
    Fixture,
    Round,
    Stage,
    StageEntrant,
    Tournament,
)
from tournaments.selectors.records import partners_of
from tournaments.sending.models import Writing

KEPT_SECONDS = 600

LARGEST = 2_000_000
"""Bytes, packed: larger files are made anew."""


def packed_export(tournament: Tournament, state: str) -> bytes:
    """The file of an event, packed by gzip, whose ``state`` has just been found."""
    key = f"export:{tournament.pk}"
    kept: tuple[str, bytes] | None = cache.get(key)
    if kept is not None and kept[0] == state:
        return kept[1]
    packed = gzip.compress("".join(whole_event(tournament)).encode(), compresslevel=5, mtime=0)
    # What changed while it was made may be in it in part: it is handed out and not kept.
    if len(packed) <= LARGEST and state_of(tournament) == state:
        cache.set(key, (state, packed), KEPT_SECONDS)
    return packed


def state_of(tournament: Tournament) -> str:
    """A digest of every row that the file is made of, in twenty-two queries. It is published, so
    the seeds of what is still to be played are not in it."""
    digest = sha256(FORM.encode())
    for rows in _rows_of(tournament):
        digest.update(rows.model._meta.label.encode())
        for row in _raw(rows):
            digest.update(repr(row).encode())
    digest.update(repr(_partners(tournament)).encode())
    return digest.hexdigest()


def _raw(rows: QuerySet[Any]) -> Iterator[tuple[Any, ...]]:
    """The columns as they are stored: nothing is read out of them."""
    sql, params = rows.query.sql_with_params()
    with connection.cursor() as cursor:
        cursor.execute(sql, params)
        yield from cursor.fetchall()


def _rows_of(tournament: Tournament) -> Iterator[QuerySet[Any]]:
    """The rows, every column of them but the wide ones that the file has no use for."""
    scope = tournament.scope
    teams = Entrant.objects.filter(tournament=tournament).values("team")
    squads = Squad.objects.filter(event__key=scope)
    spots = RosterSpot.objects.filter(squad__in=squads.values("pk"))
    members = TeamMember.objects.filter(team__in=teams)
    yield from (
        _all(Tournament.objects.filter(pk=tournament.pk)),
        _all(CardSet.objects.filter(pk=tournament.card_set_id or 0), "slug"),
        _all(Stage.objects.filter(tournament=tournament)),
        _all(StageEntrant.objects.filter(stage__tournament=tournament)),
        _all(Round.objects.filter(stage__tournament=tournament)),
        _all(Fixture.objects.filter(round__stage__tournament=tournament)),
        _all(Series.objects.filter(event__key=scope)),
        _all(
            Game.objects.filter(series__event__key=scope).exclude(status="void"), *_game_columns()
        ),
        _all(ClockTerms.objects.filter(event__key=scope)),
        _all(GameClock.objects.filter(game__series__event__key=scope)),
        _all(Entrant.objects.filter(tournament=tournament)),
        _all(Team.objects.filter(pk__in=teams)),
        _all(members, "pk", "team", "role", "user", "user__name"),
        _all(tournament.tie_rulings.all()),
        _all(Writing.objects.filter(tournament=tournament)),
        _all(squads),
        _all(spots),
        _all(Card.objects.filter(pk__in=spots.values("card"))),
        _all(PitchingSheet.objects.filter(event__key=scope), "pk", "team", "phase"),
    )


def _game_columns() -> list[str]:
    wide = {"clubs", "events", "beginning"}
    return [field.name for field in Game._meta.concrete_fields if field.name not in wide]


def _all(rows: QuerySet[Any], *columns: str) -> QuerySet[Any]:
    fields = rows.model._meta.concrete_fields
    names = columns or [field.name for field in fields if field.name != "seed"]
    return rows.order_by("pk").values_list(*names)


def _partners(tournament: Tournament) -> Any:
    """What people came to elsewhere, where it decides whom a shared club's points go to."""
    clubs: dict[int, list[Any]] = {}
    rows = TeamMember.objects.filter(
        team__entries__tournament=tournament, role=TeamMember.Role.MANAGER
    )
    for member in rows.select_related("user").order_by("pk"):
        clubs.setdefault(member.team_id, []).append(member.user)
    shared = [each for each in clubs.values() if len(each) > 1]
    return sorted(partners_of(tournament, shared).items()) if shared else ()


def tables_of(tournament: Tournament) -> set[str]:
    """The tables whose rows the state knows."""
    found: set[type[Model]] = {rows.model for rows in _rows_of(tournament)}
    return {model._meta.db_table for model in found}
