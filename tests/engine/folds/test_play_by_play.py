"""Games in words."""

import pytest

from games.engine.folds.names import Names
from games.engine.folds.play_by_play import HalfInning, Play, play_by_play
from games.engine.folds.wording import counted, listed
from games.engine.record import Record
from tests.engine.folds.scorebook import (
    DOUBLE,
    FLY,
    HOMER,
    OUT,
    SINGLE,
    TRIPLE,
    TWO_OUTS,
    WALK,
    played,
    poker,
)

CLUBS = Names("Mudville", "Sharks")


def texts(record: Record, names: Names = CLUBS) -> list[str]:
    return [play.text for half in play_by_play(record, names).halves for play in half.plays]


def told(*words: str, start: str = "T1 0 -.-.- 0-0 1/1", **options: bool) -> str:
    """The last sentence of a Poker Dice game."""
    return texts(poker(*words, start=start, **options))[-1]


def test_a_half_inning_has_a_heading_sentences_dice_and_a_summary() -> None:
    half = play_by_play(poker(SINGLE, "steal=1", "10-10", HOMER, OUT, OUT, OUT), CLUBS).halves[0]
    assert half == HalfInning(
        inning=1,
        half=0,
        side=0,
        label="Top of the 1st, Mudville batting",
        plays=(
            Play("Batter 1 singles.", SINGLE, entry=1, number=0),
            Play("Batter 1 steals second.", "10-10", entry=2, number=1),
            Play(
                "Batter 2 hits a two-run home run; Batter 1 scores.",
                HOMER,
                entry=4,
                runs=2,
                score="2-0",
                number=2,
            ),
            Play("Batter 3 goes down.", OUT, entry=5, outs=1, number=3),
            Play("Batter 4 is out.", OUT, entry=6, outs=2, number=4),
            Play("Batter 5 is retired for the third out.", OUT, entry=7, outs=3, number=5),
        ),
        summary="2 runs, 2 hits, 0 errors, 0 left on base. Mudville 2, Sharks 0.",
    )


def test_a_half_under_way_has_no_summary_yet() -> None:
    first, second = play_by_play(played("one-die", "6 6 6 1"), CLUBS).halves
    assert first.summary == "0 runs, 0 hits, 0 errors, 0 left on base. Mudville 0, Sharks 0."
    assert (second.label, second.summary) == ("Bottom of the 1st, Sharks batting", "")
    assert play_by_play(played("one-die", ""), CLUBS).halves[0].plays == ()


def test_one_of_a_thing_is_no_plural() -> None:
    half = play_by_play(poker(WALK, "steal=1", "A-A", SINGLE, OUT, OUT, OUT), CLUBS).halves[0]
    assert half.summary == "1 run, 1 hit, 1 error, 1 left on base. Mudville 1, Sharks 0."
    assert [counted(number, "out") for number in (0, 1, 2)] == ["0 outs", "1 out", "2 outs"]
    assert [listed(words) for words in ([], ["A"], ["A", "B"], ["A", "B", "C"])] == [
        "",
        "A",
        "A and B",
        "A, B and C",
    ]


def test_who_scores_is_told_before_who_moves() -> None:
    assert (
        told(SINGLE, start="T1 0 2.-.1 0-0 3/1")
        == "Batter 3 singles; Batter 1 scores, Batter 2 to second."
    )
    assert told(DOUBLE, start="T1 0 3.2.1 0-0 4/1") == (
        "Batter 4 doubles; Batter 1 and Batter 2 score, Batter 3 to third."
    )
    assert told(TRIPLE, start="T1 0 3.2.1 0-0 4/1") == (
        "Batter 4 triples; Batter 1, Batter 2 and Batter 3 score."
    )
    assert told(WALK, start="T1 0 3.2.1 0-0 4/1") == (
        "Batter 4 walks with the bases loaded; Batter 1 scores, Batter 2 to third, "
        "Batter 3 to second."
    )


