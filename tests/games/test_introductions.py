"""What a stranger reads of a game before he plays it, on its page."""

import pytest

from games.engine.record import simulate
from games.exhibition import exhibition_clubs
from games.systems.registry import GAME_SYSTEMS, SYSTEMS

GAMES = 40


@pytest.mark.parametrize("key", SYSTEMS)
def test_the_page_of_a_system_tells_its_idea_in_five_sentences(client, key):
    told = GAME_SYSTEMS[key].introduction
    assert told is not None
    assert len(told.idea) == 5
    assert all(sentence.endswith(".") for sentence in told.idea)
    assert bool(told.card) == SYSTEMS[key].need.kind.startswith("card")
    page = client.get(f"/systems/{key}/").content.decode()
    assert told.idea[-1] in page
    assert f"about {told.throws} throws" in page
    assert page.count("gm-legend") == bool(told.card)


@pytest.mark.parametrize("key", SYSTEMS)
def test_a_game_takes_as_many_throws_as_is_said(key):
    rules, told = SYSTEMS[key], GAME_SYSTEMS[key].introduction
    assert told is not None
    clubs = exhibition_clubs(rules)
    thrown = 0
    for number in range(GAMES):
        record = simulate(rules, rules.settings({}), f"throws/{number}", clubs=clubs)
        thrown += sum("=" not in entry for entry in record.transcript)
    assert thrown / GAMES == pytest.approx(told.throws, rel=0.1)
