"""The archives of an event: small ones are made while a user waits for them, large ones by a
job, which keeps what it made until it is made anew."""

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
"""Games of an archive that is made while a user waits. Of seasons of 156 games a processor took
3 milliseconds a game for the book and 18 to 23 for event files, for which every game is replayed:
some 3 and 2 seconds for as many as these."""

KEPT: Final = timedelta(days=30)

Told = Callable[[int, int], None]


@dataclass(frozen=True)
class Offer:
    """An archive as an event's page offers it: whether a job makes it, when a job did so last, its
    size in bytes, and the latest job."""

    kind: str
    is_large: bool
    made_at: datetime | None = None
    size: int = 0
    job: Job | None = None


def offers(tournament: Tournament) -> dict[str, Offer]:
    """Both archives of an event by kind, as its page offers them."""
    large = {kind for kind in AT_ONCE if _is_large(tournament, kind)}
    rows = PackedArchive.objects.filter(tournament=tournament, kind__in=large) if large else ()
    kept = {row.kind: row for row in rows.defer("data")} if rows else {}
    return {
        kind: Offer(
            kind,
            kind in large,
            kept[kind].made_at if kind in kept else None,
            kept[kind].size if kind in kept else 0,
            latest_job(_key(tournament, kind)) if kind in large else None,
        )
        for kind in AT_ONCE
    }


def archive(tournament: Tournament, kind: str) -> IO[bytes]:
    """A zip, to be read from its beginning: made now where it is small, as the job made it last
    where it is large. Refused: ``archive-not-made``, ``no-event-files``."""
    if not _is_large(tournament, kind):
        return _MAKERS[kind](tournament, _nothing)
    kept = PackedArchive.objects.filter(tournament=tournament, kind=kind).first()
    if kept is None:
        raise Refused(
            Refusal(
                "archive-not-made",
                "This archive is large and has not been made yet: ask for it first.",
                facts={"games": _games(tournament, kind).count(), "at_once": AT_ONCE[kind]},
            )
        )
    return BytesIO(bytes(kept.data))


def queue_archive(*, tournament: Tournament, kind: str, acting_user: User) -> Job:
    """Have a large archive made as things stand, or return the job that is at it. Refused:
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
    """Make an archive and store it in place of the one before; one that is still up to date is not
    made again. ``told(done, total)`` is called as its games are packed."""
    tournament = Tournament.objects.get(pk=tournament_id)
    mark, now = _mark(tournament), timezone.now()
    kept = PackedArchive.objects.filter(tournament=tournament, kind=kind)
    if not kept.filter(mark=mark).exists():
        with _MAKERS[kind](tournament, told) as packed:
            data = packed.read()
        values = {"mark": mark, "made_at": now, "size": len(data), "data": data}
        kept.update_or_create(tournament=tournament, kind=kind, defaults=values)
        publish(tournament.scope)
    return {"archive": kind, "bytes": kept.values_list("size", flat=True)[0]}


def forget_archives(now: datetime) -> int:
    """Delete the archives that have not been made anew for ``KEPT``; how many."""
    return PackedArchive.objects.filter(made_at__lt=now - KEPT).delete()[0]


def _games(tournament: Tournament, kind: str) -> QuerySet[Game]:
    """The games that an archive is made of: those that count, as ``League.finals`` reads them."""
    out = tournament.entrants.filter(dropped=Entrant.Dropped.VOID).values("team")
    counted = Game.objects.filter(
        series__event__key=tournament.scope,
        series__fixture__round__stage__in=stages_with_games(tournament),
        status=Game.Status.FINAL,
    ).exclude(Q(home__in=out) | Q(away__in=out))
    return counted.filter(known=Game.Known.TRANSCRIPT) if kind == EVENT_FILES else counted


def _is_large(tournament: Tournament, kind: str) -> bool:
    # Not one game more is looked at than tells.
    most = AT_ONCE[kind]
    return _games(tournament, kind).order_by()[most : most + 1].exists()


def _key(tournament: Tournament, kind: str) -> str:
    return f"{JOB}:{tournament.pk}:{kind}"


def _mark(tournament: Tournament) -> str:
    """A mark that changes whenever anything changes that either archive is made of."""
    version = tournament.book.version if hasattr(tournament, "book") else 0
    odds = EventOdds.objects.filter(tournament=tournament).order_by("-pk").first()
    return f"{state_of(tournament)}-{version}-{odds.pk if odds else 0}"


def _nothing(done: int, total: int) -> None:
    """Report progress to no one."""


_NAMES: Final = {BOOK: "The book", EVENT_FILES: "The event files"}

_MAKERS: Final[Mapping[str, Callable[[Tournament, Told], IO[bytes]]]] = {
    BOOK: lambda tournament, told: book_archive(tournament),
    EVENT_FILES: event_files,
}
