"""Write what was pitched in a reported game onto both clubs' pitching sheets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from config.people.models import User
from games.card_games.registry import law_of_pitching
from games.models import Game, Series
from games.rules import reports as law
from games.rules.endings import SUSPENDED
from games.rules.reports import GameClaim
from games.seriesday.services.finding import footnotes_of
from games.sheets import game_key, keeps_sheets, opened_sheets, violations_in
from pitching.models import Violation
from pitching.rules.sheet import Pitcher
from pitching.selectors.staff import pitchers_of
from pitching.services.closing import close_accepted
from pitching.services.recording import record_columns
from pitching.services.reports import ColumnReport
from pitching.services.sheets import SeriesPlace
from rosters.models import Card, RosterSpot


def squads_of(series: Series) -> Mapping[int, tuple[int, ...]]:
    """The cards that both clubs of a series play with, by club."""
    found: dict[int, list[int]] = {series.home_id: [], series.away_id: []}
    spots = RosterSpot.objects.filter(squad__event__key=series.scope, squad__team__in=found)
    for team_id, card in spots.order_by("squad", "number").values_list("squad__team", "card"):
        found[team_id].append(card)
    return {team_id: tuple(cards) for team_id, cards in found.items()}


def squads_in(series: Series, number: int) -> law.SidesCards | None:
    """The squads of both sides of a game; ``None`` where its games are on no sheets."""
    if not keeps_sheets(series):
        return None
    cards = squads_of(series)
    away_id, home_id = series.sides(number)
    named = law_of_pitching(series.system_key, series.scope)
    lends_after = 0 if named is None else named.lends_after
    return law.SidesCards(frozenset(cards[away_id]), frozenset(cards[home_id]), lends_after)


def _staffs(series: Series, squads: Mapping[int, tuple[int, ...]]) -> dict[int, dict[int, Pitcher]]:
    """The pitchers of both clubs, by club and card, from what their cards print about their roles:
    to read the whole cards, as a game does, costs more than all the rest of a report."""
    everybody = [card for squad in squads.values() for card in squad]
    cards = Card.objects.select_related("season").order_by().in_bulk(everybody)
    return {
        team: {
            each.key: each
            for each in pitchers_of((cards[card] for card in squad), series.system_key)
        }
        for team, squad in squads.items()
    }


def write_claim(
    game: Game,
    claim: GameClaim,
    *,
    strict: bool,
    reason: str = "",
    waits: bool | None = None,
    acting_user: User | None,
) -> list[Violation]:
    """Write what was pitched in a reported game onto both clubs' sheets, in the caller's
    transaction. Returns the breaches of the law in it that are open.

    ``strict``: refuse with ``not-eligible`` or ``too-many-outs`` where somebody pitched who might
    not, and no footnote says why that was let stand; otherwise the game is written as it happened.
    ``waits``: whether the column waits for the game to be finished; ``None``: as the claim says.
    Refused, too, as ``record_columns`` refuses.
    """
    series = game.series
    number = game.number
    if not keeps_sheets(series):
        return []
    sides, columns = series.sides(number), series.columns(number)
    sheets = opened_sheets(series.scope, sides, series.system_key, series.phase)
    cards = squads_of(series)
    staffs = _staffs(series, cards)
    noted = footnotes_of(game)
    made = claim.stop.made
    record_columns(
        reports=[
            ColumnReport(
                sheet=sheets[team_id].pk,
                series=SeriesPlace(
                    f"series:{series.pk}",
                    sides[1 - side],
                    series.home_column if team_id == series.home_id else series.away_column,
                    series.length,
                ),
                number=columns[side],
                key=game_key(game),
                outs=made[1 - side],
                lines=tuple(
                    replace(line, footnote=noted.get(line.pitcher, line.footnote))
                    for line in claim.sides[side].pitchers
                ),
                squad=frozenset(cards[team_id]),
                staff=staffs[team_id],
                lent={line.pitcher: line.outs for line in claim.sides[1 - side].pitchers},
                suspended=claim.ending == SUSPENDED if waits is None else waits,
                starter_pitched=any(line.started for line in claim.sides[side].pitchers),
            )
            for side, team_id in enumerate(sides)
        ],
        acting_user=acting_user,
        typed=strict,
        reason=reason,
    )
    sheet_ids = [sheet.pk for sheet in sheets.values()]
    close_accepted(key=game_key(game), sheet_ids=sheet_ids)
    return violations_in(game, sheet_ids)
