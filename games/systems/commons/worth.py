"""The worth of a turn of a Commons card in runs, by the exact chain of an inning of average cards.

The chain includes the game's own base running (runners go as far as they are pushed) and its free
decisions: swing, fences, bunt, and a steal after a delivered pitch. A batter is worth what his turn
adds over the average batter's, in the situations of an average inning and with his own best
decision in each; a pitcher what he takes away. The measure is ours and not the book's; its average
line is used for everything in Commons.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

OUTS, BASES = 3, 8
OVER = OUTS * BASES
"""States are ``outs * 8 + bases``, a bit for each base, first the lowest; ``OVER`` ends the
inning."""


@dataclass(frozen=True)
class BatterChances:
    """A batter's chances per swing, and of stealing second."""

    single: float
    double: float
    triple: float
    home_run: float
    steal: float = 0.0


AVERAGE = BatterChances(0.179, 0.0478, 0.0058, 0.0262, 0.65)
AVERAGE_WALK = 0.086

Move = tuple[int, int]
"""Runs, and the resulting state."""


def pushed(bases: int, reached: int) -> tuple[int, int]:
    """Runs scored and bases occupied when the batter takes ``reached`` bases and every runner goes
    as far as he is pushed by the one behind him."""
    runs, after, behind = 0, 0, reached
    if reached == 4:
        return 1 + bases.bit_count(), 0
    after |= 1 << (reached - 1)
    for base in (1, 2, 3):
        if bases & 1 << (base - 1):
            now = max(base, behind + 1)
            behind = now
            if now > 3:
                runs += 1
            else:
                after |= 1 << (now - 1)
    return runs, after


def _hit(state: int, reached: int) -> Move:
    outs, bases = divmod(state, BASES)
    runs, after = pushed(bases, reached)
    return runs, outs * BASES + after


def _out(state: int) -> Move:
    return 0, min(OVER, state + BASES)


def _bunt(state: int) -> Move:
    outs, bases = divmod(state, BASES)
    if outs == OUTS - 1:
        return 0, OVER
    moved = bases << 1
    return moved >> 3, (outs + 1) * BASES + (moved & 7)


class Inning:
    """The expected runs from every state when average players bat with these decisions
    available."""

    def __init__(
        self,
        *,
        bunts: bool = True,
        fences: bool = True,
        steals: bool = True,
        line: BatterChances = AVERAGE,
    ) -> None:
        self.bunts, self.fences, self.steals, self.line = bunts, fences, steals, line
        self.runs = [0.0] * (OVER + 1)
        change = 1.0
        while change > 1e-10:
            before = list(self.runs)
            for state in range(OVER):
                self.runs[state] = self.turn(line, AVERAGE_WALK, state)
            change = max(abs(a - b) for a, b in zip(before, self.runs, strict=True))
        self.often = self._often()

    def after(self, move: Move) -> float:
        """Runs of a move and those to come."""
        return move[0] + self.runs[move[1]]

    def turn(
        self, line: BatterChances, walk: float, state: int, out: float = 0.0, hit: float = 0.0
    ) -> float:
        """Expected runs from a state when this batter comes up; ``out`` and ``hit`` are the chances
        of automatic results."""
        delivered = 1 - walk - out - hit
        value = delivered * self.delivered(line, state)
        value += (walk + hit) * self.after(_hit(state, 1))
        return value + out * self.after(_out(state))

    def delivered(self, line: BatterChances, state: int) -> float:
        """The same once the pitch is delivered: a steal if it pays, then the best decision."""
        value = self.batting(line, state)
        if not (self.steals and state % BASES & 0b011 == 0b001):
            return value
        # The runner on first is an average one; a runner on second is pushed no further.
        safe, caught = state + 1, state + BASES - 1
        stolen = self.line.steal * self.batting(line, safe)
        if caught < OVER:
            stolen += (1 - self.line.steal) * self.batting(line, caught)
        return max(value, stolen)

    def batting(self, line: BatterChances, state: int) -> float:
        """Expected runs of the best of swing, fences and bunt."""
        hits = (line.single, line.double, line.triple, line.home_run)
        swing = sum(
            chance * self.after(_hit(state, reached))
            for reached, chance in enumerate(hits, start=1)
        )
        best = swing + (1 - sum(hits)) * self.after(_out(state))
        if self.fences:
            far = sum(hits[1:])
            best = max(best, far * self.after(_hit(state, 4)) + (1 - far) * self.after(_out(state)))
        if self.bunts and state % BASES:
            best = max(best, self.after(_bunt(state)))
        return best

    def steal(self, chance: float, state: int) -> float:
        """Runs that a base stealer of this success adds when he is on first, over the average
        one."""
        return self._theft(chance, state) - self._theft(self.line.steal, state)

    def _theft(self, chance: float, state: int) -> float:
        stay = self.batting(self.line, state)
        go = chance * self.batting(self.line, state + 1)
        caught = state + BASES - 1
        if caught < OVER:
            go += (1 - chance) * self.batting(self.line, caught)
        return max(0.0, go - stay)

    def _often(self) -> list[float]:
        """Turns per inning in each state, without steals."""
        often = [0.0] * (OVER + 1)
        reaching = [0.0] * (OVER + 1)
        reaching[0] = 1.0
        while sum(reaching[:OVER]) > 1e-9:
            then = [0.0] * (OVER + 1)
            for state in range(OVER):
                share = reaching[state]
                often[state] += share
                for chance, move in self._chosen(state):
                    then[move[1]] += share * chance
            reaching = then
        return often

    def _chosen(self, state: int) -> list[tuple[float, Move]]:
        line = self.line
        hits = (line.single, line.double, line.triple, line.home_run)
        walk = (AVERAGE_WALK, _hit(state, 1))
        rest = 1 - AVERAGE_WALK
        best = self.batting(line, state)
        if self.bunts and state % BASES and best == self.after(_bunt(state)):
            return [walk, (rest, _bunt(state))]
        far = sum(hits[1:])
        if self.fences and best == far * self.after(_hit(state, 4)) + (1 - far) * self.after(
            _out(state)
        ):
            return [walk, (rest * far, _hit(state, 4)), (rest * (1 - far), _out(state))]
        moves = [
            (rest * chance, _hit(state, reached)) for reached, chance in enumerate(hits, start=1)
        ]
        return [walk, *moves, (rest * (1 - sum(hits)), _out(state))]


