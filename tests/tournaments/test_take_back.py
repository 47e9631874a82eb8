"""What was simulated is taken back, as long as nothing rests on it, and everything that hangs on it
is right afterwards."""

from datetime import timedelta

import pytest
from django.utils import timezone
from zeal import zeal_ignore

from config.journal.models import Action
from games.models import Game, Series
from games.scheduling.models import MeetingTime
from games.seriesday.models import Absence, SeriesClock
from games.seriesday.services.absences import have_house_play, report_absence, set_deadline
from games.seriesday.services.clocks import begin_series
from games.seriesday.services.rulings import Violation, choose_remedy, open_ruling
from games.seriesday.tasks import play_overdue_series
from pitching.models import SheetColumn
from pitching.services.signing import sign_series
from tests.builders import browser, director_of
from tests.games.seriesday.builders import Day, a_day, claim
from tests.tournaments.drops import drop, play_rounds
from tests.tournaments.test_offers import of_two_stages
from tests.tournaments.test_play_out import agreed
from tournaments.awards.services import open_ballot
from tournaments.models import Tournament
from tournaments.selectors.league import load_league
from tournaments.selectors.tables import table
from tournaments.services.drawing import advance_event
from tournaments.services.play_out import play_now, play_round
from tournaments.services.ties import rule_on_tie

pytestmark = pytest.mark.django_db

WHY = "They had agreed to play on Sunday."


def api(day: Day) -> str:
    return f"/api/v1/tournaments/{day.tournament.slug}/take-back/"


def take_back(day: Day, user=None, **sent):
    sent = {"reason": WHY, **sent}
    # Each game is taken off by itself, as by hand.
    with zeal_ignore():
        return browser(user or day.director).post(api(day), sent, "application/json")


def codes(answer) -> set[str]:
    return {each["code"] for each in answer.json()["error"]["refusals"]}


def simulate(day: Day, number: int = 1):
    return play_round(tournament=day.tournament, number=number, acting_user=day.director)


def finals(day: Day) -> int:
    return Game.objects.filter(series__event__key=day.tournament.scope, status="final").count()


@pytest.mark.parametrize("cards", [False, True])
def test_a_round_is_taken_back_and_played_by_people(cards):
    day = a_day(4, cards=cards)
    simulate(day)
    assert finals(day) == 4
    looked = browser(day.director).get(api(day), {"round": "1"}).json()
    assert (len(looked["games"]), looked["left"]) == (4, [])
    answer = take_back(day, round=1)
    assert (answer.status_code, answer.json()) == (200, looked)
    assert finals(day) == 0
    assert Game.objects.filter(status="void").count() == 4
    assert Series.objects.filter(completed_at=None).count() == 6
    assert not any(line.row.record.overall.won for line in table(load_league(day.tournament)))
    assert not SheetColumn.objects.exclude(status=SheetColumn.Status.TAKEN_BACK).exists()
    voided = Action.objects.filter(code="game-voided")
    assert {line.new["reason"] for line in voided} == {WHY}
    line = Action.objects.get(code="simulation-taken-back")
    assert (line.actor, line.new["told"]) == (day.director, f"4 games: {WHY}")

    told = day.pitched(claim()) if cards else claim()
    report = day.report(day.home, told)
    day.report(day.away, told)
    assert report.game.source == Game.Source.REPORTED
    assert day.game().is_final
    # Played by people it stands; what is left can be simulated, and taken back again.
    day.report(day.director, day.pitched(claim(), 2) if cards else claim(2, 4), 2)
    simulate(day)
    again = take_back(day, round=1)
    assert len(again.json()["games"]) == 2
    assert {each["code"] for each in again.json()["left"]} == {"not-simulated"}
    assert finals(day) == 2


