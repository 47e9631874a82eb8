"""Real dice in one field: the throws of a turn at bat, as they are read out."""

import pytest

from config.refusals import Refused
from games.models import Game
from games.open_decisions import decisions_of
from games.presenters.dice import roles_of
from games.records import replay_with_managers
from games.services.table_dice import read_table_dice
from games.systems.registry import SYSTEMS
from tests.builders import browser, director_of, manager
from tests.games.builders import ADVANCED, league_series, started
from tests.games.test_one_replay import series_of

pytestmark = pytest.mark.django_db


def at(series):
    """The scoring page, and who may enter there."""
    tournament = series.fixture.round.stage.tournament
    return browser(director_of(tournament)), f"/series/{series.pk}/games/1/score/"


@pytest.fixture
def poker():
    tournament, series = league_series(system_key="poker-dice", settings=ADVANCED)
    url = f"/series/{series.pk}/games/1/score/"
    return browser(manager(tournament, 1, "Own")), url, started(series)


def entries(game):
    return Game.objects.get(pk=game.pk).entries


def typed(client, url, game, dice, **fields):
    order = " ".join(roles_of(game.series.system))
    sent = {"act": "dice", "after": len(entries(game)), "dice": dice, "order": order, **fields}
    return client.post(url, sent, follow=True)


@pytest.mark.parametrize("line", ["K K Q Q 9", "k,k,q,q,9", "K-K-Q-Q-9", " 1. 1 2;2  6"])
def test_a_throw_is_typed_in_one_field_however_people_write(poker, line):
    client, url, game = poker
    assert 'name="dice"' in client.get(url).content.decode()
    answer = typed(client, url, game, line)
    assert (answer.status_code, len(entries(game))) == (200, 1)


def faces_asked(game, line, throw):
    """The faces of some throw that the game asks for after a line of dice; one die, where it asks
    for none."""
    order = roles_of(game.series.system)
    words = read_table_dice(game, game.entries, line, order) if line else []
    dice = decisions_of(replay_with_managers(game, game.entries, words)).dice
    return "1" if dice is None else dice.show(throw * 7919 % dice.size).replace("-", " ")


def a_turn(game, number):
    """A line of dice that is a whole turn, one with a throw more, how many throws it has,
    and why it takes no more."""
    order = roles_of(game.series.system)
    line, throws = "", 0
    while True:
        more = f"{line} {faces_asked(game, line, 13 * number + throws)}".strip()
        try:
            read_table_dice(game, game.entries, more, order)
        except Refused as refused:
            return line, more, throws, refused.refusals[0].code
        line, throws = more, throws + 1


@pytest.mark.long
@pytest.mark.parametrize("key", SYSTEMS)
def test_a_line_takes_the_throws_of_a_turn_and_no_more_in_every_system(key):
    series = series_of(key)
    client, url = at(series)
    game = started(series)
    most = 0
    for number in range(12):
        game = Game.objects.get(pk=game.pk)
        before = game.entries
        line, too_much, throws, code = a_turn(game, number)
        answer = typed(client, url, game, too_much)
        html = answer.content.decode()
        # Told where, nothing of it entered, nothing of it lost.
        assert (answer.status_code, entries(game)) == (422, before)
        assert code in html
        assert f"die {len(line.split()) + 1}" in html
        assert f'value="{too_much}"' in html
        answer = typed(client, url, game, line)
        assert answer.status_code == 200, answer.content.decode()[:900]
        if code != "superfluous-dice":
            # Something in the middle of a turn that has no usual answer.
            assert code == "decision-first"
            asked = decisions_of(replay_with_managers(game, entries(game))).questions[0]
            sent = {"act": "enter", "after": len(entries(game)), "entry": asked.usual}
            assert client.post(url, sent, follow=True).status_code == 200
        most = max(most, throws)
    assert most >= (2 if key in SEVERAL_THROWS else 1)


SEVERAL_THROWS = ("commons", "deep-drive", "purestrat")
"""Systems in which a turn without decisions may take more than one."""


@pytest.mark.parametrize(
    ("line", "code", "die"),
    [
        ("K K Q Q 8", "impossible-face", 5),
        ("K K", "wrong-number-of-dice", 1),
        ("K K 1 1 1", "mixed-faces", 1),
        ("9 9 10 10 A K", "superfluous-dice", 6),
        ("9 " * 61, "too-many-dice", 61),
    ],
)
def test_what_cannot_be_is_refused_at_its_die_and_stays_in_the_field(poker, line, code, die):
    client, url, game = poker
    answer = typed(client, url, game, line)
    html = answer.content.decode()
    assert (answer.status_code, entries(game)) == (422, [])
    assert code in html
    assert f"die {die}:" in html or f"die {die}<" in html
    assert f'value="{line}"' in html


def test_an_empty_line_is_nothing(poker):
    client, url, game = poker
    answer = typed(client, url, game, " , ")
    assert (answer.status_code, b"There is nothing to enter" in answer.content) == (422, True)


def test_nobody_enters_the_servers_dice():
    _, series = league_series(system_key="poker-dice", settings=ADVANCED)
    client, url = at(series)
    answer = typed(client, url, started(series, dice="server"), "K K Q Q 9")
    assert (answer.status_code, b"dice-are-the-servers" in answer.content) == (422, True)


def test_what_has_to_be_said_first_takes_its_usual_answer():
    _, series = league_series(system_key="poker-dice", settings=ADVANCED)
    client, url = at(series)
    game = started(series, "J-J-J-9-Q", away_managed=True)
    assert typed(client, url, game, "K K").status_code == 200
    assert {"pickoff=none", "K-K"} <= set(entries(game))


def test_a_line_sent_again_counts_once(poker):
    client, url, game = poker
    typed(client, url, game, "1 1 2 2 6")
    written = entries(game)
    answer = typed(client, url, game, "1 1 2 2 6", after=0, again="1")
    assert (answer.status_code, entries(game)) == (200, written)
    assert typed(client, url, game, "1 1 2 2 5", after=0, again="1").status_code == 422
    assert typed(client, url, game, "x", after=0, again="1").status_code == 422
    assert entries(game) == written


def test_the_api_takes_a_line_as_well(poker):
    client, _, game = poker
    url = f"/api/v1/games/{game.pk}/table-dice/"

    def put(**body):
        return client.post(url, body, content_type="application/json")

    refused = put(after=0, dice="9 9 10 10 A K")
    assert refused.status_code == 422
    assert refused.json()["error"]["refusals"][0]["place"] == "die 6"
    taken = put(after=0, dice="9 9 10 10 A")
    assert (taken.status_code, taken.json()["transcript"]) == (200, ["9-9-10-10-A"])
