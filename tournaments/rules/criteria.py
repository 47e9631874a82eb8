"""Tie-break criteria, each a small named class that splits a tied group."""

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
    """A criterion computed from records in some of the games."""

    scopes: tuple[str, ...] = (ALL, TIED, DIVISION)

    def worths(self, group: Sequence[int], of: Field, asked: Asked) -> Worths | Silent:
        standing, against = of.scope(group, asked.scope)
        left = dict.fromkeys(group, 0)
        if asked.unplayed != IGNORE:
            left = {member: of.left_of(member, against) for member in group}
        if asked.unplayed == WAIT and any(left.values()):
            # A game between two members of the group is one game.
            members, met = set(group), set(group) | set(against)
            unplayed = sum(
                count for pair, count in of.left.items() if pair & members and pair <= met
            )
            are = "is" if unplayed == 1 else "are"
            return Silent(f"{unplayed} of their games {are} left to play", waits=True)
        halves = left if asked.unplayed == HALF else dict.fromkeys(group, 0)
        return {
            member: self.worth(standing[member], halves[member], asked.scope) for member in group
        }

    def worth(self, record: EntrantRecord, half: int, scope: str) -> Worth:
        """Return the value of one record, with ``half`` more games that count as half a win
        each."""
        raise NotImplementedError


def _where(scope: str) -> str:
    return {ALL: "", TIED: " among the tied", DIVISION: " in the division"}[scope]


class Percentage(Scoped):
    """Share of games won. A club without games stands at .500, level with a club that has won half
    of its games."""

    key = "pct"
    name = "Winning percentage"
    told = (
        "Who has won the greater share of games; a tied game is half a win, "
        "who has not played stands at .500."
    )

    def worth(self, record: EntrantRecord, half: int, scope: str) -> Worth:
        """Return the exact percentage; no evidence for all games, as the table shows it."""
        tally = record.overall
        share = Tally(tally.won, tally.lost, tally.tied + half).pct
        evidence = "" if scope == ALL else f"{tally}{_where(scope)}"
        return Worth(EVEN if share is None else share, evidence)


class AboveEven(Scoped):
    """Games won minus games lost: byes add nothing."""

    key = "above-even"
    name = "Games above .500"
    told = "Games won less games lost."

    def worth(self, record: EntrantRecord, half: int, scope: str) -> Worth:
        above = record.overall.above_even
        return Worth(Fraction(above), f"{above:+d}{_where(scope)}")


class Wins(Scoped):
    key = "wins"
    name = "Wins"
    told = "Who has won more games."

    def worth(self, record: EntrantRecord, half: int, scope: str) -> Worth:
        """Count wins, plus half a win for each of the ``half`` games."""
        won = record.overall.won
        return Worth(won + Fraction(half, 2), f"{won} won{_where(scope)}")


class RunDifference(Scoped):
    key = "run-difference"
    by_runs = True
    name = "Run difference"
    told = "Runs scored less runs allowed."

    def worth(self, record: EntrantRecord, half: int, scope: str) -> Worth:
        difference = record.run_difference
        return Worth(Fraction(difference), f"run difference {difference:+d}{_where(scope)}")


class RunQuotient(Scoped):
    """Runs scored to runs allowed, compared as the share of all runs to avoid division by zero."""

    key = "run-quotient"
    by_runs = True
    name = "Run quotient"
    told = "Runs scored by runs allowed."

    def worth(self, record: EntrantRecord, half: int, scope: str) -> Worth:
        """Return the share of runs that the club scored; one half before the first run."""
        scored, allowed = record.runs_for, record.runs_against
        share = Fraction(scored, scored + allowed) if scored + allowed else EVEN
        return Worth(share, f"runs {scored}:{allowed}{_where(scope)}")


class RunsPerOut(Scoped):
    """Runs allowed for each out made on defense; fewer are better. A side that pitches longer, in
    extra innings or at home, is at no disadvantage."""

    key = "runs-per-out"
    by_runs = True
    name = "Runs allowed per out on defence"
    told = "Who has allowed fewer runs for each out made in the field."

    def worths(self, group: Sequence[int], of: Field, asked: Asked) -> Worths | Silent:
        """Return each member's figure; silent where the outs of a game are not known."""
        standing, _ = of.scope(group, asked.scope)
        unknown = sum(standing[member].outs_unknown for member in group)
        if unknown:
            return Silent(f"the outs of {unknown} of their games are not known")
        return super().worths(group, of, asked)

    def worth(self, record: EntrantRecord, half: int, scope: str) -> Worth:
        """Return runs allowed per out, negated; the evidence also gives it for 27 outs, a game of
        nine innings."""
        if not record.outs:
            return Worth(Fraction(0), f"no outs on defence{_where(scope)}")
        share = Fraction(record.runs_against, record.outs)
        nine = f"{float(27 * share):.2f}"
        return Worth(
            -share,
            f"{record.runs_against} runs in {record.outs} outs ({nine} in 27){_where(scope)}",
        )


