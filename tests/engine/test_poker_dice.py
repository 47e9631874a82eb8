"""Poker Dice Baseball, the dice and the game row by row (PD-001 ff., PD-076 ff., PD-136 ff.)."""

import pytest

from config.refusals import Refused
from games.engine.endings import EXTRA_INNINGS, MERCY, REGULATION
from games.engine.folds.line_score import line_score
from games.engine.folds.moments import current_situation
from games.engine.record import Record
from games.engine.situation import AWAY, HOME, START
from games.systems.poker_dice.play.tables import PLATE
from games.systems.registry import SYSTEMS
from tests.engine.diamond import (
    EMPTY,
    FULL,
    R2,
    R12,
    WITH_ADVANCED,
    awaits,
    played,
    plays,
    refused,
    start,
)
from tests.engine.poker import HOMER, OUT, RANKS, throw

# The dice.


@pytest.mark.rule("PD-001", "PD-002")
def test_pd_001_five_dice_with_six_poker_faces_or_ordinary_ones_in_their_place() -> None:
    assert PLATE.sides == (6,) * 5
    assert PLATE.faces == RANKS
    assert throw(EMPTY, "9-10-J-Q-A") == throw(EMPTY, "1-2-3-4-6") == "1 -.-.- +0"
    for face in ("8", "11", "B", "0", "7", "AA", ""):
        assert refused("poker-dice", EMPTY, OUT, f"9-9-J-Q-{face}")[0] == "impossible-face"


@pytest.mark.rule("PD-005")
def test_pd_005_ordinary_dice_are_turned_into_poker_faces_first() -> None:
    record = played("poker-dice", START, "6-6-5-5-2")
    assert record.transcript == ("A-A-K-K-10",)
    for dice in ("0-1-2-3-4", "1-2-3-4-7"):
        assert refused("poker-dice", EMPTY, dice) == ("impossible-face", "entry 1")
    for dice in ("1-2-3-4-A", "9-10-J-Q-6"):
        assert refused("poker-dice", EMPTY, dice) == ("mixed-faces", "entry 1")


@pytest.mark.parametrize(
    ("ordinary", "face"),
    [
        pytest.param("1", "9", marks=pytest.mark.rule("PD-006")),
        pytest.param("2", "10", marks=pytest.mark.rule("PD-007")),
        pytest.param("3", "J", marks=pytest.mark.rule("PD-008")),
        pytest.param("4", "Q", marks=pytest.mark.rule("PD-009")),
        pytest.param("5", "K", marks=pytest.mark.rule("PD-010")),
        pytest.param("6", "A", marks=pytest.mark.rule("PD-011")),
    ],
)
def test_pd_006_each_ordinary_face_stands_for_a_poker_face(ordinary: str, face: str) -> None:
    five = "-".join([ordinary] * 5)
    assert played("poker-dice", START, five).transcript == ("-".join([face] * 5),)
    for dice in SYSTEMS["poker-dice"].dice:
        words = ["1"] * (dice.count - 1)
        assert dice.read("-".join([*words, ordinary])) == dice.read(
            "-".join(["9"] * len(words) + [face])
        )


@pytest.mark.rule("PD-012")
def test_pd_012_three_nines_a_queen_and_an_ace_in_ordinary_dice_are_a_walk() -> None:
    assert played("poker-dice", START, "1-1-1-4-6").transcript == ("9-9-9-Q-A",)
    assert plays("poker-dice", EMPTY, "1-1-1-4-6") == ["walk"]


@pytest.mark.rule("PD-013")
def test_pd_013_two_aces_two_kings_and_a_ten_in_ordinary_dice_are_a_single_plus() -> None:
    assert played("poker-dice", START, "6-6-5-5-2").transcript == ("A-A-K-K-10",)
    assert throw(R2, "6-6-5-5-2") == "0 4.-.- +1"


@pytest.mark.rule("PD-014")
def test_pd_014_the_straight_of_ordinary_dice_up_to_six_is_a_home_run() -> None:
    assert played("poker-dice", START, "2-3-4-5-6").transcript == ("10-J-Q-K-A",)
    assert plays("poker-dice", EMPTY, "2-3-4-5-6") == ["home run"]


