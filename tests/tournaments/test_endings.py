"""What is open ends with what it hangs on: nobody can be asked for what nobody can do."""

from datetime import timedelta

import pytest
from django.apps import apps
from django.db.models import ForeignKey
from django.utils import timezone

from config.journal.models import Action
from games.models import Game, GameClock, Series
from games.scheduling.models import MeetingTime
from games.scheduling.services import accept_time, propose_times
from games.seriesday.models import Absence, GameReport, HomeRoll, Ruling, SeriesClock
from games.seriesday.services.absences import report_absence, set_deadline
from games.seriesday.services.clocks import begin_series
from games.seriesday.services.home import open_home_roll, roll_for_home
from games.seriesday.services.reporting import confirm_report
from games.seriesday.services.rulings import Violation, agree, open_ruling
from games.services.rewinding import void_game
from games.tasks import settle_game_clocks
from pitching.models import SheetSeries
from rosters.models import Squad
from tests.builders import browser, director_of
from tests.games.builders import started
from tests.games.seriesday.builders import a_day, claim
from tests.games.test_clocks import a_game, asked
from tests.tournaments.drops import drop, play_rounds
from tournaments.endings import ACTS, ENDINGS, RECORDS
from tournaments.models import Drop, Tournament
from tournaments.selectors.league import load_league
from tournaments.services.drops import undo_drop

pytestmark = pytest.mark.django_db


def post(user, address, **values):
    return browser(user).post(f"/api/v1/{address}", values, content_type="application/json")


def number_of(day, team) -> int:
    return day.tournament.entrants.get(team=team).number


def confirmed(day, number: int = 1) -> Game:
    report = day.report(day.home, claim(), number)
    confirm_report(game_id=report.game_id, version=report.version, acting_user=day.away)
    return report.game


def reported_violation(day, number: int = 1) -> Ruling:
    violation = Violation("illegal-lineup", "He batted out of turn.", offender=day.series.away_id)
    return open_ruling(
        series_id=day.series.pk, number=number, violation=violation, acting_user=day.home
    )


def test_the_table_says_of_everything_on_a_series_or_game_what_each_act_does_to_it():
    """A new model that hangs on a series or a game is a row of the table, or a record."""
    hanging = {
        model
        for model in apps.get_models()
        for field in model._meta.get_fields()
        if isinstance(field, ForeignKey) and field.related_model in (Series, Game, SheetSeries)
    }
    hanging = {model for model in hanging if model._meta.label not in RECORDS}
    assert hanging - set(ENDINGS) == set()
    missing = [
        (model.__name__, act.__name__)
        for model in hanging
        for act in ACTS
        if act not in ENDINGS[model]
    ]
    assert missing == []
    assert all(effect for effects in ENDINGS.values() for effect in effects.values())
    assert {apps.get_model(label)._meta.label for label in RECORDS} == set(RECORDS)


@pytest.mark.parametrize("appealed", [False, True])
def test_a_ruling_ends_with_the_series_so_that_the_event_goes_on(appealed):
    """A violation is reported after a confirmed result, then a club drops out."""
    day = a_day(4)
    confirmed(day)
    ruling = reported_violation(day)
    if appealed:
        agree(ruling_id=ruling.pk, acting_user=day.away, denies=True)
    drop(day.tournament, number_of(day, day.series.home))
    ruling.refresh_from_db()
    assert ruling.state == Ruling.State.LAPSED
    line = Action.objects.get(code="ruling-closed")
    assert (line.actor, line.scope) == (day.director, day.tournament.scope)
    play_rounds(day.tournament, 1, 2, 3)
    answer = post(day.director, f"tournaments/{day.tournament.slug}/advance/")
    assert "nothing-to-draw" in answer.content.decode()
    page = browser(day.home).get(ruling.get_absolute_url()).content.decode()
    assert "Closed, as its series or game ended" in page
    assert "See what it changes" not in page
    assert "Appeal to the director" not in page
    for words in ({"act": "dismiss", "words": "No"}, {"act": "appeal", "words": "No"}):
        answer = browser(day.director).post(ruling.get_absolute_url(), words)
        assert answer.status_code == 422


