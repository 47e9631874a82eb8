"""Card sets made as jobs: requested by a director, done by a worker."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta

from django.db import transaction

from config.jobs.models import Job
from config.jobs.services import enqueue
from config.lines import clean_line
from config.people.models import User
from config.people.scopes import verify_may
from config.quotas import verify_quota
from config.refusals import Refusal, Refused, refuse_all
from rosters.access import may_make_cards
from rosters.makers.base import maker
from rosters.models import CardFile, Source
from rosters.selectors.subjects import no_seasons, seasons_for
from rosters.services.card_sets import name_problems, name_taken, slug_of
from rosters.sources.known import FICTIONAL_YEAR, HOUSE, HOUSE_NAME

MAKE = "rosters.make-card-set"
ENTER = "rosters.enter-card-set"
SCOPE = "card-sets:all"

KEPT_FOR = timedelta(days=2)
"""How long a file waits for its job."""


MADE_BY = "Card sets are made by directors."


def queue_card_set(
    *,
    name: str,
    system_key: str,
    source_key: str,
    years: Sequence[int],
    acting_user: User,
    settings: Mapping[str, str] | None = None,
) -> Job:
    """Queue the making of a set, or return the job that makes one of this name.

    Refused: ``permission-denied``, and with everything that is wrong at once: ``no-card-maker``,
    ``no-source``, ``no-seasons``, ``card-set-name``, ``card-set-name-taken``, ``quota-reached``,
    ``unknown-setting``, ``unknown-choice``. For the fictional league no year means its only one.
    """
    verify_may(may_make_cards(acting_user), MADE_BY)
    source = Source.objects.filter(key=source_key).first()
    card_maker = maker(system_key)
    refusals = name_problems(name)
    try:
        card_maker.chosen(settings or {})
    except Refused as refused:
        refusals += refused.refusals
    if source_key == HOUSE:
        years = years or [FICTIONAL_YEAR]
        if set(years) != {FICTIONAL_YEAR}:
            refusals.append(no_seasons(HOUSE_NAME, years))
    elif source is None:
        refusals.append(
            Refusal("no-source", f"Nothing was imported from {source_key!r} yet.", "source")
        )
    elif not seasons_for(source, years).exists():
        refusals.append(no_seasons(source, years))
    refuse_all(refusals)
    with transaction.atomic():
        verify_room(acting_user)
        return enqueue(
            kind=MAKE,
            key=f"{MAKE}:{slug_of(name)}",
            scope=SCOPE,
            label=f"Making {clean_line(name)}",
            arguments={
                "name": clean_line(name),
                "system": system_key,
                "source": source_key,
                "years": sorted(set(years)),
                "settings": dict(settings or {}),
                "user": acting_user.pk,
            },
            total=seasons_for(source, years).count() if source else 0,
            acting_user=acting_user,
        )


def queue_card_file(*, name: str, system_key: str, data: bytes, acting_user: User) -> Job:
    """Queue the reading of a file of cards; the job reports what is wrong in it by line and column.

    Refused at once: ``permission-denied``, ``no-card-maker``, ``card-set-name``,
    ``card-set-name-taken``, the last also while another file is read for a set of this name, and
    ``quota-reached``.
    """
    verify_may(may_make_cards(acting_user), MADE_BY)
    maker(system_key)
    refuse_all(name_problems(name))
    with transaction.atomic():
        verify_room(acting_user)
        file = CardFile.objects.create(data=data, uploaded_by=acting_user)
        job = enqueue(
            kind=ENTER,
            key=f"{ENTER}:{slug_of(name)}",
            scope=SCOPE,
            label=f"Reading {clean_line(name)}",
            arguments={
                "name": clean_line(name),
                "system": system_key,
                "file": file.pk,
                "user": acting_user.pk,
            },
            acting_user=acting_user,
        )
        if job.arguments["file"] != file.pk:
            raise Refused(name_taken(clean_line(name)))
    return job


def verify_room(user: User) -> None:
    """Refuse (``quota-reached``) if the account has no room for another set; those being made
    count. Call it inside a transaction."""

    def held() -> int:
        under_way = user.jobs.filter(kind__in=(MAKE, ENTER), state__in=Job.LIVE)
        return user.card_sets.count() + under_way.count()

    verify_quota(user, "card_sets", held)


def forget_card_files(*, now: datetime) -> int:
    """Delete files whose job never ran, for instance because it was canceled while waiting."""
    forgotten, _ = CardFile.objects.filter(uploaded_at__lt=now - KEPT_FOR).delete()
    return forgotten
