"""How much people press to enter a game that they played at a table."""

from __future__ import annotations

from functools import partial

import pytest

from games.clubs import clubs_of
from games.engine.dice import SEPARATOR
from games.engine.folds.game_states import turns_begin
from games.engine.record import Record, simulate
from games.exhibition import exhibition_clubs
from games.models import Game
from games.presenters.dice import roles_of
from games.records import is_throw
from games.systems.registry import SYSTEMS
from tests.builders import browser, director_of, league
from tests.games.builders import started
from tests.games.systems.commons.decks import a_commons_set
from tests.rosters.builders import a_deep_drive_set

SETS = {"commons": partial(a_commons_set, 3), "deep-drive": a_deep_drive_set}
INNINGS = 1
"""Of the game that is entered press by press; nine are counted without a page."""


def presses(record: Record) -> list[list[str]]:
    """What is entered at once: the throws of a turn up to the next decision in one field, and each
    decision by itself."""
    begins = set(turns_begin(record))
    found: list[list[str]] = []
    for place, word in enumerate(record.transcript):
        goes_on = found and is_throw(word) and is_throw(found[-1][-1]) and place not in begins
        if goes_on:
            found[-1].append(word)
        else:
            found.append([word])
    return found


def dice_and_decisions(record: Record) -> int:
    return sum(len(word.split(SEPARATOR)) if is_throw(word) else 1 for word in record.transcript)


@pytest.mark.long
@pytest.mark.django_db
@pytest.mark.parametrize("key", SETS)
def test_a_game_is_entered_turn_by_turn_in_one_field(key: str) -> None:
    """Every press as the page takes it, from the first to the last; nothing has to be pressed
    beside dice and decisions."""
    made = SETS[key]()
    event = league(3, system_key=key, card_set=made.slug, settings={"innings": INNINGS})
    series = event.stages.get().rounds.order_by("number").first().fixtures.first().series
    client, url = browser(director_of(event)), f"/series/{series.pk}/games/1/score/"
    game = started(series)
    record = simulate(series.system, series.settings, "by hand", clubs=clubs_of(game))
    entered: list[str] = []
    pressed = presses(record)
    for words in pressed:
        line = " ".join(words).replace(SEPARATOR, " ")
        order = " ".join(roles_of(series.system))
        act = {"dice": line, "order": order} if is_throw(words[0]) else {"entry": words[0]}
        what = "dice" if is_throw(words[0]) else "enter"
        answer = client.post(url, {"act": what, "after": len(entered), **act})
        assert answer.status_code == 302, (words, answer.content.decode()[:2000])
        entered = Game.objects.get(pk=game.pk).entries
        assert entered == list(record.transcript[: len(entered)])
    assert Game.objects.get(pk=game.pk).is_final
    assert len(pressed) <= 1.15 * dice_and_decisions(record)


@pytest.mark.parametrize(
    ("key", "most"), [("deep-drive", 130), ("commons", 1.15)], ids=("deep-drive", "commons")
)
def test_a_whole_game_is_entered_in_few_presses(key: str, most: float) -> None:
    """Deep Drive in 130 for a game of nine innings; Commons in 1.15 a die and decision."""
    system = SYSTEMS[key]
    records = [
        simulate(system, system.settings(), f"presses/{at}", clubs=exhibition_clubs(system))
        for at in range(12)
    ]
    if key == "deep-drive":
        nine = [each for each in records if each.ending and each.ending.inning == 9]
        assert max(len(presses(each)) for each in nine) <= most
        assert len(nine) >= 8
    else:
        ratios = [len(presses(each)) / dice_and_decisions(each) for each in records]
        assert max(ratios) <= most
