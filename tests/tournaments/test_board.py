"""The round board says what every series waits for, and acts through the services."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone
from drf_spectacular.drainage import GENERATOR_STATS
from drf_spectacular.generators import SchemaGenerator

from config.journal.models import Action
from config.refusals import Refused
from games.models import Game
from games.seriesday.models import SeriesClock
from games.seriesday.services.clocks import begin_series, extend_series, suspend_series
from games.seriesday.services.rulings import Violation, open_ruling
from games.services.scoring import record_game
from rosters.models import TeamMember
from tests.builders import browser, director_of, league, manager, person
from tests.games.seriesday.builders import a_day, claim
from tests.work import counted
from tournaments.board_acts import ACTS
from tournaments.models import Tournament
from tournaments.selectors.league import load_league
from tournaments.selectors.round_board import round_board
from tournaments.services.play_out import play_round

pytestmark = pytest.mark.django_db


def line_of(day, number: int = 1):
    board = round_board(load_league(day.tournament), number)
    assert board is not None
    return next(line for line in board.lines if line.meeting.series_id == day.series.pk)


def begun_ago(day, minutes: int) -> None:
    begin_series(series_ids=[day.series.pk], acting_user=day.director)
    then = timezone.now() - timedelta(minutes=minutes)
    SeriesClock.objects.filter(series=day.series).update(begun_at=then)


@pytest.mark.rule("T33.0a")
def test_t33_0a_a_series_over_45_minutes_a_game_shows_until_it_has_more_time():
    day = a_day(length=3)
    assert line_of(day).minutes is None
    begun_ago(day, 140)
    line = line_of(day)
    assert (line.limit, line.over, line.level) == (135, 5, "over")
    extend_series(series_id=day.series.pk, minutes=15, acting_user=day.director)
    line = line_of(day)
    assert (line.limit, line.over, line.level) == (150, 0, "near")


def test_clocks_that_run_are_not_started_again():
    day = a_day()
    assert begin_series(series_ids=[day.series.pk], acting_user=day.director) == 1
    first = SeriesClock.objects.get().begun_at
    assert begin_series(series_ids=[day.series.pk], acting_user=day.director) == 0
    assert SeriesClock.objects.get().begun_at == first
    assert Action.objects.filter(code="series-begun").count() == 1


def test_the_board_says_who_waits_for_whom():
    day = a_day()
    day.report(day.home, claim(4, 2))
    assert line_of(day).waits_for == (f"{day.series.away} confirms game 1",)
    day.report(day.away, claim(5, 2))
    assert line_of(day).waits_for == ("The director settles game 1",)
    assert line_of(day).level == "waiting"


def test_the_board_shows_rulings_suspended_games_and_unsigned_sheets():
    day = a_day(cards=True, length=1)
    day.report(day.director, day.pitched(claim()))
    line = line_of(day)
    assert line.meeting.is_complete
    assert {(sheet.club, sheet.signer) for sheet in line.sheets} == {
        (str(day.series.home), str(day.series.away)),
        (str(day.series.away), str(day.series.home)),
    }
    ruling = open_ruling(
        series_id=day.series.pk,
        number=1,
        violation=Violation("re-entry", "He came back.", offender=day.series.home_id),
        acting_user=day.away,
    )
    assert line_of(day).rulings == (ruling,)


@pytest.mark.rule("T33.0b")
def test_t33_0b_what_runs_is_suspended_as_it_stands():
    day = a_day()
    record_game(series_id=day.series.pk, number=1, transcript=["6"], acting_user=day.home)
    (game,) = suspend_series(series_id=day.series.pk, acting_user=day.director)
    assert game.status == Game.Status.SUSPENDED
    assert line_of(day).suspended == (1,)
    assert line_of(day).running == ()


@pytest.mark.rule("T33.0g")
def test_t33_0g_nothing_is_suspended_in_an_event_without_the_rule():
    day = a_day()
    record_game(series_id=day.series.pk, number=1, transcript=["6"], acting_user=day.home)
    day.tournament.edition_fields = {"series": {"suspension": False, "minutes_per_game": 60}}
    day.tournament.save()
    answer = browser(day.director).post(
        f"/t/{day.tournament.slug}/board/", {"act": "suspend", "series": day.series.pk}
    )
    assert answer.status_code == 422
    assert 'data-code="no-suspension"' in answer.content.decode()
    assert day.game().status == Game.Status.IN_PROGRESS
    assert line_of(day).limit == 120


def test_the_board_page_acts_and_is_redrawn_in_part():
    day = a_day()
    director = browser(day.director)
    url = f"/t/{day.tournament.slug}/board/"
    assert "not begun" in director.get(url).content.decode()
    answer = director.post(url, {"act": "begin", "round": "1"})
    assert answer.status_code == 302
    part = director.get(url, headers={"HX-Request": "true"}).content.decode()
    assert re.match(r'\s*<div\s+id="board"', part)
    assert "under way" in part
    body = {"act": "extend", "series": day.series.pk, "round": "1", "minutes": "15"}
    assert director.post(url, body).status_code == 302
    # Its clock runs: people play it.
    body = {"act": "play", "series": day.series.pk, "round": "1"}
    assert director.post(url, body).status_code == 422
    assert not day.series.games.exists()
    body = {"act": "substitute", "person": day.away.pk, "team": day.series.home_id}
    assert director.post(url, body).status_code == 302
    assert TeamMember.objects.get(team=day.series.home, user=day.away).role == "substitute"
    for bad in ({"act": "rain"}, {"act": "extend", "series": "0"}, {"act": "substitute"}):
        assert director.post(url, bad).status_code == 422


def test_the_board_has_the_computer_play_a_series_that_has_not_begun():
    day = a_day()
    url = f"/t/{day.tournament.slug}/board/"
    body = {"act": "play", "series": day.series.pk, "round": "1"}
    assert browser(day.director).post(url, body).status_code == 302
    assert line_of(day).meeting.is_complete
    assert set(day.series.games.values_list("source", flat=True)) == {"simulated"}


def test_the_board_takes_the_same_queries_however_many_series(django_assert_num_queries):
    few, many = a_day(4), None
    league = load_league(few.tournament)
    round_board(league, 1)
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    with CaptureQueriesContext(connection) as first:
        round_board(league, 1)
    from tests.builders import league as a_league

    many = load_league(a_league(8, name="Many"))
    with CaptureQueriesContext(connection) as second:
        round_board(many, 1)
    assert len(first) == len(second)


def test_a_round_that_is_over_starts_no_clocks_and_an_event_that_is_over_names_nobody():
    tournament = league(4)
    manager(tournament, 1)
    director = browser(director_of(tournament))
    board = f"/t/{tournament.slug}/board/"
    first = director.get(f"{board}?round=1").content.decode()
    assert "Start the clocks of round 1" in first
    assert "Name a substitute" in first
    play_round(tournament=tournament, number=1, acting_user=director_of(tournament))
    over = director.get(f"{board}?round=1").content.decode()
    assert "Start the clocks" not in over
    assert "Start the clocks of round 2" in director.get(f"{board}?round=2").content.decode()
    Tournament.objects.filter(pk=tournament.pk).update(state=Tournament.State.COMPLETE)
    assert "Name a substitute" not in director.get(board).content.decode()


def test_the_part_that_moves_is_made_once_for_all_who_watch_and_anew_for_every_change(time_machine):
    # It is made anew with every minute as well.
    time_machine.move_to("2026-11-22T12:00:00Z", tick=False)
    day = a_day()
    url = f"/t/{day.tournament.slug}/board/?round=1"

    def part(user) -> str:
        found = browser(user).get(url, headers={"HX-Request": "true"}).content.decode()
        # The forms of each have a token of his own.
        return re.sub(r'(name="csrfmiddlewaretoken" value)="[^"]+"', r"\1", found)

    first = part(day.director)
    with counted() as again:
        assert part(day.director) == first
    day.report(day.home, claim(4, 2))
    with counted() as changed:
        assert f"{day.series.away} confirms game 1" in part(day.director)
    assert again.queries < changed.queries
    day.report(day.away, claim(5, 2))
    assert "The director settles game 1" in part(day.director)
    assert browser(day.home).get(url, headers={"HX-Request": "true"}).status_code == 404


def test_the_clocks_of_a_round_are_offered_once():
    made = league(4)
    board = f"/t/{made.slug}/board/"
    dana = browser(director_of(made))
    # The list of what waits offers those of the next round, ...
    assert dana.get(board).content.decode().count("Start the clocks of") == 1
    # ... the page those of another one that is looked at.
    page = dana.get(board, {"round": 2}).content.decode()
    assert page.count("Start the clocks of") == 1
    assert "Start the clocks of round 2" in page


@pytest.fixture(scope="module")
def schema():
    with GENERATOR_STATS.silence():
        return SchemaGenerator().get_schema(public=True)


@pytest.mark.parametrize("name", ACTS)
def test_an_act_is_the_services_to_refuse_and_told_by_the_api_as_by_the_page(name, schema):
    act = ACTS[name]
    made = league(4)
    for stranger in (person("Stranger"), manager(made, 1)):
        with pytest.raises(Refused) as refused:
            act.do(tournament=made, acting_user=stranger)
        assert refused.value.code == "director-only"
    there = schema["paths"].get(f"/api/v1/tournaments/{{slug}}/board/{name}/")
    assert (there is not None) == act.in_api
    if there is None:
        return
    assert there["post"]["summary"] == act.summary
    sent = there["post"]["requestBody"]["content"]["application/json"]["schema"]["$ref"]
    fields = schema["components"]["schemas"][sent.rpartition("/")[2]]["properties"]
    assert set(fields) == set(act.fields().fields)


def test_what_a_form_of_the_board_lacks_is_said_at_its_field():
    day = a_day()
    desk, where = browser(day.director), f"/t/{day.tournament.slug}/board/"
    for sent, codes in (
        ({"act": "extend"}, {"required"}),
        ({"act": "extend", "series": str(day.series.pk), "minutes": "many"}, {"invalid"}),
        ({"act": "extend", "series": str(day.series.pk), "minutes": "0"}, {"min-value"}),
        ({"act": "nonsense"}, {"unknown-act"}),
    ):
        answer = desk.post(where, sent)
        assert answer.status_code == 422
        assert set(re.findall(r'data-code="([^"]+)"', answer.content.decode())) == codes
    assert not SeriesClock.objects.exists()


def test_what_was_done_is_said_with_the_series_it_was_done_to():
    day = a_day()
    desk, where = browser(day.director), f"/t/{day.tournament.slug}/board/"
    due = timezone.localtime() + timedelta(days=2)
    desk.post(where, {"act": "deadline", "round": "1", "due": f"{due:%Y-%m-%dT%H:%M}"})
    for sent in ({"act": "put-off", "hours": "24"}, {"act": "house"}):
        answer = desk.post(where, {**sent, "series": str(day.series.pk)}, follow=True)
        assert answer.status_code == 200
        assert f"{day.series}: " in " ".join(str(each) for each in answer.context["messages"])


def test_clocks_that_all_run_are_not_offered_to_be_started():
    day = a_day()
    desk, where = browser(day.director), f"/t/{day.tournament.slug}/board/?round=1"
    assert "Start the clocks of" in desk.get(where).content.decode()
    desk.post(where, {"act": "begin", "round": "1"})
    assert "Start the clocks of" not in desk.get(where).content.decode()
