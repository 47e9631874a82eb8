"""The outlook of a game: win probabilities from any state, with and without god cards.

Solved back from the last inning to the first for two sides of average players. Within a half-inning
a turn either makes an out or brings one more runner onto the bases or home, so the states have an
order and no iteration is needed; if the game is tied after the last inning both sides bat again,
which is a single number that is iterated.

With ``k`` gods of one kind in one side's hand the same probabilities are solved again, the side
playing one wherever it gains: the worth of the last of them in a state is the difference to one
fewer. It depends on the remaining turns and on how the gain is spread over them. A manager compares
it with the present gain of the card; each query is a list look-up.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from mypy_extensions import i64

from games.engine.events import BASES, RUNS, TO_MASK, TO_SHIFT
from games.systems.commons.play.moves import (
    ADVANCED_FROM_SECOND,
    ADVANCED_FROM_THIRD,
    BUNTS,
    DOUBLES,
    HOME_RUNS,
    SINGLES,
    TRIPLES,
    WALKS,
)

WALK: Final = 0.086
SINGLE: Final = 0.179
DOUBLE: Final = 0.0478
TRIPLE: Final = 0.0058
HOMER: Final = 0.0262
"""The average line: walks per pitch, and hits per swing."""

MOST: Final = 12
"""Larger leads count as this one."""

LEADS: Final = 2 * MOST + 1
STATES: Final = 24
HALF: Final = LEADS * STATES

# Kinds of cards.
NO_CARD: Final = 0
OUT: Final = 1
HIT: Final = 2
ADVANCE: Final = 3
DOUBLE_SUPER: Final = 4
TWO_OUTS_SUPER: Final = 5
KINDS: Final = 6
MOST_CARDS: Final = 3

FULLEST_FIRST: Final = (7, 3, 5, 6, 1, 2, 4, 0)


def _after(plays: tuple[int, ...]) -> tuple[list[int], list[int]]:
    """By bases, the occupied bases after a play and the runs it brings."""
    moves = [event >> TO_SHIFT & TO_MASK for event in plays]
    return [BASES[move] for move in moves], [RUNS[move] for move in moves]


WALK_TO, WALK_RUNS = _after(WALKS)
SINGLE_TO, SINGLE_RUNS = _after(SINGLES)
DOUBLE_TO, DOUBLE_RUNS = _after(DOUBLES)
TRIPLE_TO, TRIPLE_RUNS = _after(TRIPLES)
HOMER_TO, HOMER_RUNS = _after(HOME_RUNS)
BUNT_TO, BUNT_RUNS = _after(BUNTS[0])
THIRD_TO, THIRD_RUNS = _after(ADVANCED_FROM_THIRD)
SECOND_TO, SECOND_RUNS = _after(ADVANCED_FROM_SECOND)


class Chances:
    """Win probabilities of the side at bat, by half-inning, lead, outs and bases; ``over`` by
    half-inning and lead after three outs. Each inning has two halves; the inning after the last
    regular one stands for all further ones."""

    def __init__(
        self, innings: i64, runner_from: i64, kind: i64, holder: i64, fewer: Chances | None
    ) -> None:
        self.innings: i64 = innings
        self.runner_from: i64 = runner_from
        self.kind: i64 = kind
        self.holder: i64 = holder
        self.fewer = fewer
        halves = 2 * (innings + 1)
        self.before: list[float] = [0.0] * (halves * HALF)
        self.over: list[float] = [0.0] * (halves * LEADS)
        level = 0.5
        for _ in range(6 if kind else 1):
            self._solve(halves - 1, level)
            self._solve(halves - 2, level)
            level = 1.0 - self.before[self._fresh(halves - 2, 0)]
        for half in range(halves - 3, -1, -1):
            self._solve(half, level)

    def at(self, half: i64, lead: i64, outs: i64, bases: i64) -> float:
        """The win probability of the side at bat before a turn; with three outs, after the half."""
        lead = MOST if lead > MOST else -MOST if lead < -MOST else lead
        if outs > 2:
            return self.over[half * LEADS + lead + MOST]
        return self.before[half * HALF + (lead + MOST) * STATES + outs * 8 + bases]

    def _fresh(self, half: i64, lead: i64) -> i64:
        """The index of the start of a half-inning."""
        runner = 0 < self.runner_from <= half // 2 + 1
        lead = MOST if lead > MOST else -MOST if lead < -MOST else lead
        return half * HALF + (lead + MOST) * STATES + (2 if runner else 0)

    def _over(self, half: i64, lead: i64, level: float) -> float:
        """The win probability after three outs of the side at bat, which leads by ``lead``."""
        last = half // 2 + 1 >= self.innings
        if half & 1:
            if last:
                return 1.0 if lead > 0 else 0.0 if lead < 0 else level
            return 1.0 - self.before[self._fresh(half + 1, -lead)]
        if last and lead < 0:
            return 0.0
        return 1.0 - self.before[self._fresh(half + 1, -lead)]

    def _solve(self, half: i64, level: float) -> None:
        before = self.before
        over = self.over
        fewer = self.fewer
        lower = before if fewer is None else fewer.before
        lower_over = over if fewer is None else fewer.over
        ours = self.holder == half & 1
        kind = self.kind if fewer is not None else NO_CARD
        for lead in range(-MOST, MOST + 1):
            over[half * LEADS + lead + MOST] = self._over(half, lead, level)
        for outs in range(2, -1, -1):
            for bases in range(8):
                before[half * HALF + 2 * MOST * STATES + outs * 8 + bases] = over[
                    half * LEADS + 2 * MOST
                ]
            for lead in range(MOST - 1, -MOST - 1, -1):
                row: i64 = half * HALF + (lead + MOST) * STATES
                here: i64 = row + outs * 8
                end: i64 = half * LEADS + lead + MOST
                for bases in FULLEST_FIRST:
                    out = over[end] if outs == 2 else before[here + 8 + bases]
                    lower_out = lower_over[end] if outs == 2 else lower[here + 8 + bases]
                    walk = before[self._to(here, WALK_RUNS[bases], WALK_TO[bases])]
                    single = self._hit(
                        before, lower, here, SINGLE_RUNS[bases], SINGLE_TO[bases], 1,
                        kind if ours and bases else NO_CARD,
                    )  # fmt: skip
                    double = self._hit(
                        before, lower, here, DOUBLE_RUNS[bases], DOUBLE_TO[bases], 2,
                        kind if ours and bases else NO_CARD,
                    )  # fmt: skip
                    triple = before[self._to(here, TRIPLE_RUNS[bases], TRIPLE_TO[bases])]
                    homer = before[self._to(here, HOMER_RUNS[bases], HOMER_TO[bases])]
                    hits = SINGLE + DOUBLE + TRIPLE + HOMER
                    swing = (
                        SINGLE * single
                        + DOUBLE * double
                        + TRIPLE * triple
                        + HOMER * homer
                        + (1.0 - hits) * out
                    )
                    far = hits - SINGLE
                    fences = far * homer + (1.0 - far) * out
                    if fences > swing:
                        swing = fences
                    if outs < 2 and bases:
                        bunt = before[self._to(here + 8, BUNT_RUNS[bases], BUNT_TO[bases])]
                        if bunt > swing:
                            swing = bunt
                    if ours and kind == HIT:
                        card = lower[self._to(here, SINGLE_RUNS[bases], SINGLE_TO[bases])]
                        swing = card if card > swing else swing
                    elif ours and kind == DOUBLE_SUPER:
                        card = lower[self._to(here, DOUBLE_RUNS[bases], DOUBLE_TO[bases])]
                        swing = card if card > swing else swing
                    plain = WALK * walk + (1.0 - WALK) * swing
                    if not ours and kind == OUT:
                        plain = lower_out if lower_out < plain else plain
                    elif not ours and kind == TWO_OUTS_SUPER:
                        both = lower_over[end] if outs else lower[here + 16 + bases]
                        plain = both if both < plain else plain
                    before[here + bases] = plain

    def _to(self, here: i64, runs: i64, bases: i64) -> i64:
        """The index of the state after a play; leads are capped."""
        if not runs:
            return here + bases
        half, rest = here // HALF, here % HALF
        lead = rest // STATES + runs
        if lead > 2 * MOST:
            lead = 2 * MOST
        return half * HALF + lead * STATES + rest % STATES + bases

    def _hit(
        self,
        before: list[float],
        lower: list[float],
        here: i64,
        runs: i64,
        bases: i64,
        hit: i64,
        kind: i64,
    ) -> float:
        """The value after a hit, with an advance for the lead runner where that helps."""
        index = self._to(here, runs, bases)
        value = before[index]
        if kind != ADVANCE:
            return value
        if bases & 4:
            further = lower[self._to(index - bases, THIRD_RUNS[bases], THIRD_TO[bases])]
            value = further if further > value else value
        elif hit == 1 and bases & 2:
            further = lower[self._to(index - bases, SECOND_RUNS[bases], SECOND_TO[bases])]
            value = further if further > value else value
        return value


class Outlook:
    """Win probabilities without cards, and by kind, holder and number of cards with them."""

    def __init__(self, innings: i64, runner_from: i64) -> None:
        self.innings: i64 = innings
        self.plain = Chances(innings, runner_from, NO_CARD, 0, None)
        self.cards: list[Chances] = []
        """By kind from ``OUT`` on, holder and number from 0."""
        for kind in range(1, KINDS):
            most = MOST_CARDS if kind <= ADVANCE else 1
            for holder in range(2):
                chances = self.plain
                for number in range(MOST_CARDS + 1):
                    if 0 < number <= most:
                        chances = Chances(innings, runner_from, kind, holder, chances)
                    self.cards.append(chances)

    def half(self, inning: i64, half: i64) -> i64:
        """The number of a half-inning; all extra innings are alike."""
        inning = self.innings + 1 if inning > self.innings else inning
        return 2 * (inning - 1) + half

    def worth(
        self, kind: i64, holder: i64, number: i64, half: i64, lead: i64, outs: i64, bases: i64
    ) -> float:
        """The worth of the last of ``number`` cards to its holder in a state, in win probability;
        ``lead`` is that of the side at bat."""
        if number > MOST_CARDS:
            number = MOST_CARDS
        first: i64 = ((kind - 1) * 2 + holder) * (MOST_CARDS + 1)
        more = self.cards[first + number].at(half, lead, outs, bases)
        fewer = self.cards[first + number - 1].at(half, lead, outs, bases)
        return more - fewer if holder == half & 1 else fewer - more


@cache
def outlook(innings: int, runner_from: int) -> Outlook:
    """The outlook of games of so many innings, with a runner placed from an inning on (0: never);
    cached."""
    return Outlook(innings, runner_from)
