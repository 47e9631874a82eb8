"""What the report of a game shows to be against the law of pitching."""

import pytest

from games.engine.situation import BOTTOM, TOP
from games.rules.detections import starters_gone_early, staying_on
from games.rules.endings import Stop
from games.rules.reports import GameClaim, SideClaim
from pitching.rules.columns import Line
from pitching.rules.rest_and_relief import RestAndRelief

LAW = RestAndRelief()


def told(
    outs: int, innings: tuple[int, ...] = (), runs: int = 0, *, alone: bool = False
) -> GameClaim:
    """The home side's starter got so many outs while the visitors scored so."""
    pitchers = [Line(1, 27 if alone else outs, started=True)]
    if not alone:
        pitchers.append(Line(2, 27 - outs))
    away = SideClaim(runs or sum(innings), (Line(9, 24, started=True),), innings)
    return GameClaim((away, SideClaim(9, tuple(pitchers))), "home-leads", Stop(9, TOP))


@pytest.mark.rule("T10.2e")
@pytest.mark.parametrize(
    ("claim", "early"),
    [
        (told(14, (0, 0, 0, 0, 3, 4, 0, 0, 0)), True),
        (told(15, (0, 0, 0, 0, 3, 4, 0, 0, 0)), False),
        # The fourth run may have come before he left in the fifth.
        (told(14, (0, 0, 0, 0, 4, 0, 0, 0, 0)), False),
        (told(12, (0, 0, 0, 3, 1, 0, 0, 0, 0)), False),
        (told(11, (0, 0, 0, 3, 1, 0, 0, 0, 0)), True),
        # Nobody told the innings: all the runs may have been his.
        (told(3, runs=4), False),
        (told(3, runs=3), True),
        (told(27, (0,) * 9, alone=True), False),
    ],
)
def test_t10_2e_a_starter_who_left_before_he_might_is_found_where_it_is_certain(claim, early):
    assert starters_gone_early(LAW, claim) == ((1,) if early else ())


@pytest.mark.rule("T0.06b", "T31.2b")
def test_t0_06b_whoever_was_let_stand_goes_on_no_further():
    claim = told(15, runs=4)
    assert staying_on(claim, {2: 12, 9: 24}) == []
    (found,) = staying_on(claim, {2: 11, 77: 0})
    assert (found.code, found.place, found.facts["outs"]) == ("must-leave", "home side", 11)
    assert "3.2 innings" in found.message
    assert "4.0 are told" in found.message


def test_the_outs_of_a_game_follow_from_where_it_stopped():
    stops = [
        Stop(1, TOP, 0),
        Stop(1, BOTTOM, 2),
        Stop(9, TOP),
        Stop(9, BOTTOM, 1),
        Stop(10, BOTTOM),
    ]
    assert [stop.made for stop in stops] == [(0, 0), (3, 2), (27, 24), (27, 25), (30, 30)]
    assert Stop(6, TOP, 2).made == (17, 15)
    assert [stop.completed for stop in stops] == [0, 0, 8, 8, 10]
