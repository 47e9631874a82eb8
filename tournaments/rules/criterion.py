"""What a tie-break criterion is, and the data it works on.

A criterion acts on a whole tied group at once, never pair by pair. It returns each member's value,
or why it does not apply, or what it waits for.
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
    """A criterion's value for one member, where more is better. ``evidence`` says what the value
    rests on; empty where the table shows it anyway."""

    value: Fraction
    evidence: str = ""


@dataclass(frozen=True)
class Silent:
    """Why a criterion has no answer for a group. With ``waits`` it will have one after somebody
    acts, and no later step is tried before. ``asks`` is the criterion to settle first and its
    members, where that is not this criterion for the whole group."""

    why: str
    waits: bool = False
    asks: tuple[str, tuple[int, ...]] | None = None


@dataclass(frozen=True, eq=False)
class Field:
    """Everything that breaks ties: the games that count, the divisions, the schedule, and recorded
    rulings about ties (``rulings``: each member's number by criterion and group; ``runs``: the runs
    of the games among them). Games against clubs ``outside`` count for the others, and only the
    others are ranked. Fields compare by identity, so that a field can cache what follows from
    it."""

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
        return [entrant for entrant in self.entrants if entrant not in self.outside]

    def inside(self, division: int) -> list[int]:
        """Return the entrants of a division that can have a place."""
        return [entrant for entrant in self.ranked if self.divisions.get(entrant, 1) == division]

    @cached_property
    def division_numbers(self) -> list[int]:
        """The divisions with an entrant that can have a place."""
        return sorted({self.divisions.get(entrant, 1) for entrant in self.ranked})

    @cached_property
    def standing(self) -> dict[int, EntrantRecord]:
        return records(self.entrants, self.results)

    @cached_property
    def inside_divisions(self) -> dict[int, EntrantRecord]:
        inside = [
            result
            for result in self.results
            if self.divisions.get(result.home) == self.divisions.get(result.away)
        ]
        return records(self.entrants, inside)

    @cached_property
    def cells(self) -> Mapping[tuple[int, int], Tally]:
        """The cross-table: the first club's tally against the second, by pair."""
        return grid(self.results)

    @cached_property
    def left(self) -> dict[Pair, int]:
        """Games left by pair; empty where no schedule is known."""
        if self.scheduled is None:
            return {}
        members = set(self.entrants)
        return {
            pair: games
            for pair, games in games_left(self.scheduled, self.results).items()
            if games and pair <= members
        }

    @cached_property
    def left_against(self) -> dict[int, dict[int, int]]:
        games_by_pair: dict[int, dict[int, int]] = {entrant: {} for entrant in self.entrants}
        for pair, games in self.left.items():
            first, other = pair
            games_by_pair[first][other] = games_by_pair[other][first] = games
        return games_by_pair

    def left_of(self, member: int, others: Iterable[int] | None = None) -> int:
        """Count a member's games left against these opponents, or against all."""
        against = self.left_against.get(member, {})
        if others is None:
            return sum(against.values())
        return sum(against.get(other, 0) for other in set(others))

    def scope(self, group: Sequence[int], scope: str) -> tuple[dict[int, EntrantRecord], set[int]]:
        """Return the records of a group in the games of a scope, and the opponents in these
        games."""
        if scope == TIED:
            return records(group, among(group, self.results)), set(group)
        if scope == DIVISION:
            divisions = {self.divisions.get(member) for member in group}
            mates = {
                entrant for entrant in self.entrants if self.divisions.get(entrant) in divisions
            }
            return self.inside_divisions, mates
        return self.standing, set(self.entrants)


@dataclass(frozen=True)
class Asked:
    """The settings of a step: the games in scope, what unplayed games mean, and whether the group
    must have met equally often."""

    scope: str = ALL
    unplayed: str = IGNORE
    balanced: bool = True


class Criterion:
    """One way to split a tied group. ``scopes`` are the games it can use, the default first; with
    ``acts`` a person decides."""

    key: str
    name: str
    told: str
    """The criterion in words, for readers of the order of tie-breaks."""
    scopes: tuple[str, ...] = (ALL,)
    knows_balance = False
    acts = False
    only_two = False
    by_runs = False
    """Whether the margin of a game may decide."""
    by_others = False
    """Whether games between clubs outside the group may decide."""

    def worths(self, group: Sequence[int], of: Field, asked: Asked) -> Worths | Silent:
        """Return the value of each member of ``group``, or why there is none."""
        raise NotImplementedError
