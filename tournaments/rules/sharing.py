"""Whether games can be won so that no club wins too many, solved as a flow between clubs.

The clubs are the only nodes of the network. Every game starts with a winner. A club with too many
wins passes games to its opponents, and these to theirs, until every club is within its cap or no
club in reach has room.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping

Pair = tuple[int, int]


def knot(games: Mapping[Pair, int], caps: Mapping[int, int]) -> frozenset[int]:
    """Return clubs with more games among themselves than they may win together, so that one of them
    exceeds its cap however these end; empty where every game can be assigned within the caps. Both
    clubs of every pair have a cap, which may be negative."""
    negative = next((club for club, cap in caps.items() if cap < 0), None)
    if negative is not None:
        return frozenset((negative,))
    tight = _tight(games, caps)
    inside = {pair: count for pair, count in games.items() if tight.issuperset(pair) and count}
    room = {club: caps[club] for club in tight}
    if sum(inside.values()) > sum(room.values()):
        return frozenset(tight)
    wins = _begun(inside, room)
    for club in tight:
        while room[club] < 0:
            stuck = _handed_on(club, wins, room)
            if stuck:
                return stuck
    return frozenset()


def _tight(games: Mapping[Pair, int], caps: Mapping[int, int]) -> set[int]:
    """Return the clubs whose cap matters. A club that may win every game left among these takes
    them all, which harms no other club and leaves fewer games for the rest, so it is removed."""
    meets: dict[int, dict[int, int]] = {club: {} for club in caps}
    for (first, other), count in games.items():
        meets[first][other] = meets[other][first] = count
    left = {club: sum(others.values()) for club, others in meets.items()}
    free = [club for club in caps if left[club] <= caps[club]]
    tight = set(caps).difference(free)
    while free:
        for other, count in meets[free.pop()].items():
            if other in tight:
                left[other] -= count
                if left[other] <= caps[other]:
                    tight.discard(other)
                    free.append(other)
    return tight


def _begun(games: Mapping[Pair, int], room: dict[int, int]) -> dict[int, dict[int, int]]:
    """Assign every game to the one of its two clubs with more room and reduce that room; return, by
    winner, the games won against each loser."""
    wins: dict[int, dict[int, int]] = {club: {} for club in room}
    for (first, other), count in games.items():
        won_by_first = min(count, max(0, (room[first] - room[other] + count) // 2))
        wins[first][other], wins[other][first] = won_by_first, count - won_by_first
        room[first] -= won_by_first
        room[other] -= count - won_by_first
    return wins


def _handed_on(
    start: int, given: dict[int, dict[int, int]], room: dict[int, int]
) -> frozenset[int]:
    """Pass as many games as possible from a club with too many by the shortest path to one with
    room; where there is none, return all clubs on the paths searched."""
    previous = {start: start}
    waiting = deque([start])
    while waiting:
        club = waiting.popleft()
        for other, count in given[club].items():
            if not count or other in previous:
                continue
            previous[other] = club
            if room[other] > 0:
                _hand_on(other, previous, given, room)
                return frozenset()
            waiting.append(other)
    return frozenset(previous)


def _hand_on(
    end: int, before: Mapping[int, int], given: dict[int, dict[int, int]], room: dict[int, int]
) -> None:
    """Pass games along a path that ends at a club with room."""
    steps = []
    club = end
    while before[club] != club:
        steps.append((before[club], club))
        club = before[club]
    count = min(room[end], -room[club], *(given[giver][taker] for giver, taker in steps))
    for giver, taker in steps:
        given[giver][taker] -= count
        given[taker][giver] += count
    room[club] += count
    room[end] -= count
