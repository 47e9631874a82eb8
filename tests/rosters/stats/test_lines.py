from dataclasses import fields

import pytest

from rosters.stats.lines import BattingLine, FieldingLine, PitchingLine, innings, total


def test_rates_follow_from_counts():
    # Ichiro Suzuki 2004, the published line: .372 .414 .455.
    line = BattingLine(
        games=161,
        at_bats=704,
        runs=101,
        hits=262,
        doubles=24,
        triples=5,
        home_runs=8,
        walks=49,
        hit_by_pitch=4,
        sacrifice_hits=2,
        sacrifice_flies=3,
    )
    assert (line.singles, line.total_bases, line.plate_appearances) == (225, 320, 762)
    assert (round(line.average, 3), round(line.on_base, 3), round(line.slugging, 3)) == (
        0.372,
        0.414,
        0.455,
    )


def test_a_line_without_an_at_bat_has_no_average():
    line = BattingLine(walks=1)
    assert line.average is None
    assert line.on_base == 1


def test_missing_is_not_zero():
    kept = BattingLine(at_bats=10, strikeouts=3, caught_stealing=1)
    not_kept = BattingLine(at_bats=5, strikeouts=None, caught_stealing=0)
    both = total([kept, not_kept])
    assert (both.at_bats, both.strikeouts, both.caught_stealing) == (15, None, 1)
    assert total([]) is None
    assert total([kept]) is kept


def test_innings_are_outs():
    assert [innings(outs) for outs in (0, 1, 20, 21)] == ["0.0", "0.1", "6.2", "7.0"]
    line = PitchingLine(games=30, starts=28, outs=600, earned_runs=50)
    assert (line.relief_games, line.innings, line.earned_run_average) == (2, "200.0", 2.25)
    assert PitchingLine(earned_runs=1).earned_run_average is None


def test_fielding_lines_of_two_positions_are_not_one():
    short = FieldingLine("ss", games=10, putouts=20, assists=28, errors=2)
    assert short.chances == 50
    assert short.fielding_average == 0.96
    assert FieldingLine("ss", putouts=None).fielding_average is None
    with pytest.raises(ValueError, match="several positions"):
        total([short, FieldingLine("2b")])


@pytest.mark.parametrize("nothing", [BattingLine(), PitchingLine(), FieldingLine("c")])
def test_a_line_in_which_nothing_is_written_adds_nothing(nothing):
    counts = [getattr(nothing, each.name) for each in fields(nothing) if each.name != "position"]
    assert set(counts) == {0}
    assert total([nothing, nothing]) == nothing
