"""Situations: the notation round-trips, and what it cannot mean is refused."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from config.refusals import Refused
from games.engine.runners import runners_on_base
from games.engine.situation import BOTTOM, SOMEBODY, START, TOP, Situation
from tests.engine.diamond import awaits, played


@st.composite
def situations(draw: st.DrawFn) -> Situation:
    slots = draw(st.permutations(range(1, 10)))
    kinds = [draw(st.sampled_from([0, slots[at], SOMEBODY])) for at in range(3)]
    outs = draw(st.integers(0, 3))
    return Situation(
        inning=draw(st.integers(1, 999)),
        half=draw(st.sampled_from([TOP, BOTTOM])),
        outs=outs,
        runners=(0, 0, 0) if outs == 3 else (kinds[0], kinds[1], kinds[2]),
        runs=(draw(st.integers(0, 999)), draw(st.integers(0, 999))),
        up=(draw(st.integers(1, 9)), draw(st.integers(1, 9))),
    )


@given(situations())
def test_a_situation_reads_back_as_it_is_written(situation: Situation) -> None:
    assert Situation.read(str(situation)) == situation
    assert Situation.read(f"  {situation}\n") == situation


def test_the_notation_says_what_the_module_says() -> None:
    situation = Situation.read("B9 1 5.-.3 4-5 3/7")
    assert situation == Situation(9, BOTTOM, 1, (5, 0, 3), (4, 5), (3, 7))
    assert (situation.bases, situation.batting) == (0b101, 1)
    assert str(START) == "T1 0 -.-.- 0-0 1/1"


def test_players_who_are_nobody_in_particular_may_stand_on_every_base() -> None:
    assert Situation.read("T1 0 ?.?.? 0-0 1/1").runners == (SOMEBODY,) * 3


@pytest.mark.parametrize(
    ("runners", "up", "standing"),
    [
        ("-.-.-", 4, (0, 0, 0)),
        ("3.-.1", 4, (3, 0, 1)),
        # Whoever batted last stands on first, who batted before him further on.
        ("?.-.-", 4, (3, 0, 0)),
        ("?.?.?", 4, (3, 2, 1)),
        ("?.-.?", 2, (1, 0, 9)),
        ("-.?.-", 1, (0, 9, 0)),
        # Nobody is on two bases.
        ("3.?.-", 4, (3, 2, 0)),
        ("?.3.-", 4, (2, 3, 0)),
        ("?.3.2", 4, (1, 3, 2)),
        ("?.1.9", 2, (8, 1, 9)),
    ],
)
def test_players_of_whom_nothing_is_known_are_those_who_batted_last(
    runners: str, up: int, standing: tuple[int, int, int]
) -> None:
    assert runners_on_base(Situation.read(f"T1 0 {runners} 0-0 {up}/1"), up) == standing


def test_three_outs_leave_nobody_on_base() -> None:
    assert Situation.read("T4 3 1.2.3 0-0 4/1") == Situation.read("T4 3 -.-.- 0-0 4/1")
    assert awaits(played("two-dice", "T4 3 1.2.3 0-0 4/1")) == "throw"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "T1",
        "X1 0 -.-.- 0-0 1/1",
        "T0 0 -.-.- 0-0 1/1",
        "T1 4 -.-.- 0-0 1/1",
        "T1 0 -.- 0-0 1/1",
        "T1 0 -.-.-.- 0-0 1/1",
        "T1 0 0.-.- 0-0 1/1",
        "T1 0 10.-.- 0-0 1/1",
        "T1 0 -.-.- 0 1/1",
        "T1 0 -.-.- 0-0 0/1",
        "T1 0 -.-.- 0-0 1/10",
        "T1 0 -.-.- -1-0 1/1",
        "t1 0 -.-.- 0-0 1/1",
        "T1 0 -.-.- 0-0 1/1 and more",
    ],
)
def test_what_is_no_situation_is_refused(text: str) -> None:
    with pytest.raises(Refused) as refused:
        Situation.read(text)
    (refusal,) = refused.value.refusals
    assert (refusal.code, refusal.place) == ("situation-unreadable", "situation")


def test_a_runner_stands_on_one_base() -> None:
    with pytest.raises(Refused) as refused:
        Situation.read("T1 0 4.-.4 0-0 1/1")
    assert refused.value.code == "one-man-twice"


@pytest.mark.parametrize("text", ["T1 0 45.-.- 0-0 1/1", "T1 0 4,5.-.- 0-0 1/1"])
def test_a_base_holds_one_player(text: str) -> None:
    with pytest.raises(Refused) as refused:
        Situation.read(text)
    assert refused.value.code == "situation-unreadable"
