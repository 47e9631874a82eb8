"""Shoot-outs: one inning a pitcher, a lead after the third wins (T32)."""

import json
from collections import Counter

import pytest

from config.refusals import Refused
from games.engine.endings import EXTRA_INNINGS, HOME_LEADS, REGULATION, WALK_OFF
from games.engine.events import (
    CHANGE,
    HALF,
    INJURY,
    PINCH_HITTER,
    PINCH_RUNNER,
    TIRED,
    changed,
    kind_of,
    value_of,
)
from games.engine.folds.game_states import state_at
from games.engine.lineup import PITCHER
from games.engine.record import Record, replay, simulate
from games.engine.state_files import read_state, state_as_json
from games.systems.purestrat.play.cards import Fielding
from games.systems.purestrat.play.park import Park
from games.systems.purestrat.play.state import PurestratState
from games.systems.purestrat.play.system import Purestrat
from tests.engine.purestrat.samples import club
from tests.engine.purestrat.stage import Outcome, Stage, hitter, pitcher

SYSTEM = Purestrat()
SETTINGS = SYSTEM.settings({"shootout": True})
EVERYWHERE = tuple(Fielding(position, 3, 5) for position in range(2, 10))
UTILITY = hitter(fielding=EVERYWHERE)
STARTER = pitcher(starter=6, relief=0)
RELIEVER = pitcher(starter=0, relief=2)
ON = {"shootout": True}
HALF_INNING = " ".join(["1-1-1"] * 3)


def staged(reads: str = "K", **setting: object) -> Stage:
    """Nine players, then a player of the bench (10), two starters (11, 12) and two relievers (13,
    14)."""
    staff = {"bench": [UTILITY], "bullpen": [STARTER, STARTER, RELIEVER, RELIEVER]}
    return Stage(reads, options=ON, **{**staff, **setting})  # type: ignore[arg-type]


def mounted(found: Outcome | Record) -> list[tuple[int, int]]:
    """Side and player of everybody who took the mound after the first."""
    record = found.record if isinstance(found, Outcome) else found
    there = [changed(value_of(event)) for event in record.events if kind_of(event) == CHANGE]
    return [(side, player) for side, _, where, player in there if where == PITCHER]


FIRST = f"{HALF_INNING} {HALF_INNING}"


@pytest.mark.rule("T32.0d")
@pytest.mark.parametrize(
    ("score", "over"),
    [("B2 2 -.-.- 3-0 1/1", False), ("B3 2 -.-.- 3-2 1/1", True), ("B4 2 -.-.- 1-2 1/1", True)],
)
def test_t32_a_lead_wins_from_the_end_of_the_third_on(score: str, over: bool) -> None:
    found = staged().play("1-1-1", score)
    assert (found.record.ending is not None) == over


@pytest.mark.rule("T32.0d")
def test_t32_a_home_side_that_leads_after_the_visitors_half_has_won() -> None:
    found = staged().play("1-1-1", "T3 2 -.-.- 0-1 1/1")
    assert found.record.ending is not None
    assert found.record.ending.reason == HOME_LEADS
    walked_off = staged("HR").play("1-1-1", "B3 0 -.-.- 0-0 1/1")
    assert walked_off.record.ending is not None
    assert walked_off.record.ending.reason == WALK_OFF
    # A lead of the second inning carries over and is worth nothing yet (A-O11).
    assert staged("HR").play("1-1-1", "B2 0 -.-.- 0-0 1/1").record.ending is None


@pytest.mark.rule("T32.0e", "T32.0f")
def test_t32_new_starters_are_named_for_the_second_the_visitors_first() -> None:
    stage = staged()
    asks = stage.play(FIRST)
    assert asks.asks == "pitch"
    assert asks.record.awaiting is not None
    assert asks.record.awaiting.side == 0
    assert asks.choices == ["11", "12"]  # no reliever, and not the starter of the first
    home = stage.play(f"{FIRST} pitch=12")
    assert home.record.awaiting is not None
    assert (home.asks, home.record.awaiting.side) == ("pitch", 1)
    second = stage.play(f"{FIRST} pitch=12 pitch=11 {HALF_INNING} 1-1-1")
    assert mounted(second) == [(1, 11), (0, 12)]


