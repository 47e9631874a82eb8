"""Substitutions, injuries and tired pitchers in words."""

from __future__ import annotations

from games.engine.events import (
    CHANGE,
    DESIGNATED,
    IN_TURN,
    INJURY,
    PINCH_HITTER,
    PINCH_RUNNER,
    TIRED,
    changed,
    injured,
    kind_of,
    value_of,
)
from games.engine.folds.people import PITCHER, People

_ORDINALS = (
    "",
    "first",
    "second",
    "third",
    "fourth",
    "fifth",
    "sixth",
    "seventh",
    "eighth",
    "ninth",
)
FIELD = (
    "",
    "pitch",
    "catch",
    "first base",
    "second base",
    "third base",
    "shortstop",
    "left field",
    "center field",
    "right field",
)


def change_in_words(event: int, people: People) -> str:
    """A sentence about a change of players, given the players before it; "" for other events."""
    kind, value = kind_of(event), value_of(event)
    if kind == INJURY:
        return _hurt(value, people)
    if kind == TIRED:
        return f"{people.name(value & 1, value >> 1)} is tiring."
    if kind != CHANGE:
        return ""
    side, slot, position, player = changed(value)
    if position == IN_TURN:
        return ""
    before = people.player(side, slot)
    name = people.name(side, player)
    if player == before:
        old_position = people.position(side, slot)
        if position == old_position or not PITCHER < position < len(FIELD):
            return ""
        if old_position == DESIGNATED:
            return f"{name}, the designated hitter until now, goes to {FIELD[position]}."
        return f"{name} moves to {FIELD[position]}."
    old = people.name(side, before)
    if position == PITCHER and slot and player == people.at(side, PITCHER):
        return f"{name}, who pitches, bats {_ORDINALS[slot]} from now on: {old} leaves the game."
    if position == PINCH_HITTER:
        return f"{name} bats for {old}."
    if position == PINCH_RUNNER:
        return f"{name} runs for {old}."
    if position == PITCHER:
        return f"{name} comes in to pitch{f', batting {_ORDINALS[slot]}' if slot else ''}."
    return f"{name} goes in at {FIELD[position]} for {old}."


def _hurt(value: int, people: People) -> str:
    side, player, games = injured(value)
    more = "" if not games else f", out for {games} more game{'' if games == 1 else 's'}"
    return f"{people.name(side, player)} is hurt and leaves the game{more}."
