from celery import shared_task

from games.services.time_up import settle_clocks


@shared_task
def settle_game_clocks() -> int:
    return settle_clocks()