@cache
def average_inning() -> Inning:
    """The inning with every decision available."""
    return Inning()


@dataclass(frozen=True)
class _Place:
    """The outcomes from one state: its share of turns, runs after 1B to HR, an out and a bunt, and
    the state after a single, from which the runner may steal."""

    share: float
    hits: tuple[float, float, float, float]
    out: float
    bunt: float
    reached: int


@cache
def _places() -> tuple[_Place, ...]:
    inning = average_inning()
    turns = sum(inning.often)
    return tuple(
        _Place(
            inning.often[state] / turns,
            (
                inning.after(_hit(state, 1)),
                inning.after(_hit(state, 2)),
                inning.after(_hit(state, 3)),
                inning.after(_hit(state, 4)),
            ),
            inning.after(_out(state)),
            inning.after(_bunt(state)) if state % BASES else 0.0,
            _hit(state, 1)[1],
        )
        for state in range(OVER)
    )


def _delivered(line: BatterChances) -> float:
    """Expected runs from a delivered pitch on, over the states of an inning, with the best
    decisions."""
    places = _places()
    far = line.double + line.triple + line.home_run
    on_base = line.single + far
    batting = [
        max(
            line.single * place.hits[0]
            + line.double * place.hits[1]
            + line.triple * place.hits[2]
            + line.home_run * place.hits[3]
            + (1 - on_base) * place.out,
            far * place.hits[3] + (1 - far) * place.out,
            place.bunt,
        )
        for place in places
    ]
    total = 0.0
    for state, place in enumerate(places):
        value = batting[state]
        if place.share and state % BASES & 0b011 == 0b001:
            caught = state + BASES - 1
            stolen = AVERAGE.steal * batting[state + 1]
            if caught < OVER:
                stolen += (1 - AVERAGE.steal) * batting[caught]
            value = max(value, stolen)
        total += place.share * value
    return total


@cache
def _average_delivered() -> float:
    return _delivered(AVERAGE)


@cache
def _average_after() -> tuple[float, float]:
    """Expected runs after a runner was put on first, and after an out, over the states of an
    inning."""
    places = _places()
    return (
        sum(place.share * place.hits[0] for place in places),
        sum(place.share * place.out for place in places),
    )


@cache
def _theft(chance: float) -> float:
    """Runs that a base stealer of this success adds to a turn that put him on first, over the
    average one."""
    inning = average_inning()
    return sum(
        place.share * inning.steal(chance, place.reached)
        for place in _places()
        if place.share and place.reached % BASES & 0b010 == 0
    )


def batter_worth(line: BatterChances) -> float:
    """Runs per delivered pitch by which the batter beats the average one, with his own steals."""
    on_first = AVERAGE_WALK / (1 - AVERAGE_WALK) + line.single
    return _delivered(line) - _average_delivered() + on_first * _theft(line.steal)


def pitcher_worth(walk: float, out: float, hit: float) -> float:
    """Runs per batter faced by which the pitcher beats a neutral one with average walks."""
    first, down = _average_after()
    average = AVERAGE_WALK * first + (1 - AVERAGE_WALK) * _average_delivered()
    own = (walk + hit) * first + out * down + (1 - walk - out - hit) * _average_delivered()
    return average - own
