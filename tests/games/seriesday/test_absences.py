"""Who is not there, substitutes, deadlines, and what the house plays for them."""

from datetime import timedelta

import pytest
from django.utils import timezone

from config.journal.models import Action
from games.models import Game
from games.planning.services.lineups import save_instructions
from games.seriesday.models import Absence, SeriesClock
from games.seriesday.services.absences import (
    have_house_play,
    play_overdue,
    put_off_deadline,
    report_absence,
    set_deadline,
    withdraw_absence,
)
from games.seriesday.services.clocks import extend_series
from games.seriesday.tasks import play_overdue_series
from games.verifying import verify
from rosters.models import Squad
from rosters.rules.instructions import Instructions
from tests.at_once import at_once
from tests.builders import browser, person
from tests.games.seriesday.builders import a_day, claim
from tests.games.seriesday.test_rulings import begun, refused
from tournaments.services.round_board import substitute

pytestmark = pytest.mark.django_db

DAY = timedelta(days=1)


def due_in(day, delta=DAY, *, house_plays: bool = True) -> None:
    set_deadline(
        series_ids=[day.series.pk],
        due=timezone.now() + DAY,
        house_plays=house_plays,
        acting_user=day.director,
    )
    SeriesClock.objects.filter(series=day.series).update(due_at=timezone.now() + delta)


def absent(day, team: int, by=None) -> Absence:
    return report_absence(series_id=day.series.pk, team_id=team, acting_user=by or day.home)


def test_what_is_unplayed_after_the_deadline_the_house_plays_once_with_published_seeds():
    day = a_day(cards=True)
    due_in(day)
    assert play_overdue_series() == 0
    due_in(day, -DAY)
    assert play_overdue_series() == 2
    games = list(day.series.games.order_by("number"))
    assert {game.source for game in games} == {Game.Source.SIMULATED}
    assert all(game.revealed_seed for game in games)
    assert all(check.holds for check in verify(games[0]))
    day.series.refresh_from_db()
    assert day.series.completed_at is not None
    assert Action.objects.get(code="overdue-played").new["games"] == 2
    assert Action.objects.filter(code="series-simulated").count() == 1
    assert play_overdue_series() == 0
    assert Action.objects.filter(code="overdue-played").count() == 1


def test_the_house_plays_from_what_both_sides_have_laid_down():
    day = a_day(cards=True)
    squad = Squad.objects.get(event__key=day.series.scope, team=day.series.home)
    save_instructions(
        squad=squad,
        instructions=Instructions(tendencies={"stealing": 0}),
        acting_user=day.home,
    )
    due_in(day, -DAY)
    play_overdue(now=timezone.now())
    for game in day.series.games.all():
        for team_id, side in zip((game.away_id, game.home_id), game.clubs, strict=True):
            laid_down = side.get("laid_down", {}).get("instructions", 0)
            assert laid_down == int(team_id == squad.team_id)


def test_people_who_are_playing_are_left_to_their_director():
    day = a_day()
    begun(day, 4)
    due_in(day, -DAY)
    assert play_overdue_series() == 0
    assert day.series.games.count() == 1
    games = have_house_play(series_id=day.series.pk, acting_user=day.director)
    assert [game.number for game in games] == [1, 2]
    assert day.game().source == Game.Source.SCORED
    assert day.game(2).source == Game.Source.SIMULATED
    day.series.refresh_from_db()
    assert day.series.completed_at is not None
    assert (
        refused(lambda: have_house_play(series_id=day.series.pk, acting_user=day.director))
        == "series-complete"
    )


def test_a_game_that_waits_to_be_confirmed_is_not_played_over():
    day = a_day()
    day.report(day.home, claim(4, 2))
    due_in(day, -DAY)
    assert play_overdue_series() == 0
    assert (
        refused(lambda: have_house_play(series_id=day.series.pk, acting_user=day.director))
        == "game-unconfirmed"
    )


def test_a_deadline_without_the_house_waits_and_one_put_off_holds():
    day = a_day()
    due_in(day, -DAY, house_plays=False)
    assert play_overdue_series() == 0
    due_in(day, -DAY)
    put_off_deadline(series_id=day.series.pk, by=timedelta(hours=2), acting_user=day.director)
    assert play_overdue_series() == 0
    assert SeriesClock.objects.get(series=day.series).due_at > timezone.now() + timedelta(hours=1)
    assert Action.objects.filter(code="deadline-put-off").exists()


