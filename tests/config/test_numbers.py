"""How numbers are written on pages."""

from fractions import Fraction

import pytest

from config.ui.numbers import pct


@pytest.mark.parametrize(
    ("share", "shown"),
    [
        (9 / 16, ".563"),
        (Fraction(5, 16), ".313"),
        (Fraction(2, 3), ".667"),
        (0, ".000"),
        (1, "1.000"),
        (None, "–"),
    ],
)
def test_a_percentage_goes_up_at_half_a_thousandth_as_the_standings_do(share, shown):
    assert pct(share) == shown
