"""A pitcher's ratings around his card, from his season."""

import pytest

from rosters.estimators.mound import (
    Mound,
    closer_endurance,
    relief_point,
    starter_point,
)
from rosters.stats.lines import PitchingLine

MEN = [f"man-{number}" for number in range(200)]


@pytest.mark.parametrize(
    ("line", "point"),
    [
        # He only started: his innings a start.
        (PitchingLine(games=30, starts=30, outs=30 * 18), 6),
        (PitchingLine(games=30, starts=30, outs=30 * 21), 7),
        # Never under four innings nor over nine.
        (PitchingLine(games=10, starts=10, outs=10 * 3), 4),
        (PitchingLine(games=10, starts=10, outs=10 * 30), 9),
        # Of one who did both, an inning of each relief game is not a start's.
        (PitchingLine(games=30, starts=20, outs=20 * 18 + 10 * 3), 6),
        (PitchingLine(games=30, starts=0, outs=300), 0),
    ],
)
def test_a_starter_lasts_as_long_as_he_did(line, point):
    assert starter_point(line) == point


@pytest.mark.parametrize(
    ("line", "point"),
    [
        (PitchingLine(games=60, outs=180), 1),
        (PitchingLine(games=50, outs=50 * 6), 2),
        (PitchingLine(games=40, outs=40 * 9), 3),
        (PitchingLine(games=20, outs=20 * 20), 4),
        (PitchingLine(games=60, outs=60), 1),
        # One who also started has two, whatever he did.
        (PitchingLine(games=40, starts=1, outs=900), 2),
        (PitchingLine(games=30, starts=30, outs=600), 0),
    ],
)
def test_a_reliever_lasts_as_long_as_he_did(line, point):
    assert relief_point(line) == point


@pytest.mark.parametrize(
    ("saves", "finished", "outs"),
    [(0, 0, None), (0, 17, None), (0, 18, 0), (1, 1, 0), (7, 15, 2), (40, 55, 6), (21, 30, 4)],
)
def test_a_closer_is_one_who_finished_games_and_saved_them(saves, finished, outs):
    line = PitchingLine(games=60, outs=180, saves=saves, finished=finished)
    assert closer_endurance(line) == outs


def test_who_never_relieved_is_no_closer_and_what_nobody_counted_is_none():
    assert closer_endurance(PitchingLine(games=30, starts=30, saves=5, finished=5)) is None
    assert closer_endurance(PitchingLine(games=60, saves=None, finished=None)) is None


def test_left_handers_hold_runners_better():
    left, right = ([Mound().hold(man, throws) for man in MEN] for throws in ("L", "R"))
    assert sum(right) / len(MEN) - sum(left) / len(MEN) == pytest.approx(2, abs=0.2)
    assert all(-6 <= rating <= 9 for rating in left + right)


@pytest.mark.parametrize(
    ("rating", "count"), [("wild_pitch_rating", "wild_pitches"), ("balk_rating", "balks")]
)
def test_wilder_pitchers_are_rated_wilder(rating, count):
    def of(number: int | None, faced: int | None = 800) -> int:
        counts = {"outs": 600, "hits": 180, "walks": 60, count: number}
        return getattr(Mound(), rating)(PitchingLine(batters_faced=faced, **counts))

    ratings = [of(number) for number in range(0, 60, 3)]
    assert ratings == sorted(ratings)
    assert ratings[0] < of(None) < ratings[-1] == 20
    # Nobody counted batters: they are the outs, hits and walks.
    assert of(9, None) == of(9, 840)
