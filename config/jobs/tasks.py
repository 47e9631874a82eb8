from celery import shared_task
from django.utils import timezone

from config.jobs import services


@shared_task
def recover_interrupted() -> int:
    return services.recover_interrupted(now=timezone.now())
