"""Dice that a rule tells apart are asked for by their roles, in the order of who reads them out."""

import re
from itertools import permutations

import pytest

from games.engine.dice import SEPARATOR, Dice
from games.engine.record import replay
from games.models import Game
from games.presenters.dice import roles_of, slots_of
from games.systems.deep_drive.play import throws as deep_drive
from games.systems.purestrat.play import throws as purestrat
from games.systems.registry import SYSTEMS, system
from tests.builders import browser, director_of
from tests.games.builders import ADVANCED, started
from tests.games.test_one_replay import series_of
from tests.markup import even

JSON = "application/json"

OF_ALL_THE_SAME = {
    ("two-dice", "throw"): ((), "1-6"),
    ("three-dice", "throw"): ((), "1-1-6"),
    ("poker-dice", "plate-appearance"): ((), "9-K-K-K-J"),
    ("poker-dice", "steal"): (("J-J-J-9-Q", "steal=1"), "9-A"),
    ("poker-dice", "bunt"): (("J-J-J-9-Q", "bunt=yes"), "9-A"),
    ("poker-dice", "pickoff"): (("J-J-J-9-Q", "pickoff=1"), "9-A"),
}
"""Throws of several dice without roles: what comes before one, and a throw."""


def test_every_throw_of_several_dice_names_them_or_is_the_same_in_any_order():
    without_roles = {
        (key, dice.name)
        for key, rules in SYSTEMS.items()
        for dice in rules.dice
        if dice.count > 1 and not dice.has_roles
    }
    # The two dice of a steal are added (DD-067).
    assert without_roles == {*OF_ALL_THE_SAME, ("deep-drive", "steal")}
    for (key, _), (before, word) in OF_ALL_THE_SAME.items():
        rules = system(key)
        settings = rules.settings(ADVANCED if key == "poker-dice" else None)
        games = {
            tuple(replay(rules, settings, (*before, SEPARATOR.join(faces))).events)
            for faces in permutations(word.split(SEPARATOR))
        }
        assert len(games) == 1, key


@pytest.mark.rule("DD-005", "S1.0a", "S1.0b")
@pytest.mark.parametrize(
    ("dice", "roles"),
    [
        (purestrat.PLATE, "white colored colored"),
        (purestrat.CHANCE, "d20 white colored colored"),
        (purestrat.LEAD, "d20 colored colored"),
        (purestrat.CHECK_WHITE, "white"),
        (purestrat.SPLIT, "d20"),
        (deep_drive.PLATE, "tens ones modifier"),
        (deep_drive.CHANCE, "tens ones"),
        (deep_drive.MODIFIER, "modifier"),
        (deep_drive.JUMP, ""),
    ],
)
def test_dice_have_the_roles_that_their_rules_give_them(dice: Dice, roles: str):
    assert dice.roles == tuple(roles.split())


def test_slots_stand_in_the_order_of_who_reads_them_out():
    order = ("colored", "d20", "white")
    slots = slots_of(purestrat.CHANCE, order)
    assert [(slot.place, slot.label, slot.color) for slot in slots] == [
        (3, "Colored 1", "red"),
        (4, "Colored 2", "red"),
        (1, "D20", "leather"),
        (2, "White", "white"),
    ]
    assert roles_of(system("purestrat")) == ("d20", "white", "colored")
    assert roles_of(system("deep-drive")) == ("tens", "ones", "modifier")
    assert roles_of(system("poker-dice")) == ()


class Table:
    """A director's browser at the table of a game."""

    def __init__(self, key: str) -> None:
        self.series = series_of(key)
        self.game = started(self.series)
        self.browser = browser(director_of(self.series.fixture.round.stage.tournament))
        self.url = f"/series/{self.series.pk}/games/1/score/"

    @property
    def entries(self) -> list[str]:
        return Game.objects.get(pk=self.game.pk).entries

    def page(self) -> str:
        return even(self.browser.get(self.url).content.decode())

    def send(self, **fields: str):
        return self.browser.post(self.url, {"after": len(self.entries), **fields}, follow=True)


def slots_on(page: str) -> list[tuple[str, str]]:
    """Which die of the throw stands where on the pad, and how it is called."""
    return re.findall(r'data-slot="(\d)" data-label="([^"]+)"', page)


