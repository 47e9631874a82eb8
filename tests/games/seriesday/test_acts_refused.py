"""Acts on a game that come from the wrong person, too late, or to the wrong game; nothing of them
is stored."""

from datetime import timedelta

import pytest
from django.utils import timezone

from config.journal.models import Action
from config.refusals import Refused
from games.engine.record import simulate
from games.models import Game, Series
from games.rules.suspensions import Matter
from games.seriesday.models import GameReport, Ruling, RulingStep
from games.seriesday.services.absences import put_off_deadline
from games.seriesday.services.reporting import (
    confirm_report,
    correct_report,
    report_game,
    settle_report,
)
from games.seriesday.services.rulings import Violation, agree, open_ruling
from games.seriesday.services.suspended import book_as_tie
from games.services.playing import play_series
from games.services.rewinding import void_game
from games.services.scoring import record_game
from tests.builders import browser, director_of, person, result
from tests.games.seriesday.builders import a_day, claim
from tests.tournaments.test_stages import event
from tournaments.selectors.league import load_league

pytestmark = pytest.mark.django_db


def refused(act, **given) -> tuple[str, str]:
    with pytest.raises(Refused) as error:
        act(**given)
    (refusal,) = error.value.refusals
    return refusal.code, refusal.place


def state_of(day) -> list[tuple]:
    """What reports and games say, to be held against a later moment."""
    reports = GameReport.objects.order_by("pk").values_list("version", "state", "team")
    games = Game.objects.order_by("pk").values_list("status", "away_runs", "home_runs")
    return [*reports, *games, Action.objects.count()]


def test_a_director_settles_what_a_club_has_told_and_does_not_tell_it_himself():
    day = a_day()
    day.report(day.home, claim(4, 2))
    was = state_of(day)
    given = {"series_id": day.series.pk, "number": 1, "key": "", "acting_user": day.director}
    assert refused(report_game, claim=claim(9, 1), **given)[0] == "director-settles"
    assert state_of(day) == was


def test_who_answers_a_game_that_is_over_does_not_call_it_suspended():
    day = a_day()
    day.report(day.home, claim(4, 2))
    was = state_of(day)
    given = {"series_id": day.series.pk, "number": 1, "key": "", "acting_user": day.away}
    half_way = claim(1, 0, ending="suspended", inning=5, half=1, outs=1)
    assert refused(report_game, claim=half_way, **given) == ("reported-over", "ending")
    assert state_of(day) == was


def test_a_version_that_was_answered_or_replaced_is_not_answered_again():
    day = a_day()
    day.report(day.home, claim(4, 2))
    day.report(day.home, claim(4, 3))
    game = day.game()
    act = {"game_id": game.pk, "acting_user": day.away}
    was = state_of(day)
    # His first telling he has replaced himself; there never was a seventh.
    assert refused(confirm_report, version=1, **act)[0] == "already-answered"
    assert refused(confirm_report, version=7, **act) == ("no-such-version", "version")
    assert state_of(day) == was
    confirm_report(version=2, **act)
    was = state_of(day)
    assert refused(confirm_report, version=2, **act)[0] == "already-answered"
    settle = {"game_id": game.pk, "version": 2, "reason": "So", "acting_user": day.director}
    assert refused(settle_report, **settle)[0] == "already-answered"
    assert state_of(day) == was


def test_a_game_off_the_books_and_one_recorded_play_by_play_are_not_corrected():
    day = a_day()
    entries = simulate(day.series.system, day.series.settings, "a game").transcript
    played = record_game(
        series_id=day.series.pk, number=1, transcript=entries, acting_user=day.home
    )
    act = {"claim": claim(5, 1), "reason": "Counted wrong", "acting_user": day.director}
    was = state_of(day)
    assert refused(correct_report, game_id=played.pk, **act)[0] == "has-plays"
    assert state_of(day) == was
    void_game(
        game_id=played.pk,
        reason="Played by the wrong clubs",
        acting_user=day.director,
    )
    was = state_of(day)
    assert refused(correct_report, game_id=played.pk, **act)[0] == "game-void"
    assert state_of(day) == was


def test_nobody_from_outside_reports_a_violation_or_agrees_to_one():
    day = a_day()
    day.report(day.home, claim(4, 2))
    given = {"series_id": day.series.pk, "number": 1, "acting_user": person("Somebody")}
    entry = Violation("re-entry", "He had been taken out.", offender=day.series.home_id)
    assert refused(open_ruling, violation=entry, **given)[0] == "not-your-game"
    assert not Ruling.objects.exists()
    shared = open_ruling(
        **{**given, "acting_user": day.away},
        violation=Violation("misread", "A 7 was read as a 1.", made_in_half=4, noticed_in_half=4),
    )
    steps = RulingStep.objects.count()
    code, _ = refused(agree, ruling_id=shared.pk, acting_user=day.director)
    assert code == "not-your-game"
    assert RulingStep.objects.count() == steps


@pytest.mark.rule("T33.0d")
def test_t33_only_a_suspended_game_is_booked_as_a_tie():
    day = a_day()
    report = day.report(day.director, claim(4, 2))
    was = state_of(day)
    matter = Matter(False, "Neither can still get in.", "T33.0d")
    act = {"game_id": report.game_id, "matter": matter, "acting_user": day.director}
    assert refused(book_as_tie, **act)[0] == "not-suspended"
    assert state_of(day) == was


def test_a_series_that_has_been_played_has_no_deadline_to_put_off():
    day = a_day()
    play_series(series_ids=[day.series.pk], acting_user=None)
    act = {"series_id": day.series.pk, "by": timedelta(hours=3), "acting_user": day.director}
    assert refused(put_off_deadline, **act)[0] == "series-complete"
    assert Series.objects.get(pk=day.series.pk).completed_at <= timezone.now()


def test_nothing_is_recorded_in_a_best_of_that_is_decided():
    made = event("simple-knockout", 4)
    (meeting, _) = load_league(made).rounds[0].series
    for number in (1, 2):
        home, away = meeting.home.number, meeting.away.number
        result(made, home, away, (5, 3), number=number)
    series = Series.objects.get(pk=meeting.series_id)
    series.completed_at = None
    series.save(update_fields=["completed_at"])
    entries = simulate(series.system, series.settings, "a game").transcript
    given = {"series_id": series.pk, "number": 3, "transcript": entries}
    assert refused(record_game, acting_user=director_of(made), **given) == (
        "series-decided",
        "number",
    )
    assert series.games.count() == 2


def test_pages_offer_to_suspend_what_may_be_suspended():
    day = a_day()
    page = f"/series/{day.series.pk}/games/1"
    radio, button = 'value="suspended"', 'id="more-suspend"'
    assert radio in browser(day.away).get(f"{page}/report/").content.decode()
    day.report(day.home, claim(4, 2))
    assert radio not in browser(day.away).get(f"{page}/report/").content.decode()
    record_game(series_id=day.series.pk, number=2, transcript=["1"], acting_user=None)
    scored = f"/series/{day.series.pk}/games/2/score/"
    assert "Suspend the game" in browser(day.home).get(scored).content.decode()
    day.tournament.edition_fields = {"series": {"suspension": False}}
    day.tournament.save()
    assert "Suspend the game" not in browser(day.home).get(scored).content.decode()
    assert button in browser(day.home).get(scored).content.decode()
    other = Series.objects.filter(event__key=day.tournament.scope).exclude(pk=day.series.pk)[0]
    report = f"/series/{other.pk}/games/1/report/"
    assert radio not in browser(day.director).get(report).content.decode()
