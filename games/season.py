"""What the players of a game have done in their event so far. This floor knows no events: who keeps
their sums registers itself here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final

from django.core.cache import cache

from config.kinds import Kinds
from games.models import Game

Who = tuple[int, int]
"""The keys of a player's club and of his card."""


@dataclass(frozen=True)
class SeasonLines:
    """A line for everybody who has one, in words, and what they are called, short and long."""

    batting: Mapping[Who, str] = field(default_factory=dict)
    pitching: Mapping[Who, str] = field(default_factory=dict)
    batting_head: tuple[str, str] = ("", "")
    pitching_head: tuple[str, str] = ("", "")


NOTHING: Final = SeasonLines()

Keeper = Callable[[int, int], SeasonLines]
"""Called with the key after the colon of a scope and that of a series in it: the lines of the
players of both its clubs."""

KEEPERS: Final[Kinds[Keeper]] = Kinds()
"""Who tells the lines, by the kind of event."""

LIVE_SECONDS: Final = 60
"""What was done before a game that goes on changes seldom: it is asked for once a minute."""


def season_lines(game: Game) -> SeasonLines:
    """The lines of a finished game whose players are known; nothing for other games."""
    known = game.is_final and (game.clubs or game.known == Game.Known.BOX)
    return _kept(game) if known else NOTHING


def lines_before(game: Game) -> SeasonLines:
    """The lines of the players of a game that goes on, without it; nothing where none is known."""
    if not game.clubs:
        return NOTHING
    key = f"season:{game.series.scope}:{game.series_id}"
    found: SeasonLines | None = cache.get(key)
    if found is None:
        found = _kept(game)
        cache.set(key, found, LIVE_SECONDS)
    return found


def who(game: Game, side: int, player: int) -> Who:
    """The club and card of the player with a number on a side; card 0 for one from the stands."""
    cards = [0, *game.clubs[side]["cards"]] if game.clubs else []
    club = (game.away_id, game.home_id)[side]
    return club, cards[player] if player < len(cards) else 0


def _kept(game: Game) -> SeasonLines:
    found = KEEPERS.of(game.series.scope)
    if found is None or not found[1].isdecimal():
        return NOTHING
    keeper, key = found
    return keeper(int(key), game.series_id)
