"""Poker Dice Baseball, the advanced rules in general and stolen bases (PD-079 to PD-097)."""

from itertools import combinations_with_replacement, product

import pytest

from config.refusals import Refused
from games.engine.folds.moments import current_situation
from games.engine.situation import AWAY, HOME
from games.systems.poker_dice.play.tables import STEAL_TABLE, STEAL_THROW
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
from tests.engine.poker import HOMER, OUT, RANKS, in_any_order, plays, refused, tried

SAFE = ("9-Q", "9-K", "9-A", "10-10", "10-J", "10-Q", "10-K", "10-A", "J-J", "J-Q", "J-K")
GAPS = ("Q-Q", "Q-K", "K-K")


def results(**options: str) -> dict[str, str]:
    """The play that each of the 36 throws makes for a runner on first who goes."""
    throws = [STEAL_THROW.show(index) for index in range(STEAL_THROW.size)]
    return {throw: plays(R1, "steal=1", throw, **options)[0] for throw in throws}


def throws_of(play: str, **options: str) -> set[str]:
    return {throw for throw, made in results(**options).items() if made == play}


def either_way(*listed: str) -> set[str]:
    return {throw for dice in listed for throw in in_any_order(dice)}


# Which rules are on.


@pytest.mark.rule("PD-079")
@pytest.mark.parametrize("stealing", [False, True])
@pytest.mark.parametrize("sacrifice_bunt", [False, True])
@pytest.mark.parametrize("pickoff", [False, True])
def test_pd_079_the_advanced_rules_are_used_in_any_combination(
    stealing: bool, sacrifice_bunt: bool, pickoff: bool
) -> None:
    options = {"stealing": stealing, "sacrifice_bunt": sacrifice_bunt, "pickoff": pickoff}
    asked = []
    entries: list[str] = []
    while True:
        record = played("poker-dice", start(R1), *entries, **options)
        if awaits(record) == "plate-appearance":
            break
        asked.append(awaits(record))
        assert record.awaiting is not None
        assert record.awaiting.decision is not None
        entries.append(f"{record.awaiting.decision.name}={record.awaiting.choices[0].key}")
    questions = [
        (pickoff, "pickoff=1", "pickoff=none|1"),
        (stealing, "steal=1", "steal=none|1"),
        (sacrifice_bunt, "bunt=yes", "bunt=no|yes"),
    ]
    assert asked == [question for on, _, question in questions if on]
    for on, entry, _ in questions:
        if on:
            assert awaits(played("poker-dice", start(R1), entry, **options)) in (
                "pickoff",
                "steal",
                "bunt",
            )
        else:
            with pytest.raises(Refused) as found:
                played("poker-dice", start(R1), entry, **options)
            (refusal,) = found.value.refusals
            assert (refusal.code, refusal.place) == ("decision-not-offered", "entry 1")


# Declaring.


@pytest.mark.rule("PD-080")
def test_pd_080_a_steal_is_declared_before_the_throw_for_the_batter() -> None:
    assert awaits(played("poker-dice", start(R1), "steal=1", **WITH_ADVANCED)) == "steal"
    # Behind the five dice it is declared during the next batter's turn...
    late = played("poker-dice", start(R1), OUT, "steal=1", "9-Q", **WITH_ADVANCED)
    assert str(current_situation(late)) == "T1 1 -.3.- 0-0 5/4"
    # ... and where there is none with a runner on, it is refused.
    assert refused(R1, HOMER, "steal=1") == ("decision-not-offered", "entry 2")
    assert refused(R1, OUT, "steal=1", outs=2) == ("decision-not-offered", "entry 2")
    assert refused(EMPTY, "steal=1") == ("decision-not-offered", "entry 1")


@pytest.mark.rule("PD-081")
def test_pd_081_the_runner_is_named_and_only_one_may_try() -> None:
    assert tried(R13, "steal=1", "9-Q") == "0 -.3.1 +0"
    assert tried(R12, "steal=2", "9-Q") == "0 3.-.2 +0"
    # No state lets two runners go: the one behind another has no empty base ahead.
    assert [awaits_steal(players) for players in (R1, R2, R12, R13)] == [
        "steal=none|1",
        "steal=none|2",
        "steal=none|2",
        "steal=none|1",
    ]
    for both in ("steal=1-2", "steal=1,2", "steal=12", "steal="):
        assert refused(R12, both) == ("choice-not-legal", "entry 1")
    assert refused(R12, "steal=2", "steal=1") == ("decision-not-offered", "entry 2")
    assert refused(R12, "steal=2", "9-Q", "steal=1") == ("decision-not-offered", "entry 3")


