"""Great games, streaks and marks, as laws and published games have them."""

from collections import Counter

import pytest

from tournaments.rules.feats import (
    Course,
    Passed,
    batting_game,
    feats_of,
    game_score,
    told_in_words,
)


def counts(**of: int) -> Counter[str]:
    return Counter({"games": 1, **of})


@pytest.mark.parametrize(
    ("line", "score"),
    [
        # Kerry Wood, 6 May 1998: nine innings, a hit, 20 strikeouts.
        ({"outs": 27, "hits": 1, "strikeouts": 20}, 105),
        # Don Larsen, 8 October 1956: the perfect game of a World Series.
        ({"outs": 27, "strikeouts": 7}, 94),
        # Jack Morris, 27 October 1991: ten innings.
        ({"outs": 30, "hits": 7, "walks": 2, "strikeouts": 8}, 84),
        # Nobody got out: three hits, a walk, four runs, one of them unearned.
        ({"hits": 3, "walks": 1, "runs": 4, "earned_runs": 3}, 29),
    ],
)
def test_game_scores_are_those_that_are_published(line, score):
    assert game_score(counts(started=1, **line)) == score


def test_a_game_is_kept_for_what_is_great_in_it():
    cycle = counts(hits=4, doubles=1, triples=1, home_runs=1, at_bats=5, runs_batted_in=4)
    assert batting_game(cycle) == 89 + 127 + 162 + 210
    three = counts(hits=3, home_runs=3, at_bats=4, runs=3)
    arm = counts(started=1, outs=27, batters_faced=27, strikeouts=15)
    told = list(feats_of({(0, 1): cycle, (1, 2): three}, {(0, 3): arm, (1, 4): counts(outs=9)}))
    kept = {(feat.card, feat.kind): feat for feat in told}
    assert kept.keys() == {
        *((1, kind) for kind in ("hits", "runs_batted_in", "total_bases", "batting_game", "cycle")),
        *((2, kind) for kind in ("hits", "home_runs", "runs", "total_bases", "batting_game")),
        *((3, kind) for kind in ("pitcher_strikeouts", "game_score", "outs", "shut_out")),
        *((3, kind) for kind in ("no_hitter", "perfect_game")),
    }
    assert {key for key, feat in kept.items() if feat.is_told} == {
        (1, "cycle"),
        (2, "home_runs"),
        *((3, kind) for kind in ("pitcher_strikeouts", "game_score", "no_hitter", "perfect_game")),
    }


def test_two_who_share_it_have_no_no_hitter_and_a_report_knows_no_perfect_game():
    half = counts(outs=27, started=1)
    both = feats_of({}, {(0, 1): half, (0, 2): counts(outs=3)})
    assert {feat.kind for feat in both} == {"outs", "game_score"}
    alone = {feat.kind for feat in feats_of({}, {(0, 1): half})}
    assert "no_hitter" in alone
    assert "perfect_game" not in alone


def test_9_23_b_what_breaks_a_hitting_streak_and_what_does_not():
    course = Course()
    course.bats(1, counts(hits=1, at_bats=4))
    course.bats(2, counts(walks=3, sacrifice_hits=1, plate_appearances=4))
    course.bats(3, counts(hits=2, at_bats=3))
    assert (course.hitting.length, course.hitting.first, course.hitting.last) == (2, 1, 3)
    course.bats(4, counts(sacrifice_flies=1, walks=2))
    assert course.hitting.length == 0
    assert (course.best_hitting.length, course.best_hitting.last) == (2, 3)


def test_innings_without_a_run_are_counted_out_by_out_and_marks_are_told_once():
    course = Course()
    assert course.pitches(1, counts(outs=27, wins=1), [0, 27, 27, 27]) == []
    assert course.pitches(2, counts(outs=27), [0, 27, 27, 27]) == []
    assert course.pitches(3, counts(outs=27), [0, 27, 27, 27]) == [Passed(3, "scoreless", 81)]
    assert course.pitches(4, counts(outs=20, runs=2), [2, 4, 10, 6]) == []
    assert (course.best_scoreless.length, course.best_scoreless.last) == (85, 4)
    assert (course.scoreless.length, course.scoreless.first) == (6, 4)
    # A report does not say when the run came.
    course.pitches(5, counts(outs=21, runs=1), None)
    assert course.scoreless.length == 0
    for game in range(6, 25):
        passed = course.pitches(game, counts(outs=3, runs=1, wins=1), [1, 0, 3, 3])
        assert passed == ([Passed(24, "wins", 20)] if game == 24 else [])
    assert Course.read(course.as_json()) == course
    assert told_in_words("scoreless", 81) == "went 27 innings without a run"
    assert told_in_words("season_wins", 20) == "has 20 wins this season"


def test_a_streak_is_told_at_twenty_and_every_five_more():
    course = Course()
    told = [course.bats(game, counts(hits=1, at_bats=4)) for game in range(1, 31)]
    assert [each for passed in told for each in passed] == [
        Passed(20, "hitting", 20),
        Passed(25, "hitting", 25),
        Passed(30, "hitting", 30),
    ]
