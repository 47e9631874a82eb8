"""Poker Dice Baseball, pickoff attempts row by row (PD-118 to PD-135)."""

from itertools import combinations_with_replacement, product

import pytest

from games.engine.folds.moments import current_situation
from games.engine.situation import AWAY, HOME
from games.systems.poker_dice.play.tables import PICKOFF_TABLE, PICKOFF_THROW
from tests.engine.diamond import (
    EMPTY,
    EVERY,
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
from tests.engine.poker import HOMER, OUT, RANKS, SINGLE, in_any_order, plays, refused, tried

TARGETS = [
    (players, base)
    for players in EVERY
    for base in (1, 2, 3)
    if players.split(".")[base - 1] != "-"
]
SAFE_BACK = (
    *("9-K", "9-A", "10-10", "10-J", "10-Q", "10-K", "10-A"),
    *("J-J", "J-Q", "J-K", "J-A", "Q-Q", "Q-A", "K-K"),
)
THROWS = [PICKOFF_THROW.show(index) for index in range(PICKOFF_THROW.size)]


def throws_of(play: str) -> set[str]:
    return {dice for dice in THROWS if plays(R1, "pickoff=1", dice) == [play]}


def either_way(*listed: str) -> set[str]:
    return {throw for dice in listed for throw in in_any_order(dice)}


@pytest.mark.rule("PD-118")
def test_pd_118_the_fielding_side_may_try_before_any_plate_appearance() -> None:
    for at, side in (("T1", HOME), ("B1", AWAY)):
        record = played("poker-dice", start(R1, at=at), **WITH_ADVANCED)
        assert record.awaiting is not None
        assert (awaits(record), record.awaiting.side) == ("pickoff=none|1", side)
    # Behind the batter's dice it belongs to the next plate appearance, if there is a runner on
    # then.
    late = played("poker-dice", start(R1), OUT, "pickoff=1", "K-A", **WITH_ADVANCED)
    assert str(current_situation(late)) == "T1 2 -.-.- 0-0 5/4"
    assert refused(R1, HOMER, "pickoff=1") == ("decision-not-offered", "entry 2")
    assert refused(R1, OUT, "pickoff=1", outs=2) == ("decision-not-offered", "entry 2")
    # Nor may it be tried once a bunt is declared.
    assert refused(R1, "bunt=yes", "pickoff=1") == ("decision-not-offered", "entry 2")


@pytest.mark.rule("PD-119")
def test_pd_119_a_pickoff_needs_somebody_on_base() -> None:
    assert refused(EMPTY, "pickoff=1") == ("decision-not-offered", "entry 1")
    for players in EVERY[1:]:
        assert awaits(played("poker-dice", start(players), **WITH_ADVANCED)).startswith(
            "pickoff=none|"
        )


@pytest.mark.rule("PD-120")
def test_pd_120_a_pickoff_and_a_steal_are_not_both_tried_and_the_pickoff_comes_first() -> None:
    assert refused(R1, "pickoff=1", "J-J", "steal=1") == ("decision-not-offered", "entry 3")
    assert refused(R1, "steal=1", "9-Q", "pickoff=2") == ("decision-not-offered", "entry 3")
    assert refused(R1, "steal=1", "pickoff=1") == ("decision-not-offered", "entry 2")
    # Whatever the pickoff came to, no steal follows...
    for players, base in TARGETS:
        for dice in THROWS:
            record = played("poker-dice", start(players), f"pickoff={base}", dice, **WITH_ADVANCED)
            assert not awaits(record).startswith("steal")
    # ... until the next batter.
    assert tried(R1, "pickoff=1", "J-J", OUT, "steal=1", "9-Q") == "1 -.3.- +0"


@pytest.mark.rule("PD-121")
def test_pd_121_the_base_aimed_at_is_named_and_must_hold_a_runner() -> None:
    for players in EVERY[1:]:
        for base in (1, 2, 3):
            if (players, base) in TARGETS:
                assert plays(players, f"pickoff={base}", "K-A") == ["picked off"]
            else:
                assert refused(players, f"pickoff={base}") == ("choice-not-legal", "entry 1")
    assert refused(FULL, "pickoff=4") == ("choice-not-legal", "entry 1")
    assert refused(FULL, "pickoff=yes") == ("choice-not-legal", "entry 1")


@pytest.mark.rule("PD-122")
def test_pd_122_two_dice_are_thrown() -> None:
    assert PICKOFF_THROW.sides == (6, 6)
    assert awaits(played("poker-dice", start(R1), "pickoff=1", **WITH_ADVANCED)) == "pickoff"
    assert refused(R1, "pickoff=1", OUT) == ("wrong-number-of-dice", "entry 2")


@pytest.mark.rule("PD-123")
def test_pd_123_the_dice_are_put_in_order_and_looked_up() -> None:
    for (players, base), (first, second) in product(TARGETS, product(RANKS, repeat=2)):
        entry = f"pickoff={base}"
        assert tried(players, entry, f"{first}-{second}") == tried(
            players, entry, f"{second}-{first}"
        )
    in_order = ["-".join(dice) for dice in combinations_with_replacement(RANKS, 2)]
    assert [throw for throw, _, _ in PICKOFF_TABLE] == in_order


@pytest.mark.rule("PD-124", "PD-134")
def test_pd_124_the_plate_appearance_follows() -> None:
    for dice, outs in product(THROWS, range(2)):
        record = played("poker-dice", start(R1, outs), "pickoff=1", dice, pickoff=True)
        assert awaits(record) == "plate-appearance"
        assert current_situation(record).up == (4, 4)
    assert plays(R1, "pickoff=1", "J-J", SINGLE) == ["pickoff attempt", "single"]
    assert tried(R12, "pickoff=2", "K-A", "A-A-10-10-9") == "3 -.-.- +0"


@pytest.mark.rule("PD-125")
def test_pd_125_balk() -> None:
    moved = {
        R1: "0 -.3.- +0",
        R2: "0 -.-.2 +0",
        R3: "0 -.-.- +1",
        R12: "0 -.3.2 +0",
        R13: "0 -.3.- +1",
        R23: "0 -.-.2 +1",
        FULL: "0 -.3.2 +1",
    }
    for players, base in TARGETS:
        assert tried(players, f"pickoff={base}", "9-9") == moved[players]
        assert tried(players, f"pickoff={base}", "9-9", outs=2) == "2" + moved[players][1:]


@pytest.mark.rule("PD-126")
@pytest.mark.parametrize("dice", ["9-10", "J-9", "9-Q"])
def test_pd_126_bad_throw(dice: str) -> None:
    assert {
        (players, base): tried(players, f"pickoff={base}", dice) for players, base in TARGETS
    } == {
        (R1, 1): "0 -.3.- +0",
        (R2, 2): "0 -.-.2 +0",
        (R3, 3): "0 -.-.- +1",
        # A runner ahead whose base is needed is pushed on; one behind stays where he is.
        (R12, 1): "0 -.3.2 +0",
        (R12, 2): "0 3.-.2 +0",
        (R13, 1): "0 -.3.1 +0",
        (R13, 3): "0 3.-.- +1",
        (R23, 2): "0 -.-.2 +1",
        (R23, 3): "0 -.2.- +1",
        (FULL, 1): "0 -.3.2 +1",
        (FULL, 2): "0 3.-.2 +1",
        (FULL, 3): "0 3.2.- +1",
    }


@pytest.mark.rule("PD-127")
def test_pd_127_every_throw_from_9_k_through_k_k_moves_nobody() -> None:
    in_order = list(combinations_with_replacement(RANKS, 2))
    band = in_order[in_order.index(("9", "K")) : in_order.index(("K", "K")) + 1]
    for low, high in band:
        for dice in in_any_order(f"{low}-{high}"):
            for players, base in TARGETS:
                assert tried(players, f"pickoff={base}", dice, outs=1) == f"1 {players} +0"


@pytest.mark.rule("PD-128")
@pytest.mark.parametrize("dice", ["K-A", "A-K", "A-A"])
def test_pd_128_picked_off(dice: str) -> None:
    for players, base in TARGETS:
        left = players.split(".")
        left[base - 1] = "-"
        assert tried(players, f"pickoff={base}", dice) == f"1 {'.'.join(left)} +0"
        assert tried(players, f"pickoff={base}", dice, outs=2) == "3 -.-.- +0"


@pytest.mark.rule("PD-129")
def test_pd_129_balk_is_9_9() -> None:
    assert throws_of("balk") == {"9-9"}


@pytest.mark.rule("PD-130")
def test_pd_130_bad_throw_is_9_10_9_j_and_9_q() -> None:
    assert throws_of("bad pickoff throw") == either_way("9-10", "9-J", "9-Q")


@pytest.mark.rule("PD-131")
def test_pd_131_the_list_of_safe_back_and_q_k_inside_the_band() -> None:
    assert throws_of("pickoff attempt") == either_way(*SAFE_BACK, "Q-K")
    assert [throw for throw, _, origin in PICKOFF_TABLE if origin != "printed"] == ["Q-K"]


@pytest.mark.rule("PD-132")
def test_pd_132_picked_off_is_k_a_and_a_a() -> None:
    assert throws_of("picked off") == either_way("K-A", "A-A")


@pytest.mark.rule("PD-133")
def test_pd_133_one_attempt_in_a_plate_appearance() -> None:
    assert refused(R1, "pickoff=1", "J-J", "pickoff=1") == ("decision-not-offered", "entry 3")
    assert refused(FULL, "pickoff=1", "K-A", "pickoff=2") == ("decision-not-offered", "entry 3")
    assert tried(R1, "pickoff=1", "J-J", OUT, "pickoff=1", "K-A") == "2 -.-.- +0"


@pytest.mark.rule("PD-134")
def test_pd_134_the_batter_s_turn_is_not_used_up() -> None:
    record = played("poker-dice", start(R1), "pickoff=1", "A-A", SINGLE, **WITH_ADVANCED)
    assert str(current_situation(record)) == "T1 1 4.-.- 0-0 5/4"


@pytest.mark.rule("PD-124", "PD-128", "PD-135")
def test_pd_135_after_a_third_out_by_a_pickoff_the_batter_does_not_bat() -> None:
    record = played("poker-dice", start(R1, 2), "pickoff=1", "A-A", **WITH_ADVANCED)
    assert record.awaiting is not None
    assert (awaits(record), record.awaiting.side) == ("plate-appearance", HOME)
    # He leads off the next time.
    assert str(current_situation(record)) == "B1 0 -.-.- 0-0 4/4"
