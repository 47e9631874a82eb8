"""The scoring page of a Commons game: cards, dice, gods."""

import re

import pytest

from games.engine.dice import FURTHER_DIE
from games.engine.events import DOUBLE, HOME_RUN, SINGLE, TRIPLE, WALK
from games.engine.folds.moments import moments_of
from games.engine.record import game_at, replay, simulate
from games.presenters.now import now_of
from games.presenters.table import shown_table
from games.systems.commons.clubs import CommonsCards
from games.systems.commons.play.system import Commons
from games.views.systems import AWAY, HOME
from tests.builders import browser, director_of, entrant, fixture_of, league, manager
from tests.games.systems.commons.decks import a_commons_set
from tests.markup import even

pytestmark = pytest.mark.django_db

COMMONS = Commons()
SETTINGS = {option.key: option.default for option in COMMONS.options}
CLUBS = CommonsCards().exhibition()


def waiting(*entries: str):
    return replay(COMMONS, SETTINGS, entries, clubs=CLUBS)


def view(*entries: str):
    found = CommonsCards().table_view(waiting(*entries))
    assert found is not None
    return found


def threshold(table, label: str) -> str:
    for card in table.face_up:
        for line in card.lines:
            if line.label == label and line.digits:
                return "".join(digit.face for digit in line.digits)
    raise AssertionError(label)


def meaning(table, face: str) -> str:
    (found,) = [each.words for each in table.meanings if face in each.faces]
    return found


@pytest.mark.rule("CB-062", "CB-063")
def test_what_every_next_face_means_is_what_it_comes_to():
    """Walk through throws of every kind: the page says throw again just where the engine asks for
    another die, and otherwise what becomes of it."""
    checked = 0
    record = simulate(COMMONS, SETTINGS, "table", clubs=CLUBS)
    for at in range(0, len(record.transcript), 7):
        start = replay(COMMONS, SETTINGS, record.transcript[:at], clubs=CLUBS)
        if not start.open or start.open[-1].dice is None:
            continue
        table = CommonsCards().table_view(start)
        for face in "123456":
            then = replay(COMMONS, SETTINGS, [*start.transcript, face], clubs=CLUBS)
            dice = then.open[-1].dice if then.open else None
            (told,) = [each for each in table.meanings if face in each.faces]
            asked = dice is not None and dice.part == FURTHER_DIE
            assert told.again is asked, (start.transcript[-3:], face, told)
            assert not asked or dice.name == start.open[-1].dice.name
            checked += 1
    assert checked > 150


@pytest.mark.rule("CB-062")
def test_digits_light_up_as_they_are_met():
    table = view()
    walk = threshold(table, "BB")
    assert [line.digits[0].state for line in table.face_up[0].lines if line.digits] == [
        "next" for line in table.face_up[0].lines if line.digits
    ]
    first = walk[0]
    assert meaning(table, first) == "throw again"
    then = view(first)
    (line,) = [line for line in then.face_up[0].lines if line.label == "BB"]
    assert [digit.state for digit in line.digits] == ["equal", "next", "", ""]
    assert then.thrown == [first]
    higher = str(min(6, int(walk[1]) + 1))
    if higher != walk[1]:
        after = view(first, higher)
        assert after.thrown == [] or after.face_up


@pytest.mark.rule("CB-006", "CB-020", "CB-079", "CB-099")
def test_gods_are_played_when_they_may_and_say_why_not():
    away, home = view().hands
    out = {card.name: card for card in home.cards}
    bat = {card.name: card for card in away.cards}
    assert (out["Out"].entry, out["Out"].left) == ("out-god=out", 3)
    assert out["Super two outs"].entry == "out-god=two-outs"
    assert "side at bat" in out["Hit"].why_not
    assert (bat["Hit"].entry, bat["Hit"].why_not) == (
        "",
        "CB-079: the pitch must be delivered before a hit god",
    )
    played = view("out-god=two-outs")
    away, home = played.hands
    assert dict(played.middle)["Super two outs"] == "used"
    assert "Super two outs" not in {card.name for card in [*away.cards, *home.cards]}
    assert "Super double" not in {card.name for card in home.cards}
    assert dict(played.middle)["Super double"].endswith("hold it")
    challenged = view("out-god=out")
    away, home = challenged.hands
    assert {card.name: card.left for card in home.cards}["Out"] == 2
    assert {card.name: card for card in away.cards}["Challenge"].entry == "challenge=yes"


