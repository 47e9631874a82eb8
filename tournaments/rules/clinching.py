"""Who is in and who is out whatever happens, exactly: by flows over the games left.

Among ``k`` places. A club has clinched when no way to play the rest lets ``k`` others finish
level or ahead, for ties may be broken against one; a club is out when every way to play it
leaves ``k`` others ahead. The magic number is how many wins more clinch a place, whatever else
happens.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from tournaments.rules.criterion import Field
from tournaments.rules.results import Tally
from tournaments.rules.sharing import knot

MOST_PAIRS = 200_000
"""Pairs of clubs that are looked at to tell everybody's outlook, everybody's share of it alike; of
whom more would have to be, nothing is claimed."""


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


class TooManyError(Exception):
    """A question takes more than is looked at for one club."""


class Race:
    """The games left among some clubs and with others, and how everybody stands; ``by_pct`` ranks
    by the share of games won, otherwise by games above .500."""

    def __init__(self, field: Field, members: Sequence[int], *, by_pct: bool) -> None:
        self.members = list(members)
        self.pairs_left = 0
        self.by_pct = by_pct
        self.tally: dict[int, Tally] = {each: field.standing[each].overall for each in members}
        self.left = {each: field.left_of(each) for each in members}
        self.against = {
            each: {other: field.left_against[each].get(other, 0) for other in members}
            for each in members
        }

    def needed(self, member: int, mark: int, wins: int) -> int:
        """Wins in its games left with which a member is level with ``mark`` at least, who wins
        ``wins`` of its own; may be beyond what is left."""
        gap, unit = self._gap(member, mark, wins)
        return max(0, -(-gap // unit))

    def allowed(self, member: int, mark: int, wins: int) -> int:
        """Wins in its games left with which a member is not ahead of ``mark``; below 0: it is ahead
        whatever it does."""
        gap, unit = self._gap(member, mark, wins)
        return gap // unit

    def _gap(self, member: int, mark: int, wins: int) -> tuple[int, int]:
        """Wins in the games left that make both level, as a quotient."""
        if self.by_pct:
            (other_halves, total), (halves, own) = self._share(mark, wins), self._share(member, 0)
            return other_halves * own - halves * total, 2 * total
        mine, other = self.tally[member], self.tally[mark]
        final = other.above_even - self.left[mark] + 2 * wins
        return final - mine.above_even + self.left[member], 2

    def _share(self, member: int, wins: int) -> tuple[int, int]:
        """Half wins in the end, with so many wins in the games left, and games; who has none at all
        stands at .500."""
        tally = self.tally[member]
        games = tally.played + self.left[member]
        return (2 * (tally.won + wins) + tally.tied, games) if games else (1, 1)

    def can_be_passed(self, mark: int, wins: int, places: int) -> bool:
        """Whether others, as many as there are places, can all finish level with ``mark`` or ahead
        while it wins just ``wins`` of its games left."""
        spare = {
            each: self.left[each] - self.needed(each, mark, wins)
            for each in self.members
            if each != mark
        }
        able = sorted((each for each in spare if spare[each] >= 0), key=lambda each: -spare[each])
        return self._passed((), able, spare, mark, wins, places)

    def _passed(
        self,
        group: tuple[int, ...],
        more: Sequence[int],
        spare: Mapping[int, int],
        mark: int,
        wins: int,
        places: int,
    ) -> bool:
        """Whether a group that can pass together can be filled up: who cannot pass together with
        some cannot with these and others. ``spare`` are the losses that each can bear."""
        wanted = places - len(group)
        if not wanted:
            return True
        if wanted > 1 and self._lose_too_often(group, more, spare, wanted):
            return False
        return any(
            self._together((*group, each), mark, wins)
            and self._passed((*group, each), more[at + 1 :], spare, mark, wins, places)
            for at, each in enumerate(more[: len(more) - wanted + 1])
        )

    def _lose_too_often(
        self, group: Sequence[int], more: Sequence[int], spare: Mapping[int, int], wanted: int
    ) -> bool:
        """Whether any ``wanted`` more and the group lose oftener than they can bear in the games
        among themselves, of which each is lost by one: by a bound from below, in half games."""
        if len(more) < wanted:
            return True
        self._look_at(len(more))
        inside = sum(self._among(group).values())
        bears = 2 * (sum(spare[each] for each in group) - inside)
        gains = []
        for each in more:
            games = self.against[each]
            among = sorted(games[other] for other in more if other != each)
            with_group = sum(games[other] for other in group)
            gains.append(2 * (spare[each] - with_group) - sum(among[: wanted - 1]))
        return bears + sum(sorted(gains, reverse=True)[:wanted]) < 0

    def can_reach(self, mark: int, places: int) -> bool:
        """Whether some way to play the rest leaves fewer others ahead than there are places."""
        wins = self.left[mark]
        caps = {each: self.allowed(each, mark, wins) for each in self.members if each != mark}
        return self._held(frozenset(caps), caps, places - 1, set())

    def _held(
        self,
        held: frozenset[int],
        caps: Mapping[int, int],
        ahead: int,
        seen: set[frozenset[int]],
    ) -> bool:
        """Whether all but ``ahead`` of some can be held to their caps, losing all other games. One
        of those who cannot be held together has to be let go, no matter which others are."""
        if held in seen:
            return False
        seen.add(held)
        self._look_at(len(held))
        together = knot(self._among(held), {each: caps[each] for each in held})
        if not together:
            return True
        return ahead > 0 and any(
            self._held(held - {each}, caps, ahead - 1, seen) for each in sorted(together)
        )

    def _together(self, group: tuple[int, ...], mark: int, wins: int) -> bool:
        """Whether all of a group can win what they need: they win every game against the rest, and
        ``mark`` loses to them as often as it loses at all."""
        self._look_at(len(group) + 1)
        pairs = self._among((*group, mark))
        played = dict.fromkeys((*group, mark), 0)
        for (one, other), count in pairs.items():
            played[one] += count
            played[other] += count
        # What is shared out are the losses: no club may have more than its need leaves it.
        caps = {mark: self.left[mark] - wins}
        for each in group:
            elsewhere = self.left[each] - played[each]
            caps[each] = played[each] - max(0, self.needed(each, mark, wins) - elsewhere)
        return not knot(pairs, caps)

    def _look_at(self, clubs: int) -> None:
        """Count the pairs of so many clubs."""
        self.pairs_left -= clubs * clubs // 2
        if self.pairs_left < 0:
            raise TooManyError

    def _among(self, members: Iterable[int]) -> dict[tuple[int, int], int]:
        """The games that some have left among themselves."""
        pairs = combinations(members, 2)
        return {pair: games for pair in pairs if (games := self.against[pair[0]][pair[1]])}


def outlooks(
    field: Field, members: Sequence[int], places: int, *, by_pct: bool, out_counts: bool = True
) -> dict[int, Outlook]:
    """Everybody's outlook among some clubs; ``out_counts`` is off where others get in besides."""
    if places >= len(members):
        return {each: Outlook(each, 0, False, "as many places as clubs") for each in members}
    race = Race(field, members, by_pct=by_pct)
    found = {}
    for each in members:
        race.pairs_left = MOST_PAIRS // len(members)
        try:
            found[each] = _outlook(race, each, places, out_counts)
        except TooManyError:
            found[each] = Outlook(each, None, False, "")
    return found


def _outlook(race: Race, member: int, places: int, out_counts: bool) -> Outlook:
    if out_counts and not race.can_reach(member, places):
        return Outlook(
            member,
            None,
            True,
            f"even with every game won, {places} or more finish ahead however the rest is played",
        )
    if not race.can_be_passed(member, 0, places):
        left = race.left[member]
        told = "whatever happens" if not left else f"even if all {left} games left are lost"
        return Outlook(
            member, 0, False, f"{told}, no {places} others can all finish level or ahead"
        )
    low, high = 0, race.left[member]
    if race.can_be_passed(member, high, places):
        return Outlook(member, None, False, "not in its own hands")
    while high - low > 1:
        middle = (low + high) // 2
        if race.can_be_passed(member, middle, places):
            low = middle
        else:
            high = middle
    return Outlook(member, high, False, f"{high} more wins are enough")
