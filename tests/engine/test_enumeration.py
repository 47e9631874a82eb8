"""How many throws make what: every throw of 6, 36, 216 and 7,776 counted, and the two-dice tables.

The counts were worked out on paper; the poker hands are read here a second time, by questions put
in the order of the printed table, and compared with the engine throw by throw.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import pairwise, product

import pytest

from games.engine.chain import Step
from games.engine.events import NAMES, kind_of
from games.systems.one_die.play import game as one_die
from games.systems.poker_dice.play import outcomes as poker_dice
from games.systems.poker_dice.play.tables import (
    BUNT_TABLE,
    FACES,
    PICKOFF_TABLE,
    PLATE,
    STEAL_TABLE,
    Row,
    bunt_result,
    pickoff_result,
    steal_result,
)
from games.systems.three_dice.play.game import ONES
from games.systems.two_dice.play import game as two_dice


def kinds(step: Step, bases: int, outs: int) -> dict[str, int]:
    """The throws that make each kind of play from a state."""
    counted: Counter[str] = Counter()
    for play, weight in step(bases, outs).items():
        counted[NAMES[kind_of(play)]] += weight
    return dict(counted)


def test_the_six_throws_of_one_die() -> None:
    each = {"single": 1, "double": 1, "triple": 1, "home run": 1}
    assert kinds(one_die.step, 0b000, 0) == {**each, "out": 2}
    assert kinds(one_die.step, 0b001, 0) == {**each, "out": 1, "double play": 1}
    assert kinds(one_die.step, 0b110, 0) == {**each, "out": 2}
    assert kinds(one_die.step, 0b111, 2) == {**each, "out": 2}


def test_the_36_throws_of_two_dice() -> None:
    safe = {"home run": 2, "single": 6, "double": 2, "triple": 2, "walk": 1}
    assert sum(safe.values()) == 36 - 13 - 4 - 6
    assert kinds(two_dice.step, 0b001, 0) == {**safe, "out": 13, "sacrifice": 4, "double play": 6}
    assert kinds(two_dice.step, 0b000, 0) == {**safe, "out": 13 + 4 + 6}
    assert kinds(two_dice.step, 0b111, 2) == {**safe, "out": 13 + 4 + 6}


def test_the_216_throws_of_three_dice() -> None:
    assert Counter(ONES) == {0: 125, 1: 75, 2: 15, 3: 1}


# The printed table from the top: what a hand must show, the line of the engine, and how many of
# the 7,776 throws it is the first to match.
Hand = Sequence[str]


def shape(hand: Hand) -> list[int]:
    return sorted(Counter(hand).values(), reverse=True)


def most(hand: Hand) -> str:
    return max(hand, key=hand.count)


def pairs(hand: Hand) -> set[str]:
    return {face for face in hand if hand.count(face) == 2}


TABLE: list[tuple[str, Callable[[Hand], bool], int, int]] = [
    ("five A, K", lambda h: shape(h) == [5] and most(h) in "AK", poker_dice.TRIPLE_LINE, 2),
    ("five others", lambda h: shape(h) == [5], poker_dice.HOME_RUN_LINE, 4),
    ("four A", lambda h: shape(h) == [4, 1] and most(h) == "A", poker_dice.TRIPLE_LINE, 25),
    ("four others", lambda h: shape(h) == [4, 1], poker_dice.HOME_RUN_LINE, 125),
    ("straight to A", lambda h: set(h) == set(FACES[1:]), poker_dice.HOME_RUN_LINE, 120),
    ("straight to K", lambda h: set(h) == set(FACES[:5]), poker_dice.DOUBLE_LINE, 120),
    ("full house", lambda h: shape(h) == [3, 2], poker_dice.DOUBLE_LINE, 300),
    (
        "three 9, 10, J",
        lambda h: shape(h)[0] == 3 and most(h) in ("9", "10", "J"),
        poker_dice.WALK_LINE,
        600,
    ),
    ("three Q, K, A", lambda h: shape(h)[0] == 3, poker_dice.SINGLE_PLUS_LINE, 600),
    (
        "two pairs of Q, K, A",
        lambda h: len(pairs(h)) == 2 and pairs(h) <= {"Q", "K", "A"},
        poker_dice.SINGLE_PLUS_LINE,
        360,
    ),
    (
        "two pairs with J",
        lambda h: len(pairs(h)) == 2 and "J" in pairs(h),
        poker_dice.SINGLE_LINE,
        600,
    ),
    ("two pairs", lambda h: len(pairs(h)) == 2, poker_dice.TWO_PAIR_OUT_LINE, 840),
    ("pair of A", lambda h: pairs(h) == {"A"}, poker_dice.ACES_LINE, 600),
    ("other pair", lambda h: len(pairs(h)) == 1, poker_dice.OUT_LINE, 3000),
    ("high card", lambda h: True, poker_dice.OUT_LINE, 480),
]


@pytest.mark.rule("PD-028", "PD-029")
def test_all_7776_throws_read_as_the_printed_table_reads_from_the_top() -> None:
    counted: Counter[str] = Counter()
    low_kickers: Counter[str] = Counter()
    for index, hand in enumerate(product(FACES, repeat=5)):
        assert PLATE.show(index) == "-".join(hand)
        line, first = next((line, name) for name, matches, line, _ in TABLE if matches(hand))
        counted[first] += 1
        low = 0
        if len(pairs(hand)) == 2:
            (kicker,) = set(hand) - pairs(hand)
            if all(FACES.index(kicker) < FACES.index(pair) for pair in pairs(hand)):
                low = poker_dice.LOW_KICKER
                low_kickers[first] += 1
        assert poker_dice.LINES[index] == line + low, hand
    assert counted == {name: count for name, _, _, count in TABLE}
    assert sum(counted.values()) == 6**5
    # Of the low kickers half are called a Single+ by the table, and only 90 an out.
    assert low_kickers == {
        "two pairs of Q, K, A": 300,
        "two pairs with J": 210,
        "two pairs": 90,
    }


def test_how_often_a_batter_does_what() -> None:
    assert kinds(poker_dice.step, 0b000, 0) == {
        "home run": 249,
        "triple": 27,
        "double": 420,
        "single": 960 + 600,
        "walk": 600,
        "out": 4920,
    }
    reaching = 7776 - 4920
    assert reaching == 2856
    assert round(reaching / 7776, 6) == 0.367284
    hits = 249 + 27 + 420 + 960 + 600
    assert round(hits / (7776 - 600), 4) == 0.3144
    assert round((4 * 249 + 3 * 27 + 2 * 420 + 960 + 600) / (7776 - 600), 4) == 0.4845
    # A runner on first and fewer than two out: 600 throws are double plays, by the other reading
    # 90.
    assert kinds(poker_dice.step, 0b001, 1)["double play"] == 600
    assert "double play" not in kinds(poker_dice.step, 0b001, 2)
    rival = poker_dice.step(0b001, 1, poker_dice.OUT_LINE_ONLY)
    assert sum(w for play, w in rival.items() if NAMES[kind_of(play)] == "double play") == 90
    # A runner on third and fewer than two out: 600 sacrifice flies.
    assert kinds(poker_dice.step, 0b100, 0)["sacrifice fly"] == 600


# The tables of two dice.


def counts(table: Sequence[Row], origins: Sequence[str]) -> dict[str, int]:
    """Throws of the 36 by result, of the rows of these origins only."""
    counted: Counter[str] = Counter()
    for throw, result, origin in table:
        first, second = throw.split("-")
        if origin in origins:
            counted[result] += 1 if first == second else 2
    return dict(counted)


@pytest.mark.parametrize(
    ("table", "printed", "read"),
    [
        (
            STEAL_TABLE,
            {"picked-off": 1, "caught-stealing": 4, "safe": 20, "bad-jump": 4, "safe-error": 3},
            {"picked-off": 1, "caught-stealing": 4, "safe": 20, "bad-jump": 8, "safe-error": 3},
        ),
        (
            BUNT_TABLE,
            {"pop-up": 1, "lead-out": 4, "sacrifice": 23, "bunt-single": 4, "bunt-error": 1},
            {"pop-up": 1, "lead-out": 4, "sacrifice": 25, "bunt-single": 5, "bunt-error": 1},
        ),
        (
            PICKOFF_TABLE,
            {"balk": 1, "bad-throw": 6, "safe-back": 24, "picked-off": 3},
            {"balk": 1, "bad-throw": 6, "safe-back": 26, "picked-off": 3},
        ),
    ],
    ids=["steal", "bunt", "pickoff"],
)
def test_the_throws_of_each_table_in_print_and_as_read(
    table: Sequence[Row], printed: dict[str, int], read: dict[str, int]
) -> None:
    assert len({throw for throw, _, _ in table}) == len(table) == 21
    assert counts(table, ["printed"]) == printed
    assert counts(table, ["printed", "range", "filled"]) == read
    assert sum(read.values()) == 36


def test_a_throw_in_no_list_takes_the_result_of_the_listed_throw_below_it() -> None:
    unlisted = []
    for table in (STEAL_TABLE, BUNT_TABLE, PICKOFF_TABLE):
        for (_, below, _), (throw, result, origin) in pairwise(table):
            if origin != "printed":
                assert result == below
                unlisted.append((throw, origin))
    assert unlisted == [
        *(("Q-Q", "filled"), ("Q-K", "filled"), ("K-K", "filled")),
        *(("Q-K", "range"), ("K-K", "filled")),
        ("Q-K", "range"),
    ]


def test_the_tables_are_what_throws_are_read_by() -> None:
    indexes = range(36)
    assert Counter(map(steal_result, indexes)) == counts(
        STEAL_TABLE, ["printed", "range", "filled"]
    )
    assert Counter(map(bunt_result, indexes)) == counts(BUNT_TABLE, ["printed", "range", "filled"])
    assert Counter(map(pickoff_result, indexes)) == counts(
        PICKOFF_TABLE, ["printed", "range", "filled"]
    )
    # Of the steals that are decided 23 in 28 succeed; were the gaps safe, 27 in 32.
    found = Counter(map(steal_result, indexes))
    assert found["safe"] + found["safe-error"] == 23
    assert found["picked-off"] + found["caught-stealing"] == 5
    rival = Counter(steal_result(index, "safe") for index in indexes)
    assert (rival["safe"] + rival["safe-error"], rival["bad-jump"]) == (27, 4)
