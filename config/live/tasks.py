from celery import shared_task
from django.utils import timezone

from config.live import services


@shared_task
def forget_old_events() -> int:
    return services.forget_old_events(now=timezone.now())
