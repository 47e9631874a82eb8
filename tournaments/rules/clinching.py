"""Who is in and who is out whatever happens, exactly: by flows over the games left.

Among ``k`` places. Somebody has clinched when no way to play the rest lets ``k`` others finish
level or ahead, for ties may be broken against one; somebody is out when every way to play it
leaves ``k`` others ahead. The magic number is how many wins more clinch a place, whatever else
happens.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import comb, floor

from tournaments.rules.criteria import Field
from tournaments.rules.results import Tally

MOST_WAYS = 4000
"""Sets of others that are looked at for one club; beyond it nothing is claimed."""


@dataclass(frozen=True)
class Outlook:
    """One club's: ``magic`` wins clinch a place (0: clinched; None: its own wins cannot, or it was
    not worked out), ``out`` when no place can be reached; with the reason in words."""

    entrant: int
    magic: int | None
    out: bool
    reason: str

    @property
    def clinched(self) -> bool:
        """Whether a place is safe."""
        return self.magic == 0


class Race:
    """The games left among some clubs and with others, and how everybody stands; ``by_pct`` ranks
    by the share of games won, otherwise by games above .500."""

    def __init__(self, field: Field, members: Sequence[int], *, by_pct: bool) -> None:
        self.members = list(members)
        self.by_pct = by_pct
        self.tally: dict[int, Tally] = {each: field.standing[each].overall for each in members}
        self.left = {each: field.left_of(each) for each in members}
        inside = set(members)
        self.pairs: dict[tuple[int, int], int] = {}
        for pair, games in field.left.items():
            if pair <= inside:
                one, other = sorted(pair)
                self.pairs[one, other] = games

    def between(self, one: int, other: int) -> int:
        """Games the two have left against each other."""
        return self.pairs.get((min(one, other), max(one, other)), 0)

    def needed(self, member: int, mark: int, wins: int) -> int:
        """Wins in its games left with which a member is level with ``mark`` at least, who wins
        ``wins`` of its own; may be beyond what is left."""
        return max(0, -floor(-self._gap(member, mark, wins)))

    def allowed(self, member: int, mark: int, wins: int) -> int:
        """Wins in its games left with which a member is not ahead of ``mark``; below 0: it is ahead
        whatever it does."""
        return floor(self._gap(member, mark, wins))

    def _gap(self, member: int, mark: int, wins: int) -> Fraction:
        """Wins in the games left that make both level."""
        mine, other = self.tally[member], self.tally[mark]
        if self.by_pct:
            total = other.played + self.left[mark]
            own = mine.played + self.left[member]
            if not total or not own:
                return Fraction(0)
            target = (2 * (other.won + wins) + other.tied) * own
            have = (2 * mine.won + mine.tied) * total
            return Fraction(target - have, 2 * total)
        final = other.above_even - self.left[mark] + 2 * wins
        return Fraction(final - mine.above_even + self.left[member], 2)

    def can_be_passed(self, mark: int, wins: int, places: int) -> tuple[int, ...] | None:
        """Others, as many as there are places, who can all finish level with ``mark`` or ahead
        while it wins just ``wins`` of its games left; ``None`` where there are none."""
        able = [
            each
            for each in self.members
            if each != mark and self.needed(each, mark, wins) <= self.left[each]
        ]
        for group in combinations(able, places):
            if self._together(group, mark, wins):
                return group
        return None

    def ways(self, places: int) -> int:
        """How many sets of others there are."""
        return comb(len(self.members) - 1, places)

    def can_reach(self, mark: int, places: int) -> bool:
        """Whether some way to play the rest leaves fewer others ahead than there are places."""
        wins = self.left[mark]
        caps = {each: self.allowed(each, mark, wins) for each in self.members if each != mark}
        ahead = [each for each, most in caps.items() if most < 0]
        if len(ahead) >= places:
            return False
        free = [each for each in caps if each not in ahead]
        size = min(places - 1 - len(ahead), len(free))
        return any(
            self._holds([each for each in free if each not in above], caps)
            for above in combinations(free, size)
        )

    def _together(self, group: tuple[int, ...], mark: int, wins: int) -> bool:
        """Whether all of a group can win what they need: they win every game against the rest, and
        ``mark`` loses to them as often as it loses."""
        losses = self.left[mark] - wins
        inside = {each: sum(self.between(each, other) for other in group) for each in group}
        need = {}
        for each in group:
            elsewhere = self.left[each] - inside[each] - self.between(each, mark)
            need[each] = max(0, self.needed(each, mark, wins) - elsewhere)
        sources = [
            (self.between(one, other), (one, other)) for one, other in combinations(group, 2)
        ]
        against = [(self.between(each, mark), each) for each in group]
        return _carries(sources, against, losses, need)

    def _holds(self, held: Sequence[int], caps: Mapping[int, int]) -> bool:
        """Whether the games among the held can be shared out so that nobody goes beyond its cap;
        they lose all others."""
        games = [(self.between(one, other), (one, other)) for one, other in combinations(held, 2)]
        total = sum(count for count, _ in games)
        return _most(games, [], 0, {each: caps[each] for each in held}) == total


def outlooks(
    field: Field, members: Sequence[int], places: int, *, by_pct: bool, out_counts: bool = True
) -> dict[int, Outlook]:
    """Everybody's outlook among some clubs; ``out_counts`` is off where others get in besides."""
    if places >= len(members):
        return {each: Outlook(each, 0, False, "as many places as clubs") for each in members}
    race = Race(field, members, by_pct=by_pct)
    known = race.ways(places) <= MOST_WAYS
    return {
        each: _outlook(race, each, places, out_counts) if known else Outlook(each, None, False, "")
        for each in members
    }


