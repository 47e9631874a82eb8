"""What time shows is put before the director: a series past its limit, a sheet left unsigned."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone
from zeal import zeal_ignore

from games.models import Game, SeriesQuerySet
from games.seriesday.models import Ruling, SeriesClock
from games.seriesday.services.absences import have_house_play
from games.seriesday.services.clocks import begin_series, extend_series, suspend_series
from games.seriesday.services.deadlines import look_at_time
from games.seriesday.services.rulings import Violation, choose_remedy, dismiss, open_ruling
from games.services.scoring import record_game
from pitching.models import SheetSeries, Signature
from pitching.services.signing import sign_series
from tests.builders import browser
from tests.games.seriesday.builders import a_day, claim
from tests.games.seriesday.test_rulings import refused
from tournaments.services.play_out import play_round

# Each game is written by the service that writes games, and locks its series.
ONE_BY_ONE = [
    {"model": "games.Series", "field": "get()"},
    {"model": "games.Game", "field": "reports"},
]

pytestmark = pytest.mark.django_db


def look() -> int:
    return look_at_time(now=timezone.now())


def past_its_time(*, minutes: int = 100, begun: bool = True, **more):
    """A series of two games, the first of which is being recorded, so many minutes old."""
    day = a_day(**more)
    begin_series(series_ids=[day.series.pk], acting_user=day.director)
    then = timezone.now() - timedelta(minutes=minutes)
    SeriesClock.objects.filter(series=day.series).update(begun_at=then)
    if begun:
        record_game(series_id=day.series.pk, number=1, transcript=["6"], acting_user=day.home)
    return day


def rule(day, remedy: str) -> Ruling:
    ruling = Ruling.objects.get(state=Ruling.State.OPEN)
    return choose_remedy(ruling_id=ruling.pk, remedy=remedy, acting_user=day.director)


@pytest.mark.rule("T33.0a")
def test_t33_0a_a_series_past_its_time_comes_before_the_director_once():
    day = past_its_time(minutes=89)
    assert look() == 0
    SeriesClock.objects.update(begun_at=timezone.now() - timedelta(minutes=95))
    assert look() == 1
    assert look() == 0
    ruling = Ruling.objects.get()
    assert (ruling.case, ruling.rule, ruling.offended, ruling.game) == (
        "over-time",
        "T33.0a",
        None,
        None,
    )
    assert "90 minutes" in ruling.facts
    assert "5 over" in ruling.facts
    board = browser(day.director).get(f"/t/{day.tournament.slug}/board/").content.decode()
    assert "Ruling T33.0a" in board
    page = browser(day.director).get(f"/rulings/{ruling.pk}/").content.decode()
    assert "45 minutes" in page
    assert "Suspend what is not over" in page
    assert refused(
        lambda: choose_remedy(ruling_id=ruling.pk, remedy="stand", acting_user=day.home)
    ) == ("not-yours-to-choose")


def test_a_series_whose_clock_nobody_started_has_all_the_time_it_wants():
    day = a_day()
    game = record_game(series_id=day.series.pk, number=1, transcript=["6"], acting_user=day.home)
    Game.objects.filter(pk=game.pk).update(started_at=timezone.now() - timedelta(days=3))
    assert look() == 0


@pytest.mark.rule("T33.0b")
def test_a_s10_games_not_begun_are_suspended_before_their_first_pitch_and_can_begin_later():
    day = past_its_time(length=3)
    SeriesClock.objects.update(begun_at=timezone.now() - timedelta(minutes=140))
    look()
    ruling = Ruling.objects.get()
    with zeal_ignore(ONE_BY_ONE):
        preview = browser(day.director).post(
            f"/rulings/{ruling.pk}/", {"act": "preview", "remedy": "suspend-rest"}
        )
    words = preview.content.decode()
    assert "Not begun" in words
    assert day.series.games.count() == 1
    rule(day, "suspend-rest")
    games = list(day.series.games.order_by("number"))
    assert [game.status for game in games] == [Game.Status.SUSPENDED] * 3
    assert games[0].entries == ["6", "suspend"]
    assert [game.away_runs + game.home_runs for game in games[1:]] == [0, 0]
    assert look() == 0
    # One is begun at the table after all, the other is reported.
    record_game(series_id=day.series.pk, number=2, transcript=["6"], acting_user=day.home)
    assert day.game(2).status == Game.Status.IN_PROGRESS
    day.report(day.home, claim(4, 2), number=3)
    assert day.game(3).status == Game.Status.REPORTED


def test_the_house_plays_games_that_were_suspended_before_their_first_pitch():
    day = past_its_time(begun=False)
    suspend_series(series_id=day.series.pk, acting_user=day.director)
    assert {game.status for game in day.series.games.all()} == {Game.Status.SUSPENDED}
    unbegun = day.series.games.get(number=day.series.length)
    assert (unbegun.away_runs, unbegun.home_runs, unbegun.inning) == (0, 0, 1)
    have_house_play(series_id=day.series.pk, acting_user=day.director)
    day.series.refresh_from_db()
    assert day.series.completed_at is not None


@pytest.mark.rule("T33.0b")
def test_before_its_time_is_up_only_what_runs_is_suspended():
    day = past_its_time(minutes=10)
    suspend_series(series_id=day.series.pk, acting_user=day.director)
    assert day.series.games.count() == 1


@pytest.mark.rule("T33.0g")
def test_t33_0g_without_suspended_games_a_late_series_is_played_on():
    day = past_its_time()
    day.tournament.edition_fields = {"series": {"suspension": False}}
    day.tournament.save()
    look()
    assert refused(lambda: rule(day, "suspend-rest")) == "remedy-not-open"
    rule(day, "stand")
    assert look() == 0


def test_more_time_holds_until_it_is_over():
    day = past_its_time(minutes=95)
    look()
    rule(day, "more-time")
    assert SeriesClock.objects.get(series=day.series).extra_minutes == 45
    assert look() == 0
    SeriesClock.objects.update(begun_at=timezone.now() - timedelta(minutes=136))
    assert look() == 1


def test_a_late_series_is_no_business_of_the_directors_once_it_has_more_time_or_is_over():
    day = past_its_time(minutes=95)
    look()
    first = Ruling.objects.get()
    extend_series(series_id=day.series.pk, minutes=20, acting_user=day.director)
    first.refresh_from_db()
    assert first.state == Ruling.State.DISMISSED
    SeriesClock.objects.update(begun_at=timezone.now() - timedelta(minutes=120))
    assert look() == 1
    have_house_play(series_id=day.series.pk, acting_user=day.director)
    assert not Ruling.objects.filter(state=Ruling.State.OPEN).exists()


def test_what_a_director_dismissed_does_not_come_back():
    day = past_its_time()
    look()
    dismiss(ruling_id=Ruling.objects.get().pk, words="The clock ran on.", acting_user=day.director)
    assert look() == 0


def test_nobody_reports_what_the_clock_tells():
    day = past_its_time()
    told = Violation("over-time", "They are slow.")
    assert (
        refused(
            lambda: open_ruling(
                series_id=day.series.pk, number=1, violation=told, acting_user=day.home
            )
        )
        == "unknown-case"
    )


def test_a_series_suspended_as_a_whole_has_no_time_to_be_past():
    day = past_its_time(begun=False)
    suspend_series(series_id=day.series.pk, acting_user=day.director)
    assert look() == 0


def while_it_waits(monkeypatch, act: Callable[[], object]) -> None:
    """Let somebody act while the first look at the time waits for the series."""
    waited, acts = SeriesQuerySet.locked, iter([act])

    def locked(series: SeriesQuerySet) -> SeriesQuerySet:
        for others in acts:
            others()
        return waited(series)

    monkeypatch.setattr(SeriesQuerySet, "locked", locked)


def test_a_series_that_gets_more_time_while_the_clock_is_read_is_not_late(monkeypatch):
    day = past_its_time(minutes=95)
    while_it_waits(
        monkeypatch,
        lambda: extend_series(series_id=day.series.pk, minutes=20, acting_user=day.director),
    )
    assert look() == 0
    assert not Ruling.objects.exists()


def test_two_looks_at_the_time_open_one_ruling(monkeypatch):
    past_its_time()
    found = []
    while_it_waits(monkeypatch, lambda: found.append(look()))
    assert look() == 0
    assert found == [1]
    assert Ruling.objects.count() == 1


def test_what_a_director_rules_on_while_it_settles_itself_stays_as_ruled(monkeypatch):
    day = past_its_time(minutes=95)
    look()
    ruling = Ruling.objects.get()
    SeriesClock.objects.update(begun_at=timezone.now())
    while_it_waits(
        monkeypatch,
        lambda: dismiss(ruling_id=ruling.pk, words="By hand.", acting_user=day.director),
    )
    assert look() == 0
    assert [step.words for step in ruling.steps.filter(kind="dismissed")] == ["By hand."]


def unsigned():
    """A series reported in full, whose clubs' next one has begun, with nothing signed."""
    day = a_day(cards=True, length=1)
    day.report(day.director, day.pitched(claim()))
    assert look() == 0
    play_round(tournament=day.tournament, number=2, acting_user=day.director)
    return day


@pytest.mark.rule("T10.2s")
def test_t10_2s_a_sheet_without_signature_comes_before_the_director_when_the_next_series_begins():
    day = unsigned()
    assert look() == 2
    assert look() == 0
    first, second = Ruling.objects.order_by("pk")
    assert {first.case, second.case} == {"sheet-not-signed"}
    assert str(day.series.home) in first.facts
    choose_remedy(ruling_id=first.pk, remedy="sign", acting_user=day.director)
    signature = Signature.objects.get(series=first.details["sheet"])
    assert (signature.signed_by, signature.as_director) == (day.director, True)
    # The other one is signed by the opponent after all.
    sheet = SheetSeries.objects.select_related("sheet").get(pk=second.details["sheet"])
    signer = day.away if sheet.opponent_id == day.series.away_id else day.home
    sign_series(series_id=sheet.pk, acting_user=signer)
    assert look() == 0
    second.refresh_from_db()
    assert second.state == Ruling.State.DISMISSED


def test_what_the_house_played_waits_for_no_signature():
    day = a_day(cards=True, length=1)
    for number in (1, 2):
        play_round(tournament=day.tournament, number=number, acting_user=day.director)
    assert look() == 0
