"""Who bats first, by a throw."""

import pytest

from games.engine.dice_stream import DiceStream
from games.engine.first_turn import throw_first_turn


@pytest.mark.rule("D1-003")
def test_d1_003_the_higher_throw_bats_first_and_equal_throws_are_thrown_again() -> None:
    settled = [throw_first_turn(DiceStream(f"first/{number}")) for number in range(400)]
    for found in settled:
        *level, (one, other) = found.throws
        assert all(first == second for first, second in level)
        assert one != other
        assert found.first == (0 if one > other else 1)
    assert {face for found in settled for pair in found.throws for face in pair} == set(range(1, 7))
    assert any(len(found.throws) > 1 for found in settled)
    # Half of 400, within three standard errors: nobody is favoured.
    assert abs(sum(found.first == 0 for found in settled) - 200) <= 30
