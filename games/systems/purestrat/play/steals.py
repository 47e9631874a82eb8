"""Steals: leads, pick-offs, throws, double and forced steals (S23, S29.2)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from games.engine.bitsets import bit
from games.engine.events import (
    BAD_JUMP,
    BALK,
    CAUGHT_STEALING,
    NOBODY,
    OUT,
    PICKED_OFF,
    SCORED,
    detail,
    play,
)
from games.engine.events import STEAL as STOLEN
from games.engine.events import STEAL_ERROR as STOLEN_AND_ERROR
from games.engine.lineup import CATCHER, PITCHER
from games.systems.purestrat.play import stealing
from games.systems.purestrat.play.balls_in_play import BOTH
from games.systems.purestrat.play.decisions import THROW
from games.systems.purestrat.play.diamond import Diamond
from games.systems.purestrat.play.throws import LEAD, LEAD_RATING, STEAL, STEAL_ERROR

# Choices of the steal decision.
SECOND_WITH_LEAD: Final = 1
SECOND_NOW: Final = 2
THIRD_ALONE: Final = 3
THIRD_DOUBLE: Final = 4
HOME_ALONE: Final = 5
HOME_DOUBLE: Final = 6

BASE_OF_CHOICE: Final[tuple[int, ...]] = (0, 1, 1, 2, 2, 3, 3)
"""The base of the stealing runner, by choice."""


def steal_mask(game: Diamond) -> i64:
    """The available choices of the steal decision, as a mask."""
    bases = game.bases
    mask = 1
    if bases & 3 == 1:
        if _may_try_lead(game, 1):
            mask |= 1 << SECOND_WITH_LEAD
        if game.lead_failed[1] or not _rated(game, 1):
            mask |= 1 << SECOND_NOW
    if bases & 6 == 2 and _may_try_lead(game, 2):
        mask |= 1 << THIRD_ALONE
        if bases & 1:
            mask |= 1 << THIRD_DOUBLE
    if bases & 4 and _may_try_lead(game, 3):
        mask |= 1 << HOME_ALONE
        if bases & 3:
            mask |= 1 << HOME_DOUBLE
    return mask


def steal(game: Diamond, choice: i64) -> None:
    """Play the announced steal."""
    base = BASE_OF_CHOICE[choice]
    double = choice in (THIRD_DOUBLE, HOME_DOUBLE)
    if choice == SECOND_NOW:
        run_for_it(game, base, False, False)
    elif has_automatic_lead(game, base):
        run_for_it(game, base, True, False)
    else:
        lead = try_for_lead(game, base)
        if lead > 0:
            run_for_it(game, base, True, double)


def battery_of(game: Diamond) -> i64:
    defence = game.defence
    return stealing.battery(defence.arms[CATCHER], defence.mound.hold)


def chance(game: Diamond, base: i64, lead: bool) -> i64:
    """The safe range of the runner on ``base`` (S23.3-S23.5)."""
    rating = game.runner(base).stealing
    held = bool(game.held >> base - 1 & 1)
    battery = battery_of(game)
    if base == 1:
        return stealing.steal_of_second(rating.first, rating.second, lead, battery, held)
    if base == 2:
        return stealing.steal_of_third(rating.second, battery, held)
    return stealing.steal_of_home(rating.second, held)


def has_automatic_lead(game: Diamond, base: i64) -> bool:
    """True for a runner on first with an asterisk who is not held (S23.11)."""
    return base == 1 and not game.held & 1 and game.runner(1).stealing.asterisk


def try_for_lead(game: Diamond, base: i64) -> i64:
    """Roll for the good lead (S23.3, S29.2): 1 he has it, 0 he has not and stays, -1 another play
    resulted (picked off, out stealing, a balk)."""
    rolled = game.table.roll(LEAD, game.half)
    twenty = rolled // 36 + 1
    total = rolled % 36 // 6 + rolled % 6 + 2
    rating = game.runner(base).stealing
    if twenty == 1:
        if game.table.roll(LEAD_RATING, game.half) + 1 > rating.second:
            _gone(game, PICKED_OFF, base, detail(PITCHER))
            return -1
    elif twenty == 2:
        balk = game.defence.mound.balk
        if game.table.roll(LEAD_RATING, game.half) + 1 <= balk:
            game.apply_play(game.all_move(BALK, NOBODY, 1) | detail(PITCHER))
            return -1
    elif rating.lead >> total & 1:
        return 1
    elif rating.caught >> total & 1:
        _gone(game, CAUGHT_STEALING, base, detail(CATCHER))
        return -1
    game.lead_failed[base] = 1 + (game.held >> base - 1 & 1)
    game.lead_battery[base] = battery_of(game)
    game.apply_play(_stand(game, BAD_JUMP))
    return 0


def run_for_it(game: Diamond, base: i64, lead: bool, double: bool) -> None:
    """The runner goes; the catcher throws or holds the ball (S23.31)."""
    game.safe_lead = chance(game, base, lead)
    goal = base + 1
    if game.table.choose(game, THROW, 1 - game.half, BOTH) == 1:
        game.apply_play(_advance(game, STOLEN, base, double, 1))
        return
    rolled = game.table.roll(STEAL, game.half) + 1
    if rolled > game.safe_lead:
        event = _advance(game, CAUGHT_STEALING, base, double, 1)
        game.apply_play(_out(event, base) | detail(CATCHER))
        return
    if rolled <= 3:
        rated = game.defence.throws
        if game.table.roll(STEAL_ERROR, 1 - game.half) + 1 <= rated:
            event = _all_one_more(game, base, goal, double)
            game.apply_play(event | detail(CATCHER, 0, CATCHER))
            return
    game.apply_play(_advance(game, STOLEN, base, double, 1) | detail(CATCHER))


def forced_steal(game: Diamond) -> None:
    """The batter missed the pitch: the lead runner must go, with or without a lead (S19.8,
    S23.7)."""
    base = game.lead_base()
    double = game.bases != bit(base - 1)
    if has_automatic_lead(game, base):
        run_for_it(game, base, True, double)
        return
    lead = 0
    if not game.lead_failed[base] and _rated(game, base):
        lead = try_for_lead(game, base)
        if lead < 0:
            return
    if lead > 0:
        run_for_it(game, base, True, double)
    elif base == 1:
        run_for_it(game, 1, False, double)
    else:
        _gone(game, CAUGHT_STEALING, base, detail(CATCHER))


def _rated(game: Diamond, base: i64) -> bool:
    return game.runner(base).stealing.lead != 0 or game.runner(base).stealing.first != 0


def _may_try_lead(game: Diamond, base: i64) -> bool:
    """True once while the runner is on the base; again when he is no longer held, or against a
    worse battery (S23.3 D)."""
    rating = game.runner(base).stealing
    if not rating.lead and not (rating.asterisk and base == 1):
        return False
    failed = game.lead_failed[base]
    if not failed:
        return True
    if failed == 2 and not game.held >> base - 1 & 1:
        return True
    return battery_of(game) > game.lead_battery[base]


def _stand(game: Diamond, kind: i64) -> i64:
    bases = game.bases
    return play(
        kind,
        NOBODY,
        1 if bases & 1 else NOBODY,
        2 if bases & 2 else NOBODY,
        3 if bases & 4 else NOBODY,
    )


def _gone(game: Diamond, kind: i64, base: i64, at: i64) -> None:
    """The runner on ``base`` is out and no other moves."""
    game.apply_play(_out(_stand(game, kind), base) | at)


def _out(event: i64, base: i64) -> i64:
    """The play with the runner on ``base`` out, wherever it would have moved him."""
    shift = 6 + 3 * base
    return event ^ (event >> shift & 7 ^ OUT) << shift


def _advance(game: Diamond, kind: i64, base: i64, double: bool, by: i64) -> i64:
    """The stealing runner advances, and in a double steal all runners behind him too."""
    bases = game.bases
    goals = [NOBODY, NOBODY, NOBODY, NOBODY]
    for runner in range(1, 4):
        if bases >> runner - 1 & 1:
            goes = runner == base or (double and runner < base)
            goals[runner] = min(runner + by, SCORED) if goes else runner
    return play(kind, NOBODY, goals[1], goals[2], goals[3])


def _all_one_more(game: Diamond, base: i64, goal: i64, double: bool) -> i64:
    """Every runner takes one base beyond where the steal took him (S23.31)."""
    bases = game.bases
    goals = [NOBODY, NOBODY, NOBODY, NOBODY]
    for runner in range(1, 4):
        if bases >> runner - 1 & 1:
            stole = runner == base or (double and runner < base)
            goals[runner] = min(runner + (2 if stole else 1), SCORED)
    return play(STOLEN_AND_ERROR, NOBODY, goals[1], goals[2], goals[3])
