"""Store the awards of completed events, for careers and the archive. The job that updates the
statistics recomputes awards whose statistics or ballots have changed since."""

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
    """Recompute the awards of every event whose statistics or ballots have changed; return the
    number of events."""
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
        awarded: list[Awarded] = []
        if tournament.card_set_id is not None:
            stats_awards = of_players(tournament)
            awarded += [
                Awarded(
                    key=award.key,
                    title=award.title,
                    value=winner.value,
                    team_id=winner.club.team_id,
                    card_id=winner.card,
                )
                for award in (*stats_awards.players, *stats_awards.gloves)
                for winner in award.winners
            ]
        if ballots:
            # Oldest first: ``ballots_of`` returns the latest first.
            awarded += [
                Awarded(
                    key=f"ballot-{seen.ballot.pk}",
                    title=seen.ballot.title,
                    value=f"{winner.points} points",
                    team_id=winner.who.team_id,
                    card_id=winner.who.card_id,
                    ballot=seen.ballot,
                )
                for seen in reversed(ballots_of(tournament, AnonymousUser(), now))
                for winner in seen.winners
            ]
        Awarded.objects.filter(record=record).delete()
        for number, winner in enumerate(awarded, start=1):
            winner.record, winner.number = record, number
        Awarded.objects.bulk_create(awarded)
        Counted.objects.update_or_create(record=record, defaults={"book": book, "ballots": ballots})
    return 1
