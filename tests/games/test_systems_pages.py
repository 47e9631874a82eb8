"""The pages of the game systems, and games that are shown and not kept."""

import json
import re
from urllib.parse import urlencode

import pytest

from config.journal.models import Action
from games.card_games.base import Mound
from games.engine.situation import Situation
from games.engine.system import CARDS
from games.exhibition import exhibition_clubs, staffs_of, state_of
from games.models import Game
from games.systems.registry import SYSTEMS
from tests.builders import browser
from tests.markup import even

pytestmark = pytest.mark.django_db


def shown(url, status=200) -> str:
    answer = browser().get(url)
    assert answer.status_code == status
    return even(answer.content.decode())


def board_of(html: str) -> str:
    return html.partition('<table class="hh-board">')[2].partition("</table>")[0]


def test_every_system_is_listed():
    html = shown("/systems/")
    for key, system in SYSTEMS.items():
        assert f'href="/systems/{key}/"' in html
        assert system.summary in html


@pytest.mark.parametrize("key", SYSTEMS)
def test_a_system_shows_its_dice_decisions_options_and_rules(key):
    system = SYSTEMS[key]
    html = shown(f"/systems/{key}/")
    for option in system.options:
        assert f'id="option-{option.key}"' in html
        for rule in option.rules:
            assert f"#{rule}" in html
    for decision in system.decisions:
        assert decision.question in html
    assert f'href="/rulebook/{system.book}/"' in html
    assert system.need.sentence in html


@pytest.mark.long
@pytest.mark.rule("D1-003")
def test_d1_003_the_clubs_of_a_sample_throw_for_the_first_turn():
    first = {"Lamplighters": set(), "Night Owls": set()}
    for seed in range(12):
        html = shown(f"/systems/one-die/sample/?seed=turn-{seed}")
        one, other, club = re.search(
            r"Lamplighters threw (\d) and Night Owls threw (\d): ([\w ]+) bat first", html
        ).groups()
        assert club == ("Lamplighters" if one > other else "Night Owls")
        assert board_of(html).index(club) == min(board_of(html).index(name) for name in first)
        first[club].add(seed)
    assert all(first.values())
    assert "bat first" not in shown("/systems/two-dice/sample/?seed=turn")


def test_answers_that_are_one_number_after_another_stand_in_one_row():
    html = shown("/systems/purestrat/")
    assert "<code>1 … 40</code> No. 1 to 40" in html
    assert "<code>1 … 9</code> the player batting 1 to 9" in html
    assert "<code>p c 1b 2b 3b ss lf cf rf</code>" in html
    # Numbers that mean something of their own are told one by one.
    assert "<code>13</code> First and third" in html
    assert "<code>2</code> Throw to second" in shown("/systems/poker-dice/")


def test_throws_of_the_same_dice_stand_in_one_row_and_large_dice_are_told_in_words():
    html = shown("/systems/purestrat/")
    assert "<dt>Plate, bunt, hit and run</dt><dd>3 dice <" in html
    assert "<dt>Chance</dt><dd>d20 and 3 dice </dd>" in html
    assert "<dt>White</dt><dd>one die <" in html
    assert "<dt>Check, rating, split, park, advance" in html


@pytest.mark.parametrize("key", SYSTEMS)
def test_the_same_seed_shows_the_same_game_and_nothing_is_kept(key):
    one, same, other = (
        shown(f"/systems/{key}/sample/?seed={seed}") for seed in ("abc", "abc", "abd")
    )
    assert board_of(one) == board_of(same)
    assert one.partition("Play by play")[2] != other.partition("Play by play")[2]
    assert not Game.objects.exists()
    assert not Action.objects.exists()


def test_a_sample_without_a_seed_makes_one_up():
    assert "hh-board" in shown("/systems/one-die/sample/")


@pytest.mark.parametrize(
    ("key", "option"),
    [
        (key, option)
        for key, system in SYSTEMS.items()
        for option in system.options
        if option.kind == "boolean"
    ],
    ids=lambda each: each if isinstance(each, str) else each.key,
)
def test_a_sample_is_played_with_every_option_switched(key, option):
    switched = json.dumps({option.key: not option.default})
    answer = browser().get(
        f"/api/v1/systems/{key}/sample/", {"seed": "switched", "settings": switched}
    )
    assert answer.status_code == 200, answer.content


