"""How well the house plans its pitching over a series: against a manager who does not.

Clubs of the fictional league meet each other in series of four, several in a row, on pitching
sheets of their own. One side plans: its best legal rotation for the games ahead, who starts soon
kept out of the bullpen. The other keeps the law and plans nothing: its better five start in turn,
and of the others an eligible pitcher relieves; or it is the makeshift that there was before
there were sheets, which lets the same five start in turn and all others relieve four innings in
every game, as if no pitcher had pitched before. Each pair plays everything twice with the parts
exchanged, so that neither club's strength counts.
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
"""Games of a series."""

SERIES_IN_A_ROW: Final = 5

NOBODYS: Final = Squad((), None, {})

Planner = Callable[[Side, Roster], Plan]


def measure(key: str, series: int, seed: str, *, makeshift: bool = False) -> MeasuredBullpens:
    """At least so many series against a side that keeps the law without a plan, or against the
    ``makeshift``, which keeps none; whole turns are played."""
    rosters = [
        Roster(tuple(range(1, len(each.players) + 1)), list(each.players))
        for each in PurestratLeague().franchises(invented_subjects(seed))
    ]
    random = Random(seed)
    found = MeasuredBullpens()

    def without_a_plan(side: Side, roster: Roster) -> Plan:
        plan = in_turn(side, roster, FOUR_INNINGS)
        if makeshift:
            return plan
        return Plan(plan.starter, tuple(_by_law(side, roster, row) for row in plan.allowances))

    while found.series < series:
        one, other = random.sample(rosters, 2)
        dice = f"{seed}/{found.series}"
        for pair in ((one, other), (other, one)):
            sheets = [Sheet(), Sheet()]
            for at in range(SERIES_IN_A_ROW):
                first = 1 + GAMES * at
                found = found.plus(
                    _series(key, pair, (from_sheet, without_a_plan), sheets, first, dice)
                )
    return found


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
    """One series: the side that plans first. The sheets go on."""
    played = system(key)
    settings = played.settings({})
    wins, against = [0, 0], [0, 0]
    for column in range(first, first + GAMES):
        plans = [
            planner(Side(NOBODYS, column, sheet, RestAndRelief()), roster)
            for planner, sheet, roster in zip(planners, sheets, rosters, strict=True)
        ]
        clubs = [_club(rosters[at], plans[at], plans[1 - at].starter.throws) for at in (AWAY, HOME)]
        order = (0, 1) if column % 2 else (1, 0)
        record = simulate(
            played, settings, f"{dice}/{column}", clubs=(clubs[order[0]], clubs[order[1]])
        )
        if record.ending is not None and record.ending.winner in (AWAY, HOME):
            wins[order[record.ending.winner]] += 1
        outings = outings_of(
            list(record.events), (clubs[order[0]], clubs[order[1]]), record.situation.half
        )
        for side, at in enumerate(order):
            appearances = [
                Appearance(
                    Outing(
                        each.player if each.player <= len(rosters[at].players) else STANDS,
                        column,
                        each.outs,
                        each.started,
                    ),
                    each.on_last_play,
                    each.stayed_on,
                )
                for each in outings[side]
            ]
            staff = rosters[at].staff
            against[at] += len(breaches(sheets[at], STANDARD, staff, column, appearances))
            sheet = sheets[at].with_outings(each.outing for each in appearances)
            # What lies further back does not matter.
            near = column - reach(STANDARD) - GAMES
            sheets[at] = Sheet(tuple(each for each in sheet.outings if each.column >= near))
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
