from typing import Any

from celery import shared_task
from django.utils import timezone

from config.jobs.kinds import job_task
from config.jobs.run import Run
from config.notices import mailing, services


@shared_task
def look_for_what_waits() -> int:
    return services.look(now=timezone.now())


@shared_task
def look_for_what_waits_in(scope: str, kinds: list[str]) -> int:
    return services.look_at(scope=scope, kinds=kinds, now=timezone.now())


@job_task(services.MAIL, unit="people", short=lambda job: True)
def mail_what_waits(run: Run) -> dict[str, Any]:
    return {"mails": mailing.mail_what_waits(now=timezone.now(), advance=run.advance)}
