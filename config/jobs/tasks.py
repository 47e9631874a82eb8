from celery import shared_task

from config.jobs import probes


@shared_task
def answer(queue: str) -> None:
    probes.answered(queue)
