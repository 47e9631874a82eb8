"""The scoring page as two phones use it, with scripts and without."""

import re
from html import unescape
from random import Random

import pytest

from config.live.selectors import latest_event_id, topics_changed_after
from games.engine.folds.moments import current_situation
from games.models import Game, VoidedTail
from games.open_decisions import open_decisions
from games.records import record_of
from games.scorer import people_of
from games.services.scoring import TABLE_DICE, Seats, add_entries, record_game
from games.standing_orders import topics_in
from games.topics import series_topic
from rosters.models import Team
from tests.builders import browser, director_of, manager
from tests.games.builders import ADVANCED, league_series, started, whole
from tests.games.test_one_replay import series_of
from tests.markup import even

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}


class Phone:
    """A phone with the scoring page of a game open."""

    def __init__(self, client, series, number=1):
        self.client = client
        self.series = series
        self.url = f"/series/{series.pk}/games/{number}/score/"

    def look(self, query="") -> str:
        answer = self.client.get(self.url + query)
        assert answer.status_code == 200
        return answer.content.decode()

    def post(self, status=302, **act) -> str:
        answer = self.client.post(self.url, act)
        assert answer.status_code == status
        return answer.content.decode()

    @property
    def game(self) -> Game:
        return self.series.games.exclude(status="void").get()


@pytest.fixture
def poker():
    return league_series(system_key="poker-dice", settings=ADVANCED)


@pytest.fixture
def phone(poker):
    tournament, series = poker
    return Phone(browser(manager(tournament, 1, "First")), series)


@pytest.fixture
def other(poker):
    tournament, series = poker
    return Phone(browser(manager(tournament, 2, "Second")), series)


def entries_of(html: str) -> set[str]:
    """What the page's buttons would enter."""
    return set(re.findall(r'name="entry" value="([^"]+)"', even(html)))


def test_a_game_is_started_with_dice_and_managers_as_agreed(phone):
    html = phone.look()
    assert "Who throws the dice?" in html
    phone.post(act="start", dice="table", away_managed="on")
    game = phone.game
    assert game.source == Game.Source.SCORED
    assert (game.away_managed, game.home_managed) == (True, False)
    assert game.created_by.email == "first@example.org"


def test_a_game_without_decisions_does_not_ask_who_manages():
    tournament, series = league_series()
    html = Phone(browser(tournament.roles.get().user), series).look()
    assert "Does the computer manage a side?" not in html


def test_one_tap_enters_one_die():
    tournament, series = league_series()
    phone = Phone(browser(tournament.roles.get().user), series)
    phone.post(act="start", dice="table")
    assert set("123456") <= entries_of(phone.look())
    phone.post(act="enter", after="0", entry="4")
    assert phone.game.entries == ["4"]
    assert "home run" in phone.look()


@pytest.mark.long
def test_the_pad_sends_a_radio_button_a_die(phone):
    phone.post(act="start", dice="table")
    html = phone.look()
    for die in range(1, 6):
        assert f'name="die-{die}"' in html
    dice = {f"die-{place}": face for place, face in enumerate("KKQQ9", start=1)}
    phone.post(act="enter", after="0", **dice)
    assert phone.game.entries == ["K-K-Q-Q-9"]


def test_a_half_entered_throw_is_refused_where_it_is(phone):
    phone.post(act="start", dice="table")
    html = phone.post(422, act="enter", after="0", **{"die-1": "K", "die-2": "K"})
    assert "wrong-number-of-dice" in html
    assert "entry 1" in html
    assert phone.game.entries == []


def test_decisions_are_buttons_and_silence_is_the_throw(phone):
    started(phone.series, "J-J-J-9-Q")
    html = phone.look()
    assert {"pickoff=1", "steal=1", "bunt=yes"} <= entries_of(html)
    assert not {"pickoff=none", "steal=none", "bunt=no"} & entries_of(html)
    assert 'name="die-5"' in html
    phone.post(act="enter", after="1", entry="steal=1")
    html = phone.look()
    assert 'name="die-2"' in html
    assert 'name="die-3"' not in html


def test_where_the_computer_answers_next_silence_is_a_button(phone):
    started(phone.series, "J-J-J-9-Q", away_managed=True)
    html = phone.look()
    assert "pickoff=none" in entries_of(html)
    assert 'name="die-1"' not in html


