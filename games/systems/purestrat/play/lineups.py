"""A line-up that makes sense: who plays where and bats when, against a pitcher's hand.

For clubs whose manager has set none, for imputed teams and for simulated leagues. The eight behind
the pitcher are the assignment of men to positions with the most runs in it, hitting and fielding
together; the order puts the best where they come up most and the fast before the strong.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from config.refusals import Refusal, Refused
from games.engine.bitsets import bit, set_of
from games.engine.events import DESIGNATED
from games.engine.lineup import PITCHER
from games.systems.purestrat.play.cards import Fielding
from games.systems.purestrat.play.squad import Man

TURNS: Final[float] = 4.1
"""Plate appearances of a regular in a game."""

_RANGE_WORTH: Final[tuple[float, ...]] = (0.0, 0.0, 0.03, 0.03, 0.06, 0.05, 0.07, 0.04, 0.06, 0.04)
"""Runs a game between one range rating and the next, by position."""

_ERROR_WORTH: Final = 0.0045
"""Runs a game of one point of an error rating."""


def glove_worth(rating: Fielding) -> float:
    """Runs a game that a fielder is worth, against an average one."""
    worth = (3 - rating.range) * _RANGE_WORTH[rating.position] + (12 - rating.error) * _ERROR_WORTH
    if rating.position == 2 or rating.position >= 7:
        worth -= 0.02 * rating.arm
    return worth


def bat_worth(man: Man, throws: str) -> float:
    """Runs a game that a man is worth at bat against a pitcher's hand."""
    worth = man.run_value_left if throws == "L" else man.run_value_right
    return TURNS * worth + 0.012 * (man.hitter.running - 12)


def best_eight(men: Sequence[Man], throws: str, *, designated: bool = False) -> dict[int, Man]:
    """Who plays each position from catcher to right field: the best assignment there is; with
    ``designated``, who bats for the pitcher as well, where a ninth man is left to.

    Refused with ``lineup-cannot-be-covered`` when nobody is left for some position.
    """
    candidates = [man for man in men if not man.is_pitcher]
    # By set of filled positions the best sum so far and who gave it, man after man.
    best: dict[int, tuple[float, tuple[tuple[int, int], ...]]] = {0: (0.0, ())}
    for man in candidates:
        bat = bat_worth(man, throws)
        chances = [
            (bit(at), at, bat + glove_worth(rating))
            for at, rating in enumerate(man.fielding)
            if rating is not None and at > PITCHER
        ]
        if designated:
            chances.append((1 << DESIGNATED, DESIGNATED, bat))
        for filled, (worth, chosen) in list(best.items()):
            for place, position, gain in chances:
                if filled & place:
                    continue
                found = worth + gain
                if filled | place not in best or found > best[filled | place][0]:
                    best[filled | place] = (found, (*chosen, (position, man.number)))
    eight = set_of(range(2, 10))
    whole = best.get(eight | 1 << DESIGNATED) or best.get(eight)
    if whole is None:
        raise Refused(
            Refusal(
                "lineup-cannot-be-covered",
                "The squad cannot cover the eight positions behind the pitcher.",
                "squad",
            )
        )
    by_number = {man.number: man for man in candidates}
    return {position: by_number[number] for position, number in whole[1]}


def batting_order(
    eight: dict[int, Man], pitcher: Man, throws: str
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Numbers and positions of the nine in the order they bat; the pitcher last, unless one of them
    is designated to bat for him."""
    placed = sorted(
        ((man, position) for position, man in eight.items()),
        key=lambda pair: (-bat_worth(pair[0], throws), pair[0].number),
    )
    top = placed[:5]
    leadoff = max(top, key=lambda pair: (pair[0].hitter.running, -pair[0].number))
    top.remove(leadoff)
    # The best three left bat third, fourth and second.
    third, fourth, second, fifth = top
    ordered = [leadoff, second, third, fourth, fifth, *placed[5:]]
    if DESIGNATED not in eight:
        ordered.append((pitcher, PITCHER))
    return (
        tuple(man.number for man, _ in ordered),
        tuple(position for _, position in ordered),
    )
