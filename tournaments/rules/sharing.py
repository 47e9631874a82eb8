"""Whether games can be won in such a way that no club wins too many: a flow from club to club.

The network has the clubs as its nodes and no others. Every game begins with a winner; a club that
has won too many hands games to those that it met, and these to those that they met, until every
club is within its cap or none that can be reached has room.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping

Pair = tuple[int, int]


def knot(games: Mapping[Pair, int], caps: Mapping[int, int]) -> frozenset[int]:
    """Some clubs that have more games among themselves than they may win together, so that one of
    them goes beyond its cap however these end; empty where every game can be given to one of its
    two without that. Both clubs of every pair have a cap, which may be negative."""
    below = next((each for each, cap in caps.items() if cap < 0), None)
    if below is not None:
        return frozenset((below,))
    tight = _tight(games, caps)
    inside = {pair: count for pair, count in games.items() if tight.issuperset(pair) and count}
    room = {each: caps[each] for each in tight}
    if sum(inside.values()) > sum(room.values()):
        return frozenset(tight)
    given = _begun(inside, room)
    for each in tight:
        while room[each] < 0:
            stuck = _handed_on(each, given, room)
            if stuck:
                return stuck
    return frozenset()


def _tight(games: Mapping[Pair, int], caps: Mapping[int, int]) -> set[int]:
    """The clubs to which a cap matters. A club that may win every game left among these takes them
    all, which harms no other and leaves fewer games for the rest; so it may go on."""
    meets: dict[int, dict[int, int]] = {each: {} for each in caps}
    for (one, other), count in games.items():
        meets[one][other] = meets[other][one] = count
    left = {each: sum(others.values()) for each, others in meets.items()}
    free = [each for each in caps if left[each] <= caps[each]]
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
    """Every game given to the one of its two clubs that has more room, which it takes up: by
    winner, the games won of each loser."""
    given: dict[int, dict[int, int]] = {each: {} for each in room}
    for (one, other), count in games.items():
        mine = min(count, max(0, (room[one] - room[other] + count) // 2))
        given[one][other], given[other][one] = mine, count - mine
        room[one] -= mine
        room[other] -= count - mine
    return given


def _handed_on(
    start: int, given: dict[int, dict[int, int]], room: dict[int, int]
) -> frozenset[int]:
    """Hand on as many games as possible from a club with too many by the shortest way to one with
    room; where there is none, return all clubs on the ways that were looked for."""
    before = {start: start}
    waiting = deque([start])
    while waiting:
        at = waiting.popleft()
        for other, count in given[at].items():
            if not count or other in before:
                continue
            before[other] = at
            if room[other] > 0:
                _hand_on(other, before, given, room)
                return frozenset()
            waiting.append(other)
    return frozenset(before)


def _hand_on(
    end: int, before: Mapping[int, int], given: dict[int, dict[int, int]], room: dict[int, int]
) -> None:
    """Hand games on along a way that was found, which ends at a club with room."""
    steps = []
    at = end
    while before[at] != at:
        steps.append((before[at], at))
        at = before[at]
    count = min(room[end], -room[at], *(given[giver][taker] for giver, taker in steps))
    for giver, taker in steps:
        given[giver][taker] -= count
        given[taker][giver] += count
    room[at] += count
    room[end] -= count
