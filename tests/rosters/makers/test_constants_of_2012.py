"""What of 2012 is left in the code, changed by a tenth: it changes no card of a season that counted
its own, and what does change cards is judged by a figure of the table
(docs/explanation/calibration.md)."""

from functools import cache

import pytest

from rosters.estimators import gloves, mound, norms, platoon, running
from rosters.estimators.gloves import gloves_of
from rosters.estimators.mound import mound_of
from rosters.estimators.norms import mainly_pitched
from rosters.estimators.rates import Rates
from rosters.estimators.running import legs_of
from rosters.makers.invented import invented_subjects

TENTH = 1.1


@cache
def pool():
    return tuple(invented_subjects("exhibition"))


def of_gloves():
    """Ranges, error numbers, arms and what gets by, of everybody."""
    made = gloves_of((each.key, each.season) for each in pool())
    return {
        (each.key, line.position): (
            made.fielding_range(each.key, line, each.season.teams),
            made.error_number(line),
            made.outfield_arm(each.key, line) if line.position in gloves.OUTFIELD else 0,
            made.passed_ball_rating(line) if line.position == "c" else 0,
        )
        for each in pool()
        for line in each.season.fielding
    }


def of_mounds(reaching=mound.REACHING_OF_2012):
    lines = [
        (each.key, each.throws, each.season.pitching)
        for each in pool()
        if each.season.pitching is not None
    ]
    made = mound_of(lines, reaching)
    return [(made.wild_pitch_rating(line), made.balk_rating(line)) for *_, line in lines]


def of_legs():
    players = [
        (each.key, line, tuple(at.position for at in each.season.fielding))
        for each in pool()
        if (line := each.season.batting) is not None and not mainly_pitched(each.season)
    ]
    made = legs_of(players, norms.USUAL)
    return [made.running(made.speed(key, line, positions)) for key, line, positions in players]


def times(value):
    """A constant that is a tenth more, whatever it is made of."""
    if isinstance(value, Rates):
        return value.times(dict.fromkeys(norms.EVENTS, TENTH))
    if isinstance(value, dict):
        return {key: times(each) for key, each in value.items()}
    if isinstance(value, tuple):
        return tuple(times(each) for each in value)
    return TENTH * value


@pytest.mark.parametrize("name", ["PLAYS", "ERRORS", "OUTFIELD_ASSISTS", "PASSED_BALLS"])
def test_gloves_of_a_season_that_counted_plays_and_errors_do_not_know_2012(monkeypatch, name):
    before = of_gloves()
    monkeypatch.setattr(gloves, name, times(getattr(gloves, name)))
    assert of_gloves() == before


def test_legs_of_a_season_have_its_own_mean_and_spread(monkeypatch):
    before = of_legs()
    monkeypatch.setattr(running, "MEANS", times(running.MEANS))
    assert of_legs() == before


def test_left_and_right_are_ratios_alone(monkeypatch):
    """A tenth more of everything in 2012 leaves a hitter's splits what his season says."""
    line = next(
        each.season.batting
        for each in pool()
        if each.season.batting is not None and each.season.batting.at_bats > 400
    )
    rates = norms.batting_rates(line)
    before = platoon.hitter_splits(rates, "L")
    monkeypatch.setattr(platoon, "NORMAL", times(platoon.NORMAL))
    after = platoon.hitter_splits(rates, "L")
    for hand, split in before.items():
        for event in norms.EVENTS:
            assert after[hand].of(event) == pytest.approx(split.of(event), rel=1e-9)


def test_runners_on_base_are_in_the_ratings_that_wild_pitches_and_balks_are_judged_by(monkeypatch):
    """Not irrelevant: a tenth more makes fewer wild pitches, which the table judges."""
    before = of_mounds()
    monkeypatch.setattr(mound, "MEN_ON_OF_2012", TENTH * mound.MEN_ON_OF_2012)
    after = of_mounds()
    wild = [sum(each[0] for each in found) for found in (before, after)]
    assert wild[1] < 0.95 * wild[0]
