"""Official Baseball Rules 9.16: innings built again without their errors."""

import pytest

from games.engine.folds.earned_runs import earned_runs
from games.engine.folds.moments import moments_of
from games.engine.record import Record
from tests.engine.folds.scorebook import DOUBLE, FLY, HOMER, OUT, SINGLE, WALK, played, poker

SAFE_ON_ERROR = ("bunt=yes", "A-A")
BAD_PICKOFF = "9-10"


def earned(record: Record) -> int:
    return earned_runs(moments_of(record))[0]


def runs(record: Record) -> int:
    return sum(moment.runs for moment in moments_of(record))


CASES = [
    pytest.param(
        # With two out a batter is safe on an error; homers follow. He should have been the third
        # out: none of the four runs is earned.
        poker(*SAFE_ON_ERROR, HOMER, HOMER, OUT, start="T1 2 3.-.- 0-0 4/1"),
        4,
        0,
        id="9-16-a-nothing-is-earned-after-the-third-chance",
    ),
    pytest.param(
        # Nobody out: the runner on first earns his run on the homer and so does the runner who hits
        # it; the one who reached on the error does not.
        poker(*SAFE_ON_ERROR, HOMER, start="T1 0 3.-.- 0-0 4/1"),
        3,
        2,
        id="9-16-b-who-reached-on-an-error-never-earns",
    ),
    pytest.param(
        # One out and a would-be out; a fly would have been the third out, so the run on it and
        # the homer after it are not earned.
        poker(*SAFE_ON_ERROR, SINGLE, FLY, HOMER, start="T1 1 3.-.- 0-0 4/1"),
        4,
        0,
        id="9-16-c-a-fly-that-should-have-been-the-third-out",
    ),
    pytest.param(
        # He steals second and takes third on the throw; a single brings him in. From second he
        # would have stopped at third.
        poker(WALK, "steal=1", "A-A", SINGLE, OUT, OUT, OUT),
        1,
        0,
        id="9-16-d-an-advance-aided-by-an-error",
    ),
    pytest.param(
        # The same, and then a second single, which would have brought him in: earned after all.
        poker(WALK, "steal=1", "A-A", SINGLE, SINGLE, OUT, OUT, OUT),
        1,
        1,
        id="9-16-d-earned-once-later-hits-would-have-done-it",
    ),
    pytest.param(
        # A bad pickoff throw takes him to second, a walk fills first: he would have been forced
        # to second anyhow, and a double brings him in from there.
        poker(WALK, "pickoff=1", BAD_PICKOFF, WALK, DOUBLE, OUT, OUT, OUT),
        1,
        1,
        id="a-walk-would-have-forced-him-on",
    ),
    pytest.param(
        # Second on a bad throw, a walk, and a single fill the bases (he on third, would-be third
        # as well); a walk forces him home.
        poker(WALK, "pickoff=1", BAD_PICKOFF, WALK, SINGLE, WALK, OUT, OUT, OUT),
        1,
        1,
        id="a-walk-forces-home-whom-it-would-have-forced-home",
    ),
    pytest.param(
        # Home too early: from first to second on a bad throw, to third on another, home on a
        # single; he would stand on second. Two walks would push him to third and home.
        poker(
            WALK,
            *("pickoff=1", BAD_PICKOFF, OUT),
            *("pickoff=2", BAD_PICKOFF, SINGLE, WALK, WALK, OUT, OUT),
        ),
        1,
        1,
        id="walks-would-have-forced-home-who-is-home-already",
    ),
    pytest.param(
        # The runner who reached on an error is put out stealing: his would-be out is not counted
        # twice, so with one more out the homer is earned (two outs in the inning without errors).
        poker(
            *SAFE_ON_ERROR,
            *("pickoff=1", "A-A"),
            *(OUT, HOMER, OUT),
            start="T1 0 3.-.- 0-0 4/1",
        ),
        2,
        2,
        id="an-out-that-should-have-been-is-not-counted-again",
    ),
    pytest.param(
        # Slot 5 reached on an error and the runner ahead of him is picked off. Slot 6 bunts, slot 5
        # is forced: without the error slot 6 would have been out. He scores on a homer, unearned.
        poker(
            *SAFE_ON_ERROR,
            *("pickoff=2", "A-A", "bunt=yes", "9-10", HOMER),
            start="T1 0 4.-.- 0-0 5/1",
        ),
        2,
        0,
        id="a-fielders-choice-passes-the-error-on",
    ),
    pytest.param(
        # Balk: second, and a double brings him home. Balks count against the pitcher.
        poker(WALK, "pickoff=1", "9-9", DOUBLE, OUT, OUT, OUT),
        1,
        1,
        id="9-16-a-balks-are-no-errors",
    ),
    pytest.param(
        # The runner placed on second scores on the homer: his run is not earned, the other is.
        played("one-die", "4 6 6 6", "B9 3 -.-.- 1-1 4/7", extra_runner_from=10),
        2,
        1,
        id="the-placed-runner-is-not-earned",
    ),
    pytest.param(
        # Nobody knows how runners got where they stood at the start: they are owed to no error.
        poker(HOMER, start="T1 2 1.2.3 0-0 4/1"),
        4,
        4,
        id="men-on-base-at-the-start",
    ),
]


@pytest.mark.parametrize(("record", "scored", "counted"), CASES)
def test_earned_runs(record: Record, scored: int, counted: int) -> None:
    assert runs(record) == scored
    assert earned(record) == counted


def test_an_inning_starts_with_a_clean_slate() -> None:
    # An error in the 1st is forgotten in the 2nd: the lone homer there is earned.
    first = (WALK, *SAFE_ON_ERROR, OUT, OUT, OUT)
    record = poker(*first, OUT, OUT, OUT, HOMER, OUT, OUT, OUT)
    assert earned_runs(moments_of(record)) == (1, 0)
