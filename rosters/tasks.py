from typing import Any

from celery import shared_task
from django.utils import timezone

from config.jobs.kinds import job_task
from config.jobs.models import Job
from config.jobs.run import Run, Stopped
from config.people.models import User
from config.refusals import Refused
from config.spreadsheets import read_as
from rosters.makers.base import maker
from rosters.makers.files import read_file
from rosters.models import CardFile, CardSet, Player, Source
from rosters.selectors.subjects import seasons_for
from rosters.services.card_set_jobs import ENTER, MAKE, forget_card_files
from rosters.services.card_sets import enter_card_set, make_card_set
from rosters.services.importing import store_fictional_league
from rosters.sources.known import HOUSE


@job_task(MAKE, unit="seasons")
def make_cards(run: Run) -> dict[str, Any]:
    asked = run.arguments
    made = _made_before(run)
    if made is None:
        if asked["source"] == HOUSE and not Player.objects.filter(source__key=HOUSE).exists():
            store_fictional_league(acting_user=None)
        source = Source.objects.get(key=asked["source"])
        total = seasons_for(source, asked["years"]).count()
        made = make_card_set(
            name=asked["name"],
            system_key=asked["system"],
            source=source,
            years=asked["years"],
            settings=asked.get("settings"),
            acting_user=User.objects.get(pk=asked["user"]),
            advance=lambda done: run.advance(done, total),
        )
        run.advance(total, total)
    return {"card_set": made.slug, "cards": made.cards.count()}


@job_task(ENTER, unit="steps")
def enter_cards(run: Run) -> dict[str, Any]:
    asked = run.arguments
    file = CardFile.objects.filter(pk=asked["file"])
    data = bytes(file.values_list("data", flat=True).first() or b"")
    made = _made_before(run)
    if made is None:
        try:
            made = _entered(run, data)
        except (Refused, Stopped):
            file.delete()
            raise
    file.delete()
    return {"card_set": made.slug, "cards": made.cards.count(), "read_as": read_as(data).strip()}


def _entered(run: Run, data: bytes) -> CardSet:
    """The set that a file holds. Every card is a step twice: it is read, and it is weighed."""
    asked = run.arguments
    rows = read_file(
        data,
        maker(asked["system"]),
        advance=lambda done, total: run.advance(done, 2 * total),
    )
    return enter_card_set(
        name=asked["name"],
        system_key=asked["system"],
        rows=rows,
        acting_user=User.objects.get(pk=asked["user"]),
        advance=lambda done: run.advance(len(rows) + done, 2 * len(rows)),
    )


@shared_task
def forget_files() -> None:
    forget_card_files(now=timezone.now())


def _made_before(run: Run) -> CardSet | None:
    """The set, where an earlier attempt was cut off after storing it: no other job has its name."""
    job = Job.objects.get(pk=run.attempt.job_id)
    return CardSet.objects.filter(
        name=run.arguments["name"],
        system_key=run.arguments["system"],
        source__key=run.arguments.get("source"),
        created_by=job.created_by,
        created_at__gte=job.created_at,
    ).first()
