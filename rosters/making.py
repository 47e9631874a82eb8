"""Card sets made as jobs: asked for by a director, done by a worker."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.text import slugify

from config.jobs.models import Job
from config.jobs.services import enqueue
from config.people.models import User
from games.engine.refusals import Refusal, refuse_all
from rosters.card_sets import name_problems, no_seasons, seasons_for
from rosters.importing import FICTIONAL, FICTIONAL_YEAR
from rosters.makers.registry import maker
from rosters.models import Source

MAKE = "rosters.make-card-set"

HOUSE, HOUSE_NAME = FICTIONAL[:2]
"""The fictional league can be had anywhere: it is made when it is asked for."""


def queue_card_set(
    *, name: str, system_key: str, source_key: str, years: Sequence[int], acting_user: User
) -> Job:
    """Queue the making of a set, or return the job that makes one of this name.

    Refused with everything that is wrong at once: ``no-card-maker``, ``no-source``,
    ``no-seasons``, ``card-set-name``, ``card-set-name-taken``. Of the fictional league no year
    means its only one.
    """
    maker(system_key)
    source = Source.objects.filter(key=source_key).first()
    refusals = name_problems(name)
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
    return enqueue(
        kind=MAKE,
        key=f"{MAKE}:{slugify(name)}",
        scope="card-sets:all",
        label=f"Making {name.strip()}",
        arguments={
            "name": name.strip(),
            "system": system_key,
            "source": source_key,
            "years": sorted(set(years)),
            "user": acting_user.pk,
        },
        total=seasons_for(source, years).count() if source else 0,
        acting_user=acting_user,
    )
