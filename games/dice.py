"""From which seeds the dice of a game come, one after the other."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from django.db.models import prefetch_related_objects

from games.engine.dice_stream import Segment
from games.models import DiceSegment, Game


def segments_of(game: Game) -> tuple[Segment, ...]:
    """The seeds of the server's dice in this game and after how many throws each begins; none where
    people throw all of them."""
    return chained(game.seed, (Segment(each.after, each.seed) for each in dice_segments(game)))


def dice_segments(game: Game) -> Sequence[DiceSegment]:
    """The fresh dice that count in a game, in their order; read once for this object; code that
    changes them drops what was read (``games.services.dice``)."""
    prefetch_related_objects([game], "dice_segments")
    return [each for each in game.dice_segments.all() if each.withdrawn_at is None]


def chained(seed: str, renewed: Iterable[Segment]) -> tuple[Segment, ...]:
    """What counts of the seeds that took each other's place: a later one ends whatever was to come
    from where it begins."""
    chain = [Segment(0, seed)] if seed else []
    for segment in renewed:
        chain = [each for each in chain if each.after < segment.after]
        chain.append(segment)
    return tuple(chain)
