"""Balls in play: hits, flies, grounders and line drives, with runners who try for an extra base and
fielders who throw at them (S13, S14, S21, S3, T15, S17.2)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from games.engine.bitsets import bit
from games.engine.events import (
    BATTER_OUT,
    DOUBLE,
    DOUBLE_PLAY,
    FIELDERS_CHOICE,
    FIRST,
    FLY,
    FORCE_OUT,
    GROUND,
    HOME_RUN,
    LINE,
    NOBODY,
    OUT,
    SACRIFICE_FLY,
    SCORED,
    SECOND,
    SINGLE,
    THIRD,
    TRIPLE,
    TRIPLE_PLAY,
    detail,
    play,
)
from games.engine.lineup import CATCHER
from games.systems.purestrat.play import advances, grounders
from games.systems.purestrat.play.decisions import (
    CONCEDE_BASE,
    SEND,
    SURE_OUT,
    TARGET,
    TRAIL,
)
from games.systems.purestrat.play.diamond import Diamond
from games.systems.purestrat.play.throws import ADVANCE, LINE_DRIVE, PLATE_BLOCK

LEFT_FIELD: Final = 7
CENTER_FIELD: Final = 8
RIGHT_FIELD: Final = 9

GRADE_A: Final = 1
GRADE_B: Final = 2
GRADE_C: Final = 3

TRIPLE_PLAY_UPTO: Final = 7
"""A lomax with two runners who may be doubled off is a triple play up to this on a d20
(S17.22)."""

BOTH: Final = 0b11
"""Both choices of a yes-or-no decision."""

# Hits.


def sure_hit(game: Diamond, kind: i64, batter: i64, by: i64, ball: i64 = 0) -> None:
    """A hit without a throw: the batter goes to ``batter``, every runner advances ``by`` bases."""
    game.apply_play(game.all_move(kind, batter, by) | ball)


def single(game: Diamond, stars: i64, fielder: i64 = 0) -> None:
    """A single: open, or with one or two asterisks (S2.2); ``fielder`` 0 means that the center
    fielder throws (S13.1)."""
    ball = detail(fielder or CENTER_FIELD, LINE)
    bases = game.bases
    if stars == 0 and bases & 3:
        _open_single(game, fielder or CENTER_FIELD, ball)
    else:
        sure_hit(game, SINGLE, FIRST, 2 if stars == 2 else 1, ball)


def double(game: Diamond, stars: i64, fielder: i64 = 0) -> None:
    """A double: open, or with asterisks, after which no runner takes an extra base."""
    ball = detail(fielder or CENTER_FIELD, LINE)
    if stars == 0 and game.bases & 1:
        _open_double(game, fielder or CENTER_FIELD, ball)
    else:
        sure_hit(game, DOUBLE, SECOND, 2, ball)


def triple(game: Diamond, fielder: i64 = 0) -> None:
    sure_hit(game, TRIPLE, THIRD, 3, detail(fielder or RIGHT_FIELD, LINE))


def home_run(game: Diamond, fielder: i64 = 0) -> None:
    sure_hit(game, HOME_RUN, SCORED, SCORED, detail(fielder, FLY))


def _open_single(game: Diamond, position: i64, at: i64) -> None:
    """S13.61 with a runner on second, S13.611 with one on first only."""
    bases = game.bases
    lead = 2 if bases & 2 else 1
    goal = lead + 2
    trail = 1 if lead == 2 and bases & 1 else 0
    trail_goal = 3 if trail else 2
    sent, passed, caught = _race(game, position, lead, goal, trail, trail_goal)
    first = SECOND if bases & 1 else NOBODY
    second = THIRD if bases & 2 else NOBODY
    third = SCORED if bases & 4 else NOBODY
    batter = FIRST
    if sent:
        if lead == 2:
            second = OUT if caught == lead else SCORED
            if passed and trail:
                first = OUT if caught == trail else THIRD
        else:
            first = OUT if caught == lead else THIRD
        if passed:
            batter = SECOND if trail or caught != 0 else OUT
    game.apply_play(play(SINGLE, batter, first, second, third) | at)


def _open_double(game: Diamond, position: i64, at: i64) -> None:
    """S13.61 with a runner on first."""
    bases = game.bases
    sent, passed, caught = _race(game, position, 1, 4, 0, 3)
    first = THIRD
    batter = SECOND
    if sent:
        first = OUT if caught == 1 else SCORED
        if passed:
            batter = OUT if caught == 0 else THIRD
    second = SCORED if bases & 2 else NOBODY
    third = SCORED if bases & 4 else NOBODY
    game.apply_play(play(DOUBLE, batter, first, second, third) | at)


def _race(
    game: Diamond, position: i64, lead: i64, goal: i64, trail: i64, trail_goal: i64
) -> tuple[bool, bool, int]:
    """The cutoff rule on a hit: whether the lead runner went, whether those behind him did, and the
    base of the runner put out, 0 the batter, -1 none (S13.61-S13.63)."""
    nine = game.offence
    arm = game.defence.arms[position]
    held = game.held
    lead_held = bool(held >> lead - 1 & 1) and lead < 3
    game.lead_goal = goal
    game.lead_from = lead
    game.safe_lead = advances.on_hit(
        nine.hitters[game.runners.on[lead]].running, arm, lead_held, game.outs, position, goal
    )
    rating = nine.hitters[game.runners.on[trail] if trail else nine.up].running
    game.safe_trail = advances.trail_on_hit(
        rating, arm, lead_held, game.outs, position, trail_goal, goal, trail == 0
    )
    half = game.half
    if game.table.choose(game, SEND, half, BOTH) == 0:
        return False, False, -1
    if game.table.choose(game, CONCEDE_BASE, 1 - half, BOTH) == 1:
        return True, False, -1
    if game.table.choose(game, TRAIL, half, BOTH) == 0:
        return True, False, -1 if _beats(game, game.safe_lead, goal) else lead
    if game.table.choose(game, TARGET, 1 - half, BOTH) == 0:
        return True, True, -1 if _beats(game, game.safe_lead, goal) else lead
    return True, True, -1 if _beats(game, game.safe_trail, trail_goal) else trail


def _beats(game: Diamond, safe: i64, goal: i64) -> bool:
    """Roll whether a runner beats an outfielder's throw; the catcher may block the plate
    (S13.63)."""
    rolled = game.table.roll(ADVANCE, game.half) + 1
    if goal == 4 and safe <= rolled <= safe + 1:
        block_roll = game.table.roll(PLATE_BLOCK, 1 - game.half) + 1
        return advances.blocked_safe(game.defence.ranges[CATCHER], block_roll)
    return rolled <= safe


# Flies.


def fly(game: Diamond, grade: i64, question: bool, position: i64, chart: bool = False) -> None:
    """A caught fly: A, B, B? or C, off a card or (F1, F2, F3) off the fielding chart (S3.1, S14,
    S16.7)."""
    ball = detail(position, FLY)
    bases = game.bases
    if game.outs == 2 or not bases or grade == GRADE_C:
        out_of_batter(game, ball)
        return
    if game.outfield_in and not question and grade != GRADE_C:
        sure_hit(game, SINGLE, FIRST, 1, ball)
        return
    if grade == GRADE_A:
        event = game.all_move(BATTER_OUT, OUT, 1)
        if bases & 4:
            event = game.all_move(SACRIFICE_FLY, OUT, 1)
        game.apply_play(event | ball)
    elif question:
        _fly_question(game, position, ball)
    else:
        _fly_b(game, position, ball, chart)


def out_of_batter(game: Diamond, at: i64, kind: i64 = BATTER_OUT) -> None:
    bases = game.bases
    game.apply_play(
        play(
            kind,
            OUT,
            1 if bases & 1 else NOBODY,
            2 if bases & 2 else NOBODY,
            3 if bases & 4 else NOBODY,
        )
        | at
    )


def _fly_b(game: Diamond, position: i64, at: i64, chart: bool) -> None:
    """The runner on third scores; off any F2, and off fly(rf)B, the one on second may try for third
    (S14.3, S16.7)."""
    bases = game.bases
    third = SCORED if bases & 4 else NOBODY
    second = SECOND if bases & 2 else NOBODY
    kind = SACRIFICE_FLY if bases & 4 else BATTER_OUT
    if bases & 2 and (chart or position == RIGHT_FIELD):
        rating = game.runner(2).running
        arm = game.defence.arms[position]
        game.lead_goal = 3
        game.lead_from = 2
        if chart:
            game.safe_lead = advances.second_to_third_on_f2(rating, arm, position)
        else:
            game.safe_lead = advances.second_to_third_on_fly_rf(rating, arm)
        if game.table.choose(game, SEND, game.half, BOTH) == 1:
            rolled = game.table.roll(ADVANCE, game.half) + 1
            if rolled <= game.safe_lead:
                second = THIRD
            elif chart or rolled == 20:
                second = OUT
    if second == OUT and kind == BATTER_OUT:
        kind = DOUBLE_PLAY
    first = FIRST if bases & 1 else NOBODY
    game.apply_play(play(kind, OUT, first, second, third) | at)


def _fly_question(game: Diamond, position: i64, at: i64) -> None:
    """fly()B? with the cutoff rule (S14.2, S14.4, S21.2)."""
    bases = game.bases
    first = FIRST if bases & 1 else NOBODY
    second = SECOND if bases & 2 else NOBODY
    third = THIRD
    if not bases & 4:
        out_of_batter(game, at)
        return
    arm = game.defence.arms[position]
    game.lead_goal = 4
    game.lead_from = 3
    game.safe_lead = advances.home_on_fly_question(game.runner(3).running, arm, game.outfield_in)
    half = game.half
    if game.table.choose(game, SEND, half, BOTH) == 0:
        out_of_batter(game, at)
        return
    behind = 2 if bases & 2 else 1 if bases & 1 else 0
    if not behind:
        third = SCORED if _beats(game, game.safe_lead, 4) else OUT
    else:
        game.safe_trail = advances.trail_on_fly(
            game.runner(behind).running, arm, position, behind + 1
        )
        if game.table.choose(game, CONCEDE_BASE, 1 - half, BOTH) == 1:
            third = SCORED
        elif game.table.choose(game, TRAIL, half, BOTH) == 0:
            third = SCORED if _beats(game, game.safe_lead, 4) else OUT
        else:
            if bases & 1:
                first = SECOND
            if bases & 2:
                second = THIRD
            if game.table.choose(game, TARGET, 1 - half, BOTH) == 0:
                third = SCORED if _beats(game, game.safe_lead, 4) else OUT
            else:
                third = SCORED
                if not _beats(game, game.safe_trail, behind + 1):
                    if behind == 2:
                        second = OUT
                    else:
                        first = OUT
    outs = (first == OUT) + (second == OUT) + (third == OUT)
    kind = SACRIFICE_FLY if third == SCORED else DOUBLE_PLAY if outs else BATTER_OUT
    game.apply_play(play(kind, OUT, first, second, third) | at)


# Grounders.


def grounder(game: Diamond, grade: i64, position: i64, chart: bool) -> None:
    """A ground ball A, B, C off a card or G1, G2, G3 off the fielding chart, without an error."""
    ball = detail(position, GROUND)
    bases = game.bases
    if not bases:
        game.apply_play(play(BATTER_OUT, OUT) | ball)
        return
    event = grounders.result(chart, game.infield_at(position), grade, position, bases, game.outs)
    if event >= 0:
        game.apply_play(event | ball)
        return
    _decide(game, position, ball)


def _decide(game: Diamond, position: i64, at: i64) -> None:
    """The lead runner may try for the next base, and the defense may take the sure out (T15.0,
    Decide)."""
    bases = game.bases
    lead = game.lead_base()
    if position == CATCHER and lead == 3:
        game.apply_play(grounders.batter_only(bases, game.outs) | at)
        return
    game.lead_goal = lead + 1
    game.lead_from = lead
    game.safe_lead = advances.on_decide(game.runner(lead).running, game.defence.ranges[position])
    if game.table.choose(game, SEND, game.half, BOTH) == 0:
        game.apply_play(grounders.batter_only(bases, game.outs) | at)
        return
    if game.table.choose(game, SURE_OUT, 1 - game.half, BOTH) == 0:
        game.apply_play(game.all_move(BATTER_OUT, OUT, 1) | at)
        return
    if game.table.roll(ADVANCE, game.half) + 1 <= game.safe_lead:
        game.apply_play(game.all_move(FIELDERS_CHOICE, FIRST, 1) | at)
        return
    game.apply_play(
        play(
            FORCE_OUT,
            FIRST,
            NOBODY if not bases & 1 else OUT if lead == 1 else SECOND,
            NOBODY if not bases & 2 else OUT if lead == 2 else THIRD,
            OUT if lead == 3 else NOBODY,
        )
        | at
    )


# Line drives and pops.


def line_out(game: Diamond, position: i64, most: bool) -> None:
    """A caught line drive; ``most``: the lead runner is doubled off (S17.2)."""
    ball = detail(position, LINE)
    bases = game.bases
    if not most or not bases or game.outs == 2:
        out_of_batter(game, ball)
        return
    lead = game.lead_base()
    second_runner = 2 if lead == 3 and bases & 2 else 1 if lead > 1 and bases & 1 else 0
    two = game.outs == 0 and second_runner > 0
    if two and game.table.roll(LINE_DRIVE, game.half) + 1 <= TRIPLE_PLAY_UPTO:
        _doubled_off(game, TRIPLE_PLAY, bit(lead - 1) | bit(second_runner - 1), ball)
        return
    _doubled_off(game, DOUBLE_PLAY, bit(lead - 1), ball)


def _doubled_off(game: Diamond, kind: i64, caught: i64, at: i64) -> None:
    bases = game.bases
    game.apply_play(
        play(
            kind,
            OUT,
            NOBODY if not bases & 1 else OUT if caught & 1 else FIRST,
            NOBODY if not bases & 2 else OUT if caught & 2 else SECOND,
            NOBODY if not bases & 4 else OUT if caught & 4 else THIRD,
        )
        | at
    )


def caught(game: Diamond, position: i64, ball: i64) -> None:
    """A caught pop or foul: no runner moves."""
    out_of_batter(game, detail(position, ball))
