"""T33.0j: the warnings that managers are given while a game of their club waits to be finished."""

from __future__ import annotations

from config.people.scopes import Visitor
from games.models import Game
from games.seriesday.access import part_in
from games.sheets import keeps_sheets
from pitching.selectors.sheets import sheets_of
from pitching.selectors.waiting import Waiting, waiting_of


def waiting_pitchers(user: Visitor, game: Game) -> list[Waiting]:
    """What the next games do to the pitchers of a suspended game, for anyone who acts for its
    clubs, and for directors of both; nothing for others, and in games without sheets."""
    series = game.series
    waits = game.status == Game.Status.SUSPENDED and series.called_off_at is None
    if not waits or not keeps_sheets(series):
        return []
    part = part_in(user, series)
    columns = dict(zip(series.sides(game.number), series.columns(game.number), strict=True))
    clubs = [team for team in columns if team in part.clubs or (part.directs and not part.clubs)]
    sheets = sheets_of(series.scope, clubs, series.phase)
    found = (waiting_of(sheets[team], columns[team]) for team in clubs if team in sheets)
    return [each for each in found if each is not None]
