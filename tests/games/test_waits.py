"""A side of an online game that does not move: what the other sees and may do, and who is told."""

from datetime import UTC, datetime, timedelta

import pytest
import time_machine

from config.jobs import uptime
from config.live.models import LiveEvent
from config.notices.models import Notice
from config.notices.services import look
from games.models import Game, GameWait
from games.services.going_on import give_standing_orders
from games.services.put_back import move_games
from games.standing_orders import topics_in
from games.tasks import announce_game_waits
from games.topics import series_topic
from tests.builders import browser, director_of
from tests.games.test_clocks import a_game, asked
from tests.markup import even
from tests.programs import Program
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 11, 25, 12, 0, tzinfo=UTC)


@pytest.fixture
def day(monkeypatch):
    monkeypatch.setattr("games.services.scoring.fresh_seed", lambda: "waits")
    with time_machine.travel(NOON, tick=False) as traveller:
        yield traveller


class StandingGame:
    """A game of two people in which one side is to move, with browsers and programs of both."""

    def __init__(self, **law):
        game, sides, self.url = a_game(**law)
        self.game, self.side = asked(game)
        self.slow, self.patient = sides[self.side], sides[1 - self.side]
        self.tournament = Tournament.objects.get(key=self.game.series.scope)
        self.director = director_of(self.tournament)
        self.wait = f"games/{self.game.pk}/"

    def row(self):
        return GameWait.objects.get(game=self.game)

    def html(self, user):
        return browser(user).get(self.url).content.decode()

    def press(self, user, act):
        return browser(user).post(self.url, {"act": act}).status_code

    def refused(self, user, act):
        return Program(user, self.wait).refused("post", "wait/", {"act": act})

    @property
    def work(self):
        """What the board of the round says to its director."""
        page = browser(self.director).get(f"/t/{self.tournament.slug}/board/")
        return even(page.content.decode())

    @property
    def club(self):
        return (self.game.away, self.game.home)[self.side].name

    @property
    def other(self):
        return (self.game.home, self.game.away)[self.side].name


def notices(user, kind, now):
    look(now=now)
    rows = Notice.objects.filter(user=user, kind=kind, over_at=None)
    return list(rows.values_list("title", flat=True))


def test_who_waits_is_told_after_a_while_and_the_other_is_reminded_once(day):
    at = StandingGame()
    here = NOON + timedelta(minutes=9)
    day.move_to(here)
    assert announce_game_waits() == 0
    assert "has not moved" not in at.html(at.patient)
    assert notices(at.slow, "your-move", here) == []
    assert at.refused(at.patient, "remind") == ["nobody-waits"]
    here = NOON + timedelta(minutes=10)
    day.move_to(here)
    watched = LiveEvent.objects.filter(topic=series_topic(at.game.series))
    before = watched.count()
    assert announce_game_waits() == 1
    assert announce_game_waits() == 0
    assert watched.count() == before + 1
    assert f"{at.club} has not moved for 10 minutes." in at.html(at.patient)
    assert f"{at.other} has waited for you for 10 minutes." in at.html(at.slow)
    for _ in range(3):
        told = notices(at.slow, "your-move", here)
        assert told == [f"{at.other} waits for your move in game 1"]
    assert notices(at.patient, "your-move", here) == []
    assert Notice.objects.filter(kind="your-move").count() == 1
    # A press for it: once more, and no oftener.
    assert at.press(at.patient, "remind") == 302
    assert at.refused(at.patient, "remind") == ["reminded-already"]
    assert at.refused(at.slow, "remind") == ["your-own-move"]
    look(now=here)
    assert Notice.objects.filter(kind="your-move", user=at.slow).count() == 2
    # The move is made: nothing waits any more.
    assert browser(at.slow).post(at.url, {"act": "on", "after": len(at.game.entries)})
    assert notices(at.slow, "your-move", here) == []
    assert "has not moved" not in at.html(at.patient)


def test_the_director_is_asked_once_and_finds_it_in_the_list_of_work(day):
    at = StandingGame()
    day.shift(timedelta(minutes=11))
    assert at.refused(at.slow, "call-director") == ["your-own-move"]
    assert at.press(at.patient, "call-director") == 302
    assert at.refused(at.patient, "call-director") == ["called-already"]
    assert "The director has been asked to look." in at.html(at.patient)
    assert len(notices(at.director, "game-stands-still", NOON + timedelta(minutes=11))) == 1
    assert f"{at.club} has not moved for 10 minutes. {at.other} asks for you." in at.work


