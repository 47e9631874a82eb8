"""T31.11: a pitcher was pinch-hit for and his manager did not name the new one: what the law makes
of it, by the clubs' sheets and declared starts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from games.models import Game
from games.planning.models import DeclaredStart
from games.rules.remedies import Unnamed, pitcher_not_named
from games.seriesday.models import GameReport, Ruling
from games.seriesday.services.ledger import squads_of
from games.sheets import Sheets, keeps_sheets
from pitching.rules.eligibility import Role
from pitching.rules.laws import LawOfPitching
from pitching.rules.sheet import Pitcher, Sheet
from pitching.selectors.staff import pitchers_of
from rosters.models import Card

SOON = 3
"""T31.11b: a start that awaits him in so many games."""


def unnamed_pitcher(ruling: Ruling) -> Unnamed | None:
    """What the law makes of it where the ruling says who hit for the pitcher, or pitched unnamed;
    ``None`` where it does not, or the games are on no sheets."""
    game, card = ruling.game, ruling.grounds.pitcher
    if game is None or card is None or ruling.offended_id is None:
        return None
    series = ruling.series
    if not keeps_sheets(series):
        return None
    sides = series.sides(game.number)
    side = 1 - sides.index(ruling.offended_id)
    before = Sheets([series]).before(series, sides[side])
    if before is None:
        return None
    sheet, law = before
    column = series.columns(game.number)[side]
    # What he and the others pitched in this game is what is asked about.
    sheet = replace(sheet, outings=tuple(each for each in sheet.outings if each.column != column))
    cards = Card.objects.filter(pk__in=squads_of(series)[sides[side]])
    staff = pitchers_of(cards.order_by("pk"), series.system_key)
    used = _pitched(game, side) - {card}
    able = [
        player
        for player in staff
        if player.key not in used and law.eligibility(sheet, player, column, Role.RELIEF).eligible
    ]
    hitter = next((player for player in able if player.key == card), None)
    declared = DeclaredStart.objects.filter(
        squad__team=sides[side], squad__event__key=series.scope, card=card
    )
    starts = set(declared.values_list("column", flat=True))
    return pitcher_not_named(
        hitter_may_pitch=hitter is not None
        and not _start_awaits(hitter, staff, sheet, law, column, starts),
        eligible_pitchers=len(able),
        batters=1 if game.status != Game.Status.IN_PROGRESS else ruling.grounds.batters_since or 0,
    )


def _start_awaits(
    player: Pitcher,
    staff: Sequence[Pitcher],
    sheet: Sheet,
    law: LawOfPitching,
    column: int,
    declared: set[int],
) -> bool:
    """A-V5: in the next games his declared rotation has him start, or no other pitcher might."""
    if not player.starts:
        return False
    others = [each for each in staff if each.starts and each.key != player.key]
    for _ in range(SOON):
        column = sheet.column_after(column)
        free = any(law.eligibility(sheet, each, column, Role.START).eligible for each in others)
        if column in declared or not free:
            return True
    return False


def _pitched(game: Game, side: int) -> set[int]:
    """Who pitched in the game as it was told last."""
    report = game.reports.exclude(state=GameReport.State.REPLACED).order_by("version").last()
    if report is None:
        return set()
    return {line.pitcher for line in report.told.sides[side].pitchers}
