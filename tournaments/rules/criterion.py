"""What a tie-break criterion is, and what it is asked of.

A criterion acts on a whole tied group at once, never pair by pair. It either finds what each member
is worth, or says why it does not apply, or what it waits for.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property

from tournaments.rules.results import (
    EntrantRecord,
    GameResult,
    Tally,
    among,
    games_left,
    grid,
    records,
)

EVEN = Fraction(1, 2)

ALL, TIED, DIVISION = "all", "tied", "division"
SCOPES: Mapping[str, str] = {
    ALL: "all games",
    TIED: "games among the tied",
    DIVISION: "games inside the division",
}
IGNORE, HALF, WAIT = "ignore", "half", "wait"
UNPLAYED: Mapping[str, str] = {
    IGNORE: "are left out",
    HALF: "count as half a win each",
    WAIT: "are waited for",
}

Pair = frozenset[int]
Worths = Mapping[int, "Worth"]


@dataclass(frozen=True)
class Worth:
    """What a criterion finds for one member: more is better; ``evidence`` says what it rests on,
    empty where the table shows it anyway."""

    value: Fraction
    evidence: str = ""


@dataclass(frozen=True)
class Silent:
    """A criterion has no answer for this group, and why; ``waits``: it will have one once people
    have acted, and nothing after it is asked before. ``asks``: what they are asked first, and about
    whom, where that is not the criterion itself about the whole group."""

    why: str
    waits: bool = False
    asks: tuple[str, tuple[int, ...]] | None = None


@dataclass(frozen=True, eq=False)
class Field:
    """Everything that ties are broken by: the games that count, the divisions, what is scheduled,
    and what people have done about ties (``rulings``: by kind and group, each member's number;
    ``runs``: those of the games among them). Games with those ``outside`` count for the others, who
    alone are ranked. Two are the same only where they are one, so that what follows from a field
    can be kept by it."""

    entrants: Sequence[int]
    results: Sequence[GameResult]
    divisions: Mapping[int, int] = field(default_factory=dict)
    scheduled: Mapping[Pair, int] | None = None
    rulings: Mapping[tuple[str, Pair], Mapping[int, int]] = field(default_factory=dict)
    outside: Collection[int] = ()
    runs: Mapping[tuple[str, Pair], Mapping[int, int]] = field(default_factory=dict)
    seeds: Mapping[int, int] = field(default_factory=dict)
    """The seeds of entrants that have been seeded before."""

    @cached_property
    def ranked(self) -> list[int]:
        """The entrants that can have a place."""
        return [each for each in self.entrants if each not in self.outside]

    def inside(self, division: int) -> list[int]:
        """The entrants of a division that can have a place."""
        return [each for each in self.ranked if self.divisions.get(each, 1) == division]

    @cached_property
    def division_numbers(self) -> list[int]:
        """The divisions that somebody can have a place in."""
        return sorted({self.divisions.get(each, 1) for each in self.ranked})

    @cached_property
    def standing(self) -> dict[int, EntrantRecord]:
        """Everybody's record."""
        return records(self.entrants, self.results)

    @cached_property
    def inside_divisions(self) -> dict[int, EntrantRecord]:
        """Everybody's record in the games inside its division."""
        inside = [
            result
            for result in self.results
            if self.divisions.get(result.home) == self.divisions.get(result.away)
        ]
        return records(self.entrants, inside)

    @cached_property
    def cells(self) -> Mapping[tuple[int, int], Tally]:
        """The cross-table."""
        return grid(self.results)

    @cached_property
    def left(self) -> dict[Pair, int]:
        """Games left by pair; none where no schedule is known."""
        if self.scheduled is None:
            return {}
        there = set(self.entrants)
        return {
            pair: games
            for pair, games in games_left(self.scheduled, self.results).items()
            if games and pair <= there
        }

    @cached_property
    def left_against(self) -> dict[int, dict[int, int]]:
        """Games left by member and opponent."""
        found: dict[int, dict[int, int]] = {each: {} for each in self.entrants}
        for pair, games in self.left.items():
            one, other = pair
            found[one][other] = found[other][one] = games
        return found

    def left_of(self, member: int, others: Iterable[int] | None = None) -> int:
        """A member's games left, against these others or all."""
        against = self.left_against.get(member, {})
        if others is None:
            return sum(against.values())
        return sum(against.get(other, 0) for other in set(others))

    def scope(self, group: Sequence[int], scope: str) -> tuple[dict[int, EntrantRecord], set[int]]:
        """The records of a group in some of the games, and against whom these are."""
        if scope == TIED:
            return records(group, among(group, self.results)), set(group)
        if scope == DIVISION:
            mine = {self.divisions.get(member) for member in group}
            mates = {each for each in self.entrants if self.divisions.get(each) in mine}
            return self.inside_divisions, mates
        return self.standing, set(self.entrants)


@dataclass(frozen=True)
class Asked:
    """How a criterion is asked in a step: in which games, what unplayed ones mean, and whether the
    group must have met equally often."""

    scope: str = ALL
    unplayed: str = IGNORE
    balanced: bool = True


class Criterion:
    """One way to part a tied group. ``scopes`` are the games it can be asked about, the usual ones
    first; ``acts`` says that people decide."""

    key: str
    name: str
    told: str
    """What is asked, for people who read the order of tie-breaks."""
    scopes: tuple[str, ...] = (ALL,)
    knows_balance = False
    acts = False
    only_two = False
    by_runs = False
    """Runs part the group: whether a game is won by one or by many may decide."""
    by_others = False
    """Games between clubs outside the group may part it."""

    def worths(self, group: Sequence[int], of: Field, asked: Asked) -> Worths | Silent:
        """The worth of each member of ``group``, or why there is none."""
        raise NotImplementedError
