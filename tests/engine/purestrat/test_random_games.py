"""Whole games between invented clubs: legal to the last play, and the same again."""

from functools import cache

import pytest

from config.refusals import Refused
from games.engine.events import (
    CHANGE,
    HALF,
    changed,
    destinations,
    fielder_of,
    kind_of,
    value_of,
)
from games.engine.record import Record, replay, simulate
from games.systems.purestrat.play.squad import Tendencies
from games.systems.purestrat.play.system import Purestrat
from tests.engine.purestrat.samples import club

SYSTEM = Purestrat()
SETTINGS = SYSTEM.settings()
GAMES = 30

WILD = Tendencies(*[10] * 9)
TAME = Tendencies(*[0] * 9)


@cache
def games() -> tuple[Record, ...]:
    return tuple(
        simulate(
            SYSTEM,
            SETTINGS,
            f"random/{number}",
            clubs=(
                club(number % 7, number % 5, (WILD, TAME, None)[number % 3]),
                club(7 + number % 5, (number + 2) % 5),
            ),
        )
        for number in range(GAMES)
    )


@pytest.mark.long
def test_a_transcript_gives_the_same_game_again() -> None:
    for game in games():
        again = replay(SYSTEM, SETTINGS, game.transcript, clubs=game.clubs)
        assert again.events == game.events
        assert again.ending == game.ending


def test_a_game_can_be_cut_at_any_entry_and_taken_up_again() -> None:
    game = games()[3]
    for cut in range(0, len(game.transcript), 7):
        part = replay(SYSTEM, SETTINGS, game.transcript[:cut], clubs=game.clubs)
        assert part.awaiting is not None
        assert part.events == game.events[: len(part.events)]


def test_every_game_ends_and_somebody_wins() -> None:
    for game in games():
        assert game.ending is not None
        away, home = game.ending.runs
        assert away != home


@pytest.mark.rule("T0.01h", "T25.2e")
def test_nine_different_players_play_and_nobody_comes_back() -> None:
    for game in games():
        assert game.clubs is not None
        slots = [[0, *side.batting_order()] for side in game.clubs]
        gone: list[set[int]] = [set(), set()]
        for event in game.events:
            if kind_of(event) != CHANGE:
                continue
            side, slot, _, player = changed(value_of(event))
            if slots[side][slot] != player:
                gone[side].add(slots[side][slot])
                assert player not in gone[side]
            slots[side][slot] = player
            assert len(set(slots[side])) == 10


def test_every_position_is_filled_when_a_ball_is_hit() -> None:
    for game in games():
        assert game.clubs is not None
        where = [{slot: side.position_of(slot) for slot in range(1, 10)} for side in game.clubs]
        half = 0
        for event in game.events:
            kind = kind_of(event)
            if kind == HALF:
                half = value_of(event) & 1
            elif kind == CHANGE:
                side, slot, position, _ = changed(value_of(event))
                for other, at in where[side].items():
                    if at == position and other != slot and position < 10:
                        where[side][other] = 11
                where[side][slot] = position
            elif kind >= 10 and fielder_of(event):
                assert sorted(where[1 - half].values()) == list(range(1, 10))


def test_runners_never_share_a_base_nor_run_backwards() -> None:
    for game in games():
        for event in game.events:
            if kind_of(event) < 10:
                continue
            to = destinations(event)
            standing = [base for base in to if 1 <= base <= 3]
            assert len(set(standing)) == len(standing)
            for base in (1, 2, 3):
                if 1 <= to[base] <= 3:
                    assert to[base] >= base


def test_an_impossible_decision_stops_at_its_entry() -> None:
    game = games()[0]
    spoiled = [*game.transcript[:20], "steal=moon", *game.transcript[20:]]
    with pytest.raises(Refused) as refused:
        replay(SYSTEM, SETTINGS, spoiled, clubs=game.clubs)
    assert refused.value.refusals[0].place == "entry 21"
