"""Seeds: where the dice of a game come from, and which of them may be known when."""

import secrets
from hashlib import sha256

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