def awaits_steal(players: str) -> str:
    return awaits(played("poker-dice", start(players), "pickoff=none", **WITH_ADVANCED))


@pytest.mark.rule("PD-082")
def test_pd_082_two_dice_are_thrown_before_the_plate_appearance() -> None:
    assert STEAL_THROW.sides == (6, 6)
    assert awaits(played("poker-dice", start(R1), "steal=1", **WITH_ADVANCED)) == "steal"
    assert refused(R1, "steal=1", OUT) == ("wrong-number-of-dice", "entry 2")
    assert refused(R1, "steal=1", "9") == ("wrong-number-of-dice", "entry 2")
    assert tried(R1, "steal=1", "9-Q", OUT) == "1 -.3.- +0"


@pytest.mark.rule("PD-083")
def test_pd_083_the_dice_are_put_in_order_and_looked_up() -> None:
    found = results()
    assert len(found) == 36
    for first, second in product(RANKS, repeat=2):
        assert found[f"{first}-{second}"] == found[f"{second}-{first}"]
    in_order = ["-".join(dice) for dice in combinations_with_replacement(RANKS, 2)]
    assert [throw for throw, _, _ in STEAL_TABLE] == in_order


@pytest.mark.rule("PD-084", "PD-097")
def test_pd_084_the_plate_appearance_goes_on_behind_the_steal() -> None:
    for dice, outs in product(results(), range(2)):
        record = played("poker-dice", start(R1, outs), "steal=1", dice, stealing=True)
        assert awaits(record) == "plate-appearance"
        # The same batter is at bat, whatever came of it.
        assert current_situation(record).up == (4, 4)
    assert tried(R1, "steal=1", "10-K", "J-J-9-9-A", outs=1) == "1 4.-.3 +0"
    assert plays(R1, "steal=1", "10-K", "J-J-9-9-A") == ["stolen base", "single"]


# The table.


@pytest.mark.rule("PD-085")
def test_pd_085_picked_off() -> None:
    assert tried(R1, "steal=1", "9-9") == "1 -.-.- +0"
    assert tried(R12, "steal=2", "9-9") == "1 3.-.- +0"
    assert tried(R13, "steal=1", "9-9", outs=1) == "2 -.-.1 +0"
    over = played("poker-dice", start(R13, 2), "steal=1", "9-9", **WITH_ADVANCED)
    assert str(current_situation(over)) == "B1 0 -.-.- 0-0 4/4"


@pytest.mark.rule("PD-086")
@pytest.mark.parametrize("dice", ["9-10", "10-9", "9-J", "J-9"])
def test_pd_086_caught_stealing(dice: str) -> None:
    assert tried(R1, "steal=1", dice) == "1 -.-.- +0"
    assert tried(R12, "steal=2", dice) == "1 3.-.- +0"
    assert tried(R13, "steal=1", dice) == "1 -.-.1 +0"
    assert plays(R2, "steal=2", dice) == ["caught stealing"]
    over = played("poker-dice", start(R12, 2), "steal=2", dice, **WITH_ADVANCED)
    assert over.awaiting is not None
    assert over.awaiting.side == HOME


@pytest.mark.rule("PD-087")
def test_pd_087_every_throw_from_9_q_through_j_k_is_a_safe_steal_of_one_base() -> None:
    in_order = list(combinations_with_replacement(RANKS, 2))
    band = in_order[in_order.index(("9", "Q")) : in_order.index(("J", "K")) + 1]
    for low, high in band:
        for dice in in_any_order(f"{low}-{high}"):
            assert tried(R1, "steal=1", dice) == "0 -.3.- +0"
            assert tried(R2, "steal=2", dice) == "0 -.-.2 +0"
            # The others do not move.
            assert tried(R13, "steal=1", dice) == "0 -.3.1 +0"
            assert tried(R12, "steal=2", dice) == "0 3.-.2 +0"