@pytest.mark.rule("PD-015")
def test_pd_015_nothing_else_changes_with_ordinary_dice() -> None:
    ordinary = ("1-1-1-4-6", "steal=1", "1-4", "2-2-6-6-1", "pickoff=2", "6-6", "1-2-3-4-6")
    poker = ("9-9-9-Q-A", "steal=1", "9-Q", "10-10-A-A-9", "pickoff=2", "A-A", "9-10-J-Q-A")
    with_ordinary = played("poker-dice", START, *ordinary, **WITH_ADVANCED)
    with_poker = played("poker-dice", START, *poker, **WITH_ADVANCED)
    assert with_ordinary.events == with_poker.events
    assert with_ordinary.transcript == with_poker.transcript == poker


# The game.


def ended(record: Record) -> tuple[str, int, int]:
    assert record.ending is not None
    return record.ending.reason, record.ending.winner, record.ending.inning


@pytest.mark.rule("PD-016")
def test_pd_016_more_runs_after_nine_innings_win() -> None:
    for score, winner in (("4-3", AWAY), ("3-4", HOME)):
        last = start(EMPTY, 2, at="B9", score=score)
        assert ended(played("poker-dice", last, OUT, walk_off=False)) == (REGULATION, winner, 9)
    eighth = start(EMPTY, 2, at="B8", score="4-3")
    assert played("poker-dice", eighth, OUT).ending is None


@pytest.mark.rule("PD-017")
def test_pd_017_extra_innings_are_whole_until_one_team_leads() -> None:
    ninth = start(EMPTY, 2, at="B9", score="3-3")
    assert str(current_situation(played("poker-dice", ninth, OUT))).startswith("T10 0")
    # Leading after the top half is not enough: the home side bats.
    top = start(EMPTY, 2, at="T10", score="5-3")
    assert str(current_situation(played("poker-dice", top, OUT))).startswith("B10 0")
    bottom = start(EMPTY, 2, at="B10", score="5-3")
    assert ended(played("poker-dice", bottom, OUT)) == (EXTRA_INNINGS, AWAY, 10)
    level = start(EMPTY, 2, at="B10", score="5-5")
    assert str(current_situation(played("poker-dice", level, OUT))).startswith("T11 0")


@pytest.mark.rule("PD-019", "PD-022", "PD-023", "PD-025", "PD-026")
def test_pd_019_the_away_team_bats_in_the_top_and_the_home_team_in_the_bottom() -> None:
    batting = []
    for outs in range(0, 13, 3):
        record = played("poker-dice", START, *[OUT] * outs)
        assert record.awaiting is not None
        batting.append((str(current_situation(record)).split()[0], record.awaiting.side))
    # After three outs the teams change roles; once both have batted, the next inning begins.
    assert batting == [("T1", AWAY), ("B1", HOME), ("T2", AWAY), ("B2", HOME), ("T3", AWAY)]


@pytest.mark.rule("PD-020")
def test_pd_020_every_half_inning_begins_with_empty_bases_and_no_outs() -> None:
    loaded = start(FULL, 2)
    assert str(current_situation(played("poker-dice", loaded, OUT))) == "B1 0 -.-.- 0-0 5/4"
    double_play = start(R12, 1, at="B1")
    over = played("poker-dice", double_play, "K-K-Q-Q-9")
    assert str(current_situation(over)) == "T2 0 -.-.- 0-0 4/5"


@pytest.mark.rule("PD-021", "PD-023")
def test_pd_021_nine_innings_of_two_halves_are_played() -> None:
    # The home side scores at once and never has to bat in the ninth; as printed, it does.
    home_leads = [*[OUT] * 3, HOMER, *[OUT] * (17 * 3 - 3)]
    assert ended(played("poker-dice", START, *home_leads))[1:] == (HOME, 9)
    as_printed = played("poker-dice", START, *home_leads, walk_off=False)
    assert str(current_situation(as_printed)) == "B9 0 -.-.- 0-1 1/8"
    whole = played("poker-dice", START, *home_leads, *[OUT] * 3, walk_off=False)
    assert ended(whole) == (REGULATION, HOME, 9)
    assert len(whole.transcript) == 18 * 3 + 1
    with pytest.raises(Refused) as refused_entry:
        played("poker-dice", START, *home_leads, *[OUT] * 4, walk_off=False)
    assert refused_entry.value.refusals[0].place == "entry 56"


