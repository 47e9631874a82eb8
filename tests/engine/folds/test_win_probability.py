"""Win probability, checked against itself by playing every throw there is."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.events import HOME_RUN, kind_of
from games.engine.folds.moments import moments_of
from games.engine.folds.win_probability import odds_of, win_probability
from games.engine.options import Value
from games.engine.record import Record, replay
from games.engine.situation import START, Situation
from games.engine.system import System
from games.systems.poker_dice.play.outcomes import LINES
from games.systems.registry import SYSTEMS
from tests.engine.folds.random_games import finished_games, settled
from tests.engine.folds.scorebook import played
from tests.played import PLAYED

HARDLY = 1e-9


def home(system: System, options: dict[str, Value], situation: Situation = START) -> float:
    odds = odds_of(system, tuple(sorted(options.items())))
    assert odds is not None
    return odds.home(situation)


def last(record: Record) -> float:
    found = win_probability(record)
    assert found is not None
    return found.chances[-1].home


@settings(max_examples=60)
@given(st.sampled_from(list(PLAYED.values())), st.data())
def test_a_game_is_even_at_the_start(system: System, data: st.DataObject) -> None:
    """By symmetry, walk-off or not, whatever mercy, length and placed runners."""
    assert last(replay(system, data.draw(settled(system)), [])) == pytest.approx(0.5, abs=HARDLY)


def throws(system: System) -> list[tuple[str, float]]:
    """Every throw at the plate, or one for every line of the table, with its chance."""
    dice = system.dice[0]
    if system.key != "poker-dice":
        return [(dice.show(index), 1 / dice.size) for index in range(dice.size)]
    return [
        (dice.show(LINES.index(line)), LINES.count(line) / dice.size) for line in sorted({*LINES})
    ]


@st.composite
def situations(draw: st.DrawFn, innings: int) -> Situation:
    """Anything between two plays of a close game, of its late innings more often than not. No
    game is going on in which the home side leads in its last turn."""
    half = draw(st.integers(0, 1))
    inning = draw(st.integers(max(1, innings - 2), innings + 2))
    level = draw(st.integers(0, 4)) if inning <= innings else 0
    away = 5 + (level if half else draw(st.integers(-level, level)))
    runners = draw(st.lists(st.booleans(), min_size=3, max_size=3))
    return Situation(
        inning=inning,
        half=half,
        outs=draw(st.integers(0, 2)),
        runners=(runners[0] and 7, runners[1] and 8, runners[2] and 9),
        runs=(away, 5),
        up=(1, 1),
    )


@pytest.mark.long
@settings(max_examples=60)
@given(st.sampled_from(list(PLAYED.values())), st.data())
def test_a_chance_is_the_mean_of_the_chances_after_every_throw(
    system: System, data: st.DataObject
) -> None:
    """What the odds say now is what the engine makes of every throw, by its chance: walk-offs,
    placed runners, mercy and ties included."""
    advanced = {"stealing": False, "sacrifice_bunt": False, "pickoff": False}
    options = data.draw(settled(system))
    options |= {key: value for key, value in advanced.items() if key in options}
    situation = data.draw(situations(int(options["innings"])))
    now = home(system, options, situation)
    after = sum(
        chance * last(replay(system, options, [word], situation=situation))
        for word, chance in throws(system)
    )
    assert after == pytest.approx(now, abs=HARDLY)


@settings(max_examples=60)
@given(finished_games())
def test_a_game_ends_with_certainty(record: Record) -> None:
    found = win_probability(record)
    assert found is not None
    assert record.ending is not None
    first, *_, end = found.chances
    assert first.number == -1
    assert first.home == pytest.approx(0.5, abs=HARDLY)
    assert end.home == (0.0, 1.0, 0.5)[record.ending.winner]
    assert all(-HARDLY <= chance.home <= 1 + HARDLY for chance in found.chances)
    # One chance for every throw, and the number of the play it belongs to.
    thrown = [word for word in record.transcript if "=" not in word]
    assert len(found.chances) == 1 + len(thrown)
    assert [chance.number for chance in found.chances[1:]] == [
        moment.number for moment in moments_of(record) if moment.throws
    ]


def test_a_home_run_helps_the_side_that_hits_it() -> None:
    record = played("one-die", "6 4 6 6 4")
    found = win_probability(record)
    assert found is not None
    course = [chance.home for chance in found.chances]
    assert course[2] < course[1]
    assert course[5] > course[4]
    assert kind_of(record.events[found.chances[2].number]) == HOME_RUN


def test_a_lead_with_two_out_in_the_ninth_is_nearly_enough() -> None:
    system = SYSTEMS["two-dice"]
    ahead = home(system, system.settings(), Situation.read("T9 2 -.-.- 3-4 1/1"))
    assert ahead > 0.9
    # Level with nobody out in the last half: the home side bats and cannot lose in this inning.
    assert home(system, system.settings(), Situation.read("B9 0 -.-.- 3-3 1/1")) > 0.6


def test_decisions_make_the_odds_less_than_exact() -> None:
    plain = win_probability(played("poker-dice", ""))
    advanced = win_probability(played("poker-dice", "", stealing=True))
    assert plain is not None
    assert advanced is not None
    assert (plain.exact, advanced.exact) == (True, False)


def test_a_system_without_odds_has_no_course(monkeypatch: pytest.MonkeyPatch) -> None:
    system = SYSTEMS["one-die"]
    settings = system.settings({"innings": 17})  # of no other test: odds once found are kept
    monkeypatch.setattr(system, "runs_to_come", lambda settings: None)
    assert win_probability(replay(system, settings, [])) is None


def test_throws_after_the_third_out_belong_to_a_half_inning_that_brings_no_more() -> None:
    """As for an injury at its last play; the chance is then that of the half-inning to come."""
    system = SYSTEMS["purestrat"]
    over = Situation(inning=8, half=0, outs=3, runs=(2, 3))
    to_come = Situation(inning=8, half=1, outs=0, runs=(2, 3))
    assert home(system, system.settings({}), over) == pytest.approx(
        home(system, system.settings({}), to_come)
    )
