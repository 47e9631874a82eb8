"""The awards of events that are over are kept, so that a player's career and the archive tell them
without counting them. They follow the book and the ballots: what has changed since is counted anew
by the job that keeps the books."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from django.contrib.auth.models import AnonymousUser
from django.db import transaction
from django.db.models import Count, F, Q
from django.db.models.functions import Coalesce
from django.utils import timezone

from config.jobs.one_by_one import one_by_one
from tournaments.awards.models import Awarded, Ballot, Counted
from tournaments.awards.selectors import ballots_of, of_players
from tournaments.models import EventRecord

LOOP: Final = "awards"


def keep_awards(now: datetime | None = None) -> int:
    """Count the awards of every event whose awards are not those of its book and its ballots as
    they are; how many were counted."""
    now = now or timezone.now()
    closed = Q(tournament__ballots__state=Ballot.State.CLOSED) | Q(
        tournament__ballots__state=Ballot.State.OPEN, tournament__ballots__closes_at__lte=now
    )
    stale = (
        EventRecord.objects.annotate(
            of_book=Coalesce(F("tournament__book__version"), 0),
            of_ballots=Count("tournament__ballots", filter=closed),
        )
        .exclude(counted_awards__book=F("of_book"), counted_awards__ballots=F("of_ballots"))
        .order_by("pk")
        .values_list("pk", "of_book", "of_ballots")
    )
    states = {pk: (book, ballots) for pk, book, ballots in stale}

    def count(record: int) -> int:
        return _count(record, *states[record], now)

    return sum(one_by_one(LOOP, list(states), count, name=lambda key: f"awards {key}"))


def _count(record_id: int, book: int, ballots: int, now: datetime) -> int:
    with transaction.atomic():
        record = (
            EventRecord.objects.select_for_update(of=("self",))
            .select_related("tournament")
            .filter(pk=record_id)
            .first()
        )
        if record is None:
            return 0
        tournament = record.tournament
        found: list[Awarded] = []
        if tournament.card_set_id is not None:
            of_book = of_players(tournament)
            found += [
                Awarded(
                    key=given.key,
                    title=given.title,
                    value=each.value,
                    team_id=each.club.team_id,
                    card_id=each.card,
                )
                for given in (*of_book.players, *of_book.gloves)
                for each in given.winners
            ]
        if ballots:
            # Oldest first; ballots come the latest first.
            found += [
                Awarded(
                    key=f"ballot-{seen.ballot.pk}",
                    title=seen.ballot.title,
                    value=f"{each.points} points",
                    team_id=each.who.team_id,
                    card_id=each.who.card_id,
                    ballot=seen.ballot,
                )
                for seen in reversed(ballots_of(tournament, AnonymousUser(), now))
                for each in seen.winners
            ]
        Awarded.objects.filter(record=record).delete()
        for number, each in enumerate(found, start=1):
            each.record, each.number = record, number
        Awarded.objects.bulk_create(found)
        Counted.objects.update_or_create(record=record, defaults={"book": book, "ballots": ballots})
    return 1
