"""Tie-break criteria: each one way to part a tied group, small and named.

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
    """Of those who have been seeded before."""

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

    def worths(self, group: Sequence[int], of: Field, asked: Asked) -> Worths | Silent:
        """The worth of each member of ``group``, or why there is none."""
        raise NotImplementedError


class Scoped(Criterion):
    """A criterion read off records in some of the games."""

    scopes: tuple[str, ...] = (ALL, TIED, DIVISION)

    def worths(self, group: Sequence[int], of: Field, asked: Asked) -> Worths | Silent:
        """Each member's figure in the games asked about."""
        standing, against = of.scope(group, asked.scope)
        left = dict.fromkeys(group, 0)
        if asked.unplayed != IGNORE:
            left = {member: of.left_of(member, against) for member in group}
        if asked.unplayed == WAIT and any(left.values()):
            return Silent(f"{sum(left.values())} of its games are left to play", waits=True)
        given = left if asked.unplayed == HALF else dict.fromkeys(group, 0)
        return {
            member: self.worth(standing[member], given[member], asked.scope) for member in group
        }

    def worth(self, record: EntrantRecord, half: int, scope: str) -> Worth:
        """What one record is worth, with ``half`` games more that count as half a win."""
        raise NotImplementedError


def _where(scope: str) -> str:
    return {ALL: "", TIED: " among the tied", DIVISION: " in the division"}[scope]


class Percentage(Scoped):
    """Share of games won. Who has not played stands at .500, level with who has lost as many."""

    key = "pct"
    name = "Winning percentage"
    told = (
        "Who has won the greater share of games; a tied game is half a win, "
        "who has not played stands at .500."
    )

    def worth(self, record: EntrantRecord, half: int, scope: str) -> Worth:
        """Exact percentages; the table shows those of all games."""
        tally = record.overall
        share = Tally(tally.won, tally.lost, tally.tied + half).pct
        said = "" if scope == ALL else f"{tally}{_where(scope)}"
        return Worth(EVEN if share is None else share, said)


class AboveEven(Scoped):
    """Games won less games lost: byes give nothing."""

    key = "above-even"
    name = "Games above .500"
    told = "Games won less games lost."

    def worth(self, record: EntrantRecord, half: int, scope: str) -> Worth:
        """Games above .500."""
        above = record.overall.above_even
        return Worth(Fraction(above), f"{above:+d}{_where(scope)}")


class Wins(Scoped):
    """Games won."""

    key = "wins"
    name = "Wins"
    told = "Who has won more games."

    def worth(self, record: EntrantRecord, half: int, scope: str) -> Worth:
        """Wins, and half a win for each game that counts so."""
        won = record.overall.won
        return Worth(won + Fraction(half, 2), f"{won} won{_where(scope)}")


class RunDifference(Scoped):
    """Runs for less runs against."""

    key = "run-difference"
    name = "Run difference"
    told = "Runs scored less runs allowed."

    def worth(self, record: EntrantRecord, half: int, scope: str) -> Worth:
        """Run differences."""
        difference = record.run_difference
        return Worth(Fraction(difference), f"run difference {difference:+d}{_where(scope)}")


class RunQuotient(Scoped):
    """Runs for by runs against, compared as the share of all runs: nobody divides by nothing."""

    key = "run-quotient"
    name = "Run quotient"
    told = "Runs scored by runs allowed."

    def worth(self, record: EntrantRecord, half: int, scope: str) -> Worth:
        """The share of runs that were one's own; even before the first."""
        scored, allowed = record.runs_for, record.runs_against
        share = Fraction(scored, scored + allowed) if scored + allowed else EVEN
        return Worth(share, f"runs {scored}:{allowed}{_where(scope)}")


class RunsPerOut(Scoped):
    """Runs allowed by outs made on defence: who had to pitch longer, in extra innings or as the
    home side, is not the worse for it. Fewer are better."""

    key = "runs-per-out"
    name = "Runs allowed per out on defence"
    told = "Who has allowed fewer runs for each out made in the field."

    def worths(self, group: Sequence[int], of: Field, asked: Asked) -> Worths | Silent:
        """Each member's figure; silent where the outs of a game are not known."""
        standing, _ = of.scope(group, asked.scope)
        unknown = sum(standing[member].outs_unknown for member in group)
        if unknown:
            return Silent(f"the outs of {unknown} of their games are not known")
        return super().worths(group, of, asked)

    def worth(self, record: EntrantRecord, half: int, scope: str) -> Worth:
        """Runs allowed by outs, 27 outs being a game of nine innings."""
        if not record.outs:
            return Worth(Fraction(0), f"no outs on defence{_where(scope)}")
        share = Fraction(record.runs_against, record.outs)
        nine = f"{float(27 * share):.2f}"
        return Worth(
            -share,
            f"{record.runs_against} runs in {record.outs} outs ({nine} in 27){_where(scope)}",
        )


