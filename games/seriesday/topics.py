"""Who hears that something of a series day changed."""

from config.live.services import publish
from games.models import Game, Series
from games.topics import game_topic, series_topic


def tell_watchers(series: Series, game: Game | None = None) -> None:
    """Tell everyone who watches the game, its series and what the series belongs to."""
    topics = [series_topic(series), series.scope]
    publish(*([game_topic(game)] if game is not None else []), *topics)
