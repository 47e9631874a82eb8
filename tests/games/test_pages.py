"""What the pages of series and games show, live and on the record."""

import re

import pytest

from games.engine.folds.win_probability import win_probability
from games.models import Game
from games.presenters.table import has_table
from games.records import record_of
from games.services.going_on import Until, go_on
from games.services.playing import play_series
from games.services.rewinding import rewind_game
from games.systems.registry import SYSTEMS
from tests.builders import browser, manager, person
from tests.games.builders import league_series, started, whole
from tests.games.test_one_replay import series_of
from tests.markup import even
from tests.played import PLAYED

pytestmark = pytest.mark.django_db

PART = {"HX-Request": "true"}


def shown(client, url, **named) -> str:
    answer = client.get(url, **named)
    assert answer.status_code == 200
    return even(answer.content.decode())


def test_a_series_shows_what_is_played_and_what_is_not():
    tournament, series = league_series()
    played = started(series, *whole(series))
    html = shown(browser(), f"/series/{series.pk}/")
    assert f'href="/games/{played.pk}/"' in html
    assert html.count("hh-board-frame") == 1
    assert "Not played yet" in html
    assert f'href="/t/{tournament.slug}/"' in html
    assert "Score this game" not in html
    assert "Simulate" not in html


def test_a_series_shows_its_people_where_to_score_and_directors_what_to_simulate():
    tournament, series = league_series()
    url = f"/series/{series.pk}/"
    own = shown(browser(manager(tournament, 1)), url)
    assert f'href="/series/{series.pk}/games/1/score/"' in own
    assert "Simulate what is unplayed" not in own
    director = browser(tournament.roles.get().user)
    assert "Simulate what is unplayed" in shown(director, url)
    started(series, "1")
    assert "Simulate what is unplayed" not in shown(director, url)


@pytest.mark.parametrize(
    ("results", "words"),
    [
        ((), "Not begun"),
        (("away",), "lead 1–0"),
        (("away", "home"), "Split 1–1"),
        (("away", "away"), "won 2–0"),
    ],
)
def test_a_series_says_who_leads(results, words):
    _, series = league_series()
    clubs = {"away": series.away_id, "home": series.home_id}
    for number, club in enumerate(results, start=1):
        side = ("away", "home")[series.sides(number).index(clubs[club])]
        started(series, f"concede={side}", number=number)
    assert words in shown(browser(), f"/series/{series.pk}/")


def test_a_director_has_the_rest_simulated():
    tournament, series = league_series()
    director = browser(tournament.roles.get().user)
    answer = director.post(f"/series/{series.pk}/simulate/", follow=True)
    assert "2 games played." in answer.content.decode()
    assert Game.objects.filter(status="final").count() == 2


def test_simulating_beside_a_game_under_way_is_refused_with_its_code():
    tournament, series = league_series()
    started(series, "1")
    answer = browser(tournament.roles.get().user).post(f"/series/{series.pk}/simulate/")
    assert answer.status_code == 409
    assert "game-under-way" in answer.content.decode()


def test_a_series_reads_its_games_in_one_go(django_assert_max_num_queries):
    _, series = league_series()
    play_series(series_ids=[series.pk], acting_user=None)
    client = browser()
    client.get(f"/series/{series.pk}/")
    # The time that was agreed on is one of them.
    with django_assert_max_num_queries(7):
        client.get(f"/series/{series.pk}/")


@pytest.mark.parametrize("key", PLAYED)
def test_a_game_of_every_system_has_its_page(key):
    _, series = league_series(system_key=key)
    [game, _] = play_series(series_ids=[series.pk], acting_user=None)
    html = shown(browser(), f"/games/{game.pk}/")
    assert "Play by play" in html
    assert ("Box score</h2>" in html) == SYSTEMS[key].batters
    assert 'class="hh-chart hh-runs"' in html
    assert game.seed in html
    assert "data-live-topic" not in html
    assert "hh-throw" in html


def test_a_game_says_how_it_ended_and_why():
    _, series = league_series()
    game = started(series, "concede=away")
    html = shown(browser(), f"/games/{game.pk}/")
    assert "conceded in the 1st" in html
    assert "A conceded game is won by a margin of at least 1" in html


@pytest.mark.parametrize("entries", [("6",), ("6", "suspend")])
def test_a_game_that_goes_on_is_live(entries):
    _, series = league_series()
    game = started(series, *entries)
    html = shown(browser(), f"/games/{game.pk}/")
    assert f'data-live-topic="game:{game.pk}"' in html
    part = shown(browser(), f"/games/{game.pk}/", headers=PART)
    assert re.match(r'\s*<div\s+id="game"', part)
    assert "<html" not in part


