"""Figures that follow exactly from the rules: every throw against every threshold, dice a throw,
and runs a nine of the average line under every way to play (the house's notes, B2 and E5)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from math import log, sqrt

import pytest

from games.engine import table
from games.engine.decisions import Decision
from games.engine.dice import Dice
from games.engine.events import BASES, OUTS, RUNS, TO_MASK, TO_SHIFT
from games.engine.game import Game
from games.engine.situation import START
from games.engine.table import Table
from games.systems.commons.play.cards import THROWS, CommonsBatter, CommonsPitcher
from games.systems.commons.play.game import CommonsGame
from games.systems.commons.play.law import CommonsLaw
from games.systems.commons.play.moves import (
    BUNTS,
    CAUGHT,
    DOUBLES,
    HOME_RUNS,
    OUT_PLAY,
    SINGLES,
    STOLEN,
    TRIPLES,
    WALKS,
)
from tests.engine.commons.samples import decks
from tests.engine.commons.stage import COMMONS

on_the_plain_engine = pytest.mark.skipif(
    not str(table.__file__).endswith(".py"),
    reason="the engine is compiled: a table of our own is not",
)


class Thrown(Table):
    """Throws the four dice of one number, and counts how many of them were asked for."""

    def __init__(self) -> None:
        super().__init__()
        self.faces: list[int] = []
        self.used = 0

    def of(self, throw: int) -> Thrown:
        self.faces = [throw // 216, throw // 36 % 6, throw // 6 % 6, throw % 6]
        self.used = 0
        return self

    def roll(self, dice: Dice, side: int) -> int:
        self.used += 1
        return self.faces[self.used - 1]

    def choose(self, game: Game, decision: Decision, side: int, mask: int) -> int:
        return 0


def on_the_table() -> tuple[CommonsGame, Thrown]:
    thrown = Thrown()
    game = CommonsGame(thrown, CommonsLaw(COMMONS.settings()), START, decks(1, 2))
    return game, thrown


def dice_needed(throw: int, limits: tuple[int, ...]) -> int:
    """How many dice tell on which side of every limit a throw is."""
    return next(
        dice
        for dice in (1, 2, 3, 4)
        if is_settled(throw // 6 ** (4 - dice), 6 ** (4 - dice), limits)
    )


@cache
def is_settled(first: int, width: int, limits: tuple[int, ...]) -> bool:
    """Whether all throws that begin so lie on the same sides: by looking at each."""
    throws = range(first * width, (first + 1) * width)
    return len({tuple(throw >= limit for limit in limits) for throw in throws}) == 1


THRESHOLDS = [
    (None, None, None, None),
    (0, 0, 0, 0),
    (0, 648, 1080, 1295),
    (961, 1193, 1255, 1262),
    (700, 700, 1295, None),
    (1295, 1295, 1295, 1295),
]


@on_the_plain_engine
@pytest.mark.rule("CB-053", "CB-054", "CB-055", "CB-056", "CB-057", "CB-062", "CB-063", "CB-064")
@pytest.mark.parametrize("printed", THRESHOLDS)
def test_every_swing_of_1296(printed: tuple[int | None, ...]) -> None:
    game, thrown = on_the_table()
    card = CommonsBatter(*printed, steal=None, rank=5)
    limits = tuple(THROWS if each is None else each for each in printed)
    dice = 0
    for throw in range(THROWS):
        thrown.of(throw)
        assert game._swing(card) == sum(throw >= limit for limit in limits)
        assert thrown.used == dice_needed(throw, limits)
        dice += thrown.used
        thrown.of(throw)
        assert game._fences(card) == (throw >= limits[1])
        assert thrown.used == dice_needed(throw, limits[1:2])
    if printed == (961, 1193, 1255, 1262):
        assert dice / THROWS == 1 + 2 / 6 + 4 / 36 + 4 / 216


@on_the_plain_engine
@pytest.mark.rule("CB-045", "CB-046", "CB-047", "CB-048", "CB-050")
@pytest.mark.parametrize("walk", [None, 1, 111])
@pytest.mark.parametrize("above", [None, 200, 1294])
def test_every_pitch_of_1296(walk: int | None, above: int | None) -> None:
    game, thrown = on_the_table()
    ours, theirs = game.sides
    for out, hit in ((above, None), (None, above)):
        theirs.arm = CommonsPitcher(walk, out, hit, out, hit, rank=5)
        for throw in range(THROWS):
            thrown.of(throw)
            game.bases, game.outs = 0, 0
            ours.up, ours.players[1] = 1, 1
            before = len(game.events)
            settled = game._pitch(ours, theirs, 1)
            walks = walk is not None and throw < walk
            beyond = above is not None and throw > above
            assert settled == (walks or beyond)
            limits = (walk or 0, THROWS if above is None else above + 1)
            assert thrown.used == dice_needed(throw, limits)
            if settled:
                to = game.events[before] >> TO_SHIFT & TO_MASK
                assert OUTS[to] == (beyond and out is not None)
            game.runners.clear()
            game.ending = None


@on_the_plain_engine
@pytest.mark.rule("CB-050")
@pytest.mark.parametrize("steal", [0, 1, 500, 1295])
def test_every_steal_of_1296(steal: int) -> None:
    from games.systems.commons.play.decisions import STEAL_ON, STEAL_THROW

    game, thrown = on_the_table()
    safe = sum(
        game._throw(STEAL_THROW, STEAL_ON, 0, steal, THROWS)
        for throw in range(THROWS)
        if thrown.of(throw)
    )
    assert safe == THROWS - steal


# Runs.


@dataclass(frozen=True)
class Rates:
    """Chances of one batter: a walk, an out and a hit a pitch, hits a swing, a steal."""

    walk: float = 0.086
    out: float = 0.0
    hit: float = 0.0
    single: float = 0.179
    double: float = 0.0478
    triple: float = 0.0058
    homer: float = 0.0262
    steal: float = 0.0


Values = dict[tuple[int, int], float]
AVERAGE = Rates()


def after(event: int, outs: int, values: Values) -> float:
    """Runs of a play and those to come."""
    to = event >> TO_SHIFT & TO_MASK
    made = outs + OUTS[to]
    return RUNS[to] + (values[BASES[to], made] if made < 3 else 0.0)


def at_bat(rates: Rates, state: tuple[int, int], values: Values, ways: str) -> float:
    bases, outs = state
    hits = ((rates.single, SINGLES), (rates.double, DOUBLES), (rates.triple, TRIPLES),
            (rates.homer, HOME_RUNS))  # fmt: skip
    out = after(OUT_PLAY[bases], outs, values)
    reached = sum(chance for chance, _ in hits)
    swing = sum(chance * after(plays[bases], outs, values) for chance, plays in hits)
    best = swing + (1 - reached) * out
    if "bunt" in ways and bases:
        best = max(best, after(BUNTS[outs][bases], outs, values))
    if "fences" in ways:
        far = reached - rates.single
        best = max(best, far * after(HOME_RUNS[bases], outs, values) + (1 - far) * out)
    return best


def delivered(rates: Rates, state: tuple[int, int], values: Values, ways: str) -> float:
    bases, outs = state
    stays = at_bat(rates, state, values, ways)
    if not rates.steal or not STOLEN[bases]:
        return stays

    def there(event: int) -> float:
        to = event >> TO_SHIFT & TO_MASK
        made = outs + OUTS[to]
        return at_bat(rates, (BASES[to], made), values, ways) if made < 3 else 0.0

    runs = rates.steal * there(STOLEN[bases]) + (1 - rates.steal) * there(CAUGHT[bases])
    return max(stays, runs)


def expectation(rates: Rates, ways: str = "") -> Values:
    """Runs to come from every state, each batter doing what brings most of what he may."""
    values = {(bases, outs): 0.0 for bases in range(8) for outs in range(3)}
    for _ in range(200):
        values = {
            (bases, outs): (
                rates.walk * after(WALKS[bases], outs, values)
                + rates.out * after(OUT_PLAY[bases], outs, values)
                + rates.hit * after(SINGLES[bases], outs, values)
                + (1 - rates.walk - rates.out - rates.hit)
                * delivered(rates, (bases, outs), values, ways)
            )
            for bases, outs in values
        }
    return values


def test_runs_a_nine_of_the_average_line() -> None:
    assert 9 * expectation(AVERAGE)[0, 0] == pytest.approx(3.034, abs=0.0005)
    assert 9 * expectation(AVERAGE, "bunt")[0, 0] == pytest.approx(3.680, abs=0.0005)
    assert 9 * expectation(AVERAGE, "bunt fences")[0, 0] == pytest.approx(3.917, abs=0.0005)
    thieves = Rates(steal=0.65)
    assert 9 * expectation(thieves, "bunt fences")[0, 0] == pytest.approx(4.0535, abs=0.0005)


@pytest.mark.rule("CB-086")
def test_swinging_only_the_number_of_runners_is_all_that_matters() -> None:
    values = expectation(AVERAGE)
    for outs, one_on in ((0, 0.616), (1, 0.350), (2, 0.142)):
        for base in (1, 2, 4):
            assert values[base, outs] == pytest.approx(one_on, abs=0.0005)
        assert values[3, outs] == pytest.approx(values[5, outs]) == pytest.approx(values[6, outs])


def by_era(era: float) -> Rates:
    if era < 4:
        return Rates(out=1 - sqrt(era / 4))
    return Rates(hit=0.27 * log(era / 4))


@pytest.mark.parametrize(
    ("era", "best", "swinging"),
    [
        (2, 0.526, 0.472), (2.5, 0.637, 0.594), (3, 0.753, 0.723), (3.5, 0.876, 0.858),
        (4.5, 1.087, 1.158), (5, 1.179, 1.328), (6, 1.411, 1.694), (7, 1.660, 2.092),
        (8, 1.950, 2.516),
    ],
)  # fmt: skip
def test_runs_against_out_and_hit(era: float, best: float, swinging: float) -> None:
    """Of the average line over those against a neutral pitcher (E5)."""
    rates = by_era(era)
    plain = expectation(rates)[0, 0] / expectation(AVERAGE)[0, 0]
    assert plain == pytest.approx(swinging, abs=0.0015)
    thieves = Rates(out=rates.out, hit=rates.hit, steal=0.65)
    ratio = (
        expectation(thieves, "bunt fences")[0, 0]
        / expectation(Rates(steal=0.65), "bunt fences")[0, 0]
    )
    assert ratio == pytest.approx(best, abs=0.0015)
