from celery import shared_task

from games.services import players_lines


@shared_task
def count_players_lines() -> int:
    return players_lines.count_players_lines()
