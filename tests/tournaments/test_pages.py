"""What the public pages show."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from games.models import Game
from games.planning.models import DeclaredStart, EventRules
from games.seriesday.models import SeriesClock
from rosters.models import Squad
from tests.builders import (
    browser,
    director_of,
    entrant,
    fixture_of,
    league,
    manager,
    person,
    result,
    results,
)
from tests.markup import even
from tests.rosters.builders import a_purestrat_set
from tournaments.rules.formats import ROUND_ROBIN, StageSpec
from tournaments.services.events import start_tournament
from tournaments.services.formats import choose_format, choose_preset
from tournaments.services.plans import Format
from tournaments.services.play_out import play_out

pytestmark = pytest.mark.django_db


@pytest.fixture
def four():
    return league(4, format=Format(legs=1, series_length=1))


def html(client: Client, url: str, **headers: str) -> str:
    answer = client.get(url, headers=headers)
    assert answer.status_code == 200
    return even(answer.content.decode())


def words(page: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page))


def test_no_component_is_left_unrendered(client, four):
    result(four, 1, 2, (3, 1))
    dana = browser(four.roles.get().user)
    for visitor in (client, dana):
        for page in ("", "standings/", "schedule/", "grid/", "teams/1/", "desk/"):
            answer = visitor.get(f"/t/{four.slug}/{page}")
            text = answer.content.decode()
            assert "<c-" not in text
            assert "{%" not in text
            assert "{{" not in text
            assert " style=" not in text


def test_a_newcomer_sees_what_this_is_and_where_to_sign_in(client, four):
    page = words(html(client, "/"))
    assert "league office for tabletop baseball" in page
    assert "Test League" in page
    assert "Poker Dice Baseball" in page
    assert 'href="/account/sign-in/?next=/"' in html(client, "/")


def test_an_empty_house_says_what_to_do(client):
    assert "Sign in to set one up" in words(html(client, "/"))
    assert "New tournament" in words(html(browser(person("Casey")), "/"))


def test_a_manager_finds_the_next_series_on_the_front_page(four):
    page = words(html(browser(manager(four, 1)), "/"))
    assert "Your next series" in page


def test_the_next_series_says_who_starts_and_until_when_as_far_as_one_may_know():
    cards = a_purestrat_set()
    tournament = league(4, system_key="purestrat", card_set=cards.slug)
    # The first of the first club's: against the last.
    series = fixture_of(tournament, 1, 4).series
    people = {number: manager(tournament, number, f"Manager {number}") for number in (1, 4)}
    names = {}
    for number in (1, 4):
        squad = Squad.objects.get(
            event__key=tournament.scope, team=entrant(tournament, number).team
        )
        card = next(spot.card for spot in squad.spots.all() if spot.card.cells.get("starter"))
        names[number] = card.name
        DeclaredStart.objects.create(
            squad=squad,
            column=series.columns(1)[series.sides(1).index(squad.team_id)],
            card=card,
            declared_by=people[number],
        )
    due = timezone.now() + timedelta(days=3)
    SeriesClock.objects.update_or_create(series=series, defaults={"due_at": due})
    page = html(browser(people[1]), "/")
    assert f"by {due.day} {due:%b}" in page
    assert (names[1] in page, names[4] in page) == (True, False)
    assert "not named" in page
    # Where the event publishes rotations, both are read.
    EventRules.objects.update_or_create(event_id=tournament.scope, defaults={"published": True})
    page = html(browser(people[1]), "/")
    assert names[4] in page
    assert re.search(r"Game 1: .+ against .+; by ", page)


def test_the_board_of_the_front_page_shows_the_latest_game(client, four):
    play_out(tournament_id=four.pk, acting_user=None, advance=lambda left: None)
    latest = Game.objects.order_by("-pk").first()
    assert f"/games/{latest.pk}/" in html(client, "/") or "hh-board" in html(client, "/")


def test_a_tournament_being_set_up_shows_its_clubs(client):
    setup = league(4, started=False)
    page = words(html(client, f"/t/{setup.slug}/"))
    assert "The schedule is not drawn yet" in page
    assert "Ashford Aces" in page
    for other in ("standings/", "schedule/", "grid/", "teams/1/"):
        html(client, f"/t/{setup.slug}/{other}")


def test_the_overview_sums_the_league_up(client, four):
    results(four, [(1, 2, 5, 3), (3, 4, 2, 1)])
    page = html(client, f"/t/{four.slug}/")
    assert "hh-race" in page
    assert "Latest results" in page
    assert words(page).count("Ashford Aces") >= 2
    assert f'data-live-topic="tournament:{four.pk}"' in page


def test_a_complete_tournament_names_its_champions(client, four):
    play_out(tournament_id=four.pk, acting_user=None, advance=lambda left: None)
    page = words(html(client, f"/t/{four.slug}/"))
    assert "Champions" in page or "Level at the top" in page


def test_the_schedule_shows_rounds_byes_and_leads_to_series(client):
    five = league(5)
    page = html(client, f"/t/{five.slug}/schedule/")
    assert page.count("has a bye") == 5
    assert page.count('class="tn-meeting"') == 10
    series = fixture_of(five, 1, 2).series
    assert f'href="/series/{series.pk}/"' in page


def test_the_schedule_is_narrowed_down(client, four):
    result(four, 1, 2, (3, 1))
    base = f"/t/{four.slug}/schedule/"
    assert html(client, f"{base}?club=1").count('class="tn-meeting"') == 3
    assert html(client, f"{base}?club=1&against=2").count('class="tn-meeting"') == 1
    assert html(client, f"{base}?club=1&open=1").count('class="tn-meeting"') == 2
    # What is no number of a club filters nothing.
    assert html(client, f"{base}?club=x&against=-1").count('class="tn-meeting"') == 6


def test_what_directors_need_most_stands_first_and_no_crumb_is_empty(client, four):
    tabs = r'<nav class="hh-tabs".*?</nav>'
    for visitor, first in ((browser(director_of(four)), ["Overview", "Round board"]), (client, [])):
        page = html(visitor, f"/t/{four.slug}/great-games/")
        assert "Statistics</a>" in page
        said = re.findall(r">([^<>]+)</a>", re.findall(tabs, page, re.S)[0])
        assert said[:2] == (first or ["Overview", "Standings"])
        assert not re.search(r"<a [^>]*></a>", page)


def test_the_cross_table_leads_to_the_meetings(client, four):
    result(four, 1, 2, (3, 1))
    page = html(client, f"/t/{four.slug}/grid/")
    assert f"/t/{four.slug}/schedule/?club=1&amp;against=2" in page
    assert "1–0" in page
    assert "0–1" in page


def test_a_clubs_page_tells_its_season_and_hides_addresses(client, four):
    manager(four, 1, "Morgan")
    nameless = manager(four, 1, "Nameless")
    nameless.name = ""
    nameless.save()
    result(four, 1, 2, (3, 1))
    page = html(client, f"/t/{four.slug}/teams/1/")
    assert "Manager: Morgan" in page
    assert "@example.org" not in page
    assert 'data-mark="W"' in page
    assert "Edit the club" not in page
    assert "Edit the club" in html(browser(nameless), f"/t/{four.slug}/teams/1/")


def test_ones_own_club_is_marked_in_the_standings(four):
    page = html(browser(manager(four, 2)), f"/t/{four.slug}/standings/")
    assert page.count("hh-own") == 1


@pytest.mark.parametrize("page", ["", "standings/", "schedule/", "grid/", "teams/1/"])
def test_a_live_part_fetches_itself_alone(client, four, page):
    url = f"/t/{four.slug}/{page}"
    whole, part = html(client, url), html(client, url, **{"HX-Request": "true"})
    assert "<html" in whole
    assert "<html" not in part
    root = re.search(r'<div\s+id="(\w+)"\s+data-live-frame="\w+"\s+data-live-topic', part)
    assert root
    assert re.search(rf'<div\s+id="{root[1]}"\s+data-live-frame="\w+"\s+data-live-topic', whole)
    assert client.get(url).headers["Vary"].count("HX-Request") == 1


def test_a_page_of_the_browsers_history_is_whole(client, four):
    headers = {"HX-Request": "true", "HX-History-Restore-Request": "true"}
    assert "<html" in html(client, f"/t/{four.slug}/", **headers)


def test_the_overview_says_where_the_event_differs_from_the_book(client, four):
    assert "None: the event is played by the book" in words(html(client, f"/t/{four.slug}/"))
    odd = league(4, name="Odd", settings={"innings": 7, "walk_off": False})
    page = words(html(client, f"/t/{odd.slug}/"))
    assert "Innings 7 instead of 9" in page
    assert "Walk-off No instead of Yes ( PD-023 , D3-005 )" in page


def test_what_is_drawn_once_for_all_follows_every_change_at_once(client, four):
    url = f"/t/{four.slug}/standings/"
    club = result(four, 1, 2, (3, 1)).home
    old = club.name
    before = html(client, url)
    assert words(html(client, url)) == words(before)
    club.name = "The Renamed"
    club.save()
    renamed = html(client, url)
    assert old not in renamed
    assert renamed.count("The Renamed") == before.count(old)
    result(four, 3, 4, (2, 9))
    after = words(html(client, url))
    assert "After 2 of 6 games" in after
    assert after.count(".000") == words(renamed).count(".000") + 2


def test_tables_and_winners_of_two_divisions_have_their_headings(client):
    made = league(6, started=False, format=Format(legs=1, series_length=1))
    choose_format(
        tournament=made,
        stages=[StageSpec(ROUND_ROBIN, "Season", 1, legs=1)],
        divisions=2,
        acting_user=director_of(made),
    )
    start_tournament(tournament=made, acting_user=director_of(made))
    base = f"/t/{made.slug}/"
    page = html(client, base)
    assert page.index(">Division 1<") < page.index(">Division 2<")
    assert "Division" not in words(html(client, f"/t/{league(4, name='Undivided').slug}/"))
    play_out(tournament_id=made.pk, acting_user=None, advance=lambda left: None)
    over = words(html(client, base))
    assert "Final standings, Division 1" in over
    assert "Final standings, Division 2" in over
    for page in (over, *(words(html(client, f"{base}{at}/")) for at in ("stages", "reports"))):
        assert "First of their divisions" in page
        assert "Level at the top" not in page
    assert "have won their divisions" in page


def test_the_rules_say_who_hosts_in_series_of_every_length():
    made = league(8, started=False)
    choose_preset(tournament=made, key="purestrat-weekend", acting_user=director_of(made))
    rules = Client().get(f"/t/{made.slug}/rules/").content.decode()
    assert "who hosts: <code>HAHA</code>" in rules
    assert "who hosts: <code>HHAAH, then HHAAAHH</code>" in rules
