"""Standings: who stands where, and by what.

Recomputed from confirmed results each time. One order of criteria (``TieOrder``) serves table,
seeding and export. A criterion acts on a whole tied group at once, never pair by pair, and the
order stops at "still tied": equal ranks are shown equal (1, 2=, 2=, 4), never parted by name,
number or luck.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from config.refusals import Refusal, refuse_all
from tournaments.rules.results import (
    EntrantRecord,
    GameResult,
    among,
    games_left,
    grid,
    records,
)

EVEN = Fraction(1, 2)


@dataclass(frozen=True)
class Worth:
    """What a criterion finds for one member: more is better; ``evidence`` says what it rests on,
    empty where the table shows it anyway."""

    value: Fraction
    evidence: str = ""


class Criterion:
    """One way to part a tied group."""

    key: str
    name: str

    def worths(
        self,
        group: Sequence[int],
        standing: Mapping[int, EntrantRecord],
        results: Sequence[GameResult],
    ) -> dict[int, Worth] | None:
        """The worth of each member of ``group``; ``None`` when it does not apply to this group."""
        raise NotImplementedError


class Percentage(Criterion):
    """Share of games won. Who has not played stands at .500, level with who has lost as many."""

    key = "pct"
    name = "Winning percentage"

    def worths(
        self,
        group: Sequence[int],
        standing: Mapping[int, EntrantRecord],
        results: Sequence[GameResult],
    ) -> dict[int, Worth] | None:
        """Exact percentages."""
        shares = {member: standing[member].overall.pct for member in group}
        return {member: Worth(EVEN if share is None else share) for member, share in shares.items()}


class HeadToHead(Criterion):
    """Share of the games among the tied, if all of them have met equally often."""

    key = "head-to-head"
    name = "Games among the tied"

    def worths(
        self,
        group: Sequence[int],
        standing: Mapping[int, EntrantRecord],
        results: Sequence[GameResult],
    ) -> dict[int, Worth] | None:
        """Percentages in the games among the group; ``None`` when meetings are uneven or none."""
        between = among(group, results)
        met = grid(between)
        pairs = [(one, other) for one in group for other in group if one != other]
        counts = {met[pair].played if pair in met else 0 for pair in pairs}
        if len(counts) != 1 or counts == {0}:
            return None
        where = "in their games" if len(group) == 2 else "in the games among the tied"
        found = {}
        for member, record in records(group, between).items():
            share = record.overall.pct
            found[member] = Worth(EVEN if share is None else share, f"{record.overall} {where}")
        return found


class RunDifference(Criterion):
    """Runs for less runs against, over all games."""

    key = "run-difference"
    name = "Run difference"

    def worths(
        self,
        group: Sequence[int],
        standing: Mapping[int, EntrantRecord],
        results: Sequence[GameResult],
    ) -> dict[int, Worth] | None:
        """Run differences."""
        differences = {member: standing[member].run_difference for member in group}
        return {
            member: Worth(Fraction(difference), f"run difference {difference:+d}")
            for member, difference in differences.items()
        }


CRITERIA: dict[str, Criterion] = {
    criterion.key: criterion for criterion in (Percentage(), HeadToHead(), RunDifference())
}


@dataclass(frozen=True)
class TieBreak:
    """How a criterion parted a tied group: the parts, best first, and everybody's evidence."""

    criterion: str
    parts: tuple[tuple[int, ...], ...]
    evidence: Mapping[int, str]

    def told(self, name: Callable[[int], str]) -> str:
        """A sentence for people: ``Ants ahead of Bees: 4-2 in their games``."""
        members = [member for part in self.parts for member in part]
        order = " ahead of ".join(
            " and ".join(name(member) for member in part) for part in self.parts
        )
        if len(members) == 2:
            return f"{order}: {self.evidence[members[0]]}"
        each = "; ".join(f"{name(member)} {self.evidence[member]}" for member in members)
        return f"{order}: {each}"


@dataclass(frozen=True)
class Place:
    """A rank (from 1), whether others share it, and the decisions that led to it, in order."""

    entrant: int
    rank: int
    shared: bool
    decisions: tuple[TieBreak, ...] = ()

    @property
    def label(self) -> str:
        """The rank as it is shown: ``2=`` when it is shared."""
        return f"{self.rank}{'=' if self.shared else ''}"

    @property
    def evidence(self) -> str:
        """What the entrant itself had to show in each decision; empty where none was needed."""
        return "; ".join(decision.evidence[self.entrant] for decision in self.decisions)


