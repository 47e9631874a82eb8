"""Steals, when a turn that was thrown has ended (DD-054 to DD-070, DD-088)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from games.engine.events import (
    CAUGHT_STEALING,
    NOBODY,
    OUT,
    SCORED,
    STEAL_ERROR,
    THIRD,
    detail,
)
from games.engine.events import STEAL as STOLEN
from games.engine.lineup import CATCHER
from games.systems.deep_drive.play.decisions import BOTH, STEAL
from games.systems.deep_drive.play.diamond import IN, NO_JUMP, Diamond
from games.systems.deep_drive.play.throws import JUMP
from games.systems.deep_drive.play.throws import STEAL as TWO_DICE

MUST_HOLD: Final = 9
MAY_GO: Final = 10
GOES_UNLESS_BEHIND: Final = 11
FAR_BEHIND: Final = -2
OVERTHROW: Final = 4
"""Sum and catcher's rating up to which he overthrows (DD-070)."""


def thief_of(bases: i64) -> i64:
    """The base of the runner whose next base is empty: second, else first; 0 for neither."""
    if bases & 6 == 2:
        return 2
    return 1 if bases & 3 == 1 else 0


def check_steal(game: Diamond) -> None:
    """JUMP of the runner who could go, and what he does."""
    base = thief_of(game.bases)
    game.jump = NO_JUMP
    game.thief = base
    if not base:
        return
    card = game.runner(base)
    shift = game.defence.mound.hold + game.defence.arm
    closer = 1 if base == 1 and game.bases == 5 and game.infield == IN else 0
    die = game.table.roll(JUMP, game.half) if game.rules.jump_is_fresh else game.modifier
    jump = die + card.stealing.jump + shift
    if base == 2:
        jump -= 2
    if game.rules.infield_in_jump:
        jump += closer
    game.jump = jump
    game.safe = card.stealing.safe + shift + closer
    if jump <= MUST_HOLD:
        return
    if jump == MAY_GO:
        if game.playing_safe and not game.rules.safe_may_steal:
            return
        if game.table.choose(game, STEAL, game.half, BOTH) == 0:
            return
    elif jump == GOES_UNLESS_BEHIND and game.lead <= FAR_BEHIND:
        return
    _goes(game, base)


def _goes(game: Diamond, base: i64) -> None:
    """Two dice, added, against SAFE (DD-067 to DD-070)."""
    rolled = game.table.roll(TWO_DICE, game.half)
    total = rolled // 10 + rolled % 10
    game.stay(NOBODY)
    to = game.to
    if total > game.safe:
        to[base] = OUT
        game.happens(CAUGHT_STEALING, detail(CATCHER))
        return
    if total + game.rating(CATCHER) > OVERTHROW:
        to[base] = base + 1
        game.happens(STOLEN, detail(CATCHER))
        return
    to[base] = base + 2
    if base == 1 and to[3] == THIRD:
        # The runner ahead of the thief is pushed on (E2.36).
        to[3] = SCORED
    game.happens(STEAL_ERROR, detail(CATCHER, 0, CATCHER))
