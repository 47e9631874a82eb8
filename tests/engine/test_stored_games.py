"""What was stored stays what it was."""

import pytest

from games.systems.registry import SYSTEMS
from tests.engine.stored_games import StoredGame, stored_games, what_came_of

GAMES = stored_games()


@pytest.mark.long
@pytest.mark.parametrize("game", [game for game in GAMES if game.is_of_today], ids=str)
def test_a_stored_game_is_the_game_that_it_was(game: StoredGame) -> None:
    assert what_came_of(game.play()) == game.came_of_it


def test_every_system_has_stored_games_of_the_version_that_it_is_at() -> None:
    assert {(game.system, game.version) for game in GAMES} >= {
        (system.key, system.version) for system in SYSTEMS.values()
    }