def test_pitchers_bat_in_a_sample_without_a_designated_hitter():
    options = SYSTEMS["deep-drive"].options
    # A box that is not ticked is not sent.
    given = {option.key: option.default for option in options if option.kind != "boolean"}
    html = shown("/systems/deep-drive/sample/?" + urlencode({"seed": "abc", "own": True, **given}))
    assert "hh-board" in html


def test_a_sample_follows_its_options():
    html = shown(
        "/systems/three-dice/sample/?seed=abc&own=True&three_dice_turn=until_no_one&innings=3"
        "&max_innings=0&mercy_margin=0&mercy_after=7&concession_margin=1"
    )
    assert "<dd>Sample" not in html
    assert '<span class="visually-hidden">Inning </span>3' in html
    assert '<span class="visually-hidden">Inning </span>9' not in html


@pytest.mark.parametrize(
    "query",
    ["seed=abc&own=True&innings=99", "seed=", f"seed={'x' * 65}", "seed=abc&own=True"],
)
def test_what_cannot_be_played_is_refused(query):
    html = shown(f"/systems/one-die/sample/?{query}", status=422)
    assert "hh-board-frame" not in html


def test_an_unknown_system_is_not_found():
    shown("/systems/cricket/", status=404)


LATE = "seed=late&inning=8&half=1&away_runs=3&home_runs=3"
ON_THIRD = "outs=1&first=0&second=0&third=4&away_up=1&home_up=5"


@pytest.mark.parametrize("key", SYSTEMS)
def test_a_game_begins_where_somebody_says(key):
    form = shown(f"/systems/{key}/what-if/")
    assert "hh-board-frame" not in form
    if SYSTEMS[key].need.kind == CARDS:
        ((away, _), *_), ((home, _), *_) = staffs_of(SYSTEMS[key], exhibition_clubs(SYSTEMS[key]))
        html = shown(
            f"/systems/{key}/what-if/?{LATE}&{ON_THIRD}&away_pitcher={away}&home_pitcher={home}"
            "&away_pitcher_outs=0&home_pitcher_outs=0"
        )
        assert "Play begins in the bottom of the 8th" in html
        return
    html = shown(f"/systems/{key}/what-if/?{LATE}&{ON_THIRD}")
    assert "hh-board-frame" in html
    assert "Play begins in the bottom of the 8th" in html
    won = [int(number) for number in re.findall(r"<strong>(\d+)</strong> of 50 won", html)]
    assert sum(won) == 50
    assert not Game.objects.exists()


def test_a_game_of_cards_begins_with_this_pitcher_on_the_mound_and_as_tired_as_he_is():
    system = SYSTEMS["purestrat"]
    (_, (reliever, name), *_), ((starter, _), *_) = staffs_of(system, exhibition_clubs(system))
    html = shown(
        f"/systems/purestrat/what-if/?{LATE}&{ON_THIRD}&away_pitcher={reliever}"
        f"&away_pitcher_outs=2&away_tired=on&home_pitcher={starter}&home_pitcher_outs=21"
    )
    assert "Play begins in the bottom of the 8th with one out" in html
    assert name in html
    situation = Situation.read("B8 1 -.-.4 3-3 1/5")
    state = state_of(
        system,
        exhibition_clubs(system),
        situation,
        (Mound(reliever, 2, tired=True), Mound(starter, 21)),
    )
    away, home = state.own.mounds
    assert (away.started, away.outs, away.tired, away.changes) == (False, 2, True, 1)
    assert (home.started, home.outs, home.tired, home.changes) == (True, 21, False, 0)


@pytest.mark.parametrize(
    ("query", "code"),
    [
        (f"{LATE}&outs=1&first=0&second=0&third=5&away_up=1&home_up=5", "at bat himself"),
        (f"{LATE}&outs=1&first=4&second=0&third=4&away_up=1&home_up=5", "stands on two bases"),
        (f"{LATE}&outs=4&first=0&second=0&third=0&away_up=1&home_up=5", "valid choice"),
        ("seed=x", "required"),
        (
            "seed=x&inning=9&half=1&outs=0&first=0&second=0&third=0&away_runs=0&home_runs=1"
            "&away_up=1&home_up=1",
            "over before this",
        ),
    ],
)
def test_what_cannot_be_so_begins_no_game(query, code):
    html = shown(f"/systems/two-dice/what-if/?{query}", status=422)
    assert "hh-board-frame" not in html
    assert code in html
