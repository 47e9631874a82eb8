"""The house plans its pitching over a series, on sheets, and keeps the law."""

from io import StringIO

import pytest
from django.core.management import call_command

from games.card_games.base import MeasuredBullpens
from games.card_games.registry import card_games


@pytest.mark.long
@pytest.mark.rule("T10.2f", "T10.2i", "T10.2j", "T10.2k")
def test_t10_2_no_outing_of_a_planned_series_is_against_the_law():
    found = card_games()["purestrat"].measured_bullpens(10, "a test")
    assert found.series == 10
    assert 36 <= found.games <= 40
    assert (found.against, found.against_other) == (0, 0)


@pytest.mark.long
def test_the_makeshift_of_before_breaks_the_law_and_the_plan_does_not():
    found = card_games()["purestrat"].measured_bullpens(10, "a test", makeshift=True)
    assert found.against == 0
    assert found.against_other > 0


def test_figures_add_up_and_are_printed(monkeypatch):
    measured = MeasuredBullpens(1, 3, 1, 1, 0, 0, 0).plus(MeasuredBullpens(1, 1, 3, 0, 1, 0, 2))
    assert (measured.games, measured.share, measured.against_other) == (8, 0.5, 2)
    monkeypatch.setattr(
        type(card_games()["purestrat"]),
        "measured_bullpens",
        lambda self, series, seed, makeshift: measured,
    )
    out = StringIO()
    call_command("bullpens", stdout=out)
    assert "2 series, 8 games" in out.getvalue()
    assert "0 with a plan, 2 without" in out.getvalue()