def test_the_page_shows_what_is_taken_back_and_takes_what_is_ticked():
    day = a_day(4)
    time = agreed(day, hours=60)
    have_house_play(series_id=day.series.pk, acting_user=day.director)
    dana = browser(day.director)
    series = dana.get(f"/series/{day.series.pk}/").content.decode()
    page = f"/t/{day.tournament.slug}/take-back/?series={day.series.pk}"
    assert page in series
    desk = dana.get(f"/t/{day.tournament.slug}/desk/").content.decode()
    assert f"/t/{day.tournament.slug}/take-back/?round=1" in desk
    first, second = day.game(1), day.game(2)
    shown = dana.get(page).content.decode()
    for game in (first, second):
        assert f'value="{game.pk}"' in shown
        assert f"Game {game.number}: {game.away.abbreviation} {game.away_runs}" in shown
    assert dana.post(page, {"reason": WHY}).status_code == 422
    refused = dana.post(page, {"game": str(second.pk), "reason": " "})
    assert "reason-missing" in refused.content.decode()
    assert finals(day) == 2
    answer = dana.post(page, {"game": str(second.pk), "reason": WHY}, follow=True)
    assert "Taken back: 1 game." in answer.content.decode()
    assert list(day.series.games.filter(status="final")) == [first]
    # What was agreed stands, and keeps the rest for its people.
    time.refresh_from_db()
    assert time.state == MeetingTime.State.AGREED
    assert "Simulate what is unplayed" not in dana.get(f"/series/{day.series.pk}/").content.decode()
    left = simulate(day).left
    assert [refusal.code for refusal in left.values()] == ["time-agreed"]
    for user in (day.home, None):
        assert browser(user).get(page).status_code in (302, 404)
        assert "take-back" not in browser(user).get(f"/series/{day.series.pk}/").content.decode()


def test_only_directors_take_anything_back():
    day = a_day(4)
    simulate(day)
    assert take_back(day, day.home, round=1).status_code == 404
    assert codes(take_back(day, reason=" ", round=1)) == {"blank"}
    assert codes(take_back(day)) == {"nothing-chosen"}
    assert codes(take_back(day, round=2)) == {"nothing-simulated"}
    assert finals(day) == 4


def test_what_the_house_played_at_a_deadline_is_not_played_again_at_once(time_machine):
    day = a_day(4)
    now = timezone.now()
    time_machine.move_to(now, tick=False)
    report_absence(series_id=day.series.pk, team_id=day.series.away_id, acting_user=day.home)
    due = now + timedelta(hours=5)
    only = [day.series.pk]
    set_deadline(series_ids=only, due=due, house_plays=True, acting_user=day.director)
    time_machine.move_to(due + timedelta(minutes=1), tick=False)
    play_overdue_series()
    assert finals(day) == 2
    assert not Absence.objects.filter(outcome="").exists()
    time_machine.move_to(due + timedelta(days=2), tick=False)
    assert take_back(day, series=day.series.pk).status_code == 200
    play_overdue_series()
    assert finals(day) == 0
    assert Absence.objects.get().outcome == ""
    assert SeriesClock.objects.get().house_plays is False


def test_clocks_and_deadlines_get_back_the_time_that_was_lost(time_machine):
    day = a_day(4)
    now = timezone.now()
    time_machine.move_to(now, tick=False)
    due = now + timedelta(days=5)
    only = [day.series.pk]
    begin_series(series_ids=only, acting_user=day.director)
    set_deadline(series_ids=only, due=due, house_plays=True, acting_user=day.director)
    time_machine.move_to(now + timedelta(minutes=20), tick=False)
    have_house_play(series_id=day.series.pk, acting_user=day.director)
    time_machine.move_to(now + timedelta(days=2, minutes=20), tick=False)
    assert take_back(day, series=day.series.pk).status_code == 200
    clock = SeriesClock.objects.get()
    lost = timedelta(days=2)
    assert (clock.begun_at, clock.due_at) == (now + lost, due + lost)
    assert clock.house_plays


