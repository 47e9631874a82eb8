"""Projected standings: asked for, played by a worker, stored with the draft."""

from __future__ import annotations

from django.db import transaction

from config.jobs.models import Job
from config.jobs.services import enqueue
from config.live.services import publish
from config.people.models import User
from config.people.scopes import for_directors_of
from config.refusals import Refusal, Refused
from rosters.drafts.models import Draft
from rosters.drafts.projecting import Advance, mark_of, projection
from rosters.drafts.room import look

PROJECT = "drafts.project"


@for_directors_of("draft")
def queue_projection(*, draft: Draft, division: int, acting_user: User | None) -> Job:
    """Have the squads of a division play simulated seasons; ``draft-not-finished`` before every
    pick is made."""
    room = look(draft, division)
    if not room.board.is_full:
        raise Refused(
            Refusal("draft-not-finished", "Picks are still to be made.", "draft", {"of": draft.pk})
        )
    return enqueue(
        kind=PROJECT,
        key=f"{PROJECT}:{draft.pk}:{division}:{mark_of(room)}",
        scope=draft.scope,
        label=f"Playing seasons of {draft.name}",
        arguments={"draft": draft.pk, "division": division},
        acting_user=acting_user,
    )


def project(*, draft_id: int, division: int, advance: Advance) -> bool:
    """Play the seasons and store how they ended; whether anybody can play them."""
    draft = Draft.objects.select_related("card_set").get(pk=draft_id)
    found = projection(look(draft, division), advance)
    if found is None:
        return False
    with transaction.atomic():
        draft = Draft.objects.select_for_update(of=("self",)).get(pk=draft_id)
        draft.projection = {**(draft.projection or {}), str(division): found}
        draft.save(update_fields=["projection"])
        publish(draft.topic)
    return True