def test_a_deadline_needs_to_be_set_before_it_is_put_off():
    day = a_day()
    assert (
        refused(lambda: put_off_deadline(series_id=day.series.pk, by=DAY, acting_user=day.director))
        == "no-deadline"
    )
    past = timezone.now() - DAY
    assert (
        refused(
            lambda: set_deadline(
                series_ids=[day.series.pk], due=past, house_plays=True, acting_user=day.director
            )
        )
        == "deadline-past"
    )


def test_who_is_not_there_is_said_once_and_taken_back_by_whom_it_concerns():
    day = a_day()
    said = absent(day, day.series.away_id)
    assert not said.by_himself
    assert refused(lambda: absent(day, day.series.away_id)) == "told-already"
    stranger = person("Stranger")
    assert refused(lambda: absent(day, day.series.home_id, stranger)) == "not-your-game"
    assert refused(lambda: absent(day, 0)) == "no-such-club"
    assert (
        refused(lambda: withdraw_absence(absence_id=said.pk, acting_user=stranger))
        == "not-yours-to-withdraw"
    )
    withdraw_absence(absence_id=said.pk, acting_user=day.away)
    said.refresh_from_db()
    assert said.outcome == "withdrawn"
    assert (
        refused(lambda: withdraw_absence(absence_id=said.pk, acting_user=day.away))
        == "closed-already"
    )
    assert absent(day, day.series.away_id, day.away).by_himself


@pytest.mark.rule("T33.0e", "T33.0m")
def test_t33_0e_a_substitute_more_time_or_the_house_end_an_absence():
    day = a_day()
    outcomes = []
    for act in (
        lambda: substitute(
            tournament=day.tournament,
            team_id=day.series.away_id,
            person_id=day.home.pk,
            acting_user=day.director,
        ),
        lambda: extend_series(series_id=day.series.pk, minutes=15, acting_user=day.director),
        lambda: have_house_play(series_id=day.series.pk, acting_user=day.director),
    ):
        said = absent(day, day.series.away_id)
        act()
        said.refresh_from_db()
        outcomes.append(said.outcome)
        assert said.closed_at is not None
    assert outcomes == ["substitute", "extended", "simulated"]
    assert day.series.away.members.get(user=day.home).role == "substitute"
    assert refused(lambda: absent(day, day.series.away_id)) == "series-complete"


def test_the_pages_of_an_absence():
    day = a_day()
    home, away = browser(day.home), browser(day.away)
    url = f"/series/{day.series.pk}/absences/"
    assert "We have waited long enough" in home.get(url).content.decode()
    body = {"act": "report", "team": day.series.away_id, "words": "Half an hour."}
    assert home.post(url, body).status_code == 302
    assert home.post(url, body).status_code == 422
    shown = away.get(url).content.decode()
    assert "Half an hour." in shown
    assert "Here after all" in shown
    assert "Here after all" not in browser().get(url).content.decode()
    board = browser(day.director).get(f"/t/{day.tournament.slug}/board/").content.decode()
    assert f"{day.series.away} did not show" in board
    said = Absence.objects.get()
    assert away.post(url, {"act": "withdraw", "absence": said.pk}).status_code == 302
    assert away.post(url, {"act": "withdraw", "absence": 0}).status_code == 422
    assert away.post(url, {"act": "rain"}).status_code == 422


def test_the_board_sets_and_puts_off_deadlines():
    day = a_day()
    director = browser(day.director)
    board = f"/t/{day.tournament.slug}/board/"
    soon = (timezone.localtime() + DAY).strftime("%Y-%m-%dT%H:%M")
    body = {"act": "deadline", "round": "1", "due": soon, "house_plays": "yes"}
    assert director.post(board, body).status_code == 302
    clock = SeriesClock.objects.get(series=day.series)
    assert clock.house_plays
    assert clock.due_at > timezone.now()
    assert "Due " in director.get(f"{board}?round=1").content.decode()
    more = {"act": "put-off", "series": day.series.pk, "hours": "24", "round": "1"}
    assert director.post(board, more).status_code == 302
    later = SeriesClock.objects.get(series=day.series).due_at
    assert later == clock.due_at + DAY
    for bad in ({"due": ""}, {"due": "soon"}, {"due": "2001-01-01T10:00"}):
        assert director.post(board, {**body, **bad}).status_code == 422
    assert director.post(board, {**more, "hours": "0"}).status_code == 422
    assert "To be played by" in browser().get(day.series.get_absolute_url()).content.decode()


@pytest.mark.django_db(transaction=True)
def test_two_workers_at_one_deadline_play_a_series_once():
    day = a_day()
    due_in(day, -DAY)
    played = at_once(2, lambda _: play_overdue(now=timezone.now()))
    assert sorted(played) == [0, 2]
    assert day.series.games.count() == 2
