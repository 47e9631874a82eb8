"""Whoever the law lets play has a card, in every season: against counts of eligible players."""

import csv
from datetime import date
from pathlib import Path
from random import Random

import pytest

from rosters.makers.base import HITTER, PITCHER, maker
from tests.tools.season_files import subjects_of_files

DATA = Path(__file__).parents[3] / "shared" / "data"
COUNTS = DATA / "targets" / "eligibility_by_season.csv"

NEEDED = pytest.mark.skipif(not COUNTS.is_file(), reason="the counts of seasons are not here")


def may_hit(season):
    """T10.11: 300 at-bats and walks, of a catcher 250."""
    line = season.batting
    turns = line.at_bats + line.walks if line else 0
    caught = any(each.position == "c" and each.games for each in season.fielding)
    return turns >= 300 or (turns >= 250 and caught)


def may_start(season):
    """T10.2: 125 innings and a start."""
    line = season.pitching
    return bool(line and line.outs >= 375 and line.starts)


def may_relieve(season):
    """40 innings and a game in relief."""
    line = season.pitching
    return bool(line and line.outs >= 120 and line.games > line.starts)


@NEEDED
@pytest.mark.long
@pytest.mark.parametrize("system", ["purestrat", "deep-drive", "commons"])
def test_everybody_who_is_eligible_has_his_card(system):
    with COUNTS.open(encoding="utf-8", newline="") as rows:
        counts = {int(row["yearID"]): row for row in csv.DictReader(rows)}
    year = Random(f"{date.today()}{system}").choice([*counts, 2021])
    subjects = subjects_of_files(DATA / "lahman", year)
    making = maker(system).for_year(subjects)
    able = [each for each in subjects if any(law(each.season) for law in LAWS)]
    kinds = {each.key: {row.kind for row in making.make(each)} for each in able}
    hitters = {each.key for each in able if may_hit(each.season)}
    starters = {each.key for each in able if may_start(each.season)}
    relievers = {each.key for each in able if may_relieve(each.season)}
    told = counts[year]
    assert len(hitters) - NOTED.get(year, 0) == int(told["hitters"]), year
    assert len(starters) == int(told["starters"]), year
    assert len(relievers) == int(told["relievers"]), year
    assert [key for key in hitters if HITTER not in kinds[key]] == [], year
    assert [key for key in starters | relievers if PITCHER not in kinds[key]] == [], year


LAWS = (may_hit, may_start, may_relieve)
NOTED = {1975: 1}
"""A player who caught once by the fielding lines and never by the appearances."""
