from celery import shared_task
from django.utils import timezone

from config import retention


@shared_task
def forget_what_is_old() -> dict[str, int]:
    return retention.forget(now=timezone.now())
