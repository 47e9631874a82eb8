"""How pitchers hit: which of the house's hitting cards gives a man his average in his own league,
where half of his turns are read off other pitchers' cards, and how often he strikes out on it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache

from games.systems.purestrat.cards.opponent import CHANCES, Opponent
from games.systems.purestrat.text.house_cards import hitting_row, most_strikeouts
from rosters.estimators.kept import Kept
from rosters.estimators.norms import mainly_pitched
from rosters.estimators.platoon import side_of
from rosters.estimators.rates import LEFT, RIGHT
from rosters.makers.base import Subject
from rosters.stats.lines import BattingLine

CARDS = range(1, 9)
HITS = ("single", "double", "triple", "home_run")
WALKS = ("walk", "hit_by_pitch")

SOME_AT_BATS = 500
"""At-bats of the pitchers of 2012 that a league's own are mixed with."""
SOME_OF_HIS = 40
"""At-bats of his league's pitchers that a man's own are mixed with."""
STRIKEOUTS_OF_HITTERS = 1.9
"""How much oftener pitchers struck out than all together, where it was not counted (2012)."""


@dataclass(frozen=True)
class PitchersBats:
    """What a league's pitchers came to at bat: hits an at-bat, home runs and strikeouts of a turn
    that is no bunt."""

    average: float = 0.13
    home_runs: float = 0.004
    strikeouts: float = 0.37


def pitchers_bats(subjects: Iterable[Subject], kept: Kept) -> PitchersBats:
    """How the players batted who mainly pitched."""
    lines = [
        line
        for each in subjects
        if (line := each.season.batting) is not None and mainly_pitched(each.season)
    ]
    usual = PitchersBats()
    at_bats = sum(line.at_bats for line in lines)
    turns = sum(_turns(line) for line in lines)
    counted = [line for line in lines if line.strikeouts is not None]
    known = sum(_turns(line) for line in counted)
    struck_out = sum(line.strikeouts or 0 for line in counted)
    expected = usual.strikeouts if counted else STRIKEOUTS_OF_HITTERS * kept.strikeouts
    return PitchersBats(
        _mixed(sum(line.hits for line in lines), at_bats, usual.average, SOME_AT_BATS),
        _mixed(sum(line.home_runs for line in lines), turns, usual.home_runs, SOME_AT_BATS),
        _mixed(struck_out, known, expected, SOME_AT_BATS),
    )


def hitting_code(
    subject: Subject,
    line: BattingLine | None,
    usual: PitchersBats,
    against: Callable[[str, str], Opponent],
    left: float,
) -> str:
    """A pitcher's hitting card (S11.1e): the number whose hits come nearest to his, power where his
    home runs are nearer to what it gives, and the strikeouts that other pitchers do not have of him
    already. ``left`` is the share of his turns ``against`` left-handers."""
    bats = "S" if subject.bats in ("B", "S") else subject.bats or subject.throws
    if line is None or not line.at_bats:
        return f"1W{bats}"
    average = _mixed(line.hits, line.at_bats, usual.average, SOME_OF_HIS)
    home_runs = _mixed(line.home_runs, _turns(line), usual.home_runs, SOME_OF_HIS)
    strikeouts = usual.strikeouts
    if line.strikeouts is not None:
        strikeouts = _mixed(line.strikeouts, _turns(line), usual.strikeouts, SOME_OF_HIS)
    hands = ((LEFT, left), (RIGHT, 1 - left))
    given = [(against(side_of(bats, hand), hand).pitcher, part) for hand, part in hands]
    theirs = {
        event: sum(part * printed[event] for printed, part in given)
        for event in (*HITS, *WALKS, "strikeout")
    }
    hits = sum(theirs[event] for event in HITS)
    walks = sum(theirs[event] for event in WALKS)
    number = min(
        CARDS,
        key=lambda card: abs(
            (_of(card, HITS) + hits) / (2 * CHANCES - _of(card, WALKS) - walks) - average
        ),
    )
    off_his_own = _of(number, ("home_run",))
    power = 2 * CHANCES * home_runs - off_his_own > theirs["home_run"] / 2
    struck = round(2 * CHANCES * strikeouts - theirs["strikeout"])
    struck = max(0, min(most_strikeouts(number), struck))
    return f"{number}{'N' if power else 'W'}{bats}k{struck}"


@cache
def _of(card: int, events: tuple[str, ...]) -> float:
    row = hitting_row(card)
    return sum(float(row[event]) for event in events)


def _turns(line: BattingLine) -> int:
    """Turns that were no bunts."""
    return line.plate_appearances - (line.sacrifice_hits or 0)


def _mixed(count: int, base: int, usual: float, some: int) -> float:
    return (count + usual * some) / (base + some)
