"""Tie-break criteria: each one way to part a tied group, small and named."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from tournaments.rules.criterion import (
    ALL,
    DIVISION,
    EVEN,
    HALF,
    IGNORE,
    TIED,
    WAIT,
    Asked,
    Criterion,
    Field,
    Silent,
    Worth,
    Worths,
)
from tournaments.rules.results import (
    EntrantRecord,
    Tally,
)
from tournaments.rules.ruled_criteria import D20, Playoff, ShootOut


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
            # A game between two of the group is one game.
            there, met = set(group), set(group) | set(against)
            games = sum(number for pair, number in of.left.items() if pair & there and pair <= met)
            are = "is" if games == 1 else "are"
            return Silent(f"{games} of their games {are} left to play", waits=True)
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
    by_runs = True
    name = "Run difference"
    told = "Runs scored less runs allowed."

    def worth(self, record: EntrantRecord, half: int, scope: str) -> Worth:
        """Run differences."""
        difference = record.run_difference
        return Worth(Fraction(difference), f"run difference {difference:+d}{_where(scope)}")


class RunQuotient(Scoped):
    """Runs for by runs against, compared as the share of all runs: no division by nought."""

    key = "run-quotient"
    by_runs = True
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
    by_runs = True
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
    by_others = True
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
    by_others = True
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
