"""A game put away between two turns and begun again is the same game, in every system."""

import json
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from config.refusals import Refused
from games.engine.events import MARK_SHIFT
from games.engine.folds.box_score import box_score
from games.engine.folds.game_states import state_at
from games.engine.folds.line_score import line_score
from games.engine.folds.play_by_play import play_by_play
from games.engine.folds.proofs import problems
from games.engine.game_state import GameState
from games.engine.record import Record, replay, simulate
from games.engine.situation import START, Situation
from games.engine.state_files import read_state, state_as_json
from games.systems.registry import SYSTEMS
from tests.engine.purestrat import samples
from tests.engine.wild_games import wild_games


def rest_of(record: Record, state: GameState, used: int) -> Record:
    return replay(
        record.system,
        record.settings,
        record.transcript[used:],
        clubs=record.clubs,
        state=state,
    )


def written(record: Record, state: GameState) -> Any:
    """The state as a file holds it."""
    return json.loads(json.dumps(state_as_json(record.system, state)))


@pytest.mark.rule("T0.06f")
@settings(max_examples=100)
@given(wild_games(), st.data())
def test_from_any_point_between_two_turns_the_rest_is_the_same_game(
    record: Record, data: st.DataObject
) -> None:
    cut = data.draw(st.integers(0, len(record.transcript) - 1))
    state, used = state_at(record, cut)
    assert used <= cut
    read = read_state(record.system, written(record, state), record.settings, record.clubs)
    assert read == state
    rest = rest_of(record, read, used)
    assert rest.ending == record.ending
    assert rest.transcript == record.transcript[used:]
    begins = len(record.events) - len(rest.events)
    assert rest.events == tuple(event - (used << MARK_SHIFT) for event in record.events[begins:])
    assert problems(rest) == ()
    whole, part = line_score(record), line_score(rest)
    assert [side.innings for side in whole.sides] == [side.innings for side in part.sides]
    later = data.draw(st.integers(cut, len(record.transcript) - 1))
    assert state_at(rest, later - used) == (
        state_at(record, later)[0],
        state_at(record, later)[1] - used,
    ), "and it can be put away again"


def places(values: object, path: tuple[object, ...] = ()) -> Iterator[tuple[object, ...]]:
    yield path
    if isinstance(values, dict | list):
        inside = values.items() if isinstance(values, dict) else enumerate(values)
        for key, value in inside:
            yield from places(value, (*path, key))


def changed(values: Any, path: tuple[Any, ...], new: object) -> Any:
    values = deepcopy(values)
    if not path:
        return new
    inside = values
    for key in path[:-1]:
        inside = inside[key]
    inside[path[-1]] = new
    return values


@pytest.mark.long
@settings(max_examples=150)
@given(wild_games(), st.data())
def test_whatever_is_written_into_a_state_is_refused_or_plays_to_an_end(
    record: Record, data: st.DataObject
) -> None:
    state, _ = state_at(record, data.draw(st.integers(0, len(record.transcript) - 1)))
    values = written(record, state)
    for _ in range(data.draw(st.integers(1, 3))):
        path = data.draw(st.sampled_from(list(places(values))))
        new = st.one_of(
            st.integers(-1, 30), st.sampled_from([None, "?", "top", [], {}, True, 1.5, 10**20])
        )
        values = changed(values, path, data.draw(new))
    try:
        state = read_state(record.system, values, record.settings, record.clubs)
    except Refused:
        return
    played = simulate(record.system, record.settings, "changed", clubs=record.clubs, state=state)
    assert played.ending is not None
    assert problems(played) == ()
    box_score(played)
    play_by_play(played)
    again = replay(
        record.system, record.settings, played.transcript, clubs=record.clubs, state=state
    )
    assert again.events == played.events


def test_a_game_that_is_over_has_no_state() -> None:
    record = simulate(SYSTEMS["one-die"], SYSTEMS["one-die"].settings(), "over")
    with pytest.raises(Refused) as refused:
        state_at(record)
    assert refused.value.code == "game-is-over"


def test_a_game_begun_from_nothing_but_a_situation_is_that_of_the_situation() -> None:
    system = SYSTEMS["poker-dice"]
    options = system.settings()
    situation = Situation.read("B8 1 5.-.3 4-5 3/7")
    here = simulate(system, options, "here", situation=situation)
    state = simulate(system, options, "here", state=GameState(situation))
    assert (state.events, state.situation) == (here.events, situation)


def test_what_is_left_out_is_as_at_the_beginning() -> None:
    system = SYSTEMS["two-dice"]
    assert read_state(system, {"system": "two-dice"}, system.settings()) == GameState(START)


