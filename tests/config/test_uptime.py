"""Time in which nobody could act counts against nobody: the house was down, or its clock jumped."""

import re
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.utils import timezone

from config.jobs import uptime
from config.jobs.models import Uptime
from config.journal.models import Action
from games.models import Game
from games.seriesday.models import Ruling, SeriesClock
from games.seriesday.services.absences import set_deadline
from games.seriesday.services.clocks import begin_series
from games.seriesday.tasks import look_at_time, play_overdue_series
from rosters.drafts.models import Draft, DraftEvent, DraftPick
from rosters.drafts.services import preparing
from rosters.drafts.tasks import settle_lapsed_turns
from rosters.rules.draft.settings import Clock, DraftSettings
from tests.builders import browser, director_of
from tests.games.seriesday.builders import a_day
from tests.rosters.drafts import a_league, prepared
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

START = datetime(2026, 3, 1, 12, tzinfo=UTC)


def at(minutes: float) -> datetime:
    return START + timedelta(minutes=minutes)


def up(begin: float, end: float) -> None:
    """The house is there between two minutes."""
    for tenths in range(round(begin * 10), round(end * 10) + 1):
        uptime.note(at(tenths / 10))


def silent(since: float, now: float) -> list[tuple[float, float]]:
    """From minute to minute."""
    return [
        tuple((each - START) / timedelta(minutes=1) for each in stretch)
        for stretch in uptime.silences(at(since), at(now))
    ]


def test_a_house_that_never_said_that_it_is_there_has_no_silences():
    assert silent(0, 600) == []


def test_silences_are_between_the_stretches_and_since_the_last():
    up(0, 5)
    up(65, 70)
    up(70.1, 75)
    assert Uptime.objects.count() == 2
    assert silent(0, 75) == [(5, 65)]
    assert silent(0, 100) == [(5, 65), (75, 100)]
    # As far as anybody asks.
    assert silent(30, 75) == [(30, 65)]
    assert silent(65, 75) == []
    assert silent(0, 40) == [(5, 40)]
    # A restart of some seconds is none.
    uptime.note(at(75) + timedelta(seconds=11))
    assert silent(65, 75.2) == []


def test_two_servers_of_which_one_is_always_there_leave_no_silence():
    for minute in range(30):
        up(minute, minute + 1)
        Uptime.objects.create(begun_at=at(minute), latest_at=at(minute + 0.5))
    assert silent(0, 30) == []


def test_a_clock_that_is_put_back_is_believed():
    up(0, 5)
    up(65, 66)
    # It had jumped an hour ahead: that hour is still to come, and everybody can act in it. Where
    # the minute was that went by meanwhile nobody knows.
    up(6, 70)
    assert silent(0, 70) == [(5, 6)]


def test_a_deadline_is_put_off_by_what_its_last_day_lost():
    due = START + timedelta(days=7)
    day, hour = timedelta(days=1), timedelta(hours=1)

    def put_off(*lost: tuple[timedelta, timedelta]) -> timedelta:
        return uptime.put_off(due, [(due + begin, due + end) for begin, end in lost]) - due

    assert put_off() == timedelta()
    assert put_off((-3 * day, -2 * day)) == timedelta()
    assert put_off((-2 * hour, -hour)) == hour
    assert put_off((-hour, hour)) == 2 * hour
    assert put_off((-day - hour, -day + hour)) == hour
    # Beyond the deadline nothing is lost, but for who has just been given more.
    assert put_off((hour, 2 * hour)) == timedelta()
    assert put_off((-hour, hour), (hour * 2, hour * 3)) == 3 * hour


def drafting(at_zero: str, **clock):
    """A draft with a minute for each pick, opened now, of which nobody has picked yet."""
    settings = DraftSettings(
        sanctioned=False, clock=Clock("per-pick", 60, at_zero=at_zero, **clock)
    )
    draft = prepared(a_league(), settings)
    director = director_of(draft.seats.first().team.entries.get().tournament)
    return preparing.open_draft(draft=draft, acting_user=director, now=timezone.now()), browser(
        director
    )


def picks(draft) -> int:
    return DraftPick.objects.filter(draft=draft).count()


