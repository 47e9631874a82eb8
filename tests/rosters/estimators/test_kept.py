"""What a season did not keep, or kept together with something else."""

from dataclasses import replace

import pytest

from rosters.estimators.kept import Kept, bunts_of, in_play
from rosters.stats.lines import BattingLine

LINE = BattingLine(
    games=150, at_bats=560, hits=160, home_runs=10, walks=50, strikeouts=50, sacrifice_hits=20,
    sacrifice_flies=None,
)  # fmt: skip
KEPT = Kept(bunts=0.01, sacrifice_flies=0.012)


@pytest.mark.parametrize(
    ("year", "times"),
    [(1907, 0), (1908, 1), (1925, 1), (1926, 1.6), (1930, 1.6), (1931, 0), (1939, 1), (1944, 0)],
)
def test_sacrifices_of_years_that_counted_flies_among_them_are_not_all_bunts(year, times):
    assert bunts_of(LINE, year, KEPT) == pytest.approx(20 - times * 0.012 * in_play(LINE))


def test_where_flies_have_their_own_column_or_nobody_counted_sacrifices_nothing_is_taken_off():
    assert bunts_of(replace(LINE, sacrifice_flies=5), 1924, KEPT) == 20
    never = replace(LINE, sacrifice_hits=None)
    assert bunts_of(never, 1924, KEPT) == pytest.approx(0.01 * never.plate_appearances)
