from celery import shared_task
from django.utils import timezone

from rosters.drafts.services import reminding, settling


@shared_task
def settle_lapsed_turns() -> int:
    return settling.settle_lapsed_turns(now=timezone.now())


@shared_task
def mail_reminders() -> int:
    return reminding.remind(now=timezone.now())
