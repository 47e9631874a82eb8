"""The live topics of this floor."""

from games.models import Game, Series
from rosters.models import Squad


def game_topic(game: Game) -> str:
    """What pages of one game watch."""
    return f"game:{game.pk}"


def series_topic(series: Series) -> str:
    """What the page of one series watches: each of its games, entry by entry."""
    return f"series:{series.pk}"


def squad_topic(squad: Squad) -> str:
    """What the pages of a club's plans watch."""
    return f"squad:{squad.pk}"
