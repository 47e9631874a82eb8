"""Fielding ratings, throwing arms and passed balls, each against the year's own mean and spread.

A rating is a place in the year: 0 to 5 are 5, 12, 23, 30, 20 and 10 of a hundred of the playing
time at a position, by six parts of plays made for nine innings and four of fielding average, both
drawn towards the usual by how little there is of them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from statistics import NormalDist

from games.systems.deep_drive.cards.draws import dithered, share_of
from games.systems.deep_drive.cards.running import THROW_SPREAD
from games.systems.deep_drive.play.cards import (
    ALWAYS,
    AWAY,
    AWAY_TWO_OUT,
    BEST_RATING,
    FACES,
    HOME,
    HOME_TWO_OUT,
    NO_EVENTS,
    PASSED_BALL,
    Column,
    Fielding,
    event_bits,
)
from rosters.estimators.gloves import nines
from rosters.stats.lines import POSITIONS, FieldingLine

SHARES = (0.05, 0.17, 0.40, 0.70, 0.90)
"""The share of the playing time at a position that is rated 0, up to 1, ... up to 4."""
SOME_GAMES = 40.0
"""Games of nine innings of the usual that a fielder's own are mixed with."""
RANGE_SHARE = 0.6
DRAWN = 0.5
"""How much of a score is a draw of his own: what no table tells."""

CAUGHT_A_STEP = 0.075
"""Success of thieves that one of a catcher's T, or a pitcher's H, is."""
FEW_TRIES = 25.0
MOST_T = 3
USUAL_CAUGHT = 0.30

WITH_MEN_ON = 0.437
"""Share of turns that begin with somebody on base (2012)."""
TURNS_OF_NINE = 38.0
USUAL_PASSED = 0.0762
"""Passed balls of a catcher in nine innings (2012)."""

HALF_SYMBOL = 0.5
ARC = 1 / 6
"""How often a half circle and an arc let an event happen, by away and home and the outs."""

_NORMAL = NormalDist()


@dataclass(frozen=True)
class Position:
    """A position in a year: plays made for nine innings and misses a chance, mean and spread, and
    the scores where one rating ends and the next begins."""

    plays: tuple[float, float] = (0.0, 1.0)
    misses: tuple[float, float] = (0.0, 1.0)
    cuts: tuple[float, ...] = ()


@dataclass(frozen=True)
class Gloves:
    """What is usual in a year, by position; of thieves caught, and passed balls in nine innings.

    ``arm`` is a catcher's in the mean of all games, in steps of T: below nought, since those who
    throw well catch more games and are run on less.
    """

    positions: Mapping[str, Position] = field(default_factory=dict)
    caught: float = USUAL_CAUGHT
    passed: float = USUAL_PASSED
    arm: float = 0.0


def gloves_of(lines: Iterable[FieldingLine]) -> Gloves:
    """What is usual among these lines of a year."""
    by_position: dict[str, list[FieldingLine]] = defaultdict(list)
    for line in lines:
        by_position[line.position].append(line)
    catchers = [
        line
        for line in by_position.get("c", ())
        if line.stolen_bases is not None and line.caught_stealing is not None
    ]
    tries = sum((line.stolen_bases or 0) + (line.caught_stealing or 0) for line in catchers)
    caught = sum(line.caught_stealing or 0 for line in catchers)
    usual = caught / tries if tries and caught else USUAL_CAUGHT
    caught_in = sum(nines(line) for line in catchers)
    told = [line for line in by_position.get("c", ()) if line.passed_balls is not None]
    games = sum(nines(line) for line in told)
    passed = sum(line.passed_balls or 0 for line in told)
    return Gloves(
        positions={
            position: _position(found)
            for position, found in by_position.items()
            if position in POSITIONS
        },
        caught=usual,
        passed=passed / games if games and passed else USUAL_PASSED,
        arm=sum(_arm(line, usual) * nines(line) for line in catchers) / caught_in
        if caught_in
        else 0.0,
    )


def _position(lines: Sequence[FieldingLine]) -> Position:
    plays = _mean_and_spread([(_plays(line), nines(line)) for line in lines])
    misses = _mean_and_spread([(_misses(line), nines(line)) for line in lines])
    usual = Position(plays, misses)
    scores = sorted((score(str(at), line, usual), nines(line)) for at, line in enumerate(lines))
    return Position(plays, misses, weighted_cuts(scores, SHARES))


def _mean_and_spread(found: Sequence[tuple[float | None, float]]) -> tuple[float, float]:
    """Weighted by games; the spread is that of what is left after drawing to the mean."""
    told = [(value, games) for value, games in found if value is not None and games > 0]
    weight = sum(games for _, games in told)
    if not weight:
        return 0.0, 1.0
    mean = sum(value * games for value, games in told) / weight
    drawn = [((value - mean) * games / (games + SOME_GAMES), games) for value, games in told]
    spread = (sum(off * off * games for off, games in drawn) / weight) ** 0.5
    return mean, spread or 1.0


def weighted_cuts(
    scores: Sequence[tuple[float, float]], shares: Sequence[float]
) -> tuple[float, ...]:
    """From scores in rising order, each with its weight: the scores from which each share of the
    whole weight lies below."""
    total = sum(weight for _, weight in scores)
    cuts: list[float] = []
    upto = 0.0
    for value, weight in scores:
        while len(cuts) < len(shares) and upto + weight / 2 >= shares[len(cuts)] * total:
            cuts.append(value)
        upto += weight
    return tuple(cuts) + (float("inf"),) * (len(shares) - len(cuts)) if total else ()


