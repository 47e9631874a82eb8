"""What the men of a game have done in their event so far. This floor knows no events: who keeps
their sums registers itself here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final

from games.models import Game

Who = tuple[int, int]
"""The keys of a man's club and of his card."""


@dataclass(frozen=True)
class SeasonLines:
    """A line for everybody who has one, in words, and what they are called, short and long."""

    batting: Mapping[Who, str] = field(default_factory=dict)
    pitching: Mapping[Who, str] = field(default_factory=dict)
    batting_head: tuple[str, str] = ("", "")
    pitching_head: tuple[str, str] = ("", "")


NOTHING: Final = SeasonLines()

Keeper = Callable[[int, int], SeasonLines]
"""Called with the key after the colon of a scope and that of a series in it: the lines of the men
of both its clubs."""

_keepers: dict[str, Keeper] = {}


def register(kind: str, keeper: Keeper) -> None:
    """Let ``keeper`` tell the lines in scopes that begin with ``kind:``."""
    _keepers[kind] = keeper


def season_lines(game: Game) -> SeasonLines:
    """Those of a finished game whose men are known; nothing of others."""
    kind, _, key = game.series.scope.partition(":")
    keeper = _keepers.get(kind)
    known = game.is_final and (game.clubs or game.known == Game.Known.BOX)
    if keeper is None or not known or not key.isdecimal():
        return NOTHING
    return keeper(int(key), game.series_id)
