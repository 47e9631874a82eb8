"""Round-robin schedules: who meets whom, when, and at whose place.

Pairings and sides of a single round robin are those of the Berger tables (FIDE Handbook, C.05 annex
1), which leave every home count within one of the away count and no entrant with three home or away
rounds running. Later legs swap the sides. In the tables' own order some entrants would have three
home or away rounds running where two legs meet, so a later leg begins with the first of its rounds
that avoids this, and the rounds before it move to its end.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from config.refusals import Refusal, Refused, refuse_all

FEWEST_ENTRANTS = 3
MOST_ENTRANTS = 30
MOST_LEGS = 4

HOME = "H"
AWAY = "A"
BYE = "-"


@dataclass(frozen=True)
class Pairing:
    """A meeting of two entrants, by number."""

    home: int
    away: int

    def swapped(self) -> Pairing:
        return Pairing(self.away, self.home)


@dataclass(frozen=True)
class DrawnRound:
    """The meetings of a round, and the entrant with the bye (0: none)."""

    pairings: tuple[Pairing, ...]
    bye: int = 0


@dataclass(frozen=True)
class Schedule:
    """Rounds in order, for entrants 1 to ``entrants``."""

    entrants: int
    legs: int
    rounds: tuple[DrawnRound, ...]

    def sides(self, entrant: int) -> str:
        """Return home, away or bye for each round: ``HA-H``."""
        sides = []
        for round_ in self.rounds:
            side = BYE
            for pairing in round_.pairings:
                if entrant == pairing.home:
                    side = HOME
                elif entrant == pairing.away:
                    side = AWAY
            sides.append(side)
        return "".join(sides)

    def home_counts(self) -> dict[int, int]:
        counts = Counter(pairing.home for round_ in self.rounds for pairing in round_.pairings)
        return {entrant: counts[entrant] for entrant in range(1, self.entrants + 1)}

    def byes(self) -> dict[int, tuple[int, ...]]:
        """Return the rounds (from 1) in which each entrant has a bye; empty for an even number of
        entrants."""
        rounds_by_entrant: dict[int, list[int]] = {}
        for number, round_ in enumerate(self.rounds, start=1):
            if round_.bye:
                rounds_by_entrant.setdefault(round_.bye, []).append(number)
        return {entrant: tuple(rounds_by_entrant[entrant]) for entrant in sorted(rounds_by_entrant)}


def round_robin(entrants: int, legs: int = 1) -> Schedule:
    """Draw a schedule in which every pair meets ``legs`` times.

    Refused: ``number-of-entrants`` outside 3 to 30, ``legs-out-of-range`` outside 1 to 4.
    """
    refusals = []
    if not FEWEST_ENTRANTS <= entrants <= MOST_ENTRANTS:
        refusals.append(
            Refusal(
                "number-of-entrants",
                f"A round robin takes {FEWEST_ENTRANTS} to {MOST_ENTRANTS} entrants, "
                f"not {entrants}.",
                "entrants",
                {"least": FEWEST_ENTRANTS, "most": MOST_ENTRANTS, "given": entrants},
            )
        )
    if not 1 <= legs <= MOST_LEGS:
        refusals.append(
            Refusal(
                "legs-out-of-range",
                f"Everybody meets everybody 1 to {MOST_LEGS} times, not {legs}.",
                "legs",
                {"least": 1, "most": MOST_LEGS, "given": legs},
            )
        )
    refuse_all(refusals)
    first = _berger(entrants)
    rounds = list(first)
    for number in range(1, legs):
        leg = [_swapped(round_) for round_ in first] if number % 2 else first
        rounds += _joined(entrants, rounds, leg)
    return Schedule(entrants, legs, tuple(rounds))


def _berger(entrants: int) -> list[DrawnRound]:
    """Return one leg by the Berger tables; with an odd number of entrants, the opponent of the last
    number has the bye."""
    size = entrants + entrants % 2
    half = size // 2
    rounds = []
    for round_index in range(size - 1):
        order = [(place + round_index * half) % (size - 1) + 1 for place in range(size - 1)] + [
            size
        ]
        pairings = [Pairing(order[place], order[size - 1 - place]) for place in range(half)]
        if round_index % 2:
            pairings[0] = pairings[0].swapped()
        bye = 0
        if size > entrants:
            bye = min(pairings[0].home, pairings[0].away)
            del pairings[0]
        rounds.append(DrawnRound(tuple(pairings), bye))
    return rounds


def _swapped(drawn: DrawnRound) -> DrawnRound:
    return DrawnRound(tuple(pairing.swapped() for pairing in drawn.pairings), drawn.bye)


def _joined(
    entrants: int, before: Sequence[DrawnRound], leg: Sequence[DrawnRound]
) -> list[DrawnRound]:
    """Return the leg, rotated to the first round that neither repeats the last one nor leaves an
    entrant with three home or away rounds running."""
    for start in range(len(leg)):
        rotated = [*leg[start:], *leg[:start]]
        if _meetings(rotated[0]) & _meetings(before[-1]):
            continue
        schedule = Schedule(entrants, 0, (*before, *rotated))
        if all(longest_run(schedule.sides(entrant)) < 3 for entrant in range(1, entrants + 1)):
            return rotated
    raise AssertionError(f"no way to join legs of {entrants} entrants")


def _meetings(drawn: DrawnRound) -> set[frozenset[int]]:
    return {frozenset((pairing.home, pairing.away)) for pairing in drawn.pairings}


def longest_run(sides: str) -> int:
    """Return the longest run of home or of away rounds, ignoring byes."""
    longest = run = 0
    previous = ""
    for side in sides.replace(BYE, ""):
        run = run + 1 if side == previous else 1
        previous = side
        longest = max(longest, run)
    return longest


@dataclass(frozen=True)
class DrawnRounds:
    """A round of several divisions: its meetings, and the entrants with byes."""

    pairings: tuple[Pairing, ...]
    byes: tuple[int, ...] = ()


SETS_OF_FIVE = (
    ((1, 2), (4, 3), 5),
    ((3, 1), (5, 2), 4),
    ((1, 4), (3, 5), 2),
    ((5, 1), (2, 4), 3),
    ((2, 3), (4, 5), 1),
)
"""The published rounds for ten clubs in two divisions of five: the two series inside each division,
with the second club at home, and the club that meets its number in the other division."""


def division_rounds(
    divisions: Sequence[Sequence[int]], legs: int = 1, *, crossover: bool = False
) -> list[DrawnRounds]:
    """Draw round robins of several divisions side by side, of entrants given by number.

    With ``crossover``, for two divisions of equal size, the club with a bye in a round meets the
    club with the bye in the other division; in even divisions there is one more round, in which
    each club meets the same place of the other division. Refused: as in ``round_robin``, and
    ``crossover-divisions``.
    """
    if crossover and (len(divisions) != 2 or len(divisions[0]) != len(divisions[1])):
        raise Refused(
            Refusal(
                "crossover-divisions",
                "Crossovers are between two divisions of as many clubs.",
                "divisions",
            )
        )
    if crossover and len(divisions[0]) == 5 and legs == 1:
        return [_published_set(divisions, number) for number in range(5)]
    schedules = [round_robin(len(division), legs) for division in divisions]
    rounds = []
    for index in range(max(len(schedule.rounds) for schedule in schedules)):
        pairings: list[Pairing] = []
        byes: list[int] = []
        for division, schedule in zip(divisions, schedules, strict=True):
            if index >= len(schedule.rounds):
                continue
            round_ = schedule.rounds[index]
            pairings += [
                Pairing(division[pairing.home - 1], division[pairing.away - 1])
                for pairing in round_.pairings
            ]
            if round_.bye:
                byes.append(division[round_.bye - 1])
        if crossover and len(byes) == 2:
            pairings.append(Pairing(byes[index % 2], byes[1 - index % 2]))
            byes = []
        rounds.append(DrawnRounds(tuple(pairings), tuple(byes)))
    if crossover and len(divisions[0]) % 2 == 0:
        numbered_pairs = enumerate(zip(*divisions, strict=True))
        rounds.append(
            DrawnRounds(
                tuple(Pairing(*(pair[:: 1 if index % 2 else -1])) for index, pair in numbered_pairs)
            )
        )
    return rounds


def _published_set(divisions: Sequence[Sequence[int]], number: int) -> DrawnRounds:
    first, second, cross = SETS_OF_FIVE[number]
    pairings = [
        Pairing(division[pair[1] - 1], division[pair[0] - 1])
        for division in divisions
        for pair in (first, second)
    ]
    club, other = (division[cross - 1] for division in divisions)
    pairings.append(Pairing(club, other) if number % 2 else Pairing(other, club))
    return DrawnRounds(tuple(pairings))
