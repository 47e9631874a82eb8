from celery import shared_task

from games.services.time_up import settle_clocks
from games.services.wait_acts import announce_waits


@shared_task
def settle_game_clocks() -> int:
    return settle_clocks()


@shared_task
def announce_game_waits() -> int:
    return announce_waits()
