"""Who bats first, by a throw."""

import pytest

from games.engine.cup import Cup
from games.engine.first_turn import FirstTurn, read_first_turn, throw_first_turn
from games.engine.refusals import Refused


@pytest.mark.rule("D1-003")
def test_d1_003_the_higher_throw_bats_first_and_equal_throws_are_thrown_again() -> None:
    assert read_first_turn(["5", "2"]).first == 0
    assert read_first_turn(["2", "5"]).first == 1
    level = read_first_turn(["4", "4"])
    assert (level.first, level.thrower) == (None, 0)
    assert read_first_turn(["4", "4", "6", "6", "1", "2"]).first == 1
    for words, code, place in (
        (["7", "2"], "impossible-face", "throw 1"),
        (["5", "0"], "impossible-face", "throw 2"),
        (["5", "2-2"], "wrong-number-of-dice", "throw 2"),
        (["5", "2", "6"], "first-turn-settled", "throw 3"),
    ):
        with pytest.raises(Refused) as refused:
            read_first_turn(words)
        (refusal,) = refused.value.refusals
        assert (refusal.code, refusal.place) == (code, place)


@pytest.mark.rule("D1-003")
def test_d1_003_the_players_throw_in_turn() -> None:
    assert read_first_turn([]) == FirstTurn()
    assert [read_first_turn(words).thrower for words in ([], ["3"], ["3", "3"])] == [0, 1, 0]
    assert read_first_turn(["3"]).first is None


def test_a_throw_from_a_seed_reads_back_and_favours_nobody() -> None:
    settled = [throw_first_turn(Cup(f"first/{number}")) for number in range(400)]
    assert all(read_first_turn(found.throws) == found for found in settled)
    assert any(len(found.throws) > 2 for found in settled)
    # Half of 400, within three standard errors.
    assert abs(sum(found.first == 0 for found in settled) - 200) <= 30
