"""The common law of baseball: innings, walk-offs, ties, mercy and concessions, whatever the dice.

One-Die Baseball does most of the playing: 1, 2 and 3 are hits of so many bases on which everybody
moves as many, 4 is a home run, 6 an out on which nobody moves.
"""

import pytest

from config.refusals import Refused
from games.engine.endings import (
    CONCEDED,
    EXTRA_INNINGS,
    HOME_LEADS,
    MERCY,
    REGULATION,
    TIE,
    TIED,
    WALK_OFF,
    Ending,
    ordinal,
)
from games.engine.events import HALF, NAMES, PLACED, kind_of, value_of
from games.engine.folds.line_score import line_score
from games.engine.record import Record, simulate
from games.engine.situation import AWAY, HOME, START
from games.systems.registry import SYSTEMS
from tests.engine.diamond import (
    EMPTY,
    FULL,
    R1,
    R2,
    R3,
    R12,
    R13,
    R23,
    WITH_ADVANCED,
    half,
    line,
    played,
    start,
)
from tests.engine.purestrat.stage import Stage


def ended(record: Record) -> tuple[str, int, tuple[int, int], int]:
    """Reason, winner, runs and inning."""
    ending = record.ending
    assert ending is not None, "the game goes on"
    return ending.reason, ending.winner, ending.runs, ending.inning


def goes_on(record: Record) -> str:
    """Inning and half of a game that is not over."""
    assert record.ending is None
    halves = [value_of(event) for event in record.events if kind_of(event) == HALF]
    now = halves[-1] if halves else record.situation.inning << 1 | record.situation.half
    return f"{'TB'[now & 1]}{now >> 1}"


def last_play(record: Record) -> str:
    return NAMES[half(record)[-1].kind]


# Walk-offs.


@pytest.mark.parametrize(
    ("runners", "score", "throw", "play", "comes_to"),
    [
        # Tied: the runner on third has one base to go, so a triple is worth a single.
        (R3, "3-3", "3", "single", "0 4.-.- +1"),
        (R3, "3-3", "1", "single", "0 4.-.- +1"),
        # The runner from second has two to go: a triple is worth a double; from first, a triple.
        (R2, "3-3", "3", "double", "0 -.4.- +1"),
        (R1, "3-3", "3", "triple", "0 -.-.4 +1"),
        # The others stop as many bases on, and only the winning run counts.
        (R23, "3-3", "2", "single", "0 4.-.2 +1"),
        (FULL, "3-3", "3", "single", "0 4.3.2 +1"),
        # Behind by one, two are needed: the second runner home settles it.
        (R23, "4-3", "2", "double", "0 -.4.- +2"),
        (R23, "4-3", "3", "double", "0 -.4.- +2"),
        (FULL, "4-3", "3", "double", "0 -.4.3 +2"),
        (R13, "4-3", "3", "triple", "0 -.-.4 +2"),
        (FULL, "5-3", "3", "triple", "0 -.-.4 +3"),
    ],
)
def test_9_06_f_a_winning_hit_is_worth_the_bases_of_the_runner_who_scores_the_winning_run(
    runners: str, score: str, throw: str, play: str, comes_to: str
) -> None:
    won = played("one-die", start(runners, at="B9", score=score), throw)
    away, home = (int(runs) for runs in score.split("-"))
    assert (last_play(won), line(won)) == (play, comes_to)
    assert ended(won) == (WALK_OFF, HOME, (away, home + int(comes_to[-1])), 9)
    assert home + int(comes_to[-1]) == away + 1


def test_a_winning_home_run_counts_everybody() -> None:
    won = played("one-die", start(FULL, at="B9", score="3-3"), "4")
    assert ended(won) == (WALK_OFF, HOME, (3, 7), 9)
    assert last_play(won) == "home run"
    alone = played("one-die", start(EMPTY, 2, at="B9", score="3-3"), "4")
    assert ended(alone) == (WALK_OFF, HOME, (3, 4), 9)


def test_a_play_that_only_ties_the_game_is_not_cut_down() -> None:
    tied = played("one-die", start(FULL, at="B9", score="6-3"), "3")
    assert (line(tied), goes_on(tied)) == ("0 -.-.4 +3", "B9")
    slam = played("one-die", start(FULL, at="B9", score="7-3"), "4")
    assert (line(slam), goes_on(slam)) == ("0 -.-.- +4", "B9")