@pytest.mark.parametrize("at_zero", ["auto", "skip"])
@pytest.mark.parametrize("first", ["page", "clock"])
def test_an_hours_outage_costs_nobody_his_pick(at_zero, first):
    """Whoever looks first, and before the web server has said that it is there again."""
    with time_machine.travel(START, tick=False) as now:
        draft, page = drafting(at_zero)
        up(0, 0.5)
        events = DraftEvent.objects.count()
        now.move_to(at(60))
        if first == "clock":
            assert settle_lapsed_turns() == 0
        assert page.get(f"/drafts/{draft.pk}/").status_code == 200
        assert DraftEvent.objects.count() == events
        uptime.note(at(60))
        assert settle_lapsed_turns() == 0
        # Half a minute was left, and is still.
        up(60, 60.4)
        now.move_to(at(60.4))
        assert settle_lapsed_turns() == 0
        assert page.get(f"/drafts/{draft.pk}/").status_code == 200
        assert DraftEvent.objects.count() == events
        up(60.4, 60.7)
        now.move_to(at(60.7))
        assert settle_lapsed_turns() == 1
        # One turn, and not those of an hour.
        assert DraftEvent.objects.count() == events + 1


def test_a_jump_of_the_clock_costs_nobody_his_pick_nor_his_bank():
    with time_machine.travel(START, tick=False) as now:
        draft, page = drafting("auto", bank=90)
        up(0, 0.5)
        now.move_to(at(60.5))
        board = page.get(f"/api/v1/drafts/{draft.pk}/").json()
        assert picks(draft) == 0
        uptime.note(at(60.5))
        assert settle_lapsed_turns() == 0
        board = page.get(f"/api/v1/drafts/{draft.pk}/").json()
        # Half a minute of the turn is gone; the rest and the bank of 90 s are there.
        left = datetime.fromisoformat(board["deadline"]) - at(60.5)
        assert left == timedelta(seconds=120)
        card = page.get(f"/api/v1/drafts/{draft.pk}/available/").json()[0]["id"]
        sent = {"act": "pick", "slot": 1, "card": card}
        assert page.post(f"/drafts/{draft.pk}/", sent).status_code == 302
        assert picks(draft) == 1
        seats = page.get(f"/api/v1/drafts/{draft.pk}/").json()
        assert settle_lapsed_turns() == 0
        assert seats["deadline"] is not None


def test_a_clock_that_is_put_back_makes_no_turn_longer():
    """Two hours, in the middle of a turn; and right again after a pick."""
    with time_machine.travel(START, tick=False) as now:
        draft, page = drafting("auto")
        up(0, 0.5)
        # Nobody has said meanwhile that the house is there.
        now.move_to(at(-119.5))
        board = page.get(f"/api/v1/drafts/{draft.pk}/").json()
        assert datetime.fromisoformat(board["deadline"]) - at(-119.5) == timedelta(seconds=30)
        logged = Action.objects.get(code="clock-put-back")
        assert (logged.scope, logged.new) == (draft.scope, {"seconds": 7200})
        [event] = Tournament.objects.all()
        desk = page.get(f"/t/{event.slug}/desk/").content.decode()
        assert "the clock of the machine was put back" in desk
        up(-119.5, -119.2)
        now.move_to(at(-119.2))
        card = page.get(f"/api/v1/drafts/{draft.pk}/available/").json()[0]["id"]
        sent = {"act": "pick", "slot": 1, "card": card}
        assert page.post(f"/drafts/{draft.pk}/", sent).status_code == 302
        assert picks(draft) == 1
        up(-119.2, -119)
        # Right again: for whoever looks first, before and after it is noted.
        now.move_to(at(1.2))
        assert settle_lapsed_turns() == 0
        uptime.note(at(1.2))
        assert settle_lapsed_turns() == 0
        assert page.get(f"/drafts/{draft.pk}/").status_code == 200
        assert picks(draft) == 1
        up(1.2, 2.1)
        now.move_to(at(2.1))
        assert settle_lapsed_turns() == 1
        assert picks(draft) == 2


@pytest.mark.parametrize("first", ["page", "pick"])
def test_a_turn_that_began_in_the_future_shows_it_as_well(first):
    """Where no web server has said that it is there."""
    with time_machine.travel(START, tick=False) as now:
        draft, page = drafting("auto")
        now.move_to(at(-120))
        if first == "pick":
            card = Draft.objects.get(pk=draft.pk).card_set.cards.first()
            sent = {"act": "pick", "slot": 1, "card": card.pk}
            page.post(f"/drafts/{draft.pk}/", sent)
        board = page.get(f"/api/v1/drafts/{draft.pk}/").json()
        assert datetime.fromisoformat(board["deadline"]) - at(-120) == timedelta(seconds=60)
        assert Action.objects.filter(code="clock-put-back").count() == 1


