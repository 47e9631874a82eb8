"""Exact clinching and elimination, computed by network flow over the games left.

Among ``k`` places, a club has clinched when no way to play the rest lets ``k`` others finish level
or ahead, because a tie may be broken against it. A club is out when every way to play the rest
leaves ``k`` others ahead. The magic number is the number of further wins that clinch a place,
whatever else happens.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from tournaments.rules.criterion import Field
from tournaments.rules.results import Tally
from tournaments.rules.sharing import knot

MOST_PAIRS = 200_000
"""Limit on the pairs of clubs examined to compute all outlooks, shared equally among the clubs. A
club whose share is used up gets no claim."""


@dataclass(frozen=True)
class Outlook:
    """A club's outlook: ``magic`` wins clinch a place (0: clinched; None: its own wins cannot
    clinch it, or it was not computed), and ``out`` when no place can be reached; with the reason in
    words."""

    entrant: int
    magic: int | None
    out: bool
    reason: str

    @property
    def clinched(self) -> bool:
        return self.magic == 0


class TooManyError(Exception):
    """A club's outlook takes more pairs than its share of ``MOST_PAIRS``."""


class Race:
    """The games that some clubs have left among themselves and with others, and their records. With
    ``by_pct`` the winning percentage ranks them, otherwise games above .500."""

    def __init__(self, field: Field, members: Sequence[int], *, by_pct: bool) -> None:
        self.members = list(members)
        self.pairs_left = 0
        self.by_pct = by_pct
        self.tally: dict[int, Tally] = {club: field.standing[club].overall for club in members}
        self.left = {club: field.left_of(club) for club in members}
        self.against = {
            club: {other: field.left_against[club].get(other, 0) for other in members}
            for club in members
        }

    def needed(self, member: int, mark: int, wins: int) -> int:
        """Wins that ``member`` needs in its games left to be at least level with ``mark``, which
        wins ``wins`` of its own; may be more than the games left."""
        gap, unit = self._gap(member, mark, wins)
        return max(0, -(-gap // unit))

    def allowed(self, member: int, mark: int, wins: int) -> int:
        """Wins in its games left with which ``member`` is not ahead of ``mark``; below 0 it is
        ahead whatever it does."""
        gap, unit = self._gap(member, mark, wins)
        return gap // unit

    def _gap(self, member: int, mark: int, wins: int) -> tuple[int, int]:
        """Return the number of further wins that makes both level, as a quotient."""
        if self.by_pct:
            (other_halves, total), (halves, own) = self._share(mark, wins), self._share(member, 0)
            return other_halves * own - halves * total, 2 * total
        mine, other = self.tally[member], self.tally[mark]
        final = other.above_even - self.left[mark] + 2 * wins
        return final - mine.above_even + self.left[member], 2

    def _share(self, member: int, wins: int) -> tuple[int, int]:
        """Return the final number of half wins, given ``wins`` more wins, and the final number of
        games; a club without games stands at .500."""
        tally = self.tally[member]
        games = tally.played + self.left[member]
        return (2 * (tally.won + wins) + tally.tied, games) if games else (1, 1)

    def can_be_passed(self, mark: int, wins: int, places: int) -> bool:
        """Whether as many others as there are places can all finish level with ``mark`` or ahead
        while it wins exactly ``wins`` of its games left."""
        spare = {
            club: self.left[club] - self.needed(club, mark, wins)
            for club in self.members
            if club != mark
        }
        able_clubs = sorted(
            (club for club in spare if spare[club] >= 0), key=lambda club: -spare[club]
        )
        return self._passed((), able_clubs, spare, mark, wins, places)

    def _passed(
        self,
        group: tuple[int, ...],
        more: Sequence[int],
        spare: Mapping[int, int],
        mark: int,
        wins: int,
        places: int,
    ) -> bool:
        """Whether a group that can pass ``mark`` together can be extended to ``places`` clubs. If a
        group cannot pass together, no larger group with the same clubs can. ``spare`` holds the
        losses each club can afford."""
        missing = places - len(group)
        if not missing:
            return True
        if missing > 1 and self._lose_too_often(group, more, spare, missing):
            return False
        return any(
            self._together((*group, club), mark, wins)
            and self._passed((*group, club), more[index + 1 :], spare, mark, wins, places)
            for index, club in enumerate(more[: len(more) - missing + 1])
        )

    def _lose_too_often(
        self, group: Sequence[int], more: Sequence[int], spare: Mapping[int, int], wanted: int
    ) -> bool:
        """Whether any ``wanted`` more clubs and the group must lose more games among themselves
        than they can afford, as each such game has a loser. A lower bound, in half games."""
        if len(more) < wanted:
            return True
        self._look_at(len(more))
        inside = sum(self._among(group).values())
        affordable = 2 * (sum(spare[club] for club in group) - inside)
        affordable_by_club = []
        for club in more:
            games = self.against[club]
            games_with_others = sorted(games[other] for other in more if other != club)
            with_group = sum(games[other] for other in group)
            affordable_by_club.append(
                2 * (spare[club] - with_group) - sum(games_with_others[: wanted - 1])
            )
        return affordable + sum(sorted(affordable_by_club, reverse=True)[:wanted]) < 0

    def can_reach(self, mark: int, places: int) -> bool:
        """Whether some way to play the rest leaves fewer clubs ahead than there are places."""
        wins = self.left[mark]
        caps = {club: self.allowed(club, mark, wins) for club in self.members if club != mark}
        return self._held(frozenset(caps), caps, places - 1, set())

    def _held(
        self,
        held: frozenset[int],
        caps: Mapping[int, int],
        ahead: int,
        seen: set[frozenset[int]],
    ) -> bool:
        """Whether all of ``held`` but ``ahead`` clubs can be held to their caps while they lose all
        other games. If some clubs cannot be held together, one of them has to be released,
        whichever the others are."""
        if held in seen:
            return False
        seen.add(held)
        self._look_at(len(held))
        too_many = knot(self._among(held), {club: caps[club] for club in held})
        if not too_many:
            return True
        return ahead > 0 and any(
            self._held(held - {club}, caps, ahead - 1, seen) for club in sorted(too_many)
        )

    def _together(self, group: tuple[int, ...], mark: int, wins: int) -> bool:
        """Whether all clubs of a group can win what they need: they win every game against the
        rest, and ``mark`` loses to them as often as it loses at all."""
        self._look_at(len(group) + 1)
        pairs = self._among((*group, mark))
        played = dict.fromkeys((*group, mark), 0)
        for (first, other), count in pairs.items():
            played[first] += count
            played[other] += count
        # The flow distributes losses: no club may take more than it can afford.
        caps = {mark: self.left[mark] - wins}
        for club in group:
            elsewhere = self.left[club] - played[club]
            caps[club] = played[club] - max(0, self.needed(club, mark, wins) - elsewhere)
        return not knot(pairs, caps)

    def _look_at(self, clubs: int) -> None:
        """Charge the pairs among this many clubs to the limit."""
        self.pairs_left -= clubs * clubs // 2
        if self.pairs_left < 0:
            raise TooManyError

    def _among(self, members: Iterable[int]) -> dict[tuple[int, int], int]:
        pairs = combinations(members, 2)
        return {pair: games for pair in pairs if (games := self.against[pair[0]][pair[1]])}


def outlooks(
    field: Field, members: Sequence[int], places: int, *, by_pct: bool, out_counts: bool = True
) -> dict[int, Outlook]:
    """Compute every member's outlook. Set ``out_counts`` to False where other clubs get in as
    well."""
    if places >= len(members):
        return {club: Outlook(club, 0, False, "as many places as clubs") for club in members}
    race = Race(field, members, by_pct=by_pct)
    outlook_of = {}
    for club in members:
        race.pairs_left = MOST_PAIRS // len(members)
        try:
            outlook_of[club] = _outlook(race, club, places, out_counts)
        except TooManyError:
            outlook_of[club] = Outlook(club, None, False, "")
    return outlook_of


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
        condition = "whatever happens" if not left else f"even if all {left} games left are lost"
        return Outlook(
            member, 0, False, f"{condition}, no {places} others can all finish level or ahead"
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