def test_nobody_walks_off_before_the_last_inning_or_in_the_top() -> None:
    eighth = played("one-die", start(R3, at="B8", score="3-3"), "3")
    assert (line(eighth), goes_on(eighth)) == ("0 -.-.4 +1", "B8")
    visitors = played("one-die", start(R3, at="T9", score="3-3"), "3")
    assert (line(visitors), goes_on(visitors)) == ("0 -.-.4 +1", "T9")
    short = played("one-die", start(R3, at="B7", score="3-3"), "3", innings=7)
    assert ended(short)[0] == WALK_OFF


def test_a_walk_off_in_an_extra_inning() -> None:
    won = played("one-die", start(R2, 2, at="B12", score="3-3"), "2")
    assert ended(won) == (WALK_OFF, HOME, (3, 4), 12)


def test_a_game_can_be_won_without_a_hit() -> None:
    at = {"at": "B9", "score": "3-3"}
    walk = played("two-dice", start(FULL, **at), "4-4")
    assert (ended(walk)[0], last_play(walk), line(walk)) == (WALK_OFF, "walk", "0 4.3.2 +1")
    fly = played("two-dice", start(R23, 1, **at), "1-4")
    assert (ended(fly)[0], last_play(fly), line(fly)) == (WALK_OFF, "sacrifice", "2 -.-.2 +1")
    too_late = played("two-dice", start(R23, 2, **at), "1-4")
    assert goes_on(too_late) == "T10"
    balk = played("poker-dice", start(R3, **at), "pickoff=3", "9-9", **WITH_ADVANCED)
    assert (ended(balk)[0], last_play(balk)) == (WALK_OFF, "balk")
    stolen = played("poker-dice", start(R2, **at), "steal=2", "A-A", **WITH_ADVANCED)
    assert (ended(stolen)[0], last_play(stolen)) == (WALK_OFF, "stolen base and error")


@pytest.mark.rule("D3-005")
def test_three_dice_stop_at_the_winning_run() -> None:
    won = played("three-dice", start(EMPTY, at="B9", score="3-3"), "1-1-1")
    assert ended(won) == (WALK_OFF, HOME, (3, 4), 9)
    level = played("three-dice", start(EMPTY, at="B9", score="5-3"), "1-1-4")
    assert goes_on(level) == "B9"
    later = played("three-dice", start(EMPTY, at="B9", score="5-3"), "1-1-4", "2-1-1")
    assert ended(later) == (WALK_OFF, HOME, (5, 6), 9)
    out = played("three-dice", start(EMPTY, at="B9", score="3-3"), "1-1-1", "2-2-2", walk_off=False)
    assert ended(out) == (REGULATION, HOME, (3, 6), 9)


# The last half-inning.


def test_the_home_side_that_leads_does_not_bat_in_the_last_inning() -> None:
    led = played("one-die", start(EMPTY, 2, at="T9", score="2-3"), "6")
    assert ended(led) == (HOME_LEADS, HOME, (2, 3), 9)
    eighth = played("one-die", start(EMPTY, 2, at="T8", score="2-3"), "6")
    assert goes_on(eighth) == "B8"
    level = played("one-die", start(EMPTY, 2, at="T9", score="3-3"), "6")
    assert goes_on(level) == "B9"
    behind = played("one-die", start(EMPTY, 2, at="T9", score="4-3"), "6")
    assert goes_on(behind) == "B9"


def test_visitors_who_lead_after_the_bottom_of_the_last_inning_have_won() -> None:
    won = played("one-die", start(EMPTY, 2, at="B9", score="4-3"), "6")
    assert ended(won) == (REGULATION, AWAY, (4, 3), 9)


@pytest.mark.parametrize("innings", [1, 5, 9, 18])
def test_a_game_has_the_innings_that_are_agreed(innings: int) -> None:
    def after(inning: int) -> Record:
        situation = start(EMPTY, 2, at=f"B{inning}", score="1-0")
        return played("one-die", situation, "6", innings=innings)

    assert ended(after(innings)) == (REGULATION, AWAY, (1, 0), innings)
    if innings > 1:
        assert goes_on(after(innings - 1)) == f"T{innings}"


# Extra innings.


def test_a_tie_goes_on_by_whole_innings_until_one_leads() -> None:
    ninth = played("one-die", start(EMPTY, 2, at="B9", score="3-3"), "6")
    assert goes_on(ninth) == "T10"
    top = played("one-die", start(EMPTY, 2, at="T10", score="4-3"), "6")
    assert goes_on(top) == "B10"
    bottom = played("one-die", start(EMPTY, 2, at="B10", score="4-3"), "6")
    assert ended(bottom) == (EXTRA_INNINGS, AWAY, (4, 3), 10)
    again = played("one-die", start(EMPTY, 2, at="B10", score="3-3"), "6")
    assert goes_on(again) == "T11"