@pytest.mark.parametrize(
    ("runners", "words"),
    [
        ("-.-.-", "Batter 4 hits a solo home run."),
        ("3.-.-", "Batter 4 hits a two-run home run; Batter 3 scores."),
        ("3.2.-", "Batter 4 hits a three-run home run; Batter 2 and Batter 3 score."),
        ("3.2.1", "Batter 4 hits a grand slam; Batter 1, Batter 2 and Batter 3 score."),
    ],
)
def test_home_runs_have_sizes(runners: str, words: str) -> None:
    assert told(HOMER, start=f"T1 0 {runners} 0-0 4/1") == words


@pytest.mark.parametrize(
    ("words", "runners", "text"),
    [
        ((FLY,), "-.-.1", "Batter 4 hits a sacrifice fly; Batter 1 scores."),
        ((TWO_OUTS,), "3.-.-", "Batter 4 hits into a double play; Batter 3 is out too."),
        (("bunt=yes", "9-9"), "3.-.-", "Batter 4 pops up the bunt."),
        (("bunt=yes", "9-Q"), "3.-.-", "Batter 4 lays down a sacrifice bunt; Batter 3 to second."),
        (("bunt=yes", "Q-A"), "3.-.-", "Batter 4 bunts for a single; Batter 3 to second."),
        (
            ("bunt=yes", "9-10"),
            "3.2.-",
            "Batter 4 bunts into a force; Batter 2 is out at third, Batter 3 to second.",
        ),
        (
            ("bunt=yes", "A-A"),
            "3.-.-",
            "Batter 4 bunts and is safe on an error; Batter 3 to second.",
        ),
        (("steal=2", "10-10"), "-.3.-", "Batter 3 steals third."),
        (("steal=1", "A-A"), "3.-.-", "Batter 3 steals second and takes third on a bad throw."),
        (("steal=2", "A-A"), "-.3.-", "Batter 3 steals third and comes home on a bad throw."),
        (
            ("steal=1", "A-A"),
            "3.-.2",
            "Batter 3 steals second and takes third on a bad throw; Batter 2 scores.",
        ),
        (("steal=1", "9-10"), "3.-.-", "Batter 3 is caught stealing second."),
        (("steal=1", "9-9"), "3.-.-", "Batter 3 breaks for second and is picked off."),
        (("steal=1", "J-A"), "3.-.-", "Batter 3 gets a bad jump and goes back to first."),
        (
            ("pickoff=1", "9-9"),
            "3.2.1",
            "A balk; Batter 1 scores, Batter 2 to third, Batter 3 to second.",
        ),
        (
            ("pickoff=2", "9-10"),
            "-.3.-",
            "The pickoff throw to second gets away; Batter 3 to third.",
        ),
        (("pickoff=3", "9-K"), "-.-.3", "Batter 3 is back in time from the throw to third."),
        (("pickoff=1", "K-A"), "3.-.-", "Batter 3 is picked off first."),
    ],
)
def test_every_play_has_its_words(words: tuple[str, ...], runners: str, text: str) -> None:
    assert told(*words, start=f"T1 0 {runners} 0-0 4/1") == text


def test_the_third_out_says_so_and_nobody_moves_on_it() -> None:
    assert told(OUT, start="T1 2 -.3.- 0-0 4/1") == "Batter 4 makes the third out."
    assert told(TWO_OUTS, start="T1 1 3.-.- 0-0 4/1") == (
        "Batter 4 hits into an inning-ending double play; Batter 3 is out too."
    )
    assert told("bunt=yes", "9-Q", start="T1 2 3.-.- 0-0 4/1") == (
        "Batter 4 bunts, but is thrown out for the third out."
    )


def test_rival_readings_have_words_too() -> None:
    assert texts(played("one-die", "1 5", one_die_five="single_out"))[-1] == (
        "Batter 2 is out; Batter 1 leaves first, with no further out."
    )
    assert texts(
        played("two-dice", "2-3", "T1 2 2.-.3 0-0 4/1", third_out_sacrifice="run_counts")
    ) == ["Batter 4 makes the third out, too late to stop the run; Batter 3 scores."]


def test_a_walk_off_is_told_as_far_as_it_counted() -> None:
    # With runners on second and third a double wins by one run, as a single (OBR 9.06(f)).
    story = play_by_play(poker(DOUBLE, start="B9 0 -.8.7 3-3 1/9"), CLUBS)
    assert [play.text for play in story.halves[0].plays] == [
        "Batter 9 singles; Batter 7 scores, Batter 8 to third."
    ]
    assert story.halves[0].plays[0].score == "3-4"
    assert (
        story.halves[0].summary == "1 run, 1 hit, 0 errors, 2 left on base. Mudville 3, Sharks 4."
    )
    assert story.ending == "Sharks beat Mudville 4-3 with a walk-off in the 9th."