def _outlook(race: Race, member: int, places: int, out_counts: bool) -> Outlook:
    if out_counts and not race.can_reach(member, places):
        return Outlook(
            member,
            None,
            True,
            f"even with every game won, {places} or more finish ahead however the rest is played",
        )
    if race.can_be_passed(member, 0, places) is None:
        left = race.left[member]
        told = "whatever happens" if not left else f"even if all {left} games left are lost"
        return Outlook(
            member, 0, False, f"{told}, no {places} others can all finish level or ahead"
        )
    low, high = 0, race.left[member]
    if race.can_be_passed(member, high, places) is not None:
        return Outlook(member, None, False, "not in its own hands")
    while high - low > 1:
        middle = (low + high) // 2
        if race.can_be_passed(member, middle, places) is None:
            high = middle
        else:
            low = middle
    return Outlook(member, high, False, f"{high} more wins are enough")


Games = Sequence[tuple[int, tuple[int, int]]]


def _carries(
    games: Games, against: Sequence[tuple[int, int]], losses: int, need: Mapping[int, int]
) -> bool:
    """Whether everybody gets the wins needed from the games among them, and those against one who
    loses so many."""
    return _most(games, against, losses, need) == sum(need.values())


def _most(
    games: Games, against: Sequence[tuple[int, int]], losses: int, caps: Mapping[int, int]
) -> int:
    """The most wins that can be shared out within the caps: a maximum flow by shortest paths from
    games to clubs."""
    source, sink, one = "source", "sink", "one"
    room: dict[object, dict[object, int]] = {}

    def edge(start: object, end: object, width: int) -> None:
        room.setdefault(start, {})[end] = width
        room.setdefault(end, {}).setdefault(start, 0)

    room[source], room[sink] = {}, {}
    for count, pair in games:
        if count:
            edge(source, pair, count)
            for member in pair:
                edge(pair, member, count)
    if losses:
        edge(source, one, losses)
        for count, member in against:
            if count:
                edge(one, member, count)
    for member, cap in caps.items():
        edge(member, sink, cap)
    flow = 0
    while (path := _path(room, source, sink)) is not None:
        width = min(room[start][end] for start, end in path)
        for start, end in path:
            room[start][end] -= width
            room[end][start] += width
        flow += width
    return flow


def _path(
    room: Mapping[object, Mapping[object, int]], source: object, sink: object
) -> list[tuple[object, object]] | None:
    before: dict[object, object] = {source: source}
    waiting = deque([source])
    while waiting:
        at = waiting.popleft()
        for end, width in room[at].items():
            if width and end not in before:
                before[end] = at
                if end == sink:
                    return list(_back(before, source, sink))
                waiting.append(end)
    return None


def _back(
    before: Mapping[object, object], source: object, sink: object
) -> Iterator[tuple[object, object]]:
    at = sink
    while at != source:
        yield before[at], at
        at = before[at]
