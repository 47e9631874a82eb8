"""Throws as people write them: read, shown, refused."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from config.refusals import Refused
from games.engine.dice import INDEX_MASK, WORD_SHIFT, Dice

ONE = Dice(0, "throw", (6,))
TWO = Dice(1, "steal", (6, 6))
MIXED_SIDES = Dice(2, "chart", (10, 10, 6))
POKER = Dice(
    3,
    "plate-appearance",
    (6,) * 5,
    ("9", "10", "J", "Q", "K", "A"),
    (("1", "2", "3", "4", "5", "6"),),
)


def why(dice: Dice, text: str, place: str = "entry 4") -> tuple[str, str]:
    with pytest.raises(Refused) as refused:
        dice.read(text, place)
    (refusal,) = refused.value.refusals
    return refusal.code, refusal.place


def test_a_throw_is_counted_with_the_first_die_as_the_highest_digit() -> None:
    assert [TWO.read(text) for text in ("1-1", "1-2", "2-1", "6-6")] == [0, 1, 6, 35]
    assert MIXED_SIDES.size == 600
    assert MIXED_SIDES.read("3-10-6") == (2 * 10 + 9) * 6 + 5
    assert MIXED_SIDES.pips(599) == (9, 9, 5)


@pytest.mark.parametrize("dice", [ONE, TWO, MIXED_SIDES], ids=lambda dice: dice.name)
def test_every_throw_reads_back_as_it_is_shown(dice: Dice) -> None:
    shown = [dice.show(index) for index in range(dice.size)]
    assert len(set(shown)) == dice.size
    assert [dice.read(text) for text in shown] == list(range(dice.size))
    assert [dice.index_of(dice.pips(index)) for index in range(dice.size)] == list(range(dice.size))


@given(st.integers(0, POKER.size - 1))
def test_poker_faces_and_ordinary_ones_are_the_same_throw(index: int) -> None:
    ordinary = "-".join(str(pip + 1) for pip in POKER.pips(index))
    assert POKER.read(POKER.show(index)) == POKER.read(ordinary) == index


def test_faces_are_read_in_small_letters_too() -> None:
    assert POKER.read("a-k-q-j-10") == POKER.read("A-K-Q-J-10")


@pytest.mark.parametrize("text", ["0", "7", "-1", "1.5", "x", "", "one", "٣", "1 "])
def test_a_face_that_is_on_no_die_is_refused(text: str) -> None:
    # "-1" is two words, a nothing and a one.
    code = "wrong-number-of-dice" if text == "-1" else "impossible-face"
    assert why(ONE, text) == (code, "entry 4")


def test_a_face_is_judged_by_the_die_it_lies_on() -> None:
    assert MIXED_SIDES.read("10-10-6") == 599
    assert why(MIXED_SIDES, "10-10-7") == ("impossible-face", "entry 4")
    with pytest.raises(Refused) as refused:
        MIXED_SIDES.read("10-10-7")
    assert refused.value.refusals[0].facts == {"throw": "chart", "face": "7", "die": 3}


@pytest.mark.parametrize("text", ["3", "1-2-3", "8", "1-2-", ""])
def test_too_many_dice_or_too_few_are_refused(text: str) -> None:
    assert why(TWO, text) == ("wrong-number-of-dice", "entry 4")


def test_the_refusal_counts_the_dice() -> None:
    with pytest.raises(Refused) as refused:
        POKER.read("9-9-J-Q")
    (refusal,) = refused.value.refusals
    assert refusal.facts == {"throw": "plate-appearance", "needed": 5, "given": 4}
    assert "5 dice" in refusal.message


def test_two_kinds_of_dice_in_one_throw_are_refused() -> None:
    assert why(POKER, "9-9-J-Q-1") == ("mixed-faces", "entry 4")
    # 9 and 10 are poker faces only, so a throw of ordinary dice with one of them is mixed too.
    assert why(POKER, "1-2-3-4-9") == ("mixed-faces", "entry 4")
    assert why(POKER, "1-2-3-4-7") == ("impossible-face", "entry 4")


def test_index_of_takes_only_faces_of_the_dice() -> None:
    for pips in ((6, 0), (0, -1), (0,), (0, 0, 0)):
        with pytest.raises(ValueError, match=r"face|argument"):
            TWO.index_of(pips)


def test_a_throw_must_fit_beside_its_code_in_an_entry() -> None:
    assert TWO.base == 1 << WORD_SHIFT
    with pytest.raises(ValueError, match="more outcomes"):
        Dice(0, "ten dice", (6,) * 10)
    assert Dice(0, "nine dice", (6,) * 9).size <= INDEX_MASK
