"""Mock drafts: a user practises alone against imputed teams."""

from __future__ import annotations

import secrets
from dataclasses import replace
from datetime import datetime

from django.db import transaction

from config.events.models import Event
from config.people.models import User
from config.people.scopes import verify_may
from config.refusals import Refusal, refuse_all
from rosters.drafts.access import MOCK, may_view
from rosters.drafts.models import Draft, DraftSeat
from rosters.drafts.services.preparing import open_draft
from rosters.models import CardSet, TeamMember
from rosters.rules.draft.settings import Clock, DraftSettings, write_settings
from rosters.rules.draft.squad_law import law_of

MOST_KEPT = 10
"""Mock drafts that a person keeps; the oldest goes when another begins."""

LARGEST = 20


def practise(
    *,
    card_set: CardSet,
    teams: int,
    slot: int,
    settings: DraftSettings,
    acting_user: User,
    now: datetime,
    seed: str = "",
    name: str = "",
    by_house: bool = False,
) -> Draft:
    """A draft of one's own, open at once, without a clock: ``slot`` is oneself, the house is
    everybody else (``by_house``: it is everybody).

    Refused: ``number-of-teams``, ``no-such-slot``, and what keeps any draft from being opened.
    """
    law_of(card_set.system_key)
    problems = []
    if not 2 <= teams <= LARGEST:
        problems.append(
            Refusal("number-of-teams", f"A mock draft has 2 to {LARGEST} teams.", "teams")
        )
    elif not 1 <= slot <= teams:
        problems.append(Refusal("no-such-slot", f"There is no slot {slot}.", "slot"))
    refuse_all(problems)
    with transaction.atomic():
        _make_room(acting_user)
        event = Event.objects.create(
            kind=MOCK,
            name=(name or f"Mock draft from {card_set.name}")[:80],
            system_key=card_set.system_key,
            visibility=Event.Visibility.PRIVATE,
        )
        draft = Draft.objects.create(
            event=event,
            name=event.name,
            system_key=card_set.system_key,
            card_set=card_set,
            divisions=[[1, teams - 1]],
            seed=seed or secrets.token_hex(16),
            owner=acting_user,
            settings=write_settings(replace(settings, sanctioned=False, clock=Clock())),
        )
        DraftSeat.objects.bulk_create(
            DraftSeat(
                draft=draft,
                number=number,
                name="You" if number == slot else f"House {number}",
                imputed=number != slot or by_house,
                drafter="manager" if number == slot and not by_house else "house",
                division=1,
                slot=number,
            )
            for number in range(1, teams + 1)
        )
        return open_draft(draft=draft, acting_user=None, now=now)


def practise_for(*, draft: Draft, slot: int | None, acting_user: User, now: datetime) -> Draft:
    """Practise an event's draft: its pool, its settings, as many teams, and one's own slot unless
    another is asked for. Refused: ``permission-denied`` to a user who may not look at the draft,
    and what ``practise`` refuses."""
    verify_may(may_view(acting_user, draft), "Only users who may look at a draft may practise it.")
    division = 1
    mine = draft.seats.filter(
        team__in=TeamMember.objects.filter(user=acting_user.pk).values("team"), slot__isnull=False
    ).first()
    if mine is not None and mine.division is not None:
        division = mine.division
    participants, imputed = draft.divisions[division - 1]
    if slot is None:
        slot = (mine.slot if mine is not None else 1) or 1
    return practise(
        card_set=draft.card_set,
        teams=participants + imputed,
        slot=slot,
        settings=draft.settled,
        acting_user=acting_user,
        now=now,
        name=f"Mock draft for {draft.name.removeprefix('Mock draft for ')}",
    )


def _make_room(user: User) -> None:
    kept = Draft.objects.filter(owner=user).order_by("-pk").values_list("event__key", flat=True)
    Event.objects.filter(key__in=list(kept[MOST_KEPT - 1 :])).delete()
