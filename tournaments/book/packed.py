"""The archives of an event: small ones are made on request, large ones by a job, which stores the
result until it is made again."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from io import BytesIO
from typing import IO, Any, Final

from django.db.models import Q, QuerySet
from django.utils import timezone

from config.jobs.models import Job
from config.jobs.selectors import latest_job
from config.jobs.services import enqueue
from config.live.services import publish
from config.people.models import User
from config.refusals import Refusal, Refused
from games.models import Game
from tournaments.book.archive import book_archive, event_files
from tournaments.book.models import PackedArchive
from tournaments.book.selectors import stages_with_games
from tournaments.kept_exports import state_of
from tournaments.models import Entrant, EventOdds, Tournament

JOB: Final = "tournaments.archive"

BOOK, EVENT_FILES = "book", "event-files"

AT_ONCE: Final[Mapping[str, int]] = {BOOK: 1000, EVENT_FILES: 100}
"""Maximum number of games in an archive made on request. In seasons of 156 games a processor took 3
milliseconds a game for the statistics and 18 to 23 for event files, which replay every game: about
3 and 2 seconds for these numbers."""

KEPT: Final = timedelta(days=30)

Told = Callable[[int, int], None]


@dataclass(frozen=True)
class Offer:
    """An archive as an event's page offers it: whether a job makes it, when the job last did, its
    size in bytes, and the latest job."""

    kind: str
    is_large: bool
    made_at: datetime | None = None
    size: int = 0
    job: Job | None = None


def offers(tournament: Tournament) -> dict[str, Offer]:
    """Return the offers of both archives of an event, by kind."""
    large = {kind for kind in AT_ONCE if _is_large(tournament, kind)}
    rows = PackedArchive.objects.filter(tournament=tournament, kind__in=large) if large else ()
    rows_by_kind = {row.kind: row for row in rows.defer("data")} if rows else {}
    return {
        kind: Offer(
            kind,
            kind in large,
            rows_by_kind[kind].made_at if kind in rows_by_kind else None,
            rows_by_kind[kind].size if kind in rows_by_kind else 0,
            latest_job(_key(tournament, kind)) if kind in large else None,
        )
        for kind in AT_ONCE
    }


def archive(tournament: Tournament, kind: str) -> IO[bytes]:
    """Return an open zip, positioned at its start: made now if it is small, else the one stored by
    the job. Refused: ``archive-not-made``, ``no-event-files``."""
    if not _is_large(tournament, kind):
        return _MAKERS[kind](tournament, _nothing)
    stored = PackedArchive.objects.filter(tournament=tournament, kind=kind).first()
    if stored is None:
        raise Refused(
            Refusal(
                "archive-not-made",
                "This archive is large and has not been made yet: ask for it first.",
                facts={"games": _games(tournament, kind).count(), "at_once": AT_ONCE[kind]},
            )
        )
    return BytesIO(bytes(stored.data))


def queue_archive(*, tournament: Tournament, kind: str, acting_user: User) -> Job:
    """Queue a job for a large archive, or return the job already queued. Refused:
    ``made-at-once``."""
    games = _games(tournament, kind).count()
    if games <= AT_ONCE[kind]:
        raise Refused(
            Refusal(
                "made-at-once",
                f"Of {games} games this archive is made at once: take it.",
                facts={"games": games, "at_once": AT_ONCE[kind]},
            )
        )
    return enqueue(
        kind=JOB,
        key=_key(tournament, kind),
        scope=tournament.scope,
        label=f"{_NAMES[kind]} of {tournament}",
        arguments={"tournament": tournament.pk, "archive": kind},
        acting_user=acting_user,
    )


def make_archive(*, tournament_id: int, kind: str, told: Told) -> dict[str, Any]:
    """Make an archive and replace the stored one, unless that is up to date. ``told(done, total)``
    is called as games are packed."""
    tournament = Tournament.objects.get(pk=tournament_id)
    mark, now = _mark(tournament), timezone.now()
    stored = PackedArchive.objects.filter(tournament=tournament, kind=kind)
    if not stored.filter(mark=mark).exists():
        with _MAKERS[kind](tournament, told) as spool:
            data = spool.read()
        values = {"mark": mark, "made_at": now, "size": len(data), "data": data}
        stored.update_or_create(tournament=tournament, kind=kind, defaults=values)
        publish(tournament.scope)
    return {"archive": kind, "bytes": stored.values_list("size", flat=True)[0]}


def forget_archives(now: datetime) -> int:
    """Delete archives older than ``KEPT``; return their number."""
    return PackedArchive.objects.filter(made_at__lt=now - KEPT).delete()[0]


def _games(tournament: Tournament, kind: str) -> QuerySet[Game]:
    """Return the games of an archive: those that count, as ``League.finals`` reads them."""
    thrown_out = tournament.entrants.filter(dropped=Entrant.Dropped.VOID).values("team")
    counted = Game.objects.filter(
        series__event__key=tournament.scope,
        series__fixture__round__stage__in=stages_with_games(tournament),
        status=Game.Status.FINAL,
    ).exclude(Q(home__in=thrown_out) | Q(away__in=thrown_out))
    return counted.filter(known=Game.Known.TRANSCRIPT) if kind == EVENT_FILES else counted


def _is_large(tournament: Tournament, kind: str) -> bool:
    # Look at no more games than needed to decide.
    most = AT_ONCE[kind]
    return _games(tournament, kind).order_by()[most : most + 1].exists()


def _key(tournament: Tournament, kind: str) -> str:
    return f"{JOB}:{tournament.pk}:{kind}"


def _mark(tournament: Tournament) -> str:
    """Return a mark that changes whenever the contents of either archive change."""
    version = tournament.book.version if hasattr(tournament, "book") else 0
    odds = EventOdds.objects.filter(tournament=tournament).order_by("-pk").first()
    return f"{state_of(tournament)}-{version}-{odds.pk if odds else 0}"


def _nothing(done: int, total: int) -> None:
    pass


_NAMES: Final = {BOOK: "The book", EVENT_FILES: "The event files"}

_MAKERS: Final[Mapping[str, Callable[[Tournament, Told], IO[bytes]]]] = {
    BOOK: lambda tournament, told: book_archive(tournament),
    EVENT_FILES: event_files,
}
