"""Sound lineups against a pitcher's hand.

For clubs whose manager has set none, for imputed clubs and for simulated leagues. The eight behind
the pitcher are the assignment of players to positions with the most runs, batting and fielding
together; the order puts the best where they come up most and the fast before the strong. Each
player object knows his own worth, so that every game of nine players uses this module.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from config.refusals import Refusal, Refused
from games.engine.bitsets import bit, set_of
from games.engine.events import DESIGNATED
from games.engine.lineup import LAST_POSITION, PITCHER
from games.engine.nine.player import SquadPlayer

TURNS: Final[float] = 4.1
"""Plate appearances of a regular per game."""


def best_eight(
    players: Sequence[SquadPlayer], throws: str, *, designated: bool = False
) -> dict[int, SquadPlayer]:
    """The best assignment of players to the positions from catcher to right field; ``designated``:
    and a designated hitter, where a ninth player is left.

    Refused: ``lineup-cannot-be-covered`` when no player is left for some position.
    """
    candidates = [player for player in players if not player.is_pitcher]
    # By set of filled positions the best sum so far and its assignment, updated player by player.
    best: dict[int, tuple[float, tuple[tuple[int, int], ...]]] = {0: (0.0, ())}
    for player in candidates:
        bat = player.at_bat(throws)
        chances = [
            (bit(index), index, bat + player.in_field(index))
            for index in range(PITCHER + 1, LAST_POSITION + 1)
            if player.plays(index)
        ]
        if designated:
            chances.append((1 << DESIGNATED, DESIGNATED, bat))
        for filled, (worth, chosen) in list(best.items()):
            for place, position, gain in chances:
                if filled & place:
                    continue
                total = worth + gain
                if filled | place not in best or total > best[filled | place][0]:
                    best[filled | place] = (total, (*chosen, (position, player.number)))
    eight = set_of(range(PITCHER + 1, LAST_POSITION + 1))
    whole = best.get(eight | 1 << DESIGNATED) or best.get(eight)
    if whole is None:
        raise Refused(
            Refusal(
                "lineup-cannot-be-covered",
                "The squad cannot cover the eight positions behind the pitcher.",
                "squad",
            )
        )
    by_number = {player.number: player for player in candidates}
    return {position: by_number[number] for position, number in whole[1]}


def batting_order(
    eight: dict[int, SquadPlayer], pitcher: SquadPlayer, throws: str
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Numbers and positions of the nine in batting order; the pitcher last, unless there is a
    designated hitter."""
    placed = sorted(
        ((player, position) for position, player in eight.items()),
        key=lambda pair: (-pair[0].at_bat(throws), pair[0].number),
    )
    top = placed[:5]
    leadoff = max(top, key=lambda pair: (pair[0].on_base(), -pair[0].number))
    top.remove(leadoff)
    # The best three of the rest bat third, fourth and second.
    third, fourth, second, fifth = top
    ordered = [leadoff, second, third, fourth, fifth, *placed[5:]]
    if DESIGNATED not in eight:
        ordered.append((pitcher, PITCHER))
    return (
        tuple(player.number for player, _ in ordered),
        tuple(position for _, position in ordered),
    )