@pytest.mark.rule("PD-087")
def test_pd_087_nobody_steals_an_occupied_base() -> None:
    assert refused(R12, "steal=1") == ("choice-not-legal", "entry 1")
    for players, entry in ((R23, "steal=2"), (FULL, "steal=1"), (FULL, "steal=2")):
        assert refused(players, entry) == ("decision-not-offered", "entry 1")


@pytest.mark.rule("PD-088")
@pytest.mark.parametrize("dice", ["J-A", "A-J", "Q-A", "A-Q"])
def test_pd_088_bad_jump(dice: str) -> None:
    for players, entry in ((R1, "steal=1"), (R2, "steal=2"), (R12, "steal=2"), (R13, "steal=1")):
        for outs in range(3):
            assert tried(players, entry, dice, outs=outs) == f"{outs} {players} +0"
    assert tried(R1, "steal=1", dice, "J-J-9-9-A") == "0 4.3.- +0"


@pytest.mark.rule("PD-089")
@pytest.mark.parametrize("dice", ["K-A", "A-K", "A-A"])
def test_pd_089_safe_and_one_base_more_on_the_throw(dice: str) -> None:
    assert tried(R1, "steal=1", dice) == "0 -.-.3 +0"
    assert tried(R2, "steal=2", dice) == "0 -.-.- +1"
    # The runner on first is not forced; the one on third is, when third is taken behind him.
    assert tried(R12, "steal=2", dice) == "0 3.-.- +1"
    assert tried(R13, "steal=1", dice) == "0 -.-.3 +1"


@pytest.mark.rule("PD-090")
def test_pd_090_picked_off_is_9_9() -> None:
    assert throws_of("picked off stealing") == {"9-9"}


@pytest.mark.rule("PD-091")
def test_pd_091_caught_stealing_is_9_10_and_9_j() -> None:
    assert throws_of("caught stealing") == either_way("9-10", "9-J")


@pytest.mark.rule("PD-092")
def test_pd_092_the_list_of_safe_steals() -> None:
    assert throws_of("stolen base") == either_way(*SAFE)


@pytest.mark.rule("PD-093")
def test_pd_093_bad_jumps_are_j_a_q_a_and_the_throws_in_no_list() -> None:
    assert throws_of("bad jump") == either_way("J-A", "Q-A", *GAPS)
    assert {throw for throw, _, origin in STEAL_TABLE if origin != "printed"} == set(GAPS)
    # By the other reading the throws in no list are safe.
    rival = "safe"
    assert throws_of("bad jump", steal_gaps=rival) == either_way("J-A", "Q-A")
    assert throws_of("stolen base", steal_gaps=rival) == either_way(*SAFE, *GAPS)


@pytest.mark.rule("PD-094")
def test_pd_094_safe_plus_error_is_k_a_and_a_a() -> None:
    assert throws_of("stolen base and error") == either_way("K-A", "A-A")


# What may not be.


@pytest.mark.rule("PD-095")
def test_pd_095_home_may_not_be_stolen() -> None:
    assert refused(R3, "steal=3") == ("decision-not-offered", "entry 1")
    assert refused(R13, "steal=3") == ("choice-not-legal", "entry 1")
    for players in EVERY[1:]:
        assert "|3" not in awaits_steal(players)


@pytest.mark.rule("PD-096")
def test_pd_096_one_try_in_a_plate_appearance() -> None:
    for dice in ("J-A", "9-Q", "K-A"):
        runner = {"J-A": 1, "9-Q": 2, "K-A": 3}[dice]
        assert refused(R1, "steal=1", dice, f"steal={runner}") == (
            "decision-not-offered",
            "entry 3",
        )
    # The next batter's turn brings a new one.
    assert tried(R1, "steal=1", "9-Q", OUT, "steal=2", "9-Q") == "1 -.-.3 +0"


@pytest.mark.rule("PD-097")
def test_pd_097_the_batter_bats_on_and_leads_off_next_time_if_the_steal_ended_the_inning() -> None:
    stolen = played("poker-dice", start(R1), "steal=1", "9-Q", OUT, **WITH_ADVANCED)
    assert str(current_situation(stolen)) == "T1 1 -.3.- 0-0 5/4"
    over = played("poker-dice", start(R1, 2), "steal=1", "9-J", **WITH_ADVANCED)
    assert current_situation(over).up[AWAY] == 4
