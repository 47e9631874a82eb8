"""How many were out when a game ended."""

from games.engine.folds.outs import outs_in_last_turn
from games.engine.record import simulate
from games.engine.systems import system


def test_a_winning_hit_leaves_fewer_than_three_out_and_everything_else_three():
    played = system("two-dice")
    seen = set()
    for number in range(60):
        record = simulate(played, played.settings({}), f"outs/{number}")
        outs = outs_in_last_turn(record.events)
        assert (outs < 3) == (record.ending.reason == "walk-off")
        seen.add(record.ending.reason)
    assert {"walk-off", "home-leads", "regulation"} <= seen