@dataclass(frozen=True)
class TieOrder:
    """Criteria in the order in which they are asked.

    When a criterion parts a group, each part that is still tied is asked again from the first
    criterion on: a head-to-head among three that puts one of them ahead is taken anew between the
    other two. Refused: ``tie-order-empty``, ``tie-order-unknown``.
    """

    criteria: tuple[str, ...] = ("pct",)

    def __post_init__(self) -> None:
        refusals = [
            Refusal(
                "tie-order-unknown",
                f"There is no tie-break {key!r}.",
                f"criteria {number}",
                {"given": key, "known": tuple(CRITERIA)},
            )
            for number, key in enumerate(self.criteria, start=1)
            if key not in CRITERIA
        ]
        if not self.criteria:
            refusals.append(
                Refusal("tie-order-empty", "A tie order needs a criterion to begin with.")
            )
        refuse_all(refusals)

    def rank(
        self,
        entrants: Sequence[int],
        standing: Mapping[int, EntrantRecord],
        results: Sequence[GameResult],
    ) -> list[Place]:
        """Every entrant's place, best first; those that stay tied in the order given."""
        criteria = [CRITERIA[key] for key in self.criteria]
        return _break_ties(list(entrants), 1, criteria, standing, results, ())


def _break_ties(
    group: list[int],
    rank: int,
    criteria: Sequence[Criterion],
    standing: Mapping[int, EntrantRecord],
    results: Sequence[GameResult],
    before: tuple[TieBreak, ...],
) -> list[Place]:
    for criterion in criteria if len(group) > 1 else ():
        worths = criterion.worths(group, standing, results)
        if worths is None or len({worth.value for worth in worths.values()}) < 2:
            continue
        parts = _parted(group, worths)
        evidence = {member: worth.evidence for member, worth in worths.items()}
        # What the table shows anyway (its percentages) needs no telling.
        decided = before
        if any(evidence.values()):
            decided = (*before, TieBreak(criterion.key, tuple(map(tuple, parts)), evidence))
        places: list[Place] = []
        for part in parts:
            places += _break_ties(part, rank + len(places), criteria, standing, results, decided)
        return places
    return [Place(member, rank, len(group) > 1, before) for member in group]


def _parted(group: Sequence[int], worths: Mapping[int, Worth]) -> list[list[int]]:
    """The group parted by worth, best part first."""
    values = sorted({worth.value for worth in worths.values()}, reverse=True)
    return [[member for member in group if worths[member].value == value] for value in values]


@dataclass(frozen=True)
class Row:
    """A line of the standings; ``games_behind`` the leader in halves, negative never;
    ``remaining`` games, where the schedule is known."""

    place: Place
    record: EntrantRecord
    games_behind: Fraction
    remaining: int | None = None


def standings(
    entrants: Sequence[int],
    results: Iterable[GameResult],
    order: TieOrder = TieOrder(),
    scheduled: Mapping[frozenset[int], int] | None = None,
) -> list[Row]:
    """The table, best first. Games behind are counted from whoever is most games above .500,
    which with unequal games played need not be who leads by percentage. ``scheduled`` says how
    many games each pair plays in all."""
    played = list(results)
    standing = records(entrants, played)
    most = max((record.overall.above_even for record in standing.values()), default=0)
    # Games with somebody who dropped out are not left to play.
    left = (
        {
            pair: games
            for pair, games in games_left(scheduled, played).items()
            if pair <= {*entrants}
        }
        if scheduled is not None
        else None
    )
    return [
        Row(
            place,
            standing[place.entrant],
            Fraction(most - standing[place.entrant].overall.above_even, 2),
            None
            if left is None
            else sum(games for pair, games in left.items() if place.entrant in pair),
        )
        for place in order.rank(entrants, standing, played)
    ]


def show_share(share: Fraction | None) -> str:
    """A percentage as baseball writes it: ``.667``, ``1.000``, a dash before the first game."""
    if share is None:
        return "-"
    # Halves go up, as in print: 9-7 is .563, where float formatting would make it .562.
    whole, thousandths = divmod(int(share * 1000 + Fraction(1, 2)), 1000)
    return f"{whole or ''}.{thousandths:03}"


def show_games_behind(games: Fraction) -> str:
    """Games behind as they are written: ``-`` for the leader, ``2``, ``2½``."""
    if not games:
        return "-"
    whole, half = divmod(games, 1)
    return f"{whole or ''}{'½' if half else ''}"