class HeadToHead(Criterion):
    """Share of games won among the tied; with ``balanced`` only if all of them have met equally
    often."""

    key = "head-to-head"
    name = "Games among the tied"
    told = "The share of games won against the others who are level."
    scopes = (TIED,)
    knows_balance = True

    def worths(self, group: Sequence[int], of: Field, asked: Asked) -> Worths | Silent:
        left = {pair: games for pair, games in of.left.items() if pair <= set(group)}
        if asked.unplayed == WAIT and left:
            return Silent(f"{sum(left.values())} games among the tied are left", waits=True)
        counts = set()
        for index, club in enumerate(group):
            for other in group[index + 1 :]:
                cell = of.cells.get((club, other))
                more = left.get(frozenset((club, other)), 0) if asked.unplayed == HALF else 0
                counts.add((cell.played if cell else 0) + more)
        if counts == {0}:
            return Silent("they have not met")
        if asked.balanced and len(counts) != 1:
            return Silent("they have not met equally often")
        where = "in their games" if len(group) == 2 else "in the games among the tied"
        worths = {}
        for member in group:
            tallies = [of.cells.get((member, other), Tally()) for other in group if other != member]
            own = Tally(
                sum(tally.won for tally in tallies),
                sum(tally.lost for tally in tallies),
                sum(tally.tied for tally in tallies),
            )
            half = of.left_of(member, group) if asked.unplayed == HALF else 0
            share = Tally(own.won, own.lost, own.tied + half).pct
            worths[member] = Worth(EVEN if share is None else share, f"{own} {where}")
        return worths


class DivisionRecord(Percentage):
    """Share of games won inside the division."""

    key = "division-record"
    name = "Record in the division"
    told = "The share of games won against clubs of the division."
    scopes = (DIVISION,)


class StrengthOfSchedule(Criterion):
    """Combined winning percentage of the opponents, each counted as often as it was met."""

    key = "strength-of-schedule"
    by_others = True
    name = "Strength of schedule"
    told = "Whose opponents, each as often as met, have won the greater share of their games."

    def worths(self, group: Sequence[int], of: Field, asked: Asked) -> Worths | Silent:
        if asked.unplayed == WAIT and of.left:
            return Silent(f"{sum(of.left.values())} games are left to play", waits=True)
        worths = {}
        for member in group:
            won = lost = tied = 0
            for other in of.entrants:
                meetings = of.cells.get((member, other))
                if meetings is None:
                    continue
                tally = of.standing[other].overall
                won += tally.won * meetings.played
                lost += tally.lost * meetings.played
                tied += tally.tied * meetings.played
            share = Tally(won, lost, tied).pct
            value = EVEN if share is None else share
            worths[member] = Worth(value, f"opponents {float(value):.3f}".replace("0.", ".", 1))
        return worths


class SonnebornBerger(Criterion):
    """Wins of every opponent beaten, plus half the wins of every opponent tied, game by game."""

    key = "sonneborn-berger"
    by_others = True
    name = "Sonneborn-Berger"
    told = "The wins of every opponent beaten, counted for each game."

    def worths(self, group: Sequence[int], of: Field, asked: Asked) -> Worths | Silent:
        """Return the sum of the opponents' points over the games."""
        if asked.unplayed == WAIT and of.left:
            return Silent(f"{sum(of.left.values())} games are left to play", waits=True)
        points = {
            member: record.overall.won + Fraction(record.overall.tied, 2)
            for member, record in of.standing.items()
        }
        worths = {}
        for member in group:
            score = Fraction(0)
            for other in of.entrants:
                meetings = of.cells.get((member, other))
                if meetings is not None:
                    score += points[other] * (meetings.won + Fraction(meetings.tied, 2))
            worths[member] = Worth(score, f"Sonneborn-Berger {float(score):g}")
        return worths


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
