"""What a player did in his league lies beside what he did today on his card at the table."""

import re

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.models import Game
from games.season import LIVE_SECONDS, lines_before
from games.seriesday.services.players_lines import count_players_lines
from games.services.going_on import Until, go_on
from tests.builders import browser, director_of
from tests.games.builders import league_series, started
from tests.games.test_one_replay import series_of
from tournaments.book.keeping import keep_books
from tournaments.book.models import BattingSum

pytestmark = pytest.mark.django_db

SEASON = re.compile(r'title="([^"]+) of the season so far">Season</abbr> <strong>([^<]+)</strong>')


def played_on(game, until=Until.TURN):
    game = Game.objects.get(pk=game.pk)
    return go_on(
        game_id=game.pk,
        after=len(game.entries),
        acting_user=None,
        until=until,
    )


@pytest.mark.long
@pytest.mark.parametrize("key", ["purestrat", "deep-drive"])
def test_the_cards_of_a_second_game_have_the_lines_of_the_first(key, monkeypatch):
    monkeypatch.setattr("games.services.scoring.fresh_seed", lambda: "season")
    series = series_of(key)
    tournament = series.fixture.round.stage.tournament
    director = browser(director_of(tournament))
    first = started(series, dice="server", away_managed=True, home_managed=True)
    table = f"/series/{series.pk}/games/1/score/"
    assert not SEASON.findall(director.get(table).content.decode())
    while not first.is_final:
        first = played_on(first, Until.HALF)
    keep_books(count_players_lines())
    cache.clear()
    second = started(series, number=2, dice="server", away_managed=True, home_managed=True)
    table = f"/series/{series.pk}/games/2/score/"
    for address in (table, second.get_absolute_url()):
        answer = director.get(address) if address == table else browser().get(address)
        told = dict(SEASON.findall(answer.content.decode()))
        # Who leads off did so in the first game, too; another player pitches.
        average, homers, batted_in = told["Batting average / home runs / runs batted in"].split("/")
        leads_off = second.clubs[0]["cards"][second.clubs[0]["order"][0] - 1]
        (line,) = BattingSum.objects.filter(card=leads_off)
        assert average == f"{line.hits / line.at_bats:.3f}".removeprefix("0")
        assert (int(homers), int(batted_in)) == (line.home_runs, line.runs_batted_in)


def test_it_is_asked_for_once_and_of_no_player_that_nobody_knows(django_assert_num_queries):
    series = series_of("purestrat")
    game = started(series, dice="server")
    lines_before(game)
    with django_assert_num_queries(0):
        lines_before(game)
    assert LIVE_SECONDS <= 60
    _, nameless = league_series(system_key="poker-dice", name="Nameless")
    alone = started(nameless, dice="server")
    with CaptureQueriesContext(connection) as asked:
        assert not lines_before(alone).batting
    assert not asked
