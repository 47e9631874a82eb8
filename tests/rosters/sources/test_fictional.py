import json
from pathlib import Path

import pytest

from rosters.sources.fictional import norms
from rosters.sources.fictional.chance import Chance
from rosters.sources.fictional.league import invent_league
from rosters.sources.known import FICTIONAL_SEED, FICTIONAL_YEAR
from rosters.stats.lines import total

TARGETS = Path(__file__).resolve().parents[4] / "shared" / "data" / "targets" / "mlb2012_no_dh.json"


@pytest.fixture(scope="module")
def league():
    return invent_league("a league for the tests", 1)


@pytest.mark.long
def test_the_same_seed_gives_the_same_league(league):
    assert invent_league("a league for the tests", 1) == league
    assert invent_league("another", 1) != league
    assert [Chance("seed").fraction() for _ in range(1)] == [Chance("seed").fraction()]


def test_it_hits_and_pitches_like_the_norms(league):
    hitters = total(one.season.batting for one in league if not one.season.pitching)
    tries = hitters.plate_appearances
    norm = norms.HITTERS
    assert hitters.home_runs / tries == pytest.approx(norm.home_runs, rel=0.03)
    assert hitters.walks / tries == pytest.approx(norm.walks, rel=0.02)
    assert hitters.strikeouts / tries == pytest.approx(norm.strikeouts, rel=0.02)
    assert hitters.average == pytest.approx(0.2616, abs=0.002)
    assert hitters.on_base == pytest.approx(0.3277, abs=0.002)
    assert hitters.slugging == pytest.approx(0.4156, abs=0.005)
    everybody = total(one.season.batting for one in league)
    assert everybody.average == pytest.approx(0.254, abs=0.002)
    pitching = total(one.season.pitching for one in league if one.season.pitching)
    faced = pitching.batters_faced
    assert pitching.hits / faced == pytest.approx(0.2272, rel=0.02)
    assert pitching.walks / faced == pytest.approx(0.0802, rel=0.02)
    assert pitching.strikeouts / faced == pytest.approx(0.202, rel=0.02)
    assert pitching.home_runs / faced == pytest.approx(0.0251, rel=0.03)
    assert pitching.runs * 27 / pitching.outs == pytest.approx(4.29, rel=0.03)


@pytest.mark.skipif(not TARGETS.is_file(), reason="the targets are not beside the project")
def test_the_houses_own_league_bats_like_2012_without_the_designated_hitter():
    """Everybody's plate appearances, pitchers' too: main events within 3 %, rare ones within 10."""
    outcomes = json.loads(TARGETS.read_text())["plate_appearance"]["outcomes"]
    rate = {event: found["p"] for event, found in outcomes.items()}
    league = invent_league(FICTIONAL_SEED, FICTIONAL_YEAR)
    line = total(one.season.batting for one in league)
    tries = line.plate_appearances
    for count, target, within in (
        (line.singles, rate["single"], 0.03),
        (line.doubles, rate["double"], 0.03),
        (line.home_runs, rate["home_run"], 0.03),
        (line.walks, rate["walk_unintentional"] + rate["walk_intentional"], 0.03),
        (line.strikeouts, rate["strikeout"], 0.03),
        (line.triples, rate["triple"], 0.10),
        (line.hit_by_pitch, rate["hit_by_pitch"], 0.10),
        (line.intentional_walks, rate["walk_intentional"], 0.10),
    ):
        assert count / tries == pytest.approx(target, rel=within)


def test_splits_add_up_to_the_season(league):
    for one in league:
        season = one.season
        if season.batting_splits:
            both = total([season.batting_splits.left, season.batting_splits.right])
            assert (both.at_bats, both.hits, both.walks, both.home_runs) == (
                season.batting.at_bats,
                season.batting.hits,
                season.batting.walks,
                season.batting.home_runs,
            )
        if season.pitching_splits:
            both = total([season.pitching_splits.left, season.pitching_splits.right])
            assert (both.hits, both.strikeouts) == (
                season.pitching.hits,
                season.pitching.strikeouts,
            )


def test_left_handed_hitters_do_better_against_right_handers(league):
    lefts = [one.season for one in league if one.person.bats == "L" and one.season.batting_splits]
    against_left = total(season.batting_splits.left for season in lefts)
    against_right = total(season.batting_splits.right for season in lefts)
    assert against_right.on_base > against_left.on_base + 0.02


def test_two_divisions_of_fourteen_can_draft_from_it(league):
    hitters = [
        one for one in league if one.season.batting.at_bats + one.season.batting.walks >= 300
    ]
    catchers = [
        one
        for one in league
        if any(line.position == "c" for line in one.season.fielding)
        and one.season.batting.at_bats + one.season.batting.walks >= 250
    ]
    pitchers = [one.season.pitching for one in league if one.season.pitching]
    starters = [line for line in pitchers if line.starts and line.outs >= 375]
    relievers = [line for line in pitchers if line.relief_games and line.outs >= 120]
    assert len(hitters) + len(pitchers) >= 2 * 14 * 25
    assert len(catchers) >= 2 * 14 * 2
    assert len(starters) >= 2 * 14 * 4
    assert len(relievers) >= 2 * 14 * 6
    for position in ("1b", "2b", "3b", "ss", "lf", "cf", "rf"):
        able = [
            one
            for one in hitters
            if any(line.position == position and line.games >= 10 for line in one.season.fielding)
        ]
        assert len(able) >= 2 * 14


def test_no_line_is_impossible(league):
    names = {(one.person.first_name, one.person.last_name) for one in league}
    assert len(names) == len(league)
    for one in league:
        line = one.season.batting
        assert 0 <= line.doubles + line.triples + line.home_runs <= line.hits <= line.at_bats
        assert line.strikeouts <= line.at_bats - line.hits
        assert line.intentional_walks <= line.walks
        pitching = one.season.pitching
        if pitching:
            assert pitching.earned_runs <= pitching.runs
            assert pitching.starts <= pitching.games
            assert pitching.home_runs <= pitching.runs
