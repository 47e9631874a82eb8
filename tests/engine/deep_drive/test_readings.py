"""Readings and out codes of Deep Drive: the closed vocabulary, both ways."""

import pytest

from config.refusals import Refused
from games.systems.deep_drive.play import readings
from games.systems.deep_drive.play.readings import (
    LEFT_SIDE,
    OUT_CODES,
    PARK_CARD,
    RIGHT_SIDE,
    is_out_code,
    parse_reading,
    write_reading,
)


@pytest.mark.parametrize("word", [*LEFT_SIDE, *RIGHT_SIDE, *PARK_CARD, *OUT_CODES])
def test_every_reading_is_written_as_it_was_read(word: str) -> None:
    assert write_reading(parse_reading(word)) == word


@pytest.mark.rule("DD-032", "DD-033", "DD-034", "DD-035", "DD-036", "DD-037")
def test_dd_032_an_out_code_is_kind_fielder_and_how() -> None:
    assert len(OUT_CODES) == 9 + 6 + 2 + (6 + 6 + 5) + 9
    assert all(is_out_code(code) for code in OUT_CODES.values())
    assert not any(is_out_code(parse_reading(word)) for word in LEFT_SIDE)
    for word, kind, fielder, how in (
        ("G6", readings.GROUNDER, 6, readings.PLAIN), ("G6h", readings.GROUNDER, 6, readings.HARD),
        ("G1s", readings.GROUNDER, 1, readings.SLOW), ("F8d", readings.FLY, 8, readings.DEEP),
        ("F9s", readings.FLY, 9, readings.SLOW), ("L3", readings.LINER, 3, readings.PLAIN),
        ("P2", readings.POP, 2, readings.PLAIN),
    ):  # fmt: skip
        code = OUT_CODES[word]
        assert code >> readings.KIND_SHIFT == kind
        assert (code & readings.FIELDER_MASK, code >> readings.HOW_SHIFT & 3) == (fielder, how)


@pytest.mark.rule("DD-252")
def test_dd_252_the_chart_prints_g2s_with_a_capital() -> None:
    assert parse_reading("G2S") == parse_reading("G2s")


@pytest.mark.parametrize(
    ("word", "code"),
    [
        pytest.param("G2h", "unknown-out-code", marks=pytest.mark.rule("DD-251")),
        pytest.param("G4d", "unknown-out-code", marks=pytest.mark.rule("DD-036")),
        pytest.param("F8h", "unknown-out-code", marks=pytest.mark.rule("DD-036")),
        pytest.param("G0", "unknown-out-code", marks=pytest.mark.rule("DD-033")),
        pytest.param("G7", "unknown-out-code", marks=pytest.mark.rule("DD-033")),
        pytest.param("L", "unknown-reading", marks=pytest.mark.rule("DD-032")),
        pytest.param("X4", "unknown-reading", marks=pytest.mark.rule("DD-032")),
        pytest.param("GO4", "unknown-reading", marks=pytest.mark.rule("DD-032")),
        pytest.param("", "unknown-reading", marks=pytest.mark.rule("DD-012")),
        pytest.param("si", "unknown-reading", marks=pytest.mark.rule("DD-012")),
        pytest.param("G²", "unknown-out-code", marks=pytest.mark.rule("DD-033")),
    ],
)
def test_what_is_no_reading_is_refused_with_its_place(word: str, code: str) -> None:
    with pytest.raises(Refused) as refused:
        parse_reading(word, "Doe:outs 3")
    assert refused.value.code == code
    assert refused.value.refusals[0].place == "Doe:outs 3"
