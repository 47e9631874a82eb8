"""Pressing cards: the chances that were asked for are on them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.systems.purestrat.play.cards import CELLS, CHANCES
from games.systems.purestrat.play.readings import parse_reading
from games.systems.purestrat.text.card_layout import PARTS, Share, press

EXACT = [parse_reading(text) for text in ("SI*", "SI**", "DO**", "TR", "HR", "BB", "HBP", "K")]
OUTS = [parse_reading(text) for text in ("gb(ss)A", "gb(2b)B", "fly(cf)C", "po(2b)")]


@given(
    st.lists(st.floats(0, 12), min_size=len(EXACT), max_size=len(EXACT)),
    st.integers(0, 2),
)
def test_a_side_holds_what_was_asked_to_a_tenth_of_a_chance(
    chances: list[float], turn: int
) -> None:
    shares = [Share(packed, share) for packed, share in zip(EXACT, chances, strict=True)]
    side = press([*shares, *(Share(packed, 5.0, exact=False) for packed in OUTS)], turn)
    assert len(side.cells) == CELLS
    held: dict[int, float] = {}
    for packed, share in side.each():
        held[packed] = held.get(packed, 0.0) + share
    assert sum(held.values()) == pytest.approx(CHANCES)
    for packed, share in zip(EXACT, chances, strict=True):
        assert held.get(packed, 0.0) == pytest.approx(share, abs=0.26)
    assert sum(abs(held.get(p, 0.0) - c) for p, c in zip(EXACT, chances, strict=True)) < 1.0


def test_parts_are_what_a_d20_makes_of_a_chance() -> None:
    assert PARTS == 2160


def test_a_side_without_outs_cannot_be_pressed() -> None:
    with pytest.raises(ValueError, match="needs outs"):
        press([Share(EXACT[0], 20.0)])
    with pytest.raises(ValueError, match="needs outs"):
        press([Share(EXACT[0], 120.0), Share(OUTS[0], 1.0, exact=False)])
