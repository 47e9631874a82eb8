"""How many were out when a game ended."""

from games.engine.folds.line_score import line_score
from games.engine.record import replay, simulate
from games.systems.registry import system


def test_a_winning_hit_leaves_fewer_than_three_out_and_everything_else_three():
    played = system("two-dice")
    seen = set()
    for number in range(60):
        record = simulate(played, played.settings({}), f"outs/{number}")
        line = line_score(record)
        assert (line.outs_made < 3) == (record.ending.reason == "walk-off")
        assert line.outs == 3
        seen.add(record.ending.reason)
    assert {"walk-off", "home-leads", "regulation"} <= seen


def test_of_a_game_that_is_not_over_the_outs_are_those_that_stand():
    played = system("two-dice")
    record = simulate(played, played.settings({}), "outs/0")
    for length in range(1, len(record.transcript), 7):
        part = replay(played, record.settings, record.transcript[:length])
        line = line_score(part)
        assert line.outs_made == line.outs