def _plays(line: FieldingLine) -> float | None:
    games = nines(line)
    if line.putouts is None or line.assists is None or not games:
        return None
    # Putouts of these are others' assists and strikeouts.
    made = line.assists if line.position in ("p", "c", "1b") else line.putouts + line.assists
    return made / games


def _misses(line: FieldingLine) -> float | None:
    chances = line.chances
    return None if not chances or line.errors is None else line.errors / chances


def score(key: str, line: FieldingLine, usual: Position) -> float:
    """How good a fielder is, in spreads of his position and year, with a draw of his own."""
    games = nines(line)
    own = games / (games + SOME_GAMES)
    drawn = DRAWN * _NORMAL.inv_cdf(share_of(key, f"glove/{line.position}"))
    plays, misses = _plays(line), _misses(line)
    made = 0.0 if plays is None else (plays - usual.plays[0]) * own / usual.plays[1]
    missed = 0.0 if misses is None else (misses - usual.misses[0]) * own / usual.misses[1]
    return RANGE_SHARE * made - (1 - RANGE_SHARE) * missed + drawn


def rating(key: str, line: FieldingLine, year: Gloves) -> int:
    """0 to 5 at a position."""
    usual = year.positions.get(line.position)
    if usual is None or not usual.cuts:
        return 3
    found = score(key, line, usual)
    return min(BEST_RATING, sum(found >= cut for cut in usual.cuts))


MOST_POSITIONS = 6
FEWEST_GAMES = 2
"""Games at a position that put it on a card, beside the one he played most."""


def ratings(key: str, lines: Iterable[FieldingLine], year: Gloves) -> tuple[Fielding, ...]:
    """Where he played, the pitcher's place apart, most games first. An outfield that is not told
    apart counts as all three places."""
    told: list[FieldingLine] = []
    for line in lines:
        if line.position == "of":
            told += [FieldingLine(at, line.games) for at in ("lf", "cf", "rf")]
        elif line.position in POSITIONS[1:]:
            told.append(line)
    best = max((line.games for line in told), default=0)
    found: dict[int, Fielding] = {}
    for line in sorted(told, key=lambda each: (-each.games, each.position)):
        number = POSITIONS.index(line.position) + 1
        if number not in found and (line.games >= FEWEST_GAMES or line.games == best):
            found[number] = Fielding(number, rating(key, line, year))
    return tuple(found.values())[:MOST_POSITIONS]


def throw_of(key: str, line: FieldingLine, year: Gloves) -> int:
    """T, a good arm negative; a draw where it was not counted."""
    stolen, caught = line.stolen_bases, line.caught_stealing
    if stolen is None or caught is None or not stolen + caught:
        return drawn_arm(key, "throw", THROW_SPREAD)
    steps = _arm(line, year.caught) - year.arm
    return max(-MOST_T, min(MOST_T, dithered(steps, key, "throw")))


def _arm(line: FieldingLine, usual: float) -> float:
    """A catcher's arm in steps of T against thieves caught so often, a good one negative."""
    caught = line.caught_stealing or 0
    share = (caught + FEW_TRIES * usual) / ((line.stolen_bases or 0) + caught + FEW_TRIES)
    return (usual - share) / CAUGHT_A_STEP


def drawn_arm(key: str, purpose: str, spread: float, better: float = 0.0) -> int:
    """A hold or throw rating that was not counted."""
    value = spread * _NORMAL.inv_cdf(share_of(key, purpose)) - better
    return max(-MOST_T, min(MOST_T, round(value)))


def passed_balls(key: str, line: FieldingLine, year: Gloves) -> Column:
    """His PB numbers, from 99 down: a pitcher's events begin at 90."""
    games = nines(line)
    passed = year.passed
    if line.passed_balls is not None and games:
        passed = (line.passed_balls + year.passed * SOME_GAMES) / (games + SOME_GAMES)
    numbers = 100 * passed / (TURNS_OF_NINE * WITH_MEN_ON)
    rows = [0] * FACES
    for at, symbol in zip(range(FACES - 1, -1, -1), symbols(numbers, key, "PB"), strict=False):
        rows[at] = event_bits(PASSED_BALL, symbol)
    return Column(rows) if any(rows) else NO_EVENTS


def symbols(numbers: float, key: str, purpose: str) -> list[int]:
    """So many numbers of the nineties as whole ones and one that a symbol limits: half circles
    count half and arcs a sixth; what lies between is drawn."""
    whole = min(int(numbers), FACES)
    rest = numbers - whole
    home = share_of(key, f"{purpose}/home") < 0.5
    steps = (
        (0.0, 0),
        (ARC, HOME_TWO_OUT if home else AWAY_TWO_OUT),
        (HALF_SYMBOL, HOME if home else AWAY),
        (1.0, ALWAYS),
    )
    for (low, below), (high, above) in pairwise(steps):
        if rest <= high:
            chosen = above if share_of(key, purpose) < (rest - low) / (high - low) else below
            return [ALWAYS] * whole + ([chosen] if chosen and whole < FACES else [])
    return [ALWAYS] * whole
