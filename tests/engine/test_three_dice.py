"""Three-Dice Baseball, row by row (D3)."""

from itertools import product

import pytest

from games.engine.endings import EXTRA_INNINGS, REGULATION
from games.engine.folds.line_score import line_score
from games.engine.situation import AWAY, HOME, START
from games.systems.registry import SYSTEMS
from games.systems.three_dice.play.game import ONES
from tests.engine.diamond import EMPTY, awaits, half, played, refused, start

NONE = "2-3-6"


def runs(*throws: str, **options: str | bool) -> int:
    """Runs of the visitors' first half-inning."""
    return sum(moment.runs for moment in half(played("three-dice", START, *throws, **options)))


def side_awaited(*throws: str) -> int:
    awaiting = played("three-dice", START, *throws).awaiting
    assert awaiting is not None
    return awaiting.side


@pytest.mark.rule("D3-002")
def test_d3_002_the_players_throw_three_dice_in_turn_a_half_inning_each() -> None:
    (dice,) = SYSTEMS["three-dice"].dice
    assert dice.sides == (6, 6, 6)
    assert [side_awaited(*[NONE] * turns) for turns in range(5)] == [AWAY, HOME, AWAY, HOME, AWAY]


@pytest.mark.rule("D3-003")
def test_d3_003_every_one_scores_a_run() -> None:
    for faces in product(range(1, 7), repeat=3):
        throw = "-".join(map(str, faces))
        assert runs(throw) == faces.count(1)
    assert runs("1-1-1", "4-1-4", NONE) == 4
    # There is nothing else: no runner is on base, and nothing is an out.
    after = half(played("three-dice", START, "1-1-1", "1-5-5"))[-1].after
    assert (after.runners, after.outs) == ((0, 0, 0), 0)


@pytest.mark.rule("D3-003")
def test_d3_003_three_dice_of_six_sides_and_no_others() -> None:
    for throw in ("1-1", "1", "1-1-1-1", "6"):
        assert refused("three-dice", EMPTY, NONE, throw) == ("wrong-number-of-dice", "entry 2")
    for throw in ("0-1-1", "1-1-7", "1-x-1"):
        assert refused("three-dice", EMPTY, NONE, throw) == ("impossible-face", "entry 2")


@pytest.mark.rule("D3-004")
def test_d3_004_a_throw_without_a_one_ends_the_turn_and_any_other_goes_on() -> None:
    for index, ones in enumerate(ONES):
        throw = SYSTEMS["three-dice"].dice[0].show(index)
        assert side_awaited(throw) == (AWAY if ones else HOME)
        assert side_awaited("1-2-3", throw) == (AWAY if ones else HOME)


@pytest.mark.rule("D3-004")
def test_d3_004_by_the_other_reading_a_turn_is_one_throw() -> None:
    for throw, scored in ((NONE, 0), ("1-1-2", 2)):
        record = played("three-dice", START, throw, three_dice_turn="single_throw")
        assert record.awaiting is not None
        assert record.awaiting.side == HOME
        assert line_score(record).runs == (scored, 0)


@pytest.mark.rule("D3-005", "D3-009")
def test_d3_005_nine_innings_and_the_higher_score_wins() -> None:
    for throws, winner, score in (
        (["1-1-2", *[NONE] * 18], AWAY, (2, 0)),
        ([NONE, "1-1-2", *[NONE] * 17], HOME, (0, 2)),
    ):
        assert played("three-dice", START, *throws[:-1], walk_off=False).ending is None
        ending = played("three-dice", START, *throws, walk_off=False).ending
        assert ending is not None
        assert (ending.reason, ending.winner, ending.runs) == (REGULATION, winner, score)
        assert ending.inning == 9


@pytest.mark.rule("D3-005")
def test_d3_005_skipping_the_last_turn_of_a_leader_is_an_option() -> None:
    led = [NONE, "1-1-2", *[NONE] * 16]
    by_common_law = played("three-dice", START, *led)
    assert by_common_law.ending is not None
    assert (by_common_law.ending.winner, by_common_law.ending.inning) == (HOME, 9)
    as_printed = played("three-dice", START, *led, walk_off=False)
    assert as_printed.awaiting is not None
    assert as_printed.awaiting.side == HOME


@pytest.mark.rule("D3-006")
def test_d3_006_a_tie_is_settled_by_whole_extra_innings() -> None:
    level = [NONE] * 18
    assert awaits(played("three-dice", START, *level)) == "throw"
    # The tenth is played whole even when the visitors score in it...
    ahead = [*level, "1-2-2", NONE]
    awaiting = played("three-dice", START, *ahead).awaiting
    assert awaiting is not None
    assert awaiting.side == HOME
    won = played("three-dice", START, *ahead, NONE).ending
    assert won is not None
    assert (won.reason, won.winner, won.inning) == (EXTRA_INNINGS, AWAY, 10)
    # ... and another follows when it is level again.
    still_level = played("three-dice", START, *ahead, "1-2-2", NONE)
    assert still_level.ending is None
    eleventh = start(EMPTY, at="B11", score="3-2")
    assert played("three-dice", eleventh, NONE).ending is not None