class HeadToHead(Criterion):
    """Share of the games among the tied; with ``balanced`` only if all of them have met equally
    often."""

    key = "head-to-head"
    name = "Games among the tied"
    told = "The share of games won against the others who are level."
    scopes = (TIED,)
    knows_balance = True

    def worths(self, group: Sequence[int], of: Field, asked: Asked) -> Worths | Silent:
        """Percentages in the games among the group."""
        left = {pair: games for pair, games in of.left.items() if pair <= set(group)}
        if asked.unplayed == WAIT and left:
            return Silent(f"{sum(left.values())} games among the tied are left", waits=True)
        counts = set()
        for at, one in enumerate(group):
            for other in group[at + 1 :]:
                cell = of.cells.get((one, other))
                more = left.get(frozenset((one, other)), 0) if asked.unplayed == HALF else 0
                counts.add((cell.played if cell else 0) + more)
        if counts == {0}:
            return Silent("they have not met")
        if asked.balanced and len(counts) != 1:
            return Silent("they have not met equally often")
        where = "in their games" if len(group) == 2 else "in the games among the tied"
        found = {}
        for member in group:
            tallies = [of.cells.get((member, other), Tally()) for other in group if other != member]
            own = Tally(
                sum(each.won for each in tallies),
                sum(each.lost for each in tallies),
                sum(each.tied for each in tallies),
            )
            half = of.left_of(member, group) if asked.unplayed == HALF else 0
            share = Tally(own.won, own.lost, own.tied + half).pct
            found[member] = Worth(EVEN if share is None else share, f"{own} {where}")
        return found


class DivisionRecord(Percentage):
    """Share of the games won inside the division."""

    key = "division-record"
    name = "Record in the division"
    told = "The share of games won against clubs of the division."
    scopes = (DIVISION,)


class StrengthOfSchedule(Criterion):
    """How the opponents have fared, each counted as often as they were met: all their games
    together."""

    key = "strength-of-schedule"
    name = "Strength of schedule"
    told = "Whose opponents, each as often as met, have won the greater share of their games."

    def worths(self, group: Sequence[int], of: Field, asked: Asked) -> Worths | Silent:
        """The percentage of all opponents together."""
        if asked.unplayed == WAIT and of.left:
            return Silent(f"{sum(of.left.values())} games are left to play", waits=True)
        found = {}
        for member in group:
            won = lost = tied = 0
            for other in of.entrants:
                met = of.cells.get((member, other))
                if met is None:
                    continue
                tally = of.standing[other].overall
                won += tally.won * met.played
                lost += tally.lost * met.played
                tied += tally.tied * met.played
            share = Tally(won, lost, tied).pct
            value = EVEN if share is None else share
            found[member] = Worth(value, f"opponents {float(value):.3f}".replace("0.", ".", 1))
        return found


class SonnebornBerger(Criterion):
    """The wins of everybody one has beaten, and half of those one has tied, game by game."""

    key = "sonneborn-berger"
    name = "Sonneborn-Berger"
    told = "The wins of every opponent beaten, counted for each game."

    def worths(self, group: Sequence[int], of: Field, asked: Asked) -> Worths | Silent:
        """The sum over games of the opponent's points."""
        if asked.unplayed == WAIT and of.left:
            return Silent(f"{sum(of.left.values())} games are left to play", waits=True)
        points = {
            member: record.overall.won + Fraction(record.overall.tied, 2)
            for member, record in of.standing.items()
        }
        found = {}
        for member in group:
            score = Fraction(0)
            for other in of.entrants:
                met = of.cells.get((member, other))
                if met is not None:
                    score += points[other] * (met.won + Fraction(met.tied, 2))
            found[member] = Worth(score, f"Sonneborn-Berger {float(score):g}")
        return found


class Ruled(Criterion):
    """What people do about a tie: the group stays tied until they have."""

    acts = True
    waiting: str
    said: str

    def worths(self, group: Sequence[int], of: Field, asked: Asked) -> Worths | Silent:
        """What was recorded for this group."""
        ruling = self.ruling(frozenset(group), of)
        if ruling is None:
            return Silent(self.waiting, waits=True)
        if len({ruling[member] for member in group}) == 1:
            return Silent(f"nothing was decided; {self.waiting}", waits=True)
        runs = of.runs.get((self.key, frozenset(group)), {})
        return {
            member: Worth(
                Fraction(ruling[member]),
                self.evidence(ruling[member]) + _score(member, group, runs),
            )
            for member in group
        }

    def ruling(self, group: frozenset[int], of: Field) -> Mapping[int, int] | None:
        """What was recorded for exactly this group."""
        return of.rulings.get((self.key, group))

    def evidence(self, value: int) -> str:
        """What was recorded, in words."""
        return "won the game" if value else "lost the game"


