"""A game is a function of its transcript, whatever its managers do, in every system."""

import json
from hashlib import sha256
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from config.refusals import Refused
from games.engine import table
from games.engine.decisions import BATTING, FIELDING, Choice, Decision, Manager
from games.engine.dice import Dice
from games.engine.events import BATTER_OUT, KIND_MASK, OUT, RBI_SHIFT, SINGLE, play
from games.engine.game import Game
from games.engine.law import COMMON_OPTIONS, CommonLaw
from games.engine.record import Record, replay, simulate
from games.engine.situation import AWAY, HOME, START
from games.engine.system import System
from games.systems.registry import SYSTEMS
from tests.engine.folds.random_games import Fickle
from tests.engine.purestrat.samples import club
from tests.engine.wild_games import one_by_one, set_up, wild_games

RUNS_BATTED_IN = 7 << RBI_SHIFT
OLD_GAMES = json.loads(
    (Path(__file__).parents[1] / "examples/purestrat-version-2.json").read_text()
)


def again(record: Record, entries: tuple[str, ...]) -> Record:
    return replay(record.system, record.settings, entries, clubs=record.clubs)


@settings(max_examples=120)
@given(wild_games())
def test_whatever_is_offered_plays_to_an_end_and_replays_to_the_same_game(record: Record) -> None:
    assert record.ending is not None
    replayed = again(record, record.transcript)
    assert replayed.events == record.events
    assert replayed.ending == record.ending
    assert replayed.transcript == record.transcript


@settings(max_examples=40)
@given(wild_games(), st.data())
def test_a_wild_game_cut_anywhere_is_its_own_beginning(record: Record, data: st.DataObject) -> None:
    cut = data.draw(st.integers(0, len(record.transcript) - 1))
    part = again(record, record.transcript[:cut])
    assert part.ending is None
    assert part.open
    assert part.events == record.events[: len(part.events)]
    assert part.transcript == record.transcript[:cut]


@settings(max_examples=60)
@given(set_up(), st.integers(0, 10**6), st.sampled_from([(0, 0), (0, 1), (1, 0)]))
def test_a_game_entered_bit_by_bit_replays_at_once(game, seed: int, managed) -> None:
    """People answer any open question in any order, beside a managed side or not."""
    system, options, clubs = game
    managers = tuple(Fickle(seed) if side else None for side in managed)
    live = one_by_one(system, options, clubs, managers, Random(seed), most=40)
    whole = replay(system, options, live.transcript, clubs=clubs)
    # Without the manager it stops where he was asked last and left it at the default.
    known = min(len(live.events), len(whole.events))
    assert whole.events[:known] == live.events[:known]
    assert whole.transcript == live.transcript
    assert whole.ending == live.ending
    resumed = replay(system, options, live.transcript, managers=managers, clubs=clubs)
    assert (resumed.events, resumed.open) == (live.events, live.open)


class Asked(Manager):
    """Decides as the house's manager does, and is asked everything."""

    def __init__(self, house: Manager) -> None:
        self.house = house

    def choose(self, game: Game, decision: Decision, mask: int) -> int:
        return self.house.choose(game, decision, mask)


@settings(max_examples=60)
@given(set_up(), st.integers(0, 10**6))
def test_a_manager_at_rest_would_have_left_everything_at_its_default(game, seed: int) -> None:
    system, options, clubs = game
    asked = Asked(system.manager(options))
    told = simulate(system, options, str(seed), clubs=clubs)
    all_told = simulate(system, options, str(seed), managers=(asked, asked), clubs=clubs)
    assert all_told.transcript == told.transcript
    assert all_told.events == told.events


# A class of ours cannot inherit from a compiled one; what is asked here of the table is the same.
on_the_plain_engine = pytest.mark.skipif(
    not str(table.__file__).endswith(".py"),
    reason="the engine is compiled: a game of our own is not",
)

YES_OR_NO = (Choice("no", "No"), Choice("yes", "Yes"))
MOON = Choice("moon", "The player in the moon")
AGAIN = Decision(0, "again", BATTING, "Again?", YES_OR_NO)
OTHER = Decision(1, "other", FIELDING, "Otherwise?", YES_OR_NO)
MUST = Decision(2, "must", BATTING, "Which?", (Choice("none", "Nobody"), *YES_OR_NO, MOON))
DIE = Dice(0, "die", (6,))