def test_a_game_still_level_after_the_last_inning_of_ties_is_tied() -> None:
    level = start(EMPTY, 2, at="B10", score="3-3")
    assert goes_on(played("one-die", level, "6", max_innings=11)) == "T11"
    tied = played("one-die", level, "6", max_innings=10)
    assert ended(tied) == (TIE, TIED, (3, 3), 10)
    nine = played("one-die", start(EMPTY, 2, at="B9", score="0-0"), "6", max_innings=1)
    assert ended(nine) == (TIE, TIED, (0, 0), 9)


def test_from_its_inning_on_every_half_begins_with_a_runner_on_second() -> None:
    ninth = start(EMPTY, 2, at="B9", score="3-3")
    # Three outs to end the ninth and the top of the tenth: the player before the first batter runs.
    record = played("one-die", ninth, "6", "6", "6", "6", extra_runner_from=10)
    placed = [value_of(event) for event in record.events if kind_of(event) == PLACED]
    assert (goes_on(record), placed) == ("B10", [2, 2])
    assert line_score(played("one-die", ninth, "6", "1", extra_runner_from=10)).runs == (3, 3)
    assert line_score(played("one-die", ninth, "6", "2", extra_runner_from=10)).runs == (4, 3)
    none = played("one-die", ninth, "6", "6", "6", "6")
    assert PLACED not in [kind_of(event) for event in none.events]


def test_a_runner_from_the_first_inning_is_there_at_the_start() -> None:
    scored = played("one-die", START, "2", extra_runner_from=1)
    assert kind_of(scored.events[0]) == PLACED
    assert line_score(scored).runs == (1, 0)


# Mercy.


@pytest.mark.parametrize(("at", "over"), [("B6", False), ("T7", False), ("B7", True), ("B8", True)])
@pytest.mark.parametrize("score", ["12-2", "2-12"])
def test_mercy_ends_a_game_after_complete_innings(at: str, over: bool, score: str) -> None:
    record = played(
        "one-die", start(EMPTY, 2, at=at, score=score), "6", mercy_margin=10, mercy_after=7
    )
    if over:
        winner = AWAY if score == "12-2" else HOME
        runs = (12, 2) if winner == AWAY else (2, 12)
        assert ended(record) == (MERCY, winner, runs, int(at[1]))
    else:
        assert record.ending is None


def test_mercy_needs_the_whole_margin_and_to_be_switched_on() -> None:
    nine = start(EMPTY, 2, at="B7", score="11-2")
    assert goes_on(played("one-die", nine, "6", mercy_margin=10)) == "T8"
    ten = start(EMPTY, 2, at="B7", score="12-2")
    assert goes_on(played("one-die", ten, "6")) == "T8"
    early = start(EMPTY, 2, at="B5", score="12-2")
    assert ended(played("one-die", early, "6", mercy_margin=10, mercy_after=5))[0] == MERCY


def test_mercy_may_end_a_game_when_the_home_side_need_not_bat() -> None:
    top = start(EMPTY, 2, at="T7", score="2-12")
    assert goes_on(played("one-die", top, "6", mercy_margin=10)) == "B7"
    cut = played("one-die", top, "6", mercy_margin=10, mercy_mid_inning=True)
    assert ended(cut) == (MERCY, HOME, (2, 12), 7)
    # The visitors' lead never ends a game before the home side has batted.
    away = start(EMPTY, 2, at="T7", score="12-2")
    assert goes_on(played("one-die", away, "6", mercy_margin=10, mercy_mid_inning=True)) == "B7"


def test_a_lead_after_the_last_inning_is_a_win_and_no_mercy() -> None:
    last = start(EMPTY, 2, at="B9", score="20-2")
    assert ended(played("one-die", last, "6", mercy_margin=10))[0] == REGULATION


# Concession.


@pytest.mark.parametrize(
    ("score", "side", "margin", "runs"),
    [
        ("2-6", "away", 1, (2, 6)),
        ("2-6", "away", 9, (2, 11)),
        ("6-2", "away", 1, (6, 7)),
        ("6-2", "away", 9, (6, 15)),
        ("3-3", "home", 1, (4, 3)),
        ("0-0", "home", 5, (5, 0)),
        ("2-6", "home", 3, (9, 6)),
    ],
)
def test_a_concession_gives_the_other_side_the_margin(
    score: str, side: str, margin: int, runs: tuple[int, int]
) -> None:
    record = played(
        "one-die", start(R12, 1, at="T5", score=score), f"concede={side}", concession_margin=margin
    )
    winner = HOME if side == "away" else AWAY
    assert ended(record) == (CONCEDED, winner, runs, 5)