@pytest.mark.django_db
def test_dice_are_read_in_the_order_that_a_browser_remembers():
    table = Table("purestrat")
    page = table.page()
    assert slots_on(page) == [("1", "White"), ("2", "Colored 1"), ("3", "Colored 2")]
    assert 'data-color="white"' in page
    assert "Dice as they fell" not in page
    assert 'name="order" value="d20 white colored"' in page
    table.send(act="dice-order", first="colored")
    page = table.page()
    assert slots_on(page) == [("2", "Colored 1"), ("3", "Colored 2"), ("1", "White")]
    assert 'name="order" value="colored d20 white"' in page
    table.send(act="dice", dice="5 6 2", order="colored d20 white")
    assert table.entries == ["2-5-6"]
    refused = table.send(act="dice-order", first="pink")
    assert 'data-code="no-such-die"' in refused.content.decode()


@pytest.mark.django_db
@pytest.mark.rule("DD-005")
@pytest.mark.parametrize(
    ("key", "line", "order", "entry"),
    [
        ("purestrat", "5 6 2", "colored d20 white", "2-5-6"),
        ("deep-drive", "3 0 9", "modifier tens ones", "0-9-3"),
    ],
)
def test_dice_without_a_role_are_refused_and_asked_for(key, line, order, entry):
    table = Table(key)
    refused = table.send(act="dice", dice=line)
    assert refused.status_code == 422
    assert 'data-code="dice-without-roles"' in refused.content.decode()
    assert f'value="{line}"' in refused.content.decode()
    api = f"/api/v1/games/{table.game.pk}/"
    (awaited,) = (each for each in table.browser.get(api).json()["awaits"] if each["dice"])
    named = next(each for each in SYSTEMS[key].dice if each.name == "plate").roles
    assert awaited["roles"] == list(named)
    for wrong in ([], order.split()[:2]):
        body = {"after": 0, "dice": line, "order": wrong}
        answer = table.browser.post(f"{api}table-dice/", body, content_type=JSON)
        (refusal,) = answer.json()["error"]["refusals"]
        assert (answer.status_code, refusal["code"]) == (422, "dice-without-roles")
        assert refusal["facts"]["roles"] == list(named)
    assert table.entries == []
    body = {"after": 0, "dice": line, "order": order.split()}
    taken = table.browser.post(f"{api}table-dice/", body, content_type=JSON)
    assert taken.json()["transcript"] == [entry]


@pytest.mark.django_db
def test_dice_of_many_faces_have_a_field_each_that_keeps_what_was_refused():
    table = Table("deep-drive")
    page = table.page()
    assert [name for name in ("Tens", "Ones", "Modifier") if f">{name}</span>" in page] == [
        "Tens",
        "Ones",
        "Modifier",
    ]
    wrong = table.send(act="enter", **{"die-1": "4", "die-2": "x", "die-3": "7"})
    assert wrong.status_code == 422
    shown = even(wrong.content.decode())
    assert 'name="die-2" value="x"' in shown
    table.send(act="enter", **{"die-1": "4", "die-2": "0", "die-3": "7"})
    assert table.entries == ["4-0-7"]


@pytest.mark.django_db
def test_what_two_phones_enter_of_one_throw_counts_once():
    table = Table("deep-drive")
    first = {"act": "dice", "dice": "4 0 7", "order": "tens ones modifier", "after": "0"}
    assert table.send(**first).status_code == 200
    for late in (first, {"act": "enter", "after": "0", "die-1": "4", "die-2": "0", "die-3": "7"}):
        same = table.send(**late)
        shown = even(same.content.decode())
        assert same.status_code == 422
        assert "That is what you entered, too" in shown
        assert 'value="4 0 7"' not in shown
        assert not re.search(r'name="die-\d" value="\d', shown)
    other = even(table.send(**{**first, "dice": "4 0 8"}).content.decode())
    assert "You entered <code>4 0 8</code>, which does not count." in other
    assert 'value="4 0 8"' not in other
    typed = even(table.send(act="enter", entries="4-0-8", after="0").content.decode())
    assert "You entered <code>4-0-8</code>" in typed
    assert ">4-0-8</textarea>" not in typed
    assert len(table.entries) == 1