def test_many_entries_are_typed_at_once_or_not_at_all(phone):
    phone.post(act="start", dice="table")
    transcript = whole(phone.series)
    wrong = f"{transcript[0]} 9-9-9-9-8"
    html = phone.post(422, act="enter", after="0", entries=wrong)
    assert "impossible-face" in html
    assert "entry 2" in html
    assert wrong in html
    assert phone.game.entries == []
    phone.post(act="enter", after="0", entries="\n".join(transcript))
    assert phone.game.is_final
    assert f'href="/games/{phone.game.pk}/"' in phone.look()


def test_the_second_phone_sees_what_the_first_has_entered(phone, other):
    phone.post(act="start", dice="table")
    phone.post(act="enter", after="0", entry="J-J-J-9-Q")
    html = other.post(422, act="enter", after="0", entry="9-9-9-9-9")
    assert "transcript-moved-on" in html
    assert "Entered meanwhile by somebody else" in html
    assert "walks" in html
    assert other.game.entries == ["J-J-J-9-Q"]
    assert '<input type="hidden" name="after" value="1">' in html


def test_starting_twice_starts_once(phone, other):
    phone.post(act="start", dice="table")
    assert "game-exists" in other.post(422, act="start", dice="server")
    assert phone.game.source == Game.Source.SCORED


def test_undo_and_going_back_keep_what_was_entered(phone):
    started(phone.series, "J-J-J-9-Q", "9-9-9-9-9", "K-K-K-K-9")
    phone.post(act="undo", after="3", reason="Entered by mistake")
    assert phone.game.entries == ["J-J-J-9-Q", "9-9-9-9-9"]
    html = phone.look("?rewind=1")
    assert "J-J-J-9-Q 9-9-9-9-9" in html
    assert "reason-missing" in phone.post(422, act="rewind", after="2", entry="1", reason="")
    phone.post(act="rewind", after="2", entry="1", reason="Wrong batter")
    assert phone.game.entries == []
    assert VoidedTail.objects.count() == 2


def test_once_taken_back_the_address_asks_no_more(phone):
    started(phone.series, "J-J-J-9-Q", "9-9-9-9-9")
    asked = "?rewind=2&after=2"
    assert "before entry 2?" in phone.look(asked)
    answer = phone.client.post(
        phone.url + asked,
        {"act": "rewind", "after": "2", "entry": "2", "reason": "Cocked"},
        headers=HTMX,
    )
    assert answer["HX-Replace-Url"] == phone.url
    phone.post(act="enter", after="1", entries="9-9-9-9-9 K-K-K-K-9")
    # Somebody else has the old address open still, or comes back to it.
    assert "before entry 2?" not in phone.look(asked)


def test_the_page_tells_the_last_turns_and_the_whole_game_when_asked(phone):
    started(phone.series, *whole(phone.series)[:-1])
    html = phone.look()
    assert "?rewind=1&amp;" not in html
    assert "Everything before that" in html
    assert "?rewind=1&amp;" in phone.look("?all=1")


@pytest.mark.parametrize("query", ["?rewind=0", "?rewind=99", "?rewind=x", "?rewind=²"])
def test_there_is_no_going_back_to_nowhere(phone, query):
    started(phone.series, "J-J-J-9-Q")
    assert "Take the game back" not in phone.look(query)


def test_play_is_suspended_and_resumed_from_the_page(phone):
    started(phone.series, "J-J-J-9-Q")
    phone.post(act="enter", after="1", entry="suspend")
    assert phone.game.status == Game.Status.SUSPENDED
    assert "Play is suspended" in phone.look()
    phone.post(act="enter", after="2", entry="9-9-9-9-9")
    assert phone.game.status == Game.Status.IN_PROGRESS


def test_online_the_hash_stands_there_before_the_first_throw(phone):
    phone.post(act="start", dice="server")
    html = phone.look()
    assert phone.game.commitment in html
    assert "Play on" in html
    assert 'name="die-1"' not in html
    assert "Type entries" not in html
    phone.post(act="on", after="0")
    assert len(phone.game.entries) == 1