@pytest.mark.rule("T32.0e", "T32.0f")
def test_t32_from_the_third_relievers_too_but_nobody_twice() -> None:
    two = f"{FIRST} pitch=12 pitch=11 {FIRST}"
    third = staged().play(two)
    assert third.choices == ["11", "13", "14"]
    with pytest.raises(Refused):
        staged().play(f"{two} pitch=12")
    with pytest.raises(Refused):
        # Nobody is taken out during his inning.
        staged().play(f"{two} pitch=13 pitch=13 1-1-1 pitch=14")


@pytest.mark.rule("T32.0g")
def test_t32_at_the_ninth_all_pitch_again() -> None:
    start = "T9 0 -.-.- 0-0 1/1"
    ninth = staged().play("", start)
    assert ninth.choices == ["9", "11", "12", "13", "14"]
    tenth = staged().play(f"pitch=9 pitch=9 {FIRST}", start)
    assert tenth.choices == ["11", "12", "13", "14"]


@pytest.mark.rule("T32.0h")
def test_t32_position_players_leave_only_when_hurt() -> None:
    stage = staged("SI*")
    with pytest.raises(Refused):
        stage.play("hit=10", "T3 0 -.-.- 0-0 1/1")
    with pytest.raises(Refused):
        stage.play("1-1-1 run1=10")
    hurt = staged("SI*!").play("1-1-1 replace=10 20 1-1-1")
    assert any(kind_of(event) == INJURY for event in hurt.record.events)


@pytest.mark.rule("T32.0i", "T32.0j")
def test_t32_who_hits_for_the_visitors_pitcher_costs_them_nothing() -> None:
    stage = staged()
    ninth_spot = "T1 0 -.-.- 0-0 9/1"
    found = stage.play("hit=10 1-1-1 1-1-1 1-1-1 1-1-1", ninth_spot)
    there = [changed(value_of(e)) for e in found.record.events if kind_of(e) == CHANGE]
    assert there[0] == (0, 9, PINCH_HITTER, 10)
    assert mounted(found) == [(0, 9)]  # the named starter pitches the bottom of the first
    with pytest.raises(Refused):
        # Once each time through the order.
        stage.play("hit=10 hit=13 1-1-1", ninth_spot)


@pytest.mark.rule("T32.0f", "T32.0i")
def test_t32_the_starter_of_the_second_does_not_hit() -> None:
    last = staged(bullpen=[STARTER, RELIEVER])
    with pytest.raises(Refused):
        last.play("hit=11", "T1 0 -.-.- 0-0 9/1")
    assert last.play("hit=12 1-1-1", "T1 0 -.-.- 0-0 9/1").outs == 1
    spare = staged().play("hit=11 1-1-1", "T1 0 -.-.- 0-0 9/1")
    assert spare.outs == 1


@pytest.mark.rule("T32.0k")
def test_t32_nobody_tires_and_no_closer_is_called_for() -> None:
    stage = staged("K", pitcher_reads="SI* 1-10, gb(ss)A. 11-20", mound={"starter": 1})
    five_hits = "4-1-1 1 " + " ".join(["20 4-1-1 1"] * 5)
    found = stage.play(f"{five_hits} 20 4-1-1 11")
    assert found.outs >= 1  # the dot is no hit
    assert all(kind_of(event) != TIRED for event in found.record.events)


@pytest.mark.rule("T32.0e")
def test_t32_with_no_pitcher_left_a_position_player_takes_his_inning() -> None:
    found = staged(bullpen=[]).play("1-1-1", "T3 0 -.-.- 0-0 1/1")
    assert mounted(found) == [(1, 10)]


def a_shootout(number: int) -> Record:
    return simulate(
        SYSTEM,
        SETTINGS,
        f"shootout/{number}",
        clubs=(club(number % 7, number % 5), club(7 + number % 5, (number + 2) % 5)),
    )


