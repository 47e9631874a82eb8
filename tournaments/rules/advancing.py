"""Who goes on to a later stage: a declared rule, evaluated with reasons."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from config.refusals import Refusal
from tournaments.rules.criterion import Field
from tournaments.rules.ties import Answer, Place, Ranking, TieOrder

BY_RECORD, WINNERS_FIRST, BY_DIVISION = "by-record", "winners-first", "by-division"
SEEDINGS: Mapping[str, str] = {
    BY_RECORD: "everybody by record",
    WINNERS_FIRST: "division winners before the others",
    BY_DIVISION: "inside each division",
}


@dataclass(frozen=True)
class AdvanceRule:
    """``per_division`` clubs of each division go on, and the ``others`` best of the rest (wild
    cards). ``first``: the place in the division with which it begins: 1, or more for a consolation.
    """

    per_division: int = 2
    others: int = 0
    seeding: str = BY_RECORD
    first: int = 1

    def problems(self, place: str) -> list[Refusal]:
        """Everything that is wrong with the rule."""
        found = []
        if not (0 <= self.per_division <= 30 and 0 <= self.others <= 30 and 1 <= self.first <= 30):
            found.append(
                Refusal(
                    "advance-out-of-range", "So many clubs cannot go on: 0 to 30 of them.", place
                )
            )
        if not self.per_division and not self.others:
            found.append(Refusal("advance-nobody", "At least one club has to go on.", place))
        if self.seeding not in SEEDINGS:
            found.append(
                Refusal(
                    "advance-seeding",
                    f"Seeds are given {', '.join(SEEDINGS.values())}; not {self.seeding!r}.",
                    place,
                )
            )
        return found

    def in_words(self, divisions: int) -> str:
        """The rule in words, for an event of so many divisions."""
        where = " of each division" if divisions > 1 else ""
        last = self.first + self.per_division - 1
        said = []
        if self.per_division == 1:
            said.append(f"the winner{where}" if self.first == 1 else f"place {self.first}{where}")
        elif self.per_division:
            span = f"places {self.first} to {last}"
            said.append((f"the first {self.per_division}" if self.first == 1 else span) + where)
        if self.others:
            said.append(f"the {self.others} best{' of the rest' if self.per_division else ''}")
        return f"{' and '.join(said)}; seeds: {SEEDINGS[self.seeding]}"


@dataclass(frozen=True)
class Qualifier:
    """Who goes on, as which seed, and why."""

    entrant: int
    seed: int
    reason: str


@dataclass(frozen=True)
class OpenTie:
    """A tie that has to be broken before anybody goes on, and the question that waits."""

    members: tuple[int, ...]
    waiting: tuple[Answer, ...]


@dataclass(frozen=True)
class Advancement:
    """Who goes on by seed; empty while ties are open. ``possible``: who goes on, or may."""

    qualifiers: tuple[Qualifier, ...]
    open: tuple[OpenTie, ...] = ()
    possible: frozenset[int] = frozenset()


def advance(rule: AdvanceRule, of: Field, order: TieOrder) -> Advancement:
    """Evaluate the rule on final results. The dice come last in every order: a tie that nothing
    breaks is put to the director, unless it makes no difference."""
    strict = order.with_dice()
    divisions = of.division_numbers
    members = {number: of.inside(number) for number in divisions}
    chosen: list[int] = []
    reasons: dict[int, str] = {}
    winners: list[int] = []
    rest: list[int] = []
    ties: list[OpenTie] = []
    for number, inside in members.items():
        last = rule.first - 1 + rule.per_division
        ranking = strict.rank(of, inside, cuts={rule.first - 1, last})
        skipped = ranking.places[: rule.first - 1]
        taken = ranking.places[rule.first - 1 : last]
        left = ranking.places[last:]
        ties += _cut_open(skipped, taken, ranking)
        ties += _cut_open(taken, left, ranking)
        where = f" in division {number}" if len(divisions) > 1 else ""
        for place in taken:
            chosen.append(place.entrant)
            reasons[place.entrant] = _reason(f"place {place.label}{where}", place)
            if place.rank == 1:
                winners.append(place.entrant)
        rest += [place.entrant for place in left]
    if ties:
        # Who is left over for the other places follows from these.
        return _wait(ties, [*chosen, *rest] if rule.others else chosen)
    if rule.others and rest:
        ranking = strict.rank(of, rest, cuts={rule.others})
        cards, out = ranking.places[: rule.others], ranking.places[rule.others :]
        ties += _cut_open(cards, out, ranking)
        for place in cards:
            chosen.append(place.entrant)
            reasons[place.entrant] = _reason(f"place {place.label} among the rest", place)
    if ties:
        return _wait(ties, chosen)
    groups = [chosen]
    if rule.seeding == WINNERS_FIRST:
        groups = [
            [each for each in chosen if each in winners],
            [each for each in chosen if each not in winners],
        ]
    elif rule.seeding == BY_DIVISION:
        groups = [[each for each in chosen if each in set(inside)] for inside in members.values()]
    seeded: list[int] = []
    for group in groups:
        ranking = strict.for_seeds().rank(of, group)
        ties += _level(ranking)
        seeded += [place.entrant for place in ranking.places]
    if ties:
        return _wait(ties, chosen)
    return Advancement(
        tuple(Qualifier(each, seed, reasons[each]) for seed, each in enumerate(seeded, start=1)),
        possible=frozenset(chosen),
    )


def _wait(ties: Sequence[OpenTie], likely: Sequence[int]) -> Advancement:
    level = [member for tie in ties for member in tie.members]
    return Advancement((), tuple(ties), frozenset([*likely, *level]))


def _reason(said: str, place: Place) -> str:
    return f"{said}: {place.evidence}" if place.evidence else said


def _cut_open(inside: Sequence[Place], outside: Sequence[Place], ranking: Ranking) -> list[OpenTie]:
    """The tie that lies across a cut, if there is one: all who share the rank."""
    if not inside or not outside or inside[-1].rank != outside[0].rank:
        return []
    return [_open(inside[-1].rank, ranking)]


def _level(ranking: Ranking) -> list[OpenTie]:
    """Every tie that is left: seeds have to be told apart."""
    ranks = dict.fromkeys(place.rank for place in ranking.places if place.shared)
    return [_open(rank, ranking) for rank in ranks]


def _open(rank: int, ranking: Ranking) -> OpenTie:
    members = tuple(place.entrant for place in ranking.places if place.rank == rank)
    waiting = tuple(
        answer
        for tie in ranking.ties
        for answer in tie.waiting
        if set(answer.group) <= set(members)
    )
    return OpenTie(members, waiting)
