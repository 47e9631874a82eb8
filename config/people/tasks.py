from celery import shared_task
from django.utils import timezone

from config.people import mails


@shared_task
def send_mails() -> int:
    return mails.send_due(now=timezone.now())
