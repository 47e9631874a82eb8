"""Readings: what people type is what the game reads, and nothing else is taken."""

import pytest

from config.refusals import Refused
from games.systems.purestrat.play import readings
from games.systems.purestrat.play.readings import parse_reading, write_reading

WRITTEN = (
    *("SI", "SI*", "SI**", "SI(lf)", "SI(cf)*", "DO", "DO**", "DO(rf)", "TR", "HR", "BB", "HBP"),
    *("K", "gb(ss)A", "gb(2b)B+", "gb(p)C", "fly(cf)A", "fly(lf)B?", "fly(rf)C", "lo(3b)"),
    *("lomax", "lomax(ss)", "po(2b)", "fo(c)", "BPHR", "BPSI", "gb(ss)X", "fly(lf)X", "catchX"),
    *("gb(ss)A.", "K.", "gb(1b)A!", "$K", "$SI*", "$gb(3b)B+!"),
)


@pytest.mark.rule("S1.0c", "S2.2a", "S3.0", "S4.0", "S17.2", "S30.3a", "S30.4")
@pytest.mark.parametrize("text", WRITTEN)
def test_every_reading_is_written_as_it_was_read(text: str) -> None:
    assert write_reading(parse_reading(text)) == text


@pytest.mark.rule("S3.0", "S4.0")
@pytest.mark.parametrize(
    "text",
    [
        *("", "SI***", "XX", "gb(ss)", "gb(ss)D", "gb(lf)A", "fly(ss)B", "fly(cf)C?", "fly(cf)"),
        *("DO*", "HR*", "K!!", "SI.", "BB.", "gb(ss)X+", "SIX", "po", "fo(ss)", "catch", "BPSI*"),
        *("gb(10)A", "si", "gb (ss)A", "TR(ss)"),
    ],
)
def test_anything_else_is_refused_with_its_place(text: str) -> None:
    with pytest.raises(Refused) as refused:
        parse_reading(text, "Tarrant:left 1-7")
    assert refused.value.code == "unknown-reading"
    assert refused.value.refusals[0].place == "Tarrant:left 1-7"


@pytest.mark.rule("S27.1", "S30.7b")
def test_outs_are_known_as_outs() -> None:
    for text in ("K", "gb(ss)A", "fly(cf)B", "lo(3b)", "lomax", "po(2b)", "fo(c)"):
        assert readings.is_out(parse_reading(text))
    for text in ("SI", "DO**", "TR", "HR", "BB", "HBP", "BPHR", "gb(ss)X"):
        assert not readings.is_out(parse_reading(text))