@pytest.mark.rule("T0.05a")
@pytest.mark.parametrize(
    ("at", "outs", "least"),
    # Thirteen less the completed innings; the first at bat of the fifth is after four.
    [("T1", 0, 13), ("T5", 0, 9), ("B5", 2, 9), ("B9", 1, 5), ("T13", 0, 1), ("T15", 1, 1)],
)
@pytest.mark.parametrize("side", ["away", "home"])
def test_a_side_gives_up_no_sooner_than_so_far_behind(
    at: str, outs: int, least: int, side: str
) -> None:
    def conceded(behind: int) -> Record:
        score = f"0-{behind}" if side == "away" else f"{behind}-0"
        begun = start(EMPTY, outs, at=at, score=score)
        stage = Stage("K", options={"concession_behind": 13, "mercy_margin": 0})
        return stage.play(f"concede={side}", str(begun)).record

    ending = conceded(least).ending
    assert ending is not None
    assert (ending.reason, ending.winner) == (CONCEDED, HOME if side == "away" else AWAY)
    with pytest.raises(Refused) as refused:
        conceded(least - 1)
    assert refused.value.code == "concession-too-early"
    facts = refused.value.refusals[0].facts
    assert (facts["behind"], facts["least"]) == (least - 1, least)


# Without walk-offs.


@pytest.mark.parametrize("key", ["one-die", "two-dice", "three-dice", "poker-dice"])
def test_without_walk_offs_every_half_inning_is_played_out(key: str) -> None:
    system = SYSTEMS[key]
    settings = system.settings({"walk_off": False, "innings": 3, "mercy_margin": 0})
    reasons = set()
    for number in range(60):
        ending = simulate(system, settings, f"out/{key}/{number}").ending
        assert ending is not None
        reasons.add(ending.reason)
    assert reasons == {REGULATION, EXTRA_INNINGS}
    for number in range(20):
        record = simulate(system, settings, f"out/{key}/{number}")
        halves = 1 + sum(kind_of(event) == HALF for event in record.events)
        assert record.ending is not None
        assert halves == 2 * record.ending.inning


def test_without_walk_offs_the_home_side_bats_on() -> None:
    on = played("one-die", start(R23, at="B9", score="3-3"), "3", walk_off=False)
    assert (line(on), goes_on(on), last_play(on)) == ("0 -.-.4 +2", "B9", "triple")
    over = played("one-die", start(EMPTY, 2, at="B9", score="3-7"), "6", walk_off=False)
    assert ended(over) == (REGULATION, HOME, (3, 7), 9)
    led = played("one-die", start(EMPTY, 2, at="T9", score="3-7"), "6", walk_off=False)
    assert goes_on(led) == "B9"


# What an ending says.


@pytest.mark.parametrize(
    ("ending", "sentence"),
    [
        (Ending(REGULATION, AWAY, (4, 3), 9), "Owls beat Bears 4-3."),
        (Ending(HOME_LEADS, HOME, (2, 3), 9), "Bears beat Owls 3-2."),
        (Ending(WALK_OFF, HOME, (3, 4), 9), "Bears beat Owls 4-3 with a walk-off in the 9th."),
        (Ending(EXTRA_INNINGS, AWAY, (6, 5), 12), "Owls beat Bears 6-5 in 12 innings."),
        (
            Ending(MERCY, AWAY, (13, 2), 7),
            "Owls beat Bears 13-2 under the mercy rule in the 7th.",
        ),
        (Ending(CONCEDED, AWAY, (1, 0), 3), "Owls beat Bears 1-0; Bears conceded in the 3rd."),
        (Ending(TIE, TIED, (3, 3), 11), "Owls and Bears tied 3-3 after 11 innings."),
    ],
)
def test_an_ending_says_who_won_and_why(ending: Ending, sentence: str) -> None:
    assert ending.sentence("Owls", "Bears") == sentence


def test_innings_are_counted_in_words() -> None:
    assert [ordinal(number) for number in (1, 2, 3, 4, 11, 12, 13, 21, 22, 103, 111)] == [
        "1st",
        "2nd",
        "3rd",
        "4th",
        "11th",
        "12th",
        "13th",
        "21st",
        "22nd",
        "103rd",
        "111th",
    ]
