"""What managing is worth: a sound manager against one who leaves everything at its default."""

import pytest

from games.engine.decisions import Manager
from games.engine.record import simulate
from games.systems.deep_drive.play.manager import DeepDriveManager
from tests.engine.deep_drive.clubs import club
from tests.engine.deep_drive.stage import SYSTEM

GAMES = 20_000


@pytest.mark.long
def test_a_sound_manager_wins_53_of_100_games_from_one_who_takes_every_default() -> None:
    sound, idle = DeepDriveManager(), Manager()
    settings = SYSTEM.settings({})
    clubs = [club(number) for number in range(40)]
    won = 0
    for number in range(GAMES):
        # Every pairing is played twice with the same dice, each of them at home once.
        at_home = number % 2
        pairing = number // 2
        one, other = pairing % 40, (pairing // 40 + pairing + 1) % 40
        record = simulate(
            SYSTEM,
            settings,
            f"managers/{pairing}",
            managers=(idle, sound) if at_home else (sound, idle),
            clubs=(clubs[one], clubs[other if other != one else (one + 1) % 40]),
        )
        assert record.ending is not None
        won += record.ending.winner == at_home
    assert won >= 0.53 * GAMES, f"{won / GAMES:.3f}"