def test_online_each_phone_has_the_buttons_of_its_own_side(phone, other):
    phone.post(act="start", dice="server")
    pages = [page.look() for page in (phone, other)]
    while not any("pickoff=1" in entries_of(page) for page in pages):
        goes_on = phone if 'aria-label="Play on"' in pages[0] else other
        goes_on.post(act="on", after=str(len(phone.game.entries)))
        pages = [page.look() for page in (phone, other)]
    asked = [page for page in pages if "pickoff=1" in entries_of(page)]
    waiting = [page for page in pages if "Waiting for" in page]
    assert len(asked) == len(waiting) == 1
    director = Phone(
        browser(phone.series.fixture.round.stage.tournament.roles.get().user), phone.series
    )
    assert "pickoff=1" in entries_of(director.look())
    wrong = phone if asked[0] == pages[1] else other
    after = str(len(phone.game.entries))
    assert "not-your-side" in wrong.post(422, act="enter", after=after, entry="pickoff=none")


def test_a_poke_brings_the_page_only_when_something_is_new(phone):
    phone.post(act="start", dice="table")
    html = phone.look()
    again = re.search(r'id="scorer"[^>]*hx-get="([^"]+)"', html)[1]
    assert phone.client.get(again, headers=HTMX).status_code == 204
    add_entries(game_id=phone.game.pk, after=0, entries=["J-J-J-9-Q"], acting_user=None)
    answer = phone.client.get(again, headers=HTMX)
    assert answer.status_code == 200
    assert even(answer.content.decode()).lstrip().startswith('<div id="scorer"')


def test_an_act_answers_htmx_with_the_part_alone(phone):
    answer = phone.client.post(phone.url, {"act": "start", "dice": "table"}, headers=HTMX)
    assert answer.status_code == 200
    assert even(answer.content.decode()).lstrip().startswith('<div id="scorer"')
    answer = phone.client.post(
        phone.url, {"act": "enter", "after": "0", "entry": "9"}, headers=HTMX
    )
    assert answer.status_code == 422


@pytest.mark.parametrize(
    "act",
    [
        {},
        {"act": "fly"},
        {"act": "enter", "after": "x", "entry": "J-J-J-9-Q"},
        {"act": "enter", "after": "-1", "entry": "J-J-J-9-Q"},
        {"act": "enter", "entry": "J-J-J-9-Q"},
        {"act": "rewind", "after": "0", "entry": "1e3", "reason": "x"},
        {"act": "on", "after": "0"},
        {"act": "enter", "after": "0"},
    ],
)
def test_nonsense_is_refused(phone, act):
    started(phone.series)
    phone.post(422, **act)
    assert phone.game.entries == []


def test_nothing_can_be_entered_before_the_start(phone):
    assert "no-game-yet" in phone.post(422, act="enter", after="0", entry="J-J-J-9-Q")


def test_a_post_without_the_token_is_refused(poker):
    from django.test import Client

    tournament, series = poker
    client = Client(enforce_csrf_checks=True)
    client.force_login(
        tournament.roles.get().user, backend="django.contrib.auth.backends.ModelBackend"
    )
    answer = client.post(f"/series/{series.pk}/games/1/score/", {"act": "start"})
    assert answer.status_code == 403


def test_a_game_is_not_begun_unnoticed_while_an_earlier_one_is_suspended(phone):
    started(phone.series, "J-J-J-9-Q", "suspend")
    second = Phone(phone.client, phone.series, number=2)
    html = second.look()
    assert "Game 1 is suspended" in html
    assert 'data-confirm="Start game 2 all the same?"' in html
    assert f'href="{phone.url}"' in html
    add_entries(game_id=phone.game.pk, after=2, entries=["concede=home"], acting_user=None)
    assert "data-confirm=" not in second.look()


def test_whoever_simulates_is_told_that_managers_may_want_to_play(phone, poker):
    tournament, series = poker
    page = browser(director_of(tournament)).get(series.get_absolute_url()).content.decode()
    assert f"Managers of {series.home.name} may want to play themselves" in page or (
        f"Managers of {series.away.name} may want to play themselves" in page
    )