def _score(member: int, group: Sequence[int], runs: Mapping[int, int]) -> str:
    """The score of a game between two, one's own runs first, where it is known."""
    others = [runs[other] for other in group if other != member and other in runs]
    return f" {runs[member]}-{others[0]}" if len(others) == 1 and member in runs else ""


class Playoff(Ruled):
    """One more game between two."""

    key = "playoff"
    name = "One-game playoff"
    told = "One more game between the two."
    waiting = "a game between them decides"
    only_two = True


class ShootOut(Ruled):
    """A shoot-out between two (T32). More than two meet in pairs, best against worst, with byes for
    the best of them, by seed or by a d20 where there is no seeding (A-O2): who wins, or has the
    bye, is ahead of who loses."""

    key = "shoot-out"
    name = "Shoot-out"
    told = "A shoot-out between the two; of more in pairs, with byes by seed or d20."
    waiting = "a shoot-out decides"

    def worths(self, group: Sequence[int], of: Field, asked: Asked) -> Worths | Silent:
        """Who has won a shoot-out; of more than two, one round of them."""
        if len(group) == 2:
            return super().worths(group, of, asked)
        order = self._in_order(group, of)
        if isinstance(order, Silent):
            return order
        size = 1 << (len(order) - 1).bit_length()
        byes, order = order[: size - len(order)], order[size - len(order) :]
        half = len(order) // 2
        pairs = list(zip(order[:half], reversed(order[half:]), strict=True))
        found = {each: Worth(Fraction(1), "had the bye") for each in byes}
        for pair in pairs:
            won = super().worths(pair, of, asked)
            if isinstance(won, Silent):
                return Silent(won.why, waits=True, asks=(self.key, pair))
            found.update(won)
        return {member: found[member] for member in group}

    def _in_order(self, group: Sequence[int], of: Field) -> list[int] | Silent:
        """The best first, by seed or d20; of those who rolled alike each rolls again."""
        if all(member in of.seeds for member in group):
            return sorted(group, key=of.seeds.__getitem__)
        members = frozenset(group)
        rolls = of.rulings.get((D20.key, members)) or larger_roll(of.rulings, members)
        if rolls is None or len({rolls[member] for member in group}) == 1:
            return Silent(
                "a d20 for each says who has a bye; the others play shoot-outs in pairs",
                waits=True,
                asks=(D20.key, tuple(group)),
            )
        found: list[int] = []
        for roll in sorted({rolls[member] for member in group}, reverse=True):
            level = [member for member in group if rolls[member] == roll]
            if len(level) > 1:
                parted = self._in_order(level, of)
                if isinstance(parted, Silent):
                    return parted
                level = parted
            found += level
        return found

    def evidence(self, value: int) -> str:
        """Who won it."""
        return "won the shoot-out" if value else "lost the shoot-out"


def larger_roll(
    rulings: Mapping[tuple[str, Pair], Mapping[int, int]], group: Pair
) -> Mapping[int, int] | None:
    """The dice of the smallest group around this one that part it; none where there are none."""
    found = [
        (len(members), dice)
        for (kind, members), dice in rulings.items()
        if kind == D20.key and group < members and len({dice[each] for each in group}) > 1
    ]
    return min(found, key=lambda one: one[0])[1] if found else None


class D20(Ruled):
    """A d20 that the director rolls for each."""

    key = "d20"
    name = "d20 rolled by the director"
    told = "The director rolls a d20 for each; the higher goes ahead."
    waiting = "the director rolls a d20 for each"

    def ruling(self, group: frozenset[int], of: Field) -> Mapping[int, int] | None:
        """The dice of this group, or of a larger one: who was ahead among three is ahead between
        two."""
        return super().ruling(group, of) or larger_roll(of.rulings, group)

    def evidence(self, value: int) -> str:
        """What was rolled."""
        return f"rolled {value}"


CRITERIA: dict[str, Criterion] = {
    criterion.key: criterion
    for criterion in (
        Percentage(),
        AboveEven(),
        Wins(),
        HeadToHead(),
        DivisionRecord(),
        RunDifference(),
        RunQuotient(),
        RunsPerOut(),
        StrengthOfSchedule(),
        SonnebornBerger(),
        Playoff(),
        ShootOut(),
        D20(),
    )
}
