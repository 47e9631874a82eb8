"""Matching of players to nine positions."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from games.engine.bitsets import bit, lowest

MOST_PLAYERS: Final = 62
"""Most players of a squad: a set of players, with bit 0 for no player, is an integer of 64 bits."""

BEHIND_THE_PITCHER: Final = 0x3FC
"""The positions 2 to 9, as a mask."""


def cover(
    plays: list[int], available: i64, positions: i64 = BEHIND_THE_PITCHER, keep: i64 = 0
) -> list[int]:
    """Players by position (0 outside the mask) who cover every position of the mask by their cards,
    all different; empty when it is impossible (a matching, T31.10).

    ``plays`` are the players for each position, ``available`` those who may be used, ``keep`` those
    of them who must be. Lower numbers come first, so that the result is always the same.
    """
    players = [0] * 10
    while keep:
        if _seat(lowest(keep), plays, players, positions, 0):
            return []
        keep &= keep - 1
    holder: list[int] = [0] * (MOST_PLAYERS + 1)
    for position in range(1, 10):
        if players[position]:
            holder[players[position]] = position
    for position in range(1, 10):
        if (
            positions >> position & 1
            and not players[position]
            and place(position, plays, available, holder, 0)
        ):
            return []
    players = [0] * 10
    for number in range(1, MOST_PLAYERS + 1):
        if holder[number]:
            players[holder[number]] = number
    return players


def _seat(number: i64, plays: list[int], found: list[int], positions: i64, tried: i64) -> i64:
    """Find a position for a player, moving others if needed: 0 when done, else the positions tried,
    including ``tried``, as a mask (and bit 0, which is no position)."""
    tried |= 1
    for position in range(1, 10):
        if (
            not positions >> position & 1
            or tried >> position & 1
            or not (plays[position] >> number & 1)
        ):
            continue
        tried |= bit(position)
        if found[position]:
            deeper = _seat(found[position], plays, found, positions, tried)
            if deeper:
                tried = deeper
                continue
        found[position] = number
        return 0
    return tried


def place(position: i64, plays: list[int], available: i64, holder: list[int], seen: i64) -> i64:
    """Find a player for a position, moving others if needed: 0 when done, else the players tried,
    including ``seen``, as a mask (and bit 0, which is no player)."""
    seen |= 1
    rest: i64 = plays[position] & available & ~seen
    while rest:
        number: i64 = lowest(rest)
        seen |= bit(number)
        if not holder[number]:
            holder[number] = position
            return 0
        tried = place(holder[number], plays, available, holder, seen)
        if not tried:
            holder[number] = position
            return 0
        seen = tried
        rest &= ~seen
    return seen
