"""Rates of a plate appearance, by hand and from lines that leave things out."""

from dataclasses import replace

import pytest

from rosters.estimators.kept import Kept
from rosters.estimators.rates import EVENTS, Rates, batting_rates, pitching_rates
from rosters.stats.lines import BattingLine, PitchingLine

KEPT = Kept(intentional=0.08, strikeouts=0.18, hit_by_pitch=0.01)

# 600 plate appearances to be told: 630 less 10 intentional walks and 20 sacrifices.
LINE = BattingLine(
    at_bats=540, hits=162, doubles=30, triples=6, home_runs=24, walks=64, intentional_walks=10,
    strikeouts=120, hit_by_pitch=6, sacrifice_hits=20, sacrifice_flies=0,
)  # fmt: skip


def test_a_batters_rates_are_shares_of_what_he_was_pitched():
    rates = batting_rates(LINE)
    assert rates is not None
    assert rates.weight == 600
    assert {event: round(600 * rates.of(event)) for event in EVENTS} == {
        "single": 102,
        "double": 30,
        "triple": 6,
        "home_run": 24,
        "walk": 54,
        "hit_by_pitch": 6,
        "strikeout": 120,
    }


def test_average_on_base_and_slugging_are_those_of_the_line_without_passes_and_bunts():
    rates = batting_rates(LINE)
    assert rates is not None
    assert rates.average == pytest.approx(162 / 540)
    assert rates.on_base == pytest.approx((162 + 54 + 6) / 600)
    assert rates.slugging == pytest.approx((102 + 2 * 30 + 3 * 6 + 4 * 24) / 540)


def test_what_was_not_kept_is_taken_as_usual():
    bare = BattingLine(
        at_bats=500, hits=150, doubles=20, triples=5, home_runs=10, walks=100,
        intentional_walks=None, strikeouts=None, hit_by_pitch=None, sacrifice_hits=None,
    )  # fmt: skip
    rates = batting_rates(bare, KEPT)
    assert rates is not None
    # Eight of a hundred walks were intentional, and one of a hundred turns ended with a blow.
    faced = 600 - 8 + 6
    assert rates.weight == pytest.approx(faced)
    assert rates.walk == pytest.approx(92 / faced)
    assert rates.strikeout == pytest.approx(0.18)
    assert rates.hit_by_pitch == pytest.approx(6 / faced)
    # Nobody strikes out oftener than he made outs.
    sure = BattingLine(at_bats=100, hits=95, strikeouts=None)
    struck_out = batting_rates(sure, KEPT)
    assert struck_out is not None
    assert struck_out.strikeout == pytest.approx(0.05)
    assert batting_rates(BattingLine(), KEPT) is None


def test_a_pitchers_batters_are_counted_or_made_up_of_what_he_did():
    line = PitchingLine(
        games=30, outs=600, hits=190, home_runs=20, walks=62, intentional_walks=2,
        strikeouts=150, hit_batters=8, earned_runs=80, batters_faced=None,
    )  # fmt: skip
    rates = pitching_rates(line)
    assert rates is not None
    faced = 600 + 190 + 62 + 8 - 2
    assert rates.weight == faced
    assert rates.walk == pytest.approx(60 / faced)
    assert rates.hit_by_pitch == pytest.approx(8 / faced)
    assert rates.strikeout == pytest.approx(150 / faced)
    hits = rates.single + rates.double + rates.triple + rates.home_run
    assert hits == pytest.approx(190 / faced)
    assert rates.home_run == pytest.approx(20 / faced)
    assert rates.single > rates.double > rates.triple > 0
    counted = pitching_rates(replace(line, batters_faced=902, strikeouts=None), KEPT)
    assert counted is not None
    assert counted.weight == 900
    assert counted.strikeout == pytest.approx(0.18)


def test_rates_with_factors_leave_some_plate_appearances_for_other_outs():
    rates = Rates(0.15, 0.05, 0.01, 0.04, 0.1, 0.01, 0.2, weight=100)
    doubled = rates.times({"home_run": 2.0})
    assert doubled.home_run == pytest.approx(0.08)
    assert doubled.single == rates.single
    assert doubled.weight == 100
    many = rates.times(dict.fromkeys(EVENTS, 4.0))
    assert sum(many.of(event) for event in EVENTS) == pytest.approx(0.9)
    assert many.single / many.walk == pytest.approx(1.5)
