from celery import shared_task

from games.services.players_lines import count_players_lines
from tournaments.awards.keeping import keep_awards
from tournaments.book import checking, house, keeping


@shared_task
def keep_books() -> int:
    kept = keeping.keep_books(count_players_lines())
    house.count_all()
    keep_awards()
    return kept


@shared_task
def check_books() -> int:
    return checking.check_books()