def test_the_runs_of_innings_nobody_knows_of_stand_before_the_line() -> None:
    system = SYSTEMS["two-dice"]
    options = system.settings()
    values = {
        "system": "two-dice",
        "inning": 3,
        "runs": {"away": 4, "home": 1},
        "line": {"away": [None, 2, 1], "home": [1]},
    }
    record = replay(system, options, ("1-1",), state=read_state(system, values, options))
    line = line_score(record)
    assert (line.away.before, line.away.innings) == (1, (None, 2, 2))
    assert (line.home.before, line.home.innings) == (0, (1, None, None))
    assert line.runs == (5, 1)


@pytest.mark.parametrize(
    ("key", "values", "code", "place"),
    [
        ("two-dice", [], "wrong-kind", ""),
        ("two-dice", {"system": "one-die"}, "state-of-another-system", "system"),
        ("two-dice", {"version": 99}, "state-of-another-version", "version"),
        ("two-dice", {"outs": 4}, "outs-out-of-range", "outs"),
        ("two-dice", {"outs": "two"}, "wrong-kind", "outs"),
        ("two-dice", {"out": 2}, "unknown-field", "out"),
        ("two-dice", {"half": "middle"}, "wrong-kind", "half"),
        ("two-dice", {"inning": 0}, "inning-out-of-range", "inning"),
        ("two-dice", {"runs": {"home": -1}}, "runs-out-of-range", "runs.home"),
        ("two-dice", {"runs": {"visitors": 1}}, "unknown-field", "runs.visitors"),
        ("two-dice", {"up": {"away": 10}}, "slot-out-of-range", "up.away"),
        ("two-dice", {"bases": {"third": 11}}, "runner-not-in-lineup", "bases.third"),
        ("two-dice", {"bases": {"first": 1}}, "batter-on-base", "bases.first"),
        ("two-dice", {"bases": {"first": 8, "third": 8}}, "one-man-twice", "bases.first"),
        ("two-dice", {"bases": {"first": 8, "third": 9}}, "runners-out-of-order", "bases.first"),
        ("two-dice", {"bases": {"first": 9}, "outs": 3}, "three-outs", "bases.first"),
        ("three-dice", {"bases": {"first": 9}}, "no-bases", "bases.first"),
        ("two-dice", {"line": {"away": [1]}}, "line-exceeds-score", "line.away"),
        ("two-dice", {"line": {"home": [0]}}, "line-too-long", "line.home"),
        ("two-dice", {"line": {"away": ["x"]}}, "wrong-kind", "line.away"),
        ("two-dice", {"runs": {"home": 1}, "half": "bottom", "inning": 9}, "game-is-over", "runs"),
        ("two-dice", {"runs": {"home": 1}, "inning": 10}, "game-is-over", "runs"),
        ("poker-dice", {"runs": {"home": 10}, "inning": 8}, "game-is-over", "runs"),
        ("two-dice", {"pitching": {"home": 3}}, "no-line-ups", "own"),
    ],
)
def test_what_cannot_be_so_is_refused_with_its_place(
    key: str, values: Any, code: str, place: str
) -> None:
    system = SYSTEMS[key]
    if isinstance(values, dict):
        values = {"system": key, **values}
    with pytest.raises(Refused) as refused:
        read_state(system, values, system.settings())
    assert (refused.value.code, refused.value.refusals[0].place) == (code, place)


def test_where_there_is_no_mercy_a_big_lead_ends_nothing() -> None:
    system = SYSTEMS["poker-dice"]
    values = {"system": "poker-dice", "runs": {"home": 12}, "inning": 9}
    options = system.settings()
    with pytest.raises(Refused):
        read_state(system, values, options)

    without = system.settings({"mercy_margin": 0})
    assert read_state(system, values, without).situation.runs == (0, 12)


def test_every_fault_is_told_at_once() -> None:
    system = SYSTEMS["two-dice"]
    values = {"system": "two-dice", "outs": 4, "inning": 0, "up": {"home": 0}}
    with pytest.raises(Refused) as refused:
        read_state(system, values, system.settings())
    assert [refusal.place for refusal in refused.value.refusals] == ["inning", "outs", "up.home"]


def test_who_throws_first_answers_for_the_runner_with_whom_a_half_inning_begins():
    """Put away after the runner is placed and before the new pitcher has come: it is still he who
    answers for him, and not the pitcher of the inning before."""
    system = SYSTEMS["purestrat"]
    settings = system.settings({"extra_runner_from": 1})
    changed_hands = 0
    for number in range(12):
        clubs = (samples.club(number, 0), samples.club(number + 1, 0))
        record = simulate(system, settings, f"placed/{number}", clubs=clubs)
        for cut, entry in enumerate(record.transcript):
            if not entry.startswith("pitch="):
                continue
            state, used = state_at(record, cut)
            if not state.waiting or used != cut:
                continue
            read = read_state(system, written(record, state), settings, clubs)
            assert read.waiting
            rest = rest_of(record, read, used)
            for later in range(cut + 1, min(cut + 12, len(record.transcript))):
                whole, at = state_at(record, later)
                assert state_at(rest, later - used) == (whole, at - used)
                changed_hands += whole.answering[1] not in (0, state.answering[1])
    assert changed_hands > 5
