from celery import shared_task

from games.seriesday.services import reporting


@shared_task
def make_reports_official() -> int:
    return reporting.make_lapsed_official()
