"""What a box score shows of who came into the field or pinch-hit and stayed (T31.6)."""

import pytest

from games.rules.boxes import BatterLine
from games.rules.breaches import DEFENCE, breaches
from games.rules.endings import Stop
from games.rules.reports import GameClaim, SideClaim
from rosters.rules.coverage import Fielder

SHORTSTOP, HITTER = 1, 2
PLAYERS = {
    number: Fielder(f"No. {number}", frozenset({"ss", "2b"})) for number in (SHORTSTOP, HITTER)
}


def staying(turns: int, innings: tuple[int, ...], *positions: str) -> list[tuple[str, str]]:
    """Whether a player who pinch-hit for the visitors' shortstop and came up so often is told
    of."""
    lines = (
        BatterLine(SHORTSTOP, 1, ("ss",), at_bats=2),
        BatterLine(HITTER, 1, positions, at_bats=turns),
    )
    claim = GameClaim(
        (SideClaim(sum(innings), innings=innings, batting=lines), SideClaim(0)),
        "regulation",
        Stop(9, 1),
    )
    found = breaches(claim, ({*PLAYERS}, set()), (PLAYERS, {}))
    return [(each.rule, each.place) for each in found if each.case == DEFENCE]


QUIET = (0, 0, 1, 0, 0, 0, 3, 0, 0)
BUSY = (0, 0, 1, 0, 0, 0, 4, 0, 0)


@pytest.mark.rule("T31.6d")
@pytest.mark.parametrize(
    ("turns", "innings", "positions", "told"),
    [
        (1, QUIET, ("ph",), False),
        # With three runs nobody bats twice in an inning: he came up in a later one.
        (2, QUIET, ("ph",), True),
        # With four he may have, once; and a third time he cannot.
        (2, BUSY, ("ph",), False),
        (3, BUSY, ("ph",), True),
        # Nor is anything known where the innings were not told.
        (2, (), ("ph",), False),
        (3, (), ("ph",), True),
        # Somebody said where he plays, on his card.
        (4, QUIET, ("ph", "2b"), False),
    ],
)
def test_t31_6_who_pinch_hit_and_bats_in_a_later_inning_has_a_position(
    turns, innings, positions, told
):
    expected = [("T31.6", "visitors, batter 2")] if told else []
    assert staying(turns, innings, *positions) == expected


@pytest.mark.rule("T0.01g", "T10.11d")
@pytest.mark.parametrize(
    ("positions", "told"),
    [
        (("2b",), False),
        (("2b", "ss"), False),
        (("cf",), True),
        (("2b", "cf"), True),
        (("cf", "2b"), True),
        (("ph", "cf"), True),
        (("pr", "2b"), False),
    ],
)
def test_t31_6_whoever_comes_in_has_each_of_his_positions_on_his_card(positions, told):
    expected = [("T31.6", "visitors, batter 2")] if told else []
    assert staying(1, QUIET, *positions) == expected
