from celery import shared_task
from django.utils import timezone

from games.seriesday.services import absences, deadlines, reporting


@shared_task
def make_reports_official() -> int:
    return reporting.make_lapsed_official()


@shared_task
def look_at_time() -> int:
    return deadlines.look_at_time(now=timezone.now())


@shared_task
def play_overdue_series() -> int:
    return absences.play_overdue(now=timezone.now())
