"""The recap: what it says is what happened, always in the same words."""

from itertools import pairwise

import pytest

from games.engine.endings import TIED
from games.engine.folds.box_score import box_score
from games.engine.folds.names import Names
from games.engine.folds.play_by_play import play_by_play
from games.engine.folds.recap import biggest_swing, recap
from games.engine.folds.win_probability import win_probability
from games.engine.record import replay, simulate
from games.exhibition import exhibition_clubs
from games.systems.registry import SYSTEMS, system

NAMES = Names("Owls", "Crows")


def a_game(key, seed, **settings):
    return simulate(
        SYSTEMS[key], SYSTEMS[key].settings(settings), seed, clubs=exhibition_clubs(SYSTEMS[key])
    )


@pytest.mark.parametrize("key", SYSTEMS)
@pytest.mark.parametrize("seed", ["one", "two", "three", "four"])
def test_every_game_is_told_by_its_own_plays_and_always_alike(key, seed):
    record = a_game(key, seed)
    told = recap(record, NAMES)
    assert told is not None
    assert told == recap(record, NAMES)
    assert record.ending is not None
    assert told.sentences[0] == record.ending.sentence("Owls", "Crows")
    plays = [play for half in play_by_play(record, NAMES).halves for play in half.plays]
    if record.ending.winner != TIED:
        winner = NAMES.club(record.ending.winner)
        assert told.sentences[1].startswith(winner)
        # The play that is told put the winner ahead.
        text = told.sentences[1].partition(": ")[2]
        scores = [
            [int(runs) for runs in play.score.split("-")] for play in plays if play.text == text
        ]
        side = record.ending.winner
        assert any(score[side] > score[1 - side] for score in scores)
    worths = [star.worth for star in told.stars]
    assert worths == sorted(worths, reverse=True)
    assert bool(told.stars) == record.system.batters


def test_the_swing_is_the_biggest_that_there_was():
    record = a_game("poker-dice", "swing")
    course = win_probability(record)
    assert course is not None
    homes = [point.home for point in course.chances]
    most = max(abs(after - before) for before, after in pairwise(homes))
    swing = biggest_swing(record, NAMES)
    assert swing is not None
    assert swing.after - swing.before == pytest.approx(most)
    texts = [play.text for half in play_by_play(record, NAMES).halves for play in half.plays]
    assert swing.text in texts


def test_a_walk_off_from_behind_is_told_as_one():
    seed = next(
        seed
        for seed in map(str, range(200))
        if (found := a_game("two-dice", seed).ending) and found.reason == "walk-off"
    )
    told = recap(a_game("two-dice", seed), NAMES)
    assert told is not None
    assert "with a walk-off in the" in told.sentences[0]
    assert "in the bottom of the" in told.sentences[1]


def test_pitchers_with_their_decisions_and_lines():
    record = a_game("purestrat", "a")
    told = recap(record, NAMES)
    assert told is not None
    line = told.sentences[-1]
    for side in box_score(record).sides:
        for pitcher in side.pitchers:
            if pitcher.decision:
                assert {"W": "won it", "L": "lost it", "S": "saved it"}[pitcher.decision] in line


def test_a_game_that_goes_on_has_none_and_one_without_odds_no_swing():
    poker = system("poker-dice")
    assert recap(replay(poker, poker.settings(), ("9-9-10-10-A",))) is None
    assert biggest_swing(a_game("purestrat", "a", shootout=True), NAMES) is None


def test_a_conceded_game_tells_no_play_that_decided_it():
    poker = system("poker-dice")
    told = recap(replay(poker, poker.settings({"concession": True}), ("concede=away",)), NAMES)
    assert told is not None
    assert len(told.sentences) == 1
    assert not told.stars
