"""Round-robin schedules: who meets whom, when, and at whose place.

Pairings and sides of a single round robin are those of the Berger tables (FIDE Handbook, C.05 annex
1), which leave every home count within one of the away count and no entrant three times alike.
Later legs swap the sides. Following the tables' own order they would give some entrants three home
or away rounds running where two legs meet, so a later leg begins with the first of its rounds that
avoids this, and the rounds before it come at its end.
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
        """The same two at the other's place."""
        return Pairing(self.away, self.home)


@dataclass(frozen=True)
class DrawnRound:
    """The meetings of a round, and the entrant that sits it out (0: none)."""

    pairings: tuple[Pairing, ...]
    bye: int = 0


@dataclass(frozen=True)
class Schedule:
    """Rounds in order, for entrants 1 to ``entrants``."""

    entrants: int
    legs: int
    rounds: tuple[DrawnRound, ...]

    def sides(self, entrant: int) -> str:
        """Home, away or bye, round by round: ``HA-H``."""
        found = []
        for drawn in self.rounds:
            side = BYE
            for pairing in drawn.pairings:
                if entrant == pairing.home:
                    side = HOME
                elif entrant == pairing.away:
                    side = AWAY
            found.append(side)
        return "".join(found)

    def home_counts(self) -> dict[int, int]:
        """Home rounds by entrant."""
        counts = Counter(pairing.home for drawn in self.rounds for pairing in drawn.pairings)
        return {entrant: counts[entrant] for entrant in range(1, self.entrants + 1)}

    def byes(self) -> dict[int, tuple[int, ...]]:
        """The rounds (from 1) that each entrant sits out; empty for an even number of entrants."""
        found: dict[int, list[int]] = {}
        for number, drawn in enumerate(self.rounds, start=1):
            if drawn.bye:
                found.setdefault(drawn.bye, []).append(number)
        return {entrant: tuple(found[entrant]) for entrant in sorted(found)}


def round_robin(entrants: int, legs: int = 1) -> Schedule:
    """Everybody meets everybody ``legs`` times.

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
        leg = [_swapped(drawn) for drawn in first] if number % 2 else first
        rounds += _joined(entrants, rounds, leg)
    return Schedule(entrants, legs, tuple(rounds))


def _berger(entrants: int) -> list[DrawnRound]:
    """One leg by the Berger tables; in odd fields, who meets the last number has the bye."""
    size = entrants + entrants % 2
    half = size // 2
    rounds = []
    for at in range(size - 1):
        order = [(place + at * half) % (size - 1) + 1 for place in range(size - 1)] + [size]
        pairings = [Pairing(order[place], order[size - 1 - place]) for place in range(half)]
        if at % 2:
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
    """The leg, begun at the first round that neither repeats the last one nor leaves anybody three
    times alike."""
    for start in range(len(leg)):
        turned = [*leg[start:], *leg[:start]]
        if _meetings(turned[0]) & _meetings(before[-1]):
            continue
        whole = Schedule(entrants, 0, (*before, *turned))
        if all(longest_run(whole.sides(entrant)) < 3 for entrant in range(1, entrants + 1)):
            return turned
    raise AssertionError(f"no way to join legs of {entrants} entrants")


def _meetings(drawn: DrawnRound) -> set[frozenset[int]]:
    return {frozenset((pairing.home, pairing.away)) for pairing in drawn.pairings}


def longest_run(sides: str) -> int:
    """The longest run of home or of away rounds, byes passed over."""
    longest = run = 0
    last = ""
    for side in sides.replace(BYE, ""):
        run = run + 1 if side == last else 1
        last = side
        longest = max(longest, run)
    return longest


@dataclass(frozen=True)
class DrawnRounds:
    """A round of several divisions: its meetings, and who sits it out."""

    pairings: tuple[Pairing, ...]
    byes: tuple[int, ...] = ()


SETS_OF_FIVE = (
    ((1, 2), (4, 3), 5),
    ((3, 1), (5, 2), 4),
    ((1, 4), (3, 5), 2),
    ((5, 1), (2, 4), 3),
    ((2, 3), (4, 5), 1),
)
"""The published sets of ten clubs in two divisions of five: the series inside each division, the
second club at home, and who meets the same number of the other division."""


def division_rounds(
    divisions: Sequence[Sequence[int]], legs: int = 1, *, crossover: bool = False
) -> list[DrawnRounds]:
    """Round robins of several divisions side by side, of the entrants given by number.

    With ``crossover``, of two divisions alike, the club that has a bye in a round meets the one who
    has it in the other division; of even divisions, everybody meets the same place of the other in
    a round more. Refused: as ``round_robin``, and ``crossover-divisions``.
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
    for at in range(max(len(schedule.rounds) for schedule in schedules)):
        pairings: list[Pairing] = []
        byes: list[int] = []
        for division, schedule in zip(divisions, schedules, strict=True):
            if at >= len(schedule.rounds):
                continue
            drawn = schedule.rounds[at]
            pairings += [
                Pairing(division[each.home - 1], division[each.away - 1]) for each in drawn.pairings
            ]
            if drawn.bye:
                byes.append(division[drawn.bye - 1])
        if crossover and len(byes) == 2:
            pairings.append(Pairing(byes[at % 2], byes[1 - at % 2]))
            byes = []
        rounds.append(DrawnRounds(tuple(pairings), tuple(byes)))
    if crossover and len(divisions[0]) % 2 == 0:
        both = enumerate(zip(*divisions, strict=True))
        rounds.append(
            DrawnRounds(tuple(Pairing(*(pair[:: 1 if at % 2 else -1])) for at, pair in both))
        )
    return rounds


def _published_set(divisions: Sequence[Sequence[int]], number: int) -> DrawnRounds:
    first, second, cross = SETS_OF_FIVE[number]
    pairings = [
        Pairing(division[pair[1] - 1], division[pair[0] - 1])
        for division in divisions
        for pair in (first, second)
    ]
    one, other = (division[cross - 1] for division in divisions)
    pairings.append(Pairing(one, other) if number % 2 else Pairing(other, one))
    return DrawnRounds(tuple(pairings))
