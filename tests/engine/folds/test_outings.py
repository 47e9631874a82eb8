"""Who pitched, and how many outs: agrees with the box score, and tells what only plays show."""

from functools import cache

import pytest

from games.engine.events import CAUGHT_STEALING, PICKED_OFF, STRIKEOUT
from games.engine.folds.box_score import box_score
from games.engine.folds.outings import Tally, outings
from games.engine.record import Record, simulate
from games.systems.purestrat.play.system import Purestrat
from tests.engine.purestrat.samples import club
from tests.engine.purestrat.stage import Stage

SYSTEM = Purestrat()


@cache
def games() -> tuple[Record, ...]:
    return tuple(
        simulate(SYSTEM, SYSTEM.settings(), f"outings/{n}", clubs=(club(n % 7), club(7 + n % 5)))
        for n in range(30)
    )


@pytest.mark.long
def test_outs_are_those_of_the_box_score() -> None:
    relieved = 0
    for game in games():
        for side, staff in zip(box_score(game).sides, outings(game), strict=True):
            lines = [each for each in side.pitchers if each.batters_faced or each.outs]
            assert [(each.player, each.outs) for each in staff] == [
                (each.player, each.outs) for each in lines
            ]
            assert [each.started for each in staff] == [True] + [False] * (len(staff) - 1)
            relieved += len(staff) - 1
    assert relieved > 30


def told(words: str, situation: str = "T1 0 -.-.- 0-0 1/1", **stage: object) -> list[tuple]:
    found = Stage(**stage).play(words, situation)  # type: ignore[arg-type]
    return [
        (each.player, each.outs, each.started, each.on_last_play, each.stayed_on)
        for side in outings(found.record)
        for each in side
    ]


@pytest.mark.rule("T31.1")
def test_outs_of_a_throw_that_also_picks_somebody_off_are_of_one_play() -> None:
    """Nobody could take him off the mound between them."""
    tally = Tally(9, started=False)
    for kind, outs in ((STRIKEOUT, 1), (PICKED_OFF, 1), (STRIKEOUT, 1)):
        tally.see(kind, outs)
    assert (tally.outs, tally.on_last_play, tally.since) == (3, 2, 0)
    tally.see(STRIKEOUT, 1)
    assert tally.on_last_play == 1
    # Who is caught stealing when a turn is over is another matter: somebody may come in then.
    tally.see(CAUGHT_STEALING, 1)
    assert tally.on_last_play == 1


@pytest.mark.rule("T10.2m")
def test_t10_2m_who_retired_nobody_has_pitched_and_who_faced_nobody_has_not() -> None:
    assert told("1-1-1", reads="SI*") == [(9, 0, True, 0, True)]
    assert told("") == []


def test_the_last_play_says_whether_he_could_have_stopped_before() -> None:
    three = told("1-1-1 1-1-1 1-1-1")
    assert three == [(9, 3, True, 1, False)]
    double = told("20 1-1-1", "T1 0 1.-.- 0-0 2/1", reads="gb(ss)A")
    assert double == [(9, 2, True, 2, False)]


def test_games_without_clubs_have_no_outings() -> None:
    from games.systems.registry import system

    one_die = system("one-die")
    assert outings(simulate(one_die, one_die.settings(), "nobody")) == ((), ())