def test_a_throw_asks_the_database_nothing_twice(django_assert_max_num_queries):
    # Who asks: session, user, series, his standing, the people of both clubs. What changes: the
    # series' row taken, the game, its dice, and who may, now that nobody else changes it (his
    # standing and the people); the game stored, and told to who watches. What redo would put back,
    # and whether the event's edition lets it be suspended.
    tournament, series = league_series()
    phone = Phone(browser(manager(tournament, 1, "First")), series)
    phone.post(act="start", dice="server")
    for entries in range(3):
        # A savepoint of this test's transaction is two of them.
        with django_assert_max_num_queries(15 + 2):
            phone.client.post(phone.url, {"act": "on", "after": entries}, headers=HTMX)
    assert len(phone.game.entries) == 3


@pytest.mark.parametrize(("key", "decision"), [("purestrat", "steal"), ("deep-drive", "running")])
def test_what_is_asked_about_runners_names_them(key, decision):
    series = series_of(key)
    director = director_of(series.fixture.round.stage.tournament)
    seats = Seats(dice=TABLE_DICE)
    game = record_game(
        series_id=series.pk, number=1, transcript=(), acting_user=director, seats=seats
    )
    client, random = browser(director), Random(key)
    url = f"/series/{series.pk}/games/1/score/"
    for _ in range(60):
        wanted = open_decisions(game)
        runners = current_situation(record_of(game)).runners
        about_them = [each for each in wanted.questions if each.decision.name == decision]
        if about_them and any(runners):
            break
        if wanted.dice is not None and all(each.has_usual for each in wanted.questions):
            entry = wanted.dice.show(random.randrange(wanted.dice.size))
        else:
            entry = wanted.questions[0].usual
        sent = {"act": "enter", "entry": entry, "after": len(game.entries)}
        assert client.post(url, sent, headers={"HX-Request": "true"}).status_code == 200
        game = Game.objects.get(pk=game.pk)
    assert any(runners), "somebody got on"
    asked = [
        one for one in client.get(url).context["scorer"].questions if one.question in about_them
    ]
    record = record_of(game)
    now, people = current_situation(record), people_of(record)
    names = [people.name(now.batting, people.player(now.batting, slot)) for slot in runners if slot]
    said = " ".join([asked[0].asks, *(answer.label for answer in asked[0].answers)])
    assert all(name in said for name in names)
    assert "the runner on" not in said.lower()


def poke(page: str) -> str:
    """The address at which a page asks whether it shows all that is new."""
    return unescape(re.search(r'id="scorer"[^>]*hx-get="([^"]+)"', even(page))[1])


def club_renamed(phone, other):
    Team.objects.filter(pk=phone.series.away_id).update(name="Renamed Nine")


def house_allowed(phone, other):
    for who, side in ((phone, "0"), (phone, "1"), (other, "0"), (other, "1")):
        who.client.post(who.url, {"act": "house", "side": side, "allowed": "yes"})


def game_started(phone, other):
    phone.post(act="start", dice="server")


@pytest.mark.parametrize("change", [club_renamed, house_allowed, game_started])
def test_whatever_a_scoring_page_shows_is_in_its_mark(phone, other, change):
    """Both pages come anew after a change; and what has come does not come again."""
    pages = [poke(page.look()) for page in (phone, other)]
    change(phone, other)
    for who, again in zip((phone, other), pages, strict=True):
        answer = who.client.get(again, headers=HTMX)
        assert answer.status_code == 200
        anew = poke(answer.content.decode())
        assert who.client.get(anew, headers=HTMX).status_code == 204


def test_who_is_not_asked_any_more_is_not_waited_for(phone, other):
    phone.post(act="start", dice="server")
    sides = (phone, other)
    pages = [page.look() for page in sides]
    while not any("pickoff=1" in entries_of(page) for page in pages):
        goes_on = phone if 'aria-label="Play on"' in pages[0] else other
        goes_on.post(act="on", after=str(len(phone.game.entries)))
        pages = [page.look() for page in sides]
    asked = int("pickoff=1" in entries_of(pages[1]))
    waiting = sides[1 - asked]
    assert "Waiting for" in pages[1 - asked]
    side = re.search(r'name="side" value="(\d)"', even(pages[asked]))[1]
    never = {f"when-{topic.key}": "never" for topic in topics_in(phone.series)}
    before = latest_event_id()
    sides[asked].post(act="orders", side=side, **never)
    assert topics_changed_after(before, [series_topic(phone.series)])
    answer = waiting.client.get(poke(pages[1 - asked]), headers=HTMX)
    assert answer.status_code == 200
    assert "Waiting for" not in answer.content.decode()
