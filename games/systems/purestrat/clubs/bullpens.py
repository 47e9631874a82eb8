"""A measure of how well the computer manager plans its pitching over a series, against one who does
not plan.

Clubs of the fictional league meet in series of four, several in a row, on pitching sheets of their
own. One side plans: its best legal rotation for the games ahead, with pitchers who start soon kept
out of the bullpen. The other keeps the law and plans nothing: its best five start in turn, and any
other eligible pitcher relieves. Or the other is the makeshift manager from before there were
sheets, whose best five start in turn and whose others may all relieve four innings in every game.
Each pair plays everything twice with the roles exchanged, so that the clubs' strength does not
count.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Final

from games.card_games.base import MeasuredBullpens, Side, Squad
from games.card_games.nine.roster import Roster
from games.card_games.nine.starts import Allowance, Plan, from_sheet, in_turn
from games.engine.folds.outings import outings_of
from games.engine.nine.lineups import batting_order
from games.engine.record import simulate
from games.engine.situation import AWAY, HOME
from games.systems.purestrat.clubs.league import PurestratLeague
from games.systems.purestrat.play.squad import (
    FOUR_INNINGS,
    PurestratClub,
    PurestratPlayer,
    with_allowance,
)
from games.systems.registry import system
from pitching.rules.breaches import Appearance, breaches
from pitching.rules.columns import STANDS
from pitching.rules.eligibility import Role, eligibility
from pitching.rules.law import STANDARD, reach
from pitching.rules.rest_and_relief import RestAndRelief
from pitching.rules.sheet import Outing, Sheet
from rosters.makers.invented import invented_subjects

GAMES: Final = 4
"""Games in a series."""

SERIES_IN_A_ROW: Final = 5

NOBODYS: Final = Squad((), None, {})

Planner = Callable[[Side, Roster], Plan]


def measure(key: str, series: int, seed: str, *, makeshift: bool = False) -> MeasuredBullpens:
    """Simulate at least ``series`` series against a side that keeps the law without a plan, or
    against the ``makeshift``, which keeps no law; each pair plays both ways."""
    rosters = [
        Roster(tuple(range(1, len(franchise.players) + 1)), list(franchise.players))
        for franchise in PurestratLeague().franchises(invented_subjects(seed))
    ]
    random = Random(seed)
    measured = MeasuredBullpens()

    def without_a_plan(side: Side, roster: Roster) -> Plan:
        plan = in_turn(side, roster, FOUR_INNINGS)
        if makeshift:
            return plan
        return Plan(plan.starter, tuple(_by_law(side, roster, row) for row in plan.allowances))

    while measured.series < series:
        planner_side, other_side = random.sample(rosters, 2)
        dice = f"{seed}/{measured.series}"
        for pair in ((planner_side, other_side), (other_side, planner_side)):
            sheets = [Sheet(), Sheet()]
            for index in range(SERIES_IN_A_ROW):
                first = 1 + GAMES * index
                measured = measured.plus(
                    _series(key, pair, (from_sheet, without_a_plan), sheets, first, dice)
                )
    return measured


def _by_law(side: Side, roster: Roster, row: Allowance) -> Allowance:
    number, starts, relieves, outs = row
    assert side.sheet is not None  # noqa: S101 - given below
    pitcher = roster.staff[roster.key(roster.players[number - 1])]
    left = eligibility(side.sheet, STANDARD, pitcher, side.column, Role.RELIEF).outs
    return number, starts, int(relieves and left > 0), min(outs, left)


def _series(
    key: str,
    rosters: tuple[Roster, Roster],
    planners: tuple[Planner, Planner],
    sheets: list[Sheet],
    first: int,
    dice: str,
) -> MeasuredBullpens:
    """Simulate one series; ``rosters[0]`` plans. Updates ``sheets``."""
    game_system = system(key)
    settings = game_system.settings({})
    wins, against = [0, 0], [0, 0]
    for column in range(first, first + GAMES):
        plans = [
            planner(Side(NOBODYS, column, sheet, RestAndRelief()), roster)
            for planner, sheet, roster in zip(planners, sheets, rosters, strict=True)
        ]
        clubs = [
            _club(rosters[index], plans[index], plans[1 - index].starter.throws)
            for index in (AWAY, HOME)
        ]
        order = (0, 1) if column % 2 else (1, 0)
        record = simulate(
            game_system, settings, f"{dice}/{column}", clubs=(clubs[order[0]], clubs[order[1]])
        )
        if record.ending is not None and record.ending.winner in (AWAY, HOME):
            wins[order[record.ending.winner]] += 1
        outings = outings_of(
            list(record.events), (clubs[order[0]], clubs[order[1]]), record.situation.half
        )
        for side, index in enumerate(order):
            appearances = [
                Appearance(
                    Outing(
                        outing.player if outing.player <= len(rosters[index].players) else STANDS,
                        column,
                        outing.outs,
                        outing.started,
                    ),
                    outing.on_last_play,
                    outing.stayed_on,
                )
                for outing in outings[side]
            ]
            staff = rosters[index].staff
            against[index] += len(breaches(sheets[index], STANDARD, staff, column, appearances))
            sheet = sheets[index].with_outings(outing.outing for outing in appearances)
            # Older outings no longer affect eligibility.
            near = column - reach(STANDARD) - GAMES
            sheets[index] = Sheet(
                tuple(outing for outing in sheet.outings if outing.column >= near)
            )
    return MeasuredBullpens(
        1, wins[0], wins[1], int(wins[0] > wins[1]), int(wins[1] > wins[0]), against[0], against[1]
    )


def _club(roster: Roster, plan: Plan, hand: str) -> PurestratClub:
    allowed = {row[0]: row for row in plan.allowances}
    order, positions = batting_order(roster.eight(hand), plan.starter, hand)
    players = tuple(
        with_allowance(player, may_start=bool(row[1]), may_relieve=bool(row[2]), relief_outs=row[3])
        if (row := allowed.get(player.number)) is not None
        else player
        for player in roster.players
        if isinstance(player, PurestratPlayer)
    )
    return PurestratClub("Club", players, order, positions)
