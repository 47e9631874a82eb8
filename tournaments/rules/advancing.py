"""Who advances to a later stage: a declared rule, evaluated with reasons."""

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
    """``per_division`` clubs of each division advance, and the ``others`` best of the rest (wild
    cards). ``first`` is the place in the division that the rule starts with: 1, or more for a
    consolation stage."""

    per_division: int = 2
    others: int = 0
    seeding: str = BY_RECORD
    first: int = 1

    def problems(self, place: str) -> list[Refusal]:
        """List everything that is wrong with the rule: ``advance-out-of-range``,
        ``advance-nobody``, ``advance-seeding``."""
        refusals = []
        if not (0 <= self.per_division <= 30 and 0 <= self.others <= 30 and 1 <= self.first <= 30):
            refusals.append(
                Refusal(
                    "advance-out-of-range", "So many clubs cannot go on: 0 to 30 of them.", place
                )
            )
        if not self.per_division and not self.others:
            refusals.append(Refusal("advance-nobody", "At least one club has to go on.", place))
        if self.seeding not in SEEDINGS:
            refusals.append(
                Refusal(
                    "advance-seeding",
                    f"Seeds are given {', '.join(SEEDINGS.values())}; not {self.seeding!r}.",
                    place,
                )
            )
        return refusals

    def in_words(self, divisions: int) -> str:
        """Describe the rule for an event with this number of divisions."""
        where = " of each division" if divisions > 1 else ""
        last = self.first + self.per_division - 1
        parts = []
        if self.per_division == 1:
            parts.append(f"the winner{where}" if self.first == 1 else f"place {self.first}{where}")
        elif self.per_division:
            span = f"places {self.first} to {last}"
            parts.append((f"the first {self.per_division}" if self.first == 1 else span) + where)
        if self.others:
            parts.append(f"the {self.others} best{' of the rest' if self.per_division else ''}")
        return f"{' and '.join(parts)}; seeds: {SEEDINGS[self.seeding]}"


@dataclass(frozen=True)
class Qualifier:
    """A club that advances, with its seed and the reason."""

    entrant: int
    seed: int
    reason: str


@dataclass(frozen=True)
class OpenTie:
    """A tie that has to be broken before anyone advances, and the steps that wait for an answer."""

    members: tuple[int, ...]
    waiting: tuple[Answer, ...]


@dataclass(frozen=True)
class Advancement:
    """The clubs that advance, by seed; empty while ties are open. ``possible`` holds the clubs that
    advance or may advance."""

    qualifiers: tuple[Qualifier, ...]
    open: tuple[OpenTie, ...] = ()
    possible: frozenset[int] = frozenset()


def advance(rule: AdvanceRule, of: Field, order: TieOrder) -> Advancement:
    """Evaluate the rule on final results. The d20 is the last step of every order: a tie that no
    other step breaks is left to the director, unless it makes no difference."""
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
        placed = ranking.places[rule.first - 1 : last]
        left = ranking.places[last:]
        ties += _cut_open(skipped, placed, ranking)
        ties += _cut_open(placed, left, ranking)
        where = f" in division {number}" if len(divisions) > 1 else ""
        for place in placed:
            chosen.append(place.entrant)
            reasons[place.entrant] = _reason(f"place {place.label}{where}", place)
            if place.rank == 1:
                winners.append(place.entrant)
        rest += [place.entrant for place in left]
    if ties:
        # The clubs left over for the other places depend on these ties.
        return _wait(ties, [*chosen, *rest] if rule.others else chosen)
    if rule.others and rest:
        ranking = strict.rank(of, rest, cuts={rule.others})
        wild_cards, unplaced = ranking.places[: rule.others], ranking.places[rule.others :]
        ties += _cut_open(wild_cards, unplaced, ranking)
        for place in wild_cards:
            chosen.append(place.entrant)
            reasons[place.entrant] = _reason(f"place {place.label} among the rest", place)
    if ties:
        return _wait(ties, chosen)
    groups = [chosen]
    if rule.seeding == WINNERS_FIRST:
        groups = [
            [club for club in chosen if club in winners],
            [club for club in chosen if club not in winners],
        ]
    elif rule.seeding == BY_DIVISION:
        groups = [[club for club in chosen if club in set(inside)] for inside in members.values()]
    seeded: list[int] = []
    for group in groups:
        ranking = strict.for_seeds().rank(of, group)
        ties += _level(ranking)
        seeded += [place.entrant for place in ranking.places]
    if ties:
        return _wait(ties, chosen)
    return Advancement(
        tuple(Qualifier(club, seed, reasons[club]) for seed, club in enumerate(seeded, start=1)),
        possible=frozenset(chosen),
    )


def _wait(ties: Sequence[OpenTie], likely: Sequence[int]) -> Advancement:
    tied = [member for tie in ties for member in tie.members]
    return Advancement((), tuple(ties), frozenset([*likely, *tied]))


def _reason(said: str, place: Place) -> str:
    return f"{said}: {place.evidence}" if place.evidence else said


def _cut_open(inside: Sequence[Place], outside: Sequence[Place], ranking: Ranking) -> list[OpenTie]:
    """Return the tie across a cut, if there is one: all clubs that share the rank."""
    if not inside or not outside or inside[-1].rank != outside[0].rank:
        return []
    return [_open(inside[-1].rank, ranking)]


def _level(ranking: Ranking) -> list[OpenTie]:
    """Return every tie that is left: two clubs cannot have the same seed."""
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
