"""Seeds: where the dice of a game come from, one after the other, and which of them may be known
when."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence
from hashlib import sha256

from django.db.models import prefetch_related_objects

from games.engine.dice_stream import Segment
from games.models import DiceSegment, Game

LENGTH = 32
"""Characters of a seed of our own making."""

LONGEST = 64
"""Characters of a seed that a user names."""


def fresh_seed() -> str:
    """A seed that follows from nothing anybody knows."""
    return secrets.token_hex(LENGTH // 2)


def game_seed(series_seed: str, number: int) -> str:
    """The seed of a simulated game: the same whenever it is simulated again.

    One way only. A finished game shows its seed, so that anyone can throw its dice again; were the
    series' seed to follow from it, anyone could also know the games that are not played yet, and
    choose between playing one and having it simulated.
    """
    return sha256(f"{series_seed}/{number}".encode()).hexdigest()[:LENGTH]


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
