"""The job that plays the demo's second event half-way while a visitor looks around."""

from __future__ import annotations

from config.jobs.models import Job
from config.jobs.services import enqueue
from config.people.models import User

HALF_WAY = "tournaments.half-way"
SCOPE = "house:demo"

TURN_SECONDS = 1.0
"""For so long it works at a time; then whatever else is queued goes first."""


def queue_half_way(*, cards: Job, acting_user: User) -> Job:
    """Queue the job; it waits for the cards to be made."""
    return enqueue(
        kind=HALF_WAY,
        key=HALF_WAY,
        scope=SCOPE,
        label="Rehearsing a Purestrat event",
        arguments={"cards": str(cards.pk)},
        acting_user=acting_user,
    )
