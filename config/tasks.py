from celery import shared_task
from django.utils import timezone

from config import retention
from config.backup import keeping


@shared_task
def forget_what_is_old() -> dict[str, int]:
    return retention.forget(now=timezone.now())


@shared_task
def keep_a_backup() -> list[str]:
    return [file.name for file in keeping.keep_copy(timezone.now())]
