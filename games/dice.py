"""From which seeds the dice of a game come, one after the other."""

from __future__ import annotations

from collections.abc import Iterable

from games.engine.dice_stream import Segment
from games.models import Game


def segments_of(game: Game) -> tuple[Segment, ...]:
    """The seeds of the server's dice in this game and after how many throws each begins; none where
    people throw all of them."""
    renewed = game.dice_segments.filter(withdrawn_at=None).order_by("number")
    return chained(game.seed, (Segment(each.after, each.seed) for each in renewed))


def chained(seed: str, renewed: Iterable[Segment]) -> tuple[Segment, ...]:
    """What counts of the seeds that took each other's place: a later one ends whatever was to come
    from where it begins."""
    chain = [Segment(0, seed)] if seed else []
    for segment in renewed:
        chain = [each for each in chain if each.after < segment.after]
        chain.append(segment)
    return tuple(chain)