def test_names_of_batters_are_those_of_the_club():
    _, series = league_series()
    series.away.batting_order = [f"Ant {n}" for n in "ABCDEFGHI"]
    series.away.save()
    game = started(series, *whole(series))
    html = shown(browser(), f"/games/{game.pk}/")
    assert "Ant A" in html
    assert "Batter 1" in html


def test_what_was_taken_back_stays_on_the_record():
    _, series = league_series()
    game = started(series, "1", "2", "3")
    rewind_game(
        game_id=game.pk,
        entry=2,
        reason="Die off the table",
        acting_user=person("Ref", is_staff=True),
    )
    html = shown(browser(), f"/games/{game.pk}/")
    assert "Die off the table" in html
    assert "<code>2 3</code>" in html


def test_a_game_off_the_books_says_so():
    _, series = league_series()
    game = started(series, "1")
    Game.objects.filter(pk=game.pk).update(status="void")
    assert "Off the books" in shown(browser(), f"/games/{game.pk}/")
    assert "Taken off the books" in shown(browser(), f"/series/{series.pk}/")


def test_playing_it_again_says_what_holds():
    _, series = league_series()
    [game, _] = play_series(series_ids=[series.pk], acting_user=None)
    html = shown(browser(), f"/games/{game.pk}/verify/")
    assert html.count("Right") == 4
    assert "Not right" not in html
    assert "books are in balance" in html
    Game.objects.filter(pk=game.pk).update(events=[*game.events[:-2], game.events[-1]])
    assert "Not right" in shown(browser(), f"/games/{game.pk}/verify/")


def test_looking_at_a_game_takes_few_queries(django_assert_max_num_queries):
    tournament, series = league_series()
    game = started(series, *whole(series))
    client = browser(manager(tournament, 1))
    client.get(f"/games/{game.pk}/")
    with django_assert_max_num_queries(9):
        client.get(f"/games/{game.pk}/")


@pytest.mark.long
@pytest.mark.parametrize("key", SYSTEMS)
def test_a_game_of_every_system_ends_with_its_recap_stars_and_scorecard(key):
    series = series_of(key)
    game = played_by_the_house(series, 1)
    html = shown(browser(), f"/games/{game.pk}/")
    assert "How it went" in html
    assert ("Stars of the game" in html) == SYSTEMS[key].batters
    assert f'href="/games/{game.pk}/scorecard/"' in html
    assert 'href="#half-9-0"' in html
    assert ("gm-swung" in html) == (win_probability(record_of(game)) is not None)
    card = shown(browser(), f"/games/{game.pk}/scorecard/")
    assert card.count('<svg class="gm-card"') == 2
    assert "style=" not in card.partition("<main")[2].partition("</main>")[0]
    assert (">AB</text>" in card) == (SYSTEMS[key].batters and not SYSTEMS[key].listed)


@pytest.mark.parametrize("key", SYSTEMS)
def test_who_watches_sees_who_bats_and_the_newest_play_first(key):
    game = played_by_the_house(series_of(key), 1, half_innings=3)
    html = shown(browser(), f"/games/{game.pk}/", headers=PART)
    assert "How it went" not in html
    assert ("<dt>At bat</dt>" in html) == SYSTEMS[key].batters
    now = html.partition('<section class="gm-now"')[2].partition("</section>")[0]
    assert ("<dt>On deck</dt>" in now) == (SYSTEMS[key].batters and not SYSTEMS[key].listed)
    assert html.index('id="half-2-0"') < html.index('id="half-1-1"') < html.index('id="half-1-0"')
    assert html.index('id="play-by-play"') < html.index('id="chart"')
    # The pitcher has pitched before, and his card says so; where each has an inning he has not.
    if not SYSTEMS[key].listed:
        assert ("Today <strong>" in html) == has_table(SYSTEMS[key])
    if win_probability(record_of(game)) is not None:
        assert "The biggest swing" in html
        assert "gm-swung" in html


def played_by_the_house(series, number, half_innings=1000):
    game = started(series, number=number, dice="server", away_managed=True, home_managed=True)
    while not game.is_final and half_innings:
        game = go_on(
            game_id=game.pk,
            after=len(game.entries),
            acting_user=None,
            until=Until.HALF,
        )
        half_innings -= 1
    return game
