"""A long game at the table in which both sides run out of pitchers and of batters: entered through
the API and the scoring page, on which the opponent lends a player."""

import json

import pytest

from games.clubs import clubs_of
from games.engine.folds.box_score import box_score
from games.engine.record import simulate
from games.models import Game
from games.open_decisions import decisions_of
from games.records import record_of, replay_with_managers
from games.services.scoring import record_game
from games.systems.commons.play.club import DECK_SIZE
from games.verifying import verify
from tests.builders import browser, director_of, fixture_of, league
from tests.engine.wild_games import Wild
from tests.games.systems.commons.decks import a_commons_set

pytestmark = pytest.mark.django_db

LENDS = ("lend-pitcher", "lend-batter")


@pytest.mark.long
@pytest.mark.rule("CB-015", "CB-017", "CB-120", "CB-121", "CB-123")
def test_who_runs_out_is_lent_somebody_by_page_and_api() -> None:
    made = a_commons_set(3)
    event = league(3, system_key="commons", card_set=made.slug, settings={"innings": 12})
    series = fixture_of(event, 1, 2).series
    director = director_of(event)
    client, url = browser(director), f"/series/{series.pk}/games/1/score/"
    game = record_game(series_id=series.pk, number=1, transcript=[], acting_user=director)
    whole = simulate(
        series.system,
        series.settings,
        "long",
        managers=(Wild(5, 1.0), Wild(6, 1.0)),
        clubs=clubs_of(game),
    ).transcript
    lent = [at for at, word in enumerate(whole) if word.partition("=")[0] in LENDS]
    assert {whole[at].partition("=")[0] for at in lent} == set(LENDS)
    assert any("pitcher=discard" in word for word in whole)
    at = 0
    for place in [*lent, len(whole)]:
        if place > at:
            body = {"after": at, "entries": list(whole[at:place])}
            answer = client.post(
                f"/api/v1/games/{game.pk}/entries/",
                json.dumps(body),
                content_type="application/json",
            )
            assert answer.status_code == 200, answer.content
        at = place
        if place == len(whole):
            break
        game = Game.objects.get(pk=game.pk)
        (question, *_) = decisions_of(replay_with_managers(game, game.entries)).questions
        name = whole[place].partition("=")[0]
        assert question.decision.name == name
        html = client.get(url).content.decode()
        assert question.decision.question in html
        assert f'value="{whole[place]}"' in html
        # Nobody else may be lent.
        barred = {str(each) for each in range(1, DECK_SIZE + 1)} - {
            choice.key for choice in question.choices
        }
        refused = client.post(url, {"act": "enter", "after": at, "entry": f"{name}={min(barred)}"})
        assert refused.status_code == 422
        assert ("CB-121" if name == "lend-pitcher" else "CB-123") in refused.content.decode()
        sent = {"act": "enter", "after": at, "entry": whole[place]}
        assert client.post(url, sent).status_code == 302
        at += 1
    game = Game.objects.get(pk=game.pk)
    assert game.is_final
    assert game.entries == list(whole)
    assert all(check.holds for check in verify(game))
    sides = box_score(record_of(game)).sides
    assert all(any(line.player > DECK_SIZE for line in side.batting) for side in sides)
    assert all(any(line.player > DECK_SIZE for line in side.pitchers) for side in sides)
    shown = client.get(game.get_absolute_url()).content.decode()
    assert "(lent)" in shown
    assert "is discarded" in shown
