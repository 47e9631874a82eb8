"""Games entered on the scoring page, act by act, by people who take any of what it offers."""

from random import Random
from typing import Any

import pytest
from django.test import Client

from games.engine.record import replay
from games.models import Game, Series
from games.open_decisions import open_decisions
from games.records import record_of
from games.services.scoring import SERVER_DICE, TABLE_DICE, Seats, record_game
from games.systems.registry import SYSTEMS
from games.verifying import verify
from tests.builders import browser, director_of
from tests.games.test_one_replay import series_of

pytestmark = [pytest.mark.long, pytest.mark.django_db]

ACTS = 60
"""How many acts a game gets here: enough for some innings, with decisions in all of them."""


def act(client: Client, game: Game, random: Random) -> dict[str, Any]:
    """Something that the page offers: a throw, an answer to any open question, or taking back."""
    wanted = open_decisions(game)
    if game.entries and random.random() < 0.05:
        return {"act": "undo"}
    offered = [
        question.entry(choice) for question in wanted.questions for choice in question.choices
    ]
    if wanted.dice is None or (offered and random.random() < 0.4):
        return {"act": "enter", "entry": random.choice(offered)}
    if game.source == Game.Source.ONLINE:
        return {"act": "on"}
    return {"act": "enter", "entry": wanted.dice.show(random.randrange(wanted.dice.size))}


@pytest.mark.parametrize(
    "seats",
    [
        Seats(dice=TABLE_DICE),
        Seats(dice=TABLE_DICE, home_managed=True),
        Seats(dice=SERVER_DICE, away_managed=True),
    ],
    ids=["at a table", "against the house", "the server's dice"],
)
@pytest.mark.parametrize("key", sorted(SYSTEMS))
def test_whatever_the_page_offers_is_taken_and_the_game_stored_holds(
    key: str, seats: Seats
) -> None:
    series: Series = series_of(key)
    director = director_of(series.fixture.round.stage.tournament)
    client = browser(director)
    game = record_game(
        series_id=series.pk, number=1, transcript=(), acting_user=director, seats=seats
    )
    random = Random(f"{key} {seats}")
    taken = 0
    for _ in range(ACTS):
        if game.is_final:
            break
        sent = act(client, game, random)
        before = game.entries
        answer = client.post(
            f"/series/{series.pk}/games/1/score/",
            {"after": len(before), **sent},
            headers={"HX-Request": "true"},
        )
        text = answer.content.decode()
        game = Game.objects.get(pk=game.pk)
        if sent["act"] != "undo":
            assert answer.status_code == 200, (sent, before, text)
            assert game.entries[: len(before)] == before
            assert len(game.entries) > len(before)
            taken += 1
    assert taken > ACTS // 2 or game.is_final
    at_once = replay(series.system, series.settings, game.entries, clubs=record_of(game).clubs)
    assert at_once.events == record_of(game).events
    assert [check.words for check in verify(game) if not check.holds] == []
