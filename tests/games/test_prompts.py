"""Questions at the table name the players they are about, and say the odds that can be computed."""

import re
from collections import defaultdict
from functools import cache

import pytest

from games import trial
from games.models import Game
from games.rules.standing_orders import Level
from games.scorer import Open, scorer
from games.services.going_on import Until
from games.standing_orders import word_in
from games.views import trial as views

pytestmark = pytest.mark.django_db

NAMELESS = re.compile(
    r"\b(the player whose|the pitcher on the mound|discard one|nobody runs in|no\. \d|him\b|he\b|"
    r"the batter\b|the runner on)",
    re.IGNORECASE,
)


SEEDS = {"commons": 1, "deep-drive": 3, "purestrat": 1}
"""How many games hold enough questions of each kind."""

ENOUGH = 4


def a_game(key: str, seed: str) -> Game:
    return trial.game_of(trial.Trial(key, seed, level=Level.EVERYTHING), views._clubs())


@cache
def asked(key: str) -> dict[str, list[Open]]:
    """The first questions of each kind in a few games in which all is left as it is."""
    found: dict[str, list[Open]] = defaultdict(list)
    for seed in range(SEEDS[key]):
        game = a_game(key, f"prompts-{seed}")
        while not game.is_final and game.inning < 7:
            word = word_in(game, trial.VISITORS)
            must = [one.entry(one.choices[-1]) for one in word.asked if not one.has_usual]
            if any(len(found[one.decision.name]) < ENOUGH for one in word.asked):
                for one in scorer(game, trial.VISITORS).questions:
                    found[one.question.decision.name].append(one)
            must += [one.entry(one.choices[-1]) for one in word.asked if one.decision.must]
            trial.gone_on(game, must[0].split() if must else [], Until.TURN)
    return found


def said(one: Open) -> list[str]:
    return [one.asks, *(answer.label for answer in one.answers)]


@pytest.mark.parametrize("key", SEEDS)
def test_who_bats_pitches_runs_and_throws_is_said_by_name(key):
    names = {"hit", "pitch", "walk", "swing", "send", "tag", "steal", "run1", "run2", "run3"}
    names |= {"away-pitcher", "pinch-hit", "out-god", "hit-god"}
    seen = [one for name in names for one in asked(key)[name]]
    assert len({one.question.decision.name for one in seen}) > 4
    for one in seen:
        nameless = [words for words in said(one) if NAMELESS.search(words)]
        assert not nameless, one.question.decision.name


@pytest.mark.parametrize("key", ["commons", "purestrat"])
def test_the_odds_of_a_steal_of_second_are_said(key):
    odds = [
        answer.label
        for one in asked(key)["steal"]
        for answer in one.answers
        if answer.entry.endswith(("=first", "=second", "=second-now"))
    ]
    assert odds
    assert all(re.search(r"\b\d{1,2}%|100%", label) for label in odds)


@pytest.mark.parametrize("key", ["deep-drive", "purestrat"])
def test_an_outfielder_who_throws_is_named_with_the_odds_of_the_runner(key):
    sent = [one.asks for one in asked(key)["send"]]
    assert sent
    assert all("% safe" in words for words in sent)
    assert any("throws" in words and "field" in words for words in sent)


def test_the_pitcher_whom_an_answer_names_comes_in():
    game = a_game("commons", "prompts-0")
    question = scorer(game, trial.VISITORS).questions[0]
    assert question.question.decision.name == "away-pitcher"
    answer = next(one for one in question.answers if one.entry == "away-pitcher=discard-2")
    trial.gone_on(game, answer.entry.split(), Until.TURN)
    while game.half == 0:
        trial.gone_on(game, [], Until.TURN)
    pitcher = scorer(game, trial.VISITORS).now.pitcher
    assert pitcher is not None
    assert answer.label.startswith(f"{pitcher.name} (discard ")


def test_the_park_and_the_rulebook_lie_at_the_table_and_readings_are_explained():
    for key, words in (("deep-drive", "fly to"), ("purestrat", "Home run, left-handed")):
        shown = scorer(a_game(key, "park"), trial.VISITORS)
        assert shown.table is not None
        assert any(words in " ".join(row) for row in shown.table.view.park)
    game = a_game("deep-drive", "park")
    fell = ""
    while "(" not in fell:
        trial.gone_on(game, [], Until.TURN)
        table = scorer(game, trial.VISITORS).table
        fell = table.view.fell if table is not None else ""
    assert re.search(r"card: \S+ \([a-z ,]+\)", fell)


def test_a_throw_home_names_who_throws_who_runs_and_who_cuts_it_off():
    cuts = asked("deep-drive")["cut"]
    assert cuts
    for one in cuts:
        assert re.search(r"\d+% safe: does .+ in (left|center|right) field throw home", one.asks)
        throw, cut = (answer.label for answer in one.answers)
        assert re.search(r"^Throw home: .+ is out \d+%$", throw)
        assert re.search(r"cuts? it off: .+ scores", cut)