def test_a_clock_that_was_ahead_for_a_while_gives_back_what_it_took():
    with time_machine.travel(START, tick=False) as now:
        draft, page = drafting("auto")
        up(0, 0.5)
        up(120.5, 120.6)
        # Six seconds later it is right again.
        now.move_to(at(0.6))
        up(0.6, 0.7)
        now.move_to(at(0.7))
        board = page.get(f"/api/v1/drafts/{draft.pk}/").json()
        left = datetime.fromisoformat(board["deadline"]) - at(0.7)
        assert timedelta(seconds=12) <= left <= timedelta(seconds=24)
        assert picks(draft) == 0


def test_stamps_keep_the_time_that_people_had_since():
    up(0, 5)
    up(65, 70)
    moved: list[uptime.PutBack] = []
    uptime.when_put_back(moved.append)
    uptime.note(at(40))
    uptime._moves.remove(moved.append)
    [put_back] = moved
    assert put_back.seconds == 30 * 60
    # Five minutes before the silence and five after it; from minute 5 to 40 none are left.
    assert put_back.moved(at(70)) == at(40)
    assert put_back.moved(at(67)) == at(2)
    assert put_back.moved(at(65)) == at(0)
    assert put_back.moved(at(30)) == at(0)
    assert put_back.moved(at(4)) == at(-1)


def test_the_clocks_of_games_and_series_go_back_with_it():
    with time_machine.travel(START, tick=False) as now:
        day = a_day()
        begin_series(series_ids=[day.series.pk], acting_user=day.director)
        up(0, 30)
        now.move_to(at(-90))
        uptime.note(at(-90))
        clock = SeriesClock.objects.get(series=day.series)
        assert clock.begun_at == at(-120)
        assert Action.objects.filter(code="clock-put-back", scope=day.series.scope).exists()


def test_series_keep_their_order_when_the_clock_goes_back():
    """Which was begun later decides what is official (T0.06d)."""
    with time_machine.travel(START, tick=False) as now:
        day = a_day()
        up(0, 1)
        day.report(day.home, day.claim())
        game = day.game()
        assert game.started_at == at(0)
        now.move_to(at(-120))
        uptime.note()
        game.refresh_from_db()
        # The minute that it has been there is kept.
        assert game.started_at == at(-121)


def test_a_turn_that_ran_out_before_the_house_went_down_has_run_out():
    with time_machine.travel(START, tick=False) as now:
        draft, page = drafting("auto")
        up(0, 1.5)
        now.move_to(at(60))
        uptime.note(at(60))
        assert settle_lapsed_turns() == 1
        assert picks(draft) == 1
        assert page.get(f"/drafts/{draft.pk}/").status_code == 200
        assert picks(draft) == 1


@pytest.mark.rule("T33.0a")
def test_a_series_is_not_over_its_time_by_what_the_house_was_down():
    with time_machine.travel(START, tick=False) as now:
        day = a_day()
        begin_series(series_ids=[day.series.pk], acting_user=day.director)
        up(0, 60)
        up(120, 149)
        now.move_to(at(149))
        # 149 minutes by the clock of the wall, 89 of play; 90 are allowed.
        assert look_at_time() == 0
        board = browser(day.director).get(f"/t/{day.tournament.slug}/board/").content.decode()
        assert re.search(r"89 min\s*<span class=\"soft\">of 90", board)
        up(149, 152)
        now.move_to(at(152))
        assert look_at_time() == 1
        assert "2 over" in Ruling.objects.get().facts


def test_the_house_plays_nothing_at_a_deadline_that_passed_while_it_was_down():
    with time_machine.travel(START, tick=False) as now:
        day = a_day()
        set_deadline(
            series_ids=[day.series.pk], due=at(120), house_plays=True, acting_user=day.director
        )
        up(0, 90)
        now.move_to(at(150))
        assert play_overdue_series() == 0
        uptime.note(at(150))
        up(150, 179)
        now.move_to(at(179))
        assert play_overdue_series() == 0
        board = browser(day.director).get(f"/t/{day.tournament.slug}/board/").content.decode()
        assert "Was due" not in board
        up(179, 181)
        now.move_to(at(181))
        assert play_overdue_series() == 2
        assert Game.objects.filter(series=day.series, status=Game.Status.FINAL).count() == 2
        assert SeriesClock.objects.get(series=day.series).due_at == at(120)
