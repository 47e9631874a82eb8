"""The database's own invariants, told as refusals.

PostgreSQL names the constraint that was broken, SQLite the columns of a unique one.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import IntegrityError

from config.refusals import Refusal, Refused

ONE_GAME_PER_NUMBER = "games_one_game_per_number"
ITS_COLUMNS = "games_game.series_id, games_game.number"


@contextmanager
def one_game_per_number() -> Iterator[None]:
    """Turn the loss of a race for a game's place in its series into ``game-exists``."""
    try:
        yield
    except IntegrityError as error:
        if ONE_GAME_PER_NUMBER in str(error) or str(error).endswith(ITS_COLUMNS):
            raise Refused(game_exists()) from error
        raise


def game_exists(number: int | None = None) -> Refusal:
    """The refusal where another request has made the game first."""
    which = "This game" if number is None else f"Game {number}"
    return Refusal("game-exists", f"{which} of the series is there already.", "number")