def test_a_game_that_stands_still_for_a_day_reaches_the_director_unasked(day):
    at = StandingGame()
    day.shift(timedelta(hours=23))
    assert notices(at.director, "game-stands-still", NOON + timedelta(hours=23)) == []
    assert "has not moved" not in at.work
    day.shift(timedelta(hours=1))
    assert len(notices(at.director, "game-stands-still", NOON + timedelta(days=1))) == 1
    assert f"{at.club} has not moved for a day." in at.work


def test_one_side_suspends_by_agreement_or_after_half_an_hour(day):
    at = StandingGame()
    program, other = Program(at.patient, at.wait), Program(at.slow, at.wait)
    sent = {"after": len(at.game.entries), "entries": ["suspend"]}
    assert program.refused("post", "entries/", sent) == ["suspension-not-agreed"]
    assert at.refused(at.slow, "accept-suspension") == ["no-offer"]
    offered = program.post("wait/", {"act": "offer-suspension"})
    assert offered["wait"]["suspension_offered_by"] == ("home", "away")[at.side]
    assert at.refused(at.patient, "accept-suspension") == ["no-offer"]
    assert f"{at.other} offers to suspend the game." in at.html(at.slow)
    assert "You offer to suspend the game." in at.html(at.patient)
    assert notices(at.slow, "your-move", NOON) == [f"{at.other} offers to suspend game 1"]
    assert other.post("wait/", {"act": "accept-suspension"})["status"] == "suspended"
    # It stands: nobody is waited for.
    day.shift(timedelta(days=2))
    assert announce_game_waits() == 0
    assert notices(at.slow, "your-move", NOON + timedelta(days=2)) == []
    assert at.refused(at.patient, "remind") == ["not-under-way"]


def test_who_has_waited_for_half_an_hour_suspends_alone_and_who_is_to_move_never(day):
    at = StandingGame()
    sent = {"act": "enter", "after": len(at.game.entries), "entry": "suspend"}
    day.shift(timedelta(minutes=29))
    assert "Suspend the game</button>" not in at.html(at.patient)
    assert browser(at.patient).post(at.url, sent).status_code == 422
    day.shift(timedelta(minutes=1))
    assert "Suspend the game</button>" in at.html(at.patient)
    assert browser(at.slow).post(at.url, sent).status_code == 422
    assert browser(at.patient).post(at.url, sent).status_code == 302
    assert Game.objects.get(pk=at.game.pk).status == Game.Status.SUSPENDED


def test_time_in_which_the_site_was_down_and_clocks_that_jump_remind_nobody(day):
    uptime.note()
    at = StandingGame()
    # Forward, or down: nobody could act meanwhile.
    day.shift(timedelta(days=3))
    uptime.note()
    assert announce_game_waits() == 0
    assert notices(at.slow, "your-move", NOON + timedelta(days=3)) == []
    # Back: what had been waited stays waited, and no more.
    back = NOON + timedelta(days=1)
    day.move_to(back)
    move_games(
        uptime.PutBack(NOON + timedelta(days=3), back, [(NOON, NOON + timedelta(days=3))], [])
    )
    assert abs(at.row().since - back) < timedelta(seconds=1)
    assert announce_game_waits() == 0
    assert notices(at.director, "game-stands-still", back) == []


def test_a_wait_goes_on_while_nothing_is_entered_and_ends_where_the_computer_stands_in(day):
    at = StandingGame()
    began = at.row().since
    day.shift(timedelta(minutes=5))
    give_standing_orders(
        game=at.game,
        side=1 - at.side,
        orders={"when": {topic.key: "always" for topic in topics_in(at.game.series)}},
        acting_user=at.patient,
    )
    assert at.row().since == began
    # A game under way from before waits were kept gets one.
    GameWait.objects.all().delete()
    announce_game_waits()
    assert at.row().side == at.side


def test_a_slow_clock_is_half_over_before_anybody_is_reminded(day):
    at = StandingGame(decision_seconds=3 * 24 * 3600)
    day.shift(timedelta(hours=35))
    assert announce_game_waits() == 0
    day.shift(timedelta(hours=1))
    assert announce_game_waits() == 1
    # The clock ends it: no one need be asked, and none suspends alone.
    assert "has not moved" not in at.work
    sent = {"after": len(at.game.entries), "entries": ["suspend"]}
    assert Program(at.patient, at.wait).refused("post", "entries/", sent) == [
        "suspension-not-agreed"
    ]
