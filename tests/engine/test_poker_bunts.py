"""Poker Dice Baseball, sacrifice bunts row by row (PD-098 to PD-116)."""

from itertools import combinations_with_replacement, product

import pytest

from games.engine.folds.box_score import box_score
from games.engine.folds.moments import current_situation
from games.engine.situation import AWAY, HOME
from games.systems.poker_dice.play.tables import BUNT_TABLE, BUNT_THROW
from tests.engine.diamond import (
    EMPTY,
    FULL,
    R1,
    R2,
    R3,
    R12,
    R13,
    R23,
    WITH_ADVANCED,
    awaits,
    played,
    start,
)
from tests.engine.poker import HOMER, OUT, RANKS, in_any_order, plays, refused, tried

ALLOWED = (R1, R2, R12)
SACRIFICES = (
    *("9-Q", "9-K", "9-A", "10-10", "10-J", "10-Q", "10-K", "10-A"),
    *("J-J", "J-Q", "J-K", "J-A", "Q-Q"),
)
THROWS = [BUNT_THROW.show(index) for index in range(BUNT_THROW.size)]


def throws_of(play: str) -> set[str]:
    return {dice for dice in THROWS if plays(R1, "bunt=yes", dice) == [play]}


def either_way(*listed: str) -> set[str]:
    return {throw for dice in listed for throw in in_any_order(dice)}


def lines(dice: str, outs: int = 0) -> list[str]:
    return [tried(players, "bunt=yes", dice, outs=outs) for players in ALLOWED]


@pytest.mark.rule("PD-098")
def test_pd_098_a_bunt_is_declared_before_the_plate_appearance() -> None:
    assert tried(R1, "bunt=yes", "9-Q") == "1 -.3.- +0"
    # Behind the five dice it is the next batter's...
    late = played("poker-dice", start(R1), OUT, "bunt=yes", "9-Q", **WITH_ADVANCED)
    assert str(current_situation(late)) == "T1 2 -.3.- 0-0 6/4"
    # ... and where the next has nobody on, refused.
    assert refused(R1, HOMER, "bunt=yes") == ("decision-not-offered", "entry 2")
    assert refused(R1, OUT, "bunt=yes", outs=2) == ("decision-not-offered", "entry 2")


@pytest.mark.rule("PD-099")
def test_pd_099_a_bunt_needs_somebody_on_base() -> None:
    assert refused(EMPTY, "bunt=yes") == ("decision-not-offered", "entry 1")
    assert tried(R2, "bunt=yes", "9-Q") == "1 -.-.2 +0"


@pytest.mark.rule("PD-100")
def test_pd_100_the_batting_side_announces_it() -> None:
    for at, side in (("T1", AWAY), ("B1", HOME)):
        record = played(
            "poker-dice", start(R1, at=at), "pickoff=none", "steal=none", **WITH_ADVANCED
        )
        assert record.awaiting is not None
        assert (awaits(record), record.awaiting.side) == ("bunt=no|yes", side)
    # Unannounced, five dice are thrown.
    assert refused(R1, "9-Q") == ("wrong-number-of-dice", "entry 1")
    assert tried(R1, "bunt=no", OUT) == tried(R1, OUT) == "1 3.-.- +0"


@pytest.mark.rule("PD-101")
def test_pd_101_two_dice_are_thrown_instead_of_five() -> None:
    assert BUNT_THROW.sides == (6, 6)
    assert awaits(played("poker-dice", start(R1), "bunt=yes", **WITH_ADVANCED)) == "bunt"
    assert refused(R1, "bunt=yes", OUT) == ("wrong-number-of-dice", "entry 2")
    # They are the batter's whole turn: the next batter is up.
    done = played("poker-dice", start(R1), "bunt=yes", "9-9", **WITH_ADVANCED)
    assert str(current_situation(done)) == "T1 1 3.-.- 0-0 5/4"


@pytest.mark.rule("PD-102")
def test_pd_102_the_dice_are_put_in_order_and_looked_up() -> None:
    for first, second in product(RANKS, repeat=2):
        assert lines(f"{first}-{second}") == lines(f"{second}-{first}")
    in_order = ["-".join(dice) for dice in combinations_with_replacement(RANKS, 2)]
    assert [throw for throw, _, _ in BUNT_TABLE] == in_order


@pytest.mark.rule("PD-103")
def test_pd_103_pop_up() -> None:
    assert lines("9-9") == ["1 3.-.- +0", "1 -.2.- +0", "1 3.2.- +0"]
    assert lines("9-9", outs=2) == ["3 -.-.- +0"] * 3


@pytest.mark.rule("PD-104")
@pytest.mark.parametrize("dice", ["9-10", "10-9", "9-J", "J-9"])
def test_pd_104_the_lead_runner_is_out_and_the_batter_safe(dice: str) -> None:
    assert lines(dice) == ["1 4.-.- +0", "1 4.-.- +0", "1 4.3.- +0"]
    assert lines(dice, outs=2) == ["3 -.-.- +0"] * 3
    assert plays(R12, "bunt=yes", dice) == ["force out"]


