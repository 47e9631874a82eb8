"""Cards of Deep Drive drawn at random: any that a verifier lets pass."""

from random import Random

from hypothesis import strategies as st

from games.systems.deep_drive.play.cards import (
    EVENTS,
    FACES,
    HITTING,
    LEFT_NUMBERS,
    PASSED_BALL,
    RIGHT_NUMBERS,
    SYMBOLS,
    VERY_FAST,
    Batter,
    Column,
    Fielding,
    Pitcher,
    Stealing,
    event_bits,
)
from games.systems.deep_drive.play.park import Park
from games.systems.deep_drive.play.readings import (
    LEFT_READINGS,
    OUT_READINGS,
    PARK_READINGS,
    RIGHT_READINGS,
)

NAMES = st.text("abcdefghij KLMN'-.é", min_size=1, max_size=20).map(str.strip).filter(bool)
STEALING = st.builds(Stealing, st.integers(0, 15), st.integers(0, 20))
SPEED = st.integers(0, VERY_FAST)


def _column(numbers: int, allowed: frozenset[int]) -> st.SearchStrategy[Column]:
    readings = sorted(allowed)
    seeds = st.integers(0, 1 << 32)
    return seeds.map(lambda seed: Column(Random(seed).choices(readings, k=numbers)))


def _events(kinds: range) -> st.SearchStrategy[Column]:
    one = st.lists(st.integers(0, len(SYMBOLS) - 1), min_size=len(kinds), max_size=len(kinds)).map(
        lambda found: sum(event_bits(k, symbol) for k, symbol in zip(kinds, found, strict=True))
    )
    return st.lists(one, min_size=FACES, max_size=FACES).map(Column)


@st.composite
def batters(draw: st.DrawFn) -> Batter:
    """A batter's card."""
    positions = draw(st.lists(st.integers(2, 9), unique=True, max_size=8))
    catches = 2 in positions
    return Batter(
        name=draw(NAMES),
        bats=draw(st.sampled_from("LRS")),
        left=draw(_column(LEFT_NUMBERS, LEFT_READINGS)),
        outs=draw(_column(FACES, OUT_READINGS)),
        right=draw(_column(RIGHT_NUMBERS, RIGHT_READINGS)),
        run=draw(SPEED),
        stealing=draw(STEALING),
        double_play=draw(st.integers(0, 6)),
        fielding=tuple(Fielding(position, draw(st.integers(0, 5))) for position in positions),
        throw=draw(st.integers(-9, 9)) if catches else 0,
        events=draw(_events(range(PASSED_BALL, len(EVENTS)))) if catches else Column([0] * FACES),
    )


@st.composite
def pitchers(draw: st.DrawFn) -> Pitcher:
    """A pitcher's card."""
    starter = draw(st.integers(0, 40))
    return Pitcher(
        name=draw(NAMES),
        throws=draw(st.sampled_from("LR")),
        numbers=draw(_column(LEFT_NUMBERS, LEFT_READINGS)),
        outs=draw(_column(FACES, OUT_READINGS)),
        hold=draw(st.integers(-9, 9)),
        events=draw(_events(range(PASSED_BALL))),
        rating=draw(st.integers(0, 5)),
        starter=starter,
        relief=draw(st.integers(0 if starter else 1, 40)),
        hitting=draw(st.integers(0, len(HITTING) - 1)),
        run=draw(SPEED),
        stealing=draw(STEALING),
    )


PARKS = _column(FACES, PARK_READINGS).map(Park)