@pytest.mark.parametrize("appealed", [False, True])
def test_a_ruling_waits_again_where_it_did_once_the_drop_is_undone(appealed):
    day = a_day(4)
    confirmed(day)
    reported_violation(day)
    ruling = reported_violation(day)
    if appealed:
        agree(ruling_id=ruling.pk, acting_user=day.away, denies=True)
    before = ruling.state if not appealed else Ruling.State.APPEALED
    made = drop(day.tournament, number_of(day, day.series.home))
    undo_drop(drop=made, acting_user=day.director)
    ruling.refresh_from_db()
    assert (ruling.state, ruling.closed_at) == (before, None)
    assert ruling.steps.order_by("-number").first().kind == "reopened"
    answer = browser(day.director).post(
        ruling.get_absolute_url(), {"act": "dismiss", "words": "Nothing was wrong."}
    )
    assert answer.status_code == 302


def test_a_void_game_takes_its_ruling_and_its_reports_with_it():
    day = a_day(4, length=1)
    game = day.report(day.home, claim()).game
    ruling = reported_violation(day)
    void_game(game_id=game.pk, reason="Wrong cards", acting_user=day.director)
    ruling.refresh_from_db()
    assert ruling.state == Ruling.State.LAPSED
    assert GameReport.objects.get(game=game).state == GameReport.State.LAPSED
    codes = Action.objects.filter(code__in=("ruling-closed", "report-closed"))
    assert {line.new["reason"] for line in codes} == {"Wrong cards"}
    assert codes.count() == 2


def test_the_desk_leads_to_the_ruling_that_holds_the_event_up():
    day = a_day(4, length=1)
    confirmed(day)
    ruling = reported_violation(day)
    play_rounds(day.tournament, 1, 2, 3)
    answer = browser(day.director).post(
        f"/t/{day.tournament.slug}/desk/", {"act": "advance"}, follow=True
    )
    assert f'href="{ruling.get_absolute_url()}"' in answer.content.decode()


def test_a_ruling_on_a_void_game_of_an_older_release_does_not_hold_the_event_up():
    day = a_day(4, length=1)
    game = confirmed(day)
    ruling = reported_violation(day)
    void_game(game_id=game.pk, reason="Wrong cards", acting_user=day.director)
    Ruling.objects.filter(pk=ruling.pk).update(state=Ruling.State.OPEN)
    play_rounds(day.tournament, 1, 2, 3)
    answer = post(day.director, f"tournaments/{day.tournament.slug}/advance/")
    assert "nothing-to-draw" in answer.content.decode()


def test_everything_that_is_open_ends_with_a_series_and_comes_back_with_it(time_machine):
    day = a_day(4)
    now = timezone.now()
    time_machine.move_to(now, tick=False)
    (time,) = propose_times(
        series_id=day.series.pk, times=[now + timedelta(days=2)], acting_user=day.home
    )
    accept_time(time_id=time.pk, acting_user=day.away)
    report_absence(series_id=day.series.pk, team_id=day.series.away_id, acting_user=day.home)
    open_home_roll(series_id=day.series.pk, servers_dice=False, acting_user=day.home)
    roll_for_home(
        series_id=day.series.pk, team_id=day.series.home_id, value=3, acting_user=day.home
    )
    begin_series(series_ids=[day.series.pk], acting_user=day.director)
    due = now + timedelta(days=1)
    set_deadline(series_ids=[day.series.pk], due=due, house_plays=True, acting_user=day.director)
    made = drop(day.tournament, number_of(day, day.series.home))
    assert MeetingTime.objects.get().state == "lapsed"
    assert Absence.objects.get().outcome == "called-off"
    assert HomeRoll.objects.get().withdrawn_at is not None
    logged = {"times-ended", "absence-closed", "home-roll-withdrawn"}
    assert set(Action.objects.filter(code__in=logged).values_list("code", flat=True)) == logged
    time_machine.move_to(now + timedelta(hours=3), tick=False)
    undo_drop(drop=made, acting_user=day.director)
    assert MeetingTime.objects.get().state == "agreed"
    assert Absence.objects.get().outcome == ""
    assert HomeRoll.objects.get().withdrawn_at is None
    clock = SeriesClock.objects.get()
    # Nobody could play for three hours.
    assert (clock.begun_at, clock.due_at) == (
        now + timedelta(hours=3),
        due + timedelta(hours=3),
    )


def test_the_clock_of_a_game_stands_while_its_series_is_called_off(monkeypatch, time_machine):
    monkeypatch.setattr("games.services.scoring.fresh_seed", lambda: "clocks")
    noon = timezone.now().replace(microsecond=0)
    time_machine.move_to(noon, tick=False)
    game, _, _ = a_game(decision_seconds=60)
    game, side = asked(game)
    tournament = Tournament.objects.get()
    time_machine.move_to(noon + timedelta(seconds=20), tick=False)
    made = drop(tournament, 1)
    assert Action.objects.filter(code="clock-stopped", subject_id=game.pk).exists()
    time_machine.move_to(noon + timedelta(seconds=620), tick=False)
    assert settle_game_clocks() == 0
    undo_drop(drop=made, acting_user=director_of(tournament))
    clock = GameClock.objects.get(game=game)
    assert (clock.side, clock.due_at - clock.since) == (side, timedelta(seconds=40))


