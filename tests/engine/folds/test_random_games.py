"""What holds of every game of every system, whatever the settings, dice and managers."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from config.refusals import Refused
from games.engine.decisions import Manager
from games.engine.events import END, HALF, MARK_SHIFT, PLAY_MASK, TURN_OVER, kind_of
from games.engine.folds.box_score import box_score
from games.engine.folds.line_score import line_score
from games.engine.folds.moments import current_situation, ends_turn, moments_of
from games.engine.folds.play_by_play import play_by_play
from games.engine.folds.proofs import problems
from games.engine.record import Record, replay, simulate
from games.engine.situation import Situation
from games.systems.registry import SYSTEMS
from tests.engine.folds.random_games import finished_games, played_out
from tests.played import PLAYED

Played = tuple[Record, str, tuple[Manager, Manager]]


def again(record: Record, entries: tuple[str, ...]) -> Record:
    return replay(record.system, record.settings, entries, situation=record.situation)


@settings(max_examples=250)
@given(finished_games())
def test_no_proof_finds_a_problem(record: Record) -> None:
    assert problems(record) == ()


@settings(max_examples=100)
@given(finished_games())
def test_a_game_is_a_function_of_its_transcript(record: Record) -> None:
    replayed = again(record, record.transcript)
    assert replayed.events == record.events
    assert replayed.transcript == record.transcript
    assert replayed.ending == record.ending


@settings(max_examples=100)
@given(played_out(), st.data())
def test_a_game_cut_anywhere_goes_on_to_the_same_end(game: Played, data: st.DataObject) -> None:
    record, seed, managers = game
    cut = data.draw(st.integers(0, len(record.transcript)))
    resumed = replay(
        record.system, record.settings, record.transcript[:cut], seed=seed, managers=managers
    )
    assert resumed.events == record.events
    assert resumed.transcript == record.transcript
    assert resumed.ending == record.ending


@settings(max_examples=100)
@given(finished_games(), st.data())
def test_a_game_rewound_is_the_beginning_of_the_game(record: Record, data: st.DataObject) -> None:
    cut = data.draw(st.integers(0, len(record.transcript) - 1))
    rewound = again(record, record.transcript[:cut])
    assert rewound.ending is None
    assert rewound.awaiting is not None
    assert rewound.events == record.events[: len(rewound.events)]
    assert problems(rewound) == ()
    # Every event that the entries before the cut brought about is there, and no other.
    assert all(event >> MARK_SHIFT > cut for event in record.events[len(rewound.events) :])


@settings(max_examples=100)
@given(finished_games(), st.data())
def test_a_game_goes_on_from_its_situation(record: Record, data: st.DataObject) -> None:
    """From the end of any turn, what follows depends on the situation alone."""
    moments = list(moments_of(record))
    # A play that won the game leaves a situation from which nobody would play on.
    ends = [
        moment.number
        for moment, following in pairwise(moments)
        if (ends_turn(moment.kind) or moment.kind == TURN_OVER)
        and not (following.kind == END and moment.after.outs < 3)
    ]
    at = data.draw(st.sampled_from(ends))
    now, used = moments[at].after, record.events[at] >> MARK_SHIFT
    rest = replay(
        record.system,
        record.settings,
        record.transcript[used:],
        situation=Situation.read(str(now)),
    )
    assert rest.ending == record.ending
    follows = [event & PLAY_MASK for event in record.events[at + 1 :]]
    assert [event & PLAY_MASK for event in rest.events] == follows
    assert problems(rest) == ()
    assert line_score(rest).runs == line_score(record).runs


def refusal_of(record: Record, entries: tuple[str, ...]) -> str | None:
    try:
        again(record, entries)
    except Refused as refused:
        return refused.code
    return None


@settings(max_examples=100)
@given(finished_games(), st.data())
def test_a_game_given_up_or_put_off_anywhere_is_in_balance(
    record: Record, data: st.DataObject
) -> None:
    cut = data.draw(st.integers(0, len(record.transcript) - 1))
    stands = record.transcript[:cut]
    stopped = again(record, (*stands, "suspend"))
    assert stopped.suspended
    assert problems(stopped) == ()
    if record.settings["concession"]:
        side = data.draw(st.sampled_from(["away", "home"]))
        entries = (*stands, f"concede={side}")
        if (code := refusal_of(record, entries)) is not None:
            # Under the later editions whoever is not far enough behind plays on.
            assert code == "concession-too-early"
            assert record.settings["concession_behind"]
            return
        given_up = again(record, entries)
        assert given_up.ending is not None
        assert given_up.ending.winner == ("home", "away").index(side)
        assert problems(given_up) == ()


@pytest.mark.long
@settings(max_examples=100)
@given(finished_games())
def test_every_fold_tells_the_same_game(record: Record) -> None:
    assert record.ending is not None
    line, box, story = line_score(record), box_score(record), play_by_play(record)
    assert line.runs == record.ending.runs == current_situation(record).runs
    assert line.inning == record.ending.inning
    assert tuple(side.total.runs for side in box.sides) == line.runs
    halves = 1 + sum(kind_of(event) == HALF for event in record.events)
    assert len(story.halves) == halves == sum(side.turns for side in box.sides)
    assert all(half.summary for half in story.halves)
    plays = [play for half in story.halves for play in half.plays]
    assert all(play.text[0].isupper() and play.text.endswith(".") for play in plays)
    # Nobody is left unnamed, and every throw of the game is shown once, in order.
    assert not any("the runner on" in play.text for play in plays)
    dice = [word for word in record.transcript if "=" not in word]
    assert [play.dice for play in plays if play.dice] == dice


@pytest.mark.parametrize("key", PLAYED)
def test_a_story_is_told_the_same_way_twice(key: str) -> None:
    system = SYSTEMS[key]
    record = simulate(system, system.settings({"innings": 1}), "twice")
    assert play_by_play(record) == play_by_play(record)