def innings_of(game: Record) -> list[tuple[int, tuple[int, int]]]:
    """Innings that each player pitched, from the changes and half-innings of a game."""
    assert game.clubs is not None
    on_mound = [one.order[one.positions.index(PITCHER)] for one in game.clubs]  # type: ignore[attr-defined]
    half = 0
    inning = 1
    found = []
    pitched: set[tuple[int, tuple[int, int]]] = set()
    for event in game.events:
        if kind_of(event) == HALF:
            inning, half = value_of(event) >> 1, value_of(event) & 1
        elif kind_of(event) == CHANGE:
            side, _, where, player = changed(value_of(event))
            if where == PITCHER:
                on_mound[side] = player
        elif kind_of(event) >= 10:
            pitched.add((inning, (1 - half, on_mound[1 - half])))
    found.extend(sorted(pitched))
    return found


@pytest.mark.long
@pytest.mark.rule("T32.0d", "T32.0e", "T32.0f", "T32.0g", "T32.0h")
def test_t32_whole_shootouts_keep_the_law() -> None:
    lengths = Counter()  # type: Counter[int]
    for game in map(a_shootout, range(80)):
        assert game.ending is not None
        assert game.ending.inning >= 3
        assert game.ending.reason in (REGULATION, EXTRA_INNINGS, HOME_LEADS, WALK_OFF)
        lengths[game.ending.inning] += 1
        again = replay(SYSTEM, SETTINGS, game.transcript, clubs=game.clubs)
        assert again.events == game.events
        used: dict[tuple[int, int], list[int]] = {}
        for inning, player in innings_of(game):
            used.setdefault(player, []).append(inning)
        assert game.clubs is not None
        for (side, number), innings in used.items():
            player = game.clubs[side].players[number - 1]  # type: ignore[attr-defined]
            before = [inning for inning in innings if inning < 9]
            assert len(before) <= 1
            assert len(innings) - len(before) <= 1
            if before and before[0] <= 2:
                assert player.may_start
        hurt = {value_of(e) for e in game.events if kind_of(e) == INJURY}
        for event in game.events:
            if kind_of(event) == CHANGE:
                _, _, where, _ = changed(value_of(event))
                assert where != PINCH_RUNNER or hurt
    # Most are decided after three or four; a few go on.
    assert lengths[3] > 20
    assert max(lengths) > 4


@pytest.mark.rule("T32.0f", "T0.06f")
@pytest.mark.parametrize("number", [0, 1, 2])
def test_t32_a_shoot_out_that_is_put_away_anywhere_goes_on_as_it_was(number: int) -> None:
    game = a_shootout(number)
    named = set()
    for cut in range(len(game.transcript)):
        state, used = state_at(game, cut)
        assert isinstance(state.own, PurestratState)
        assert state.own.shootout is not None
        named.add(state.own.shootout.named)
        written = json.loads(json.dumps(state_as_json(SYSTEM, state)))
        read = read_state(SYSTEM, written, SETTINGS, game.clubs)
        assert read == state
        rest = replay(SYSTEM, SETTINGS, game.transcript[used:], clubs=game.clubs, state=read)
        assert rest.ending == game.ending
        assert rest.transcript == game.transcript[used:]
    # Each inning has pitchers of its own, and those of the two sides are two players.
    assert len(named) >= 3
    assert any(away != home for away, home in named)


@pytest.mark.rule("T32.0b")
def test_t32_the_park_is_the_average_of_both() -> None:
    from dataclasses import replace

    from games.engine.table import TranscriptTable

    away, home = Stage().clubs()
    both = (
        replace(away, park=Park(7, 8, 9, 10)),
        replace(home, park=Park(8, 13, 10, 11)),
    )
    game = SYSTEM.game(TranscriptTable([]), SETTINGS, clubs=both)
    assert game.park == Park(8, 10, 10, 10)  # type: ignore[attr-defined]