@pytest.mark.rule("PD-105")
def test_pd_105_every_throw_from_9_q_through_q_k_is_a_sacrifice() -> None:
    in_order = list(combinations_with_replacement(RANKS, 2))
    band = in_order[in_order.index(("9", "Q")) : in_order.index(("Q", "K")) + 1]
    for low, high in band:
        for dice in in_any_order(f"{low}-{high}"):
            assert lines(dice) == ["1 -.3.- +0", "1 -.-.2 +0", "1 -.3.2 +0"]
            assert lines(dice, outs=1) == ["2 -.3.- +0", "2 -.-.2 +0", "2 -.3.2 +0"]
            # The third out is the batter's, and nobody has moved.
            assert lines(dice, outs=2) == ["3 -.-.- +0"] * 3


@pytest.mark.rule("PD-106")
@pytest.mark.parametrize("dice", ["Q-A", "A-Q", "K-A", "A-K"])
def test_pd_106_bunt_single_on_which_only_forced_runners_move(dice: str) -> None:
    assert lines(dice) == ["0 4.3.- +0", "0 4.2.- +0", "0 4.3.2 +0"]
    assert plays(R1, "bunt=yes", dice) == ["single"]


@pytest.mark.rule("PD-107")
def test_pd_107_bunt_and_error_on_which_all_runners_move() -> None:
    assert lines("A-A") == ["0 4.3.- +0", "0 4.-.2 +0", "0 4.3.2 +0"]
    errors = box_score(played("poker-dice", start(R1), "bunt=yes", "A-A", **WITH_ADVANCED))
    assert [side.errors for side in errors.sides] == [0, 1]


@pytest.mark.rule("PD-108")
def test_pd_108_pop_up_is_9_9() -> None:
    assert throws_of("pop-up") == {"9-9"}


@pytest.mark.rule("PD-109")
def test_pd_109_lead_runner_out_is_9_10_and_9_j() -> None:
    assert throws_of("force out") == either_way("9-10", "9-J")


@pytest.mark.rule("PD-110")
def test_pd_110_the_list_of_sacrifices_and_q_k_inside_the_band() -> None:
    assert throws_of("sacrifice") == either_way(*SACRIFICES, "Q-K")
    assert [throw for throw, _, origin in BUNT_TABLE if origin == "range"] == ["Q-K"]


@pytest.mark.rule("PD-111")
def test_pd_111_bunt_singles_are_q_a_k_a_and_k_k_between_them() -> None:
    assert throws_of("single") == either_way("Q-A", "K-A", "K-K")
    assert [throw for throw, _, origin in BUNT_TABLE if origin == "filled"] == ["K-K"]


@pytest.mark.rule("PD-112")
def test_pd_112_bunt_and_error_is_a_a() -> None:
    assert throws_of("sacrifice and error") == {"A-A"}


@pytest.mark.rule("PD-113")
def test_pd_113_nobody_bunts_with_a_runner_on_third() -> None:
    for players in (R3, R13, R23, FULL):
        assert refused(players, "bunt=yes") == ("decision-not-offered", "entry 1")
    # A runner who gets there before the bunt forbids it as well.
    assert refused(R2, "steal=2", "9-Q", "bunt=yes") == ("decision-not-offered", "entry 3")
    assert tried(R1, "steal=1", "9-Q", "bunt=yes", "9-Q") == "1 -.-.3 +0"


@pytest.mark.rule("PD-114")
def test_pd_114_a_sacrifice_bunt_is_no_at_bat() -> None:
    def batting(dice: str, outs: int = 0) -> tuple[int, int, int]:
        record = played("poker-dice", start(R1, outs), "bunt=yes", dice, **WITH_ADVANCED)
        line = box_score(record).sides[AWAY].total
        return line.plate_appearances, line.at_bats, line.sacrifice_hits

    for dice in (*SACRIFICES, "Q-K", "A-A"):
        assert batting(dice) == (1, 0, 1)
    # With two out there is nothing to sacrifice for: an at-bat like the other results.
    assert batting("9-Q", outs=2) == (1, 1, 0)
    assert [batting(dice) for dice in ("9-9", "9-10", "K-A")] == [(1, 1, 0)] * 3


@pytest.mark.rule("PD-115")
def test_pd_115_no_bunt_is_ever_a_double_play() -> None:
    for players, outs, dice in product(ALLOWED, range(2), THROWS):
        out = int(tried(players, "bunt=yes", dice, outs=outs)[0]) - outs
        assert out <= 1
        assert plays(players, "bunt=yes", dice, outs=outs) != ["double play"]


@pytest.mark.rule("PD-116")
def test_pd_116_runners_on_first_second_or_both_whatever_the_outs() -> None:
    for players, outs in product(ALLOWED, range(3)):
        record = played("poker-dice", start(players, outs), "bunt=yes", **WITH_ADVANCED)
        assert awaits(record) == "bunt"