class AskingGame(Game):
    """Every batter is out; before him one question is put twice and one must be answered."""

    def turn(self) -> None:
        answers = [
            self.table.choose(self, AGAIN, AWAY, 0b11),
            self.table.choose(self, OTHER, HOME, 0b11),
        ]
        self._place_runner()
        answers.append(self.table.choose(self, AGAIN, AWAY, 0b11))
        answers.append(self.table.choose(self, MUST, AWAY, 0b110))
        self.bases = 0
        self.table.roll(DIE, AWAY)
        self.told = [*getattr(self, "told", []), tuple(answers)]
        self.apply_play(play(BATTER_OUT, OUT))

    def why_not(self, decision: Decision, choice: int) -> str:
        return "Q1: nobody is nobody" if decision is MUST else ""


class Asking(System):
    key = "asking"
    options = COMMON_OPTIONS
    dice = (DIE,)
    decisions = (AGAIN, OTHER, MUST)

    def game(self, table, settings, situation=START, clubs=None) -> AskingGame:
        self.last = AskingGame(table, CommonLaw(settings), situation)
        return self.last


@on_the_plain_engine
def test_silences_are_written_out_before_the_same_question_is_answered() -> None:
    system = Asking()
    options = system.settings({"innings": 1, "max_innings": 1})

    class SecondTime(Manager):
        asked = 0

        def choose(self, game: Game, decision: Decision, mask: int) -> int:
            self.asked += decision is AGAIN
            return int(decision is AGAIN and self.asked % 2 == 0)

    record = simulate(system, options, "asked", managers=(SecondTime(), Manager()))
    assert system.last.told == [(0, 0, 1, 1)] * 6
    assert record.transcript[:2] == ("again=no", "again=yes")
    replayed = replay(system, options, record.transcript)
    assert system.last.told == [(0, 0, 1, 1)] * 6
    assert replayed.events == record.events, "what happened between them, too, at its entry"


@on_the_plain_engine
def test_everything_open_is_told_at_once_with_the_entries_that_answer_it() -> None:
    system = Asking()
    options = system.settings()
    first, other, second, must, die = replay(system, options, ()).open
    assert [asked.decision for asked in (first, other, second, must)] == [AGAIN, OTHER, AGAIN, MUST]
    assert (die.dice, len(must.choices)) == (DIE, 2), "what must be decided offers nothing else"
    yes = YES_OR_NO[1]
    assert first.answer(yes) == ("again=yes",)
    assert second.answer(yes) == ("again=no", "again=yes")
    rest = replay(system, options, second.answer(yes)).open
    assert [asked.decision for asked in rest] == [MUST, None]


@on_the_plain_engine
def test_what_must_be_answered_is_not_passed_by(monkeypatch: pytest.MonkeyPatch) -> None:
    system = Asking()
    monkeypatch.setattr(MUST, "must", True)
    record = replay(system, system.settings(), ())
    assert [asked.decision for asked in record.open] == [AGAIN, OTHER, AGAIN, MUST]
    with pytest.raises(Refused) as refused:
        replay(system, system.settings(), ("3",))
    (refusal,) = refused.value.refusals
    assert (refusal.code, refusal.place) == ("decision-missing", "entry 1")
    assert refusal.facts["choices"] == ["no", "yes"]


@on_the_plain_engine
@pytest.mark.parametrize(
    ("entries", "code"),
    [(("must=moon",), "choice-not-legal"), (("must=yes", "must=yes"), "decision-not-offered")],
)
def test_a_refusal_says_why_something_is_not_open(entries: tuple[str, ...], code: str) -> None:
    system = Asking()
    with pytest.raises(Refused) as refused:
        replay(system, system.settings(), entries)
    (refusal,) = refused.value.refusals
    assert (refusal.code, refusal.place) == (code, f"entry {len(entries)}")
    assert "Q1: nobody is nobody" in refusal.message
    assert refusal.facts["why"] == "Q1: nobody is nobody"


@pytest.mark.parametrize("old", OLD_GAMES["games"])
def test_games_of_version_2_replay(old) -> None:
    system = SYSTEMS["purestrat"]
    clubs = tuple(club(*drawn) for drawn in old["clubs"])
    entries = old["transcript"].split()
    try:
        record = replay(system, system.settings(old["settings"]), entries, clubs=clubs)
    except Refused:
        assert old.get("loophole") or old.get("alignment")
        return
    assert not old.get("loophole")
    assert not old.get("alignment")
    told = [
        event & ~RUNS_BATTED_IN if event & KIND_MASK >= SINGLE else event for event in record.events
    ]
    assert sha256(",".join(map(str, told)).encode()).hexdigest()[:16] == old["events"]
    assert list(record.ending.runs) == old["runs"]