def test_names_are_used_where_there_are_any() -> None:
    nine = ("Flynn", "Blake", "Casey", "Cooney", "Barrows", "Ives", "Ott", "Nye", "Yates")
    names = Names("Mudville", "Sharks", away_batters=nine)
    assert texts(played("one-die", "1 2"), names) == [
        "Flynn singles.",
        "Blake hits a double; Flynn to third.",
    ]
    with pytest.raises(ValueError, match="has 9 names or none, not 1"):
        Names("Mudville", "Sharks", home_batters=("Casey",))


def test_players_nobody_named_are_called_by_their_base() -> None:
    assert texts(played("one-die", "2", "T1 0 ?.-.? 0-0 1/1")) == [
        "Batter 1 doubles; the runner on third scores, the runner on first to third."
    ]
    assert (
        told("steal=1", "10-10", start="T1 0 ?.-.- 0-0 1/1") == "The runner on first steals second."
    )


def test_a_game_that_begins_in_the_middle_says_where() -> None:
    assert play_by_play(played("one-die", "", "B9 1 5.-.3 4-5 3/7"), CLUBS).opening == (
        "Play begins in the bottom of the 9th with one out and Batter 5 on first and "
        "Batter 3 on third. Mudville 4, Sharks 5."
    )
    assert play_by_play(played("one-die", "", "T3 3 -.-.- 2-1 4/5"), CLUBS).opening == (
        "Play begins after the top of the 3rd. Mudville 2, Sharks 1."
    )
    assert play_by_play(played("one-die", "1"), CLUBS).opening == ""


def test_the_placed_runner_is_introduced() -> None:
    story = play_by_play(played("one-die", "", "B9 3 -.-.- 1-1 4/7", extra_runner_from=10), CLUBS)
    assert [half.label for half in story.halves] == ["Top of the 10th, Mudville batting"]
    assert [play.text for play in story.halves[0].plays] == [
        "Batter 3 starts the inning on second."
    ]


def test_a_concession_is_told_with_the_runs_awarded() -> None:
    story = play_by_play(played("one-die", "4 4 concede=away"), CLUBS)
    award = story.halves[0].plays[-1]
    assert (award.text, award.runs, award.score) == (
        "3 runs are awarded to Sharks for the concession.",
        3,
        "2-3",
    )
    assert (
        story.halves[0].summary == "2 runs, 2 hits, 0 errors, 0 left on base. Mudville 2, Sharks 3."
    )
    assert story.ending == "Sharks beat Mudville 3-2; Mudville conceded in the 1st."
    lone = play_by_play(played("one-die", "concede=home"), CLUBS)
    assert lone.halves[0].plays[0].text == "1 run is awarded to Mudville for the concession."


def test_a_suspension_is_told_where_it_happened() -> None:
    story = play_by_play(played("one-die", "1 suspend 2 suspend"), CLUBS)
    assert [(play.text, play.entry) for play in story.halves[0].plays] == [
        ("Batter 1 singles.", 1),
        ("Play is suspended here and goes on later.", 2),
        ("Batter 2 hits a double; Batter 1 to third.", 2),
    ]
    assert story.ending == "Play is suspended."


def test_the_three_dice_game_tells_runs_and_turns() -> None:
    half = play_by_play(played("three-dice", "1-1-4 1-2-3 2-2-2"), CLUBS).halves[0]
    assert [(play.text, play.dice, play.score) for play in half.plays] == [
        ("Two runs for Mudville.", "1-1-4", "2-0"),
        ("A run for Mudville.", "1-2-3", "3-0"),
        ("No ones; the turn is over.", "2-2-2", ""),
    ]
    assert half.summary == "3 runs. Mudville 3, Sharks 0."
    single = played("three-dice", "1-1-4", three_dice_turn="single_throw")
    assert texts(single) == ["Two runs for Mudville.", "The turn is over."]