def test_a_series_that_a_void_game_opens_again_is_a_bye_where_a_club_is_out(
    django_capture_on_commit_callbacks,
):
    """Nobody could finish it, and the event would wait for it for good."""
    day = a_day(4, length=1)
    Tournament.objects.update(dropped_results="kept")
    play_rounds(day.tournament, 1)
    made = drop(day.tournament, number_of(day, day.series.home))
    game = day.series.games.get()
    with django_capture_on_commit_callbacks(execute=True):
        answer = post(day.director, f"games/{game.pk}/void/", reason="Wrong cards")
    assert answer.status_code == 200, answer.content
    series = Series.objects.get(pk=day.series.pk)
    assert series.called_off_at is not None
    assert day.series.pk in Drop.objects.get().called_off
    assert day.series.pk not in {
        each.series_id for each in load_league(Tournament.objects.get()).unplayed
    }
    undo_drop(drop=made, acting_user=day.director)
    series.refresh_from_db()
    assert (series.called_off_at, series.completed_at) == (None, None)


def board(day, act: str, **values):
    return post(day.director, f"tournaments/{day.tournament.slug}/board/{act}/", **values)


def codes(answer) -> str:
    return answer.json()["error"]["code"]


def test_nothing_is_done_to_a_series_that_is_called_off_and_that_is_said():
    day = a_day(4)
    game = started(day.series, "1")
    drop(day.tournament, number_of(day, day.series.away))
    pk = day.series.pk
    sent = [
        board(day, "extend", series=pk, minutes=15),
        board(day, "play", series=pk),
        board(day, "house", series=pk),
        board(day, "put-off", series=pk, hours=2),
        post(day.director, f"series/{pk}/simulate/"),
        browser(day.home).put(
            f"/api/v1/series/{pk}/house/",
            {"team": day.series.home_id, "allowed": True},
            content_type="application/json",
        ),
        browser(day.home).put(
            f"/api/v1/games/{game.pk}/standing-orders/",
            {"side": "home", "when": {}},
            content_type="application/json",
        ),
    ]
    found = [codes(answer) for answer in sent]
    assert set(found) <= {"called-off", "series-complete", "nothing-to-play"}, found
    assert not SeriesClock.objects.filter(extra_minutes__gt=0).exists()


def test_an_event_that_is_over_takes_nothing_for_games_to_come(
    django_capture_on_commit_callbacks,
):
    day = a_day(4, length=1)
    with django_capture_on_commit_callbacks(execute=True):
        play_rounds(day.tournament, 1, 2, 3)
    assert Tournament.objects.get().state == Tournament.State.COMPLETE
    due = (timezone.now() + timedelta(days=1)).isoformat()
    sent = [
        board(day, "begin", round=1),
        board(day, "deadline", round=1, due=due),
        board(day, "substitute", team=day.series.home_id, person=day.away.pk),
        browser(day.director).put(
            f"/api/v1/tournaments/{day.tournament.slug}/clock/",
            {"decision_seconds": 60, "game_seconds": 0},
            content_type="application/json",
        ),
        browser(day.home).put(
            f"/api/v1/games/{day.game().pk}/standing-orders/",
            {"side": "home", "when": {}},
            content_type="application/json",
        ),
    ]
    found = [codes(answer) for answer in sent]
    assert found == ["series-complete"] * 2 + ["not-running"] + ["event-over"] * 2
    assert not SeriesClock.objects.exists()


def test_a_club_plans_nothing_more_in_an_event_that_is_over(django_capture_on_commit_callbacks):
    day = a_day(4, cards=True, length=1)
    with django_capture_on_commit_callbacks(execute=True):
        play_rounds(day.tournament, 1, 2, 3)
    squad = Squad.objects.get(team=day.series.home)
    page = browser(day.home).get(f"/squads/{squad.pk}/").content.decode()
    for address in ("rotation", "line-ups/left", "instructions"):
        assert f"/squads/{squad.pk}/{address}/" not in page
        assert browser(day.home).get(f"/squads/{squad.pk}/{address}/").status_code == 404
    answer = browser(day.home).put(
        f"/api/v1/squads/{squad.pk}/rotation/", {"starts": []}, content_type="application/json"
    )
    assert codes(answer) == "event-over"