def next_stage_drawn() -> Day:
    day = of_two_stages(cards=False)
    play_rounds(day.tournament, 1, 2, 3)
    made = day.tournament
    try_ties(made)
    advance_event(tournament=made, acting_user=day.director)
    return day


def try_ties(made: Tournament) -> None:
    from tournaments.selectors.progress import waiting_ties

    while waiting := waiting_ties(load_league(made)):
        group = waiting[0].group
        values = {member: 20 - at for at, member in enumerate(group)}
        rule_on_tie(tournament=made, kind="d20", values=values, acting_user=director_of(made))


def tie_ruled() -> Day:
    day = a_day(4)
    play_rounds(day.tournament, 1, 2, 3)
    made = day.tournament
    made.tie_rulings.create(kind="d20", values={"1": 5, "2": 9}, made_by=day.director)
    return day


def voted_upon() -> Day:
    day = a_day(4)
    play_rounds(day.tournament, 1)
    act = {"tournament": day.tournament, "title": "Best club", "closes_at": None}
    open_ballot(source="clubs", acting_user=day.director, **act)
    return day


def club_gone() -> Day:
    day = a_day(4)
    play_rounds(day.tournament, 1)
    for team in (series.home for series in Series.objects.filter(completed_at__isnull=False)):
        drop(day.tournament, day.tournament.entrants.get(team=team).number)
    return day


@pytest.mark.parametrize(
    ("prepared", "code"),
    [
        (next_stage_drawn, "round-drawn"),
        (tie_ruled, "tie-ruled"),
        (voted_upon, "award-given"),
        (club_gone, "club-dropped"),
    ],
)
def test_what_something_rests_on_is_shown_and_stays(prepared, code):
    day = prepared()
    before = finals(day)
    looked = browser(day.director).get(api(day), {"round": "1"}).json()
    assert looked["games"] == []
    assert {each["code"] for each in looked["left"]} == {code}
    assert codes(take_back(day, round=1)) == {code}
    assert finals(day) == before
    page = f"/t/{day.tournament.slug}/take-back/?round=1"
    shown = browser(day.director).get(page).content.decode()
    assert looked["left"][0]["message"] in shown.replace("&#x27;", "'")
    assert "Take them back" not in shown


def test_a_ruled_game_and_a_signed_sheet_stay():
    day = a_day(4, cards=True)
    act = {"tournament": day.tournament, "acting_user": day.director}
    played = play_now(series_ids=[day.series.pk], **act)
    violation = Violation("re-entry", "He came back.", offender=day.series.away_id)
    ruling = open_ruling(
        series_id=day.series.pk, number=1, violation=violation, acting_user=day.home
    )
    choose_remedy(
        ruling_id=ruling.pk, remedy="accept", footnote="Stands.", acting_user=day.director
    )
    answer = take_back(day, series=day.series.pk)
    assert answer.json()["games"] == [played.games[1].pk]
    assert {each["code"] for each in answer.json()["left"]} == {"game-ruled-on"}
    named = take_back(day, series=day.series.pk, games=[played.games[0].pk])
    assert codes(named) == {"game-ruled-on"}
    play_now(series_ids=[day.series.pk], **act)
    sheet = SheetColumn.objects.filter(series__key=f"series:{day.series.pk}").first().series
    sign_series(series_id=sheet.pk, acting_user=day.director)
    assert "sheet-signed" in codes(take_back(day, series=day.series.pk))


def test_an_event_that_was_played_out_goes_on(django_capture_on_commit_callbacks):
    day = a_day(4)
    with django_capture_on_commit_callbacks(execute=True):
        browser(day.director).post(f"/api/v1/tournaments/{day.tournament.slug}/play-out/")
    day.tournament.refresh_from_db()
    assert day.tournament.state == "complete"
    with django_capture_on_commit_callbacks(execute=True):
        assert take_back(day, round=3).status_code == 200
    day.tournament.refresh_from_db()
    assert day.tournament.state == "running"
    assert finals(day) == 8