@pytest.mark.rule("PD-024")
def test_pd_024_a_team_bats_until_three_outs() -> None:
    assert throw(EMPTY, OUT, OUT) == "2 -.-.- +0"
    assert throw(EMPTY, HOMER, OUT, HOMER, OUT, OUT) == "3 -.-.- +2"
    record = played("poker-dice", START, OUT, OUT, OUT)
    assert record.awaiting is not None
    assert record.awaiting.side == HOME, "a fourth plate appearance is the other team's"


@pytest.mark.rule("PD-027")
def test_pd_027_a_plate_appearance_is_one_throw_of_all_five_dice() -> None:
    for dice in ("9-9-J-Q", "9-9-J-Q-K-A", "9"):
        assert refused("poker-dice", EMPTY, dice) == ("wrong-number-of-dice", "entry 1")
    # No die is thrown again: behind a throw of five, fewer are refused, five are the next batter's.
    assert refused("poker-dice", EMPTY, "K-K-9-10-J", "K-K-Q")[0] == "wrong-number-of-dice"
    next_player = played("poker-dice", START, "K-K-9-10-J", "K-K-K-10-J")
    assert str(current_situation(next_player)) == "T1 1 2.-.- 0-0 3/1"


# The mercy rule.


@pytest.mark.rule("PD-076", "PD-077", "PD-078")
@pytest.mark.parametrize(
    ("at", "score", "winner"),
    [
        ("B7", "12-2", AWAY),
        ("B7", "2-12", HOME),
        ("B8", "10-0", AWAY),
        ("B8", "0-25", HOME),
        ("B7", "11-2", None),
        ("B6", "14-1", None),
        ("T7", "14-1", None),
        ("T8", "1-14", None),
    ],
)
def test_pd_076_ten_runs_after_seven_complete_innings_end_the_game_at_once(
    at: str, score: str, winner: int | None
) -> None:
    record = played("poker-dice", start(EMPTY, 2, at=at, score=score), OUT)
    if winner is None:
        assert record.ending is None
    else:
        assert ended(record) == (MERCY, winner, int(at[1]))
        with pytest.raises(Refused):
            played("poker-dice", start(EMPTY, 2, at=at, score=score), OUT, OUT)


# What is tracked.


@pytest.mark.rule("PD-136")
def test_pd_136_runs_per_inning_of_each_team() -> None:
    record = played("poker-dice", START, HOMER, *[OUT] * 6, *[OUT] * 3, HOMER, HOMER, OUT)
    line = line_score(record)
    assert [side.innings for side in line.sides] == [(1, 0), (0, 2)]
    assert line.runs == (1, 2)


@pytest.mark.rule("PD-137", "PD-138")
def test_pd_137_inning_outs_and_runners_on_base() -> None:
    entries = ["J-J-9-9-A", "9-9-9-J-K", OUT, OUT, OUT, "9-9-9-10-10"]
    assert [
        str(current_situation(played("poker-dice", START, *entries[:count])))
        for count in range(len(entries) + 1)
    ] == [
        "T1 0 -.-.- 0-0 1/1",
        "T1 0 1.-.- 0-0 2/1",
        "T1 0 2.1.- 0-0 3/1",
        "T1 1 2.1.- 0-0 4/1",
        "T1 2 2.1.- 0-0 5/1",
        "B1 0 -.-.- 0-0 6/1",
        "B1 0 -.1.- 0-0 6/2",
    ]


def test_the_advanced_rules_are_off_unless_switched_on() -> None:
    assert awaits(played("poker-dice", start(R12))) == "plate-appearance"
    settings = SYSTEMS["poker-dice"].settings()
    assert SYSTEMS["poker-dice"].decisions_in_play(settings) == ()