def test_the_game_stands_where_its_record_waits():
    record = waiting("out-god=out", "challenge=yes")
    game = game_at(record)
    assert game.out_challenged
    clubs = (AWAY, HOME)
    assert shown_table(record, clubs, now_of(record, clubs, None)) is not None
    over = simulate(COMMONS, SETTINGS, "over", clubs=CLUBS)
    assert shown_table(over, clubs, now_of(record, clubs, None)) is None


@pytest.mark.rule("CB-060", "CB-063")
def test_a_game_is_entered_on_its_own_page_and_watched_live():
    a_commons_set(4)
    event = league(4, system_key="commons", card_set="commons-cards")
    series = fixture_of(event, 1, 2).series
    client = browser(director_of(event))
    address = f"/series/{series.pk}/games/1/score/"
    client.post(address, {"act": "start", "dice": "table"})
    html = client.get(address).content.decode()
    for word in ("On the mound", "At bat", "in play", "Why not?", "Pitchers left", "On deck"):
        assert word in html, word
    assert 'value="out-god=out"' in html
    # What is played from a hand is not asked for a second time.
    assert html.count('value="out-god=out"') == 1
    client.post(address, {"act": "enter", "after": 0, "entry": "out-god=out"})
    html = client.get(address).content.decode()
    assert 'value="challenge=yes"' in html
    client.post(address, {"act": "enter", "after": 1, "entry": "challenge=no"})
    game = series.games.get()
    assert game.outs == 1
    live = browser().get(game.get_absolute_url()).content.decode()
    assert "On the mound" in live
    assert "May be played" in live
    assert not re.search(r'name="entry" value="out-god', even(live))


def test_a_god_is_played_from_the_hand_of_a_game_that_is_played_online():
    a_commons_set(4)
    event = league(4, system_key="commons", card_set="commons-cards")
    people = {number: browser(manager(event, number, f"M{number}")) for number in (1, 2)}
    series = fixture_of(event, 1, 2).series
    address = f"/series/{series.pk}/games/1/score/"
    people[1].post(address, {"act": "start", "dice": "server"})
    home = 1 if series.games.get().home == entrant(event, 1).team else 2
    # The visitors bring in the first of their list; then it is for the field.
    people[3 - home].post(address, {"act": "on", "after": 0})
    html = people[home].get(address).content.decode()
    # Whatever the form of the card says is what a browser sends.
    (form,) = (
        each
        for each in re.findall(r"<form.*?</form>", html, flags=re.DOTALL)
        if "gm-god" in each and 'value="out-god=out"' in each
    )
    sent = dict(re.findall(r'<input[^>]*name="(\w+)"[^>]*value="([^"]*)"', form))
    assert sent["act"] == "on"
    answer = people[home].post(address, {**sent, "entry": "out-god=out"})
    assert answer.status_code == 302, answer.content.decode()
    assert "out-god=out" in series.games.get().entries
    other = people[3 - home].get(address).content.decode()
    assert 'value="out-god=out"' not in other


@pytest.mark.rule("CB-062", "CB-126", "CB-127")
def test_after_a_turn_the_line_that_decided_it_is_lit_with_what_was_thrown():
    """Whole games: what the words say of the throw is what became of the batter."""
    kinds = {"a walk": WALK, "a single": SINGLE, "a double": DOUBLE, "a triple": TRIPLE}
    kinds["a home run"] = HOME_RUN
    seen = set()
    for seed in ("table", "lit"):
        entries = simulate(COMMONS, SETTINGS, seed, clubs=CLUBS).transcript
        for at in range(1, len(entries)):
            record = waiting(*entries[:at])
            table = CommonsCards().table_view(record)
            last = list(moments_of(record))[-1] if record.events else None
            if table is None or last is None or not table.fell or not last.ends_turn:
                continue
            words = table.fell.split(": ")[1]
            (card,) = table.played
            (line,) = card.lines
            assert last.throws[-1] in table.fell.split(" on ")[0]
            assert {digit.state for digit in line.digits} & {"equal", "above", "below"}
            if words == "out":
                assert last.kind not in kinds.values()
            else:
                assert last.kind == kinds[words], (table.fell, last)
            seen.add((card.role, line.label, words))
    assert ("On the mound", "BB", "a walk") in seen
    assert ("At bat", "2B", "a home run") in seen
    assert ("At bat", "1B", "out") in seen
    assert ("At bat", "1B", "a single") in seen
