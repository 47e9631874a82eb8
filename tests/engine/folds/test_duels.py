"""Who faced whom, against the box scores of a season that the engine plays."""

from collections import Counter

import pytest

from games.engine.events import HOME_RUN, fielder_of
from games.engine.folds.box_score import box_score
from games.engine.folds.duels import Stretches, duels
from games.engine.folds.moments import moments_of
from tests.engine.folds.test_retrosheet import Season, season

__all__ = ("season",)

OF_PITCHERS = ("hits", "home_runs", "walks", "strikeouts")


@pytest.mark.long
def test_met_by_met_it_is_the_box_score(season: Season) -> None:
    for _, game in season:
        moments = tuple(moments_of(game))
        assert game.clubs is not None
        found = duels(moments, game.clubs, game.state)
        box = box_score(game)
        for side in (0, 1):
            mine = {key: each for key, each in found.faced.items() if key[0] == side}
            for name in ("plate_appearances", "at_bats", "hits", "triples", "runs_batted_in"):
                batters: Counter[int] = Counter()
                for (_, player, _), counts in mine.items():
                    batters[player] += counts[name]
                told: Counter[int] = Counter()
                for line in box.sides[side].batting:
                    told[line.player] += getattr(line, name)
                assert +batters == +told
            for pitcher in box.sides[1 - side].pitchers:
                his = [
                    counts for (_, _, player), counts in mine.items() if player == pitcher.player
                ]
                assert sum(counts["plate_appearances"] for counts in his) == pitcher.batters_faced
                for name in OF_PITCHERS:
                    assert sum(counts[name] for counts in his) == getattr(pitcher, name)
                stretch = found.stretches.get((1 - side, pitcher.player), Stretches())
                assert stretch.runs == pitcher.runs
                assert stretch.first + stretch.last <= pitcher.outs or not stretch.runs
                assert max(stretch.first, stretch.last) <= stretch.longest <= pitcher.outs
                if not pitcher.runs:
                    assert stretch.first == stretch.last == stretch.longest == pitcher.outs
            hits = sum(counts[0] for key, counts in found.balls.items() if key[0] == side)
            known = [each for each in moments if each.side == side and fielder_of(each.event)]
            assert hits == sum(10 <= each.kind <= HOME_RUN for each in known)


def test_a_stretch_is_broken_by_every_run():
    his = Stretches()
    his.out(4)
    his.run()
    his.run()
    his.out(7)
    his.run()
    his.out(2)
    assert (his.first, his.longest, his.last, his.runs) == (4, 7, 2, 3)
