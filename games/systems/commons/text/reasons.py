"""Why a choice is not available at this point of a Commons game, with its paragraph."""

from __future__ import annotations

from games.engine.decisions import BATTING, Decision
from games.systems.commons.play.club import DECK_SIZE
from games.systems.commons.play.decisions import (
    ADVANCE_FROM_SECOND,
    ADVANCE_FROM_THIRD,
    AWAY_PITCHER,
    CHALLENGE,
    DOUBLE_CARD,
    HIT_CARD,
    HIT_GOD,
    HOME_PITCHER,
    LEND_BATTER,
    LEND_PITCHER,
    OUT_CARD,
    OUT_GOD,
    PINCH_HIT,
    REPLAY,
    STEAL,
    SWING,
    TWO_OUTS,
    WALK,
)
from games.systems.commons.play.game import CommonsGame
from games.systems.commons.play.state import OPEN, SPENT


def why_not(game: CommonsGame, decision: Decision, choice: int) -> str:
    """Return the reason; empty where none is known."""
    if decision is AWAY_PITCHER or decision is HOME_PITCHER:
        return (
            "CB-015, CB-017: pitchers come in the order of the list when an inning begins, and "
            "only those before him are discarded"
        )
    if decision is LEND_PITCHER:
        return "CB-121: a side that is out of pitchers is lent one who has thrown a complete inning"
    if decision is LEND_BATTER:
        return "CB-123: a side that is out of batters is lent one who has batted and not scored"
    if decision is OUT_GOD:
        return _why_no_out_god(game, choice)
    if decision is CHALLENGE:
        return _why_no_challenge(game, game.sides[game.half].challenges)
    if decision is REPLAY:
        return _why_no_challenge(game, game.sides[1 - game.half].challenges)
    if decision is WALK:
        if game.out_challenged:
            return "CB-084: after a challenged out god the pitch must be thrown"
        return "CB-023: a walk on purpose comes instead of the pitch"
    if decision is STEAL:
        return _why_no_steal(game, choice)
    if decision is PINCH_HIT:
        return _why_no_pinch_hitter(game)
    if decision is HIT_GOD:
        return _why_no_hit_god(game, choice)
    if decision is SWING:
        return "CB-032, CB-033: fences and bunts are called after the pitch and before the swing"
    if decision is ADVANCE_FROM_SECOND or decision is ADVANCE_FROM_THIRD:
        return _why_no_advance(game)
    return ""


def _super_gone(game: CommonsGame, owner: int, asked: int) -> str:
    side = game.half if asked == BATTING else 1 - game.half
    if owner == SPENT:
        return "CB-099: that super god was used"
    if owner not in (OPEN, side):
        return "CB-099: that super god belongs to the other side"
    return ""


def _why_no_out_god(game: CommonsGame, choice: int) -> str:
    if game.delivered:
        return "CB-020: defensive gods come before the pitch"
    if game.out_challenged:
        return "CB-084: after a challenged out god no other defensive god this turn"
    if choice == TWO_OUTS:
        gone = _super_gone(game, game.two_outs, OUT_GOD.asked)
        if gone:
            return gone
    if choice == OUT_CARD and not game.sides[1 - game.half].outs:
        return "CB-006: no out god is left"
    return "CB-020: a god of the pitching side comes first in the turn"


def _why_no_challenge(game: CommonsGame, left: int) -> str:
    if not left:
        return "CB-006, CB-040: no challenge is left"
    return (
        "CB-081, CB-096: only an out god or a hit god is challenged, directly after it was played; "
        "super gods and advances never"
    )


def _why_no_steal(game: CommonsGame, choice: int) -> str:
    if choice > 1:
        return "CB-049: only the runner on first steals"
    if not game.bases & 1:
        return "CB-049: nobody is on first"
    if game.bases & 2:
        return "CB-049: second is filled"
    if not game.delivered:
        return "CB-025: a steal comes after the pitch is delivered"
    side = game.sides[game.half]
    if side.batting_card(side.players[game.runners.on[1]]).steal is None:
        return "CB-050: the runner's card has no steal threshold"
    return "CB-025: one steal a turn, before anything else of the side at bat"


def _why_no_pinch_hitter(game: CommonsGame) -> str:
    side = game.sides[game.half]
    if side.batter > DECK_SIZE or side.batter == side.lent_batter:
        return "CB-123: a lent batter bats himself"
    if side.batter and not side.batting_card(side.batter).pinch:
        return "CB-028, CB-113: the batter's card shows one team for its season"
    return "CB-027, CB-029: a batter who is left in the list, after the pitch is delivered"


def _why_no_hit_god(game: CommonsGame, choice: int) -> str:
    if game.hit_challenged:
        return "CB-083: after a challenged hit god no other offensive god this turn"
    if not game.delivered:
        return "CB-079: the pitch must be delivered before a hit god"
    if choice == DOUBLE_CARD:
        gone = _super_gone(game, game.double, HIT_GOD.asked)
        if gone:
            return gone
    if choice == HIT_CARD and not game.sides[game.half].hits:
        return "CB-006: no hit god is left"
    return "CB-030: a hit god comes before the swing"


def _why_no_advance(game: CommonsGame) -> str:
    if not game.sides[game.half].advances:
        return "CB-006: no advance is left"
    return (
        "CB-036, CB-037, CB-085: an advance is for a runner who was on base when the batter hit, "
        "once "
        "each and onto an open base; never after an automatic result, a walk or an out"
    )
