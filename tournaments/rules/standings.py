"""Standings: who stands where, and by what.

Recomputed from confirmed results each time. One order of criteria (``TieOrder``) serves table,
seeding and export. A criterion acts on a whole tied group at once, never pair by pair, and the
order stops at "still tied": equal ranks are shown equal (1, 2=, 2=, 4), never parted by name,
number or luck.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from tournaments.rules.results import EntrantRecord, GameResult, among, grid, records

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
        found = {}
        for member, record in records(group, between).items():
            share = record.overall.pct
            found[member] = Worth(
                EVEN if share is None else share,
                f"{record.overall} in the games among the tied",
            )
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
class Place:
    """A rank (from 1), whether others share it, and what decided it, for people."""

    entrant: int
    rank: int
    shared: bool
    evidence: str = ""

    @property
    def label(self) -> str:
        """The rank as it is shown: ``2=`` when it is shared."""
        return f"{self.rank}{'=' if self.shared else ''}"


@dataclass(frozen=True)
class TieOrder:
    """Criteria in the order in which they are asked.

    When a criterion parts a group, each part that is still tied is asked again from the second
    criterion on (the first has told them apart as far as it can): a head-to-head among three that
    puts one of them ahead is taken anew between the other two.
    """

    criteria: tuple[str, ...] = ("pct",)

    def rank(
        self,
        entrants: Sequence[int],
        standing: Mapping[int, EntrantRecord],
        results: Sequence[GameResult],
    ) -> list[Place]:
        """Every entrant's place, best first; those that stay tied in the order given."""
        first, *rest = (CRITERIA[key] for key in self.criteria)
        places: list[Place] = []
        for group, _ in _parts(first, entrants, standing, results) or [(list(entrants), {})]:
            places += _settle(group, len(places) + 1, rest, standing, results, {})
        return places


def _settle(
    group: list[int],
    rank: int,
    criteria: Sequence[Criterion],
    standing: Mapping[int, EntrantRecord],
    results: Sequence[GameResult],
    evidence: Mapping[int, str],
) -> list[Place]:
    if len(group) > 1:
        for criterion in criteria:
            parts = _parts(criterion, group, standing, results)
            if parts is None or len(parts) < 2:
                continue
            places: list[Place] = []
            for part, why in parts:
                found = {
                    member: "; ".join(filter(None, (evidence.get(member), why[member])))
                    for member in part
                }
                places += _settle(part, rank + len(places), criteria, standing, results, found)
            return places
    shared = len(group) > 1
    return [Place(member, rank, shared, evidence.get(member, "")) for member in group]


def _parts(
    criterion: Criterion,
    group: Sequence[int],
    standing: Mapping[int, EntrantRecord],
    results: Sequence[GameResult],
) -> list[tuple[list[int], dict[int, str]]] | None:
    """The group parted by worth, best part first, with everybody's evidence."""
    worths = criterion.worths(group, standing, results)
    if worths is None:
        return None
    return [
        (
            [member for member in group if worths[member].value == value],
            {member: worths[member].evidence for member in group},
        )
        for value in sorted({worth.value for worth in worths.values()}, reverse=True)
    ]


@dataclass(frozen=True)
class Row:
    """A line of the standings; ``games_behind`` the leader in halves, negative never."""

    place: Place
    record: EntrantRecord
    games_behind: Fraction


def standings(
    entrants: Sequence[int],
    results: Iterable[GameResult],
    order: TieOrder = TieOrder(),
) -> list[Row]:
    """The table, best first. Games behind are counted from whoever is most games above .500,
    which with unequal games played need not be who leads by percentage."""
    played = list(results)
    standing = records(entrants, played)
    most = max((record.overall.above_even for record in standing.values()), default=0)
    return [
        Row(
            place,
            standing[place.entrant],
            Fraction(most - standing[place.entrant].overall.above_even, 2),
        )
        for place in order.rank(entrants, standing, played)
    ]


def show_share(share: Fraction | None) -> str:
    """A percentage as baseball writes it: ``.667``, ``1.000``, a dash before the first game."""
    if share is None:
        return "-"
    text = f"{float(share):.3f}"
    return text if share >= 1 else text[1:]


def show_games_behind(games: Fraction) -> str:
    """Games behind as they are written: ``-`` for the leader, ``2``, ``2½``."""
    if not games:
        return "-"
    whole, half = divmod(games, 1)
    return f"{whole or ''}{'½' if half else ''}"
