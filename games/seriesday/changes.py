"""Previews of acts: an act is carried out, the states before and after are compared, and it is
rolled back, so that the preview is true."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from django.db import transaction

from games.models import Game, Series
from games.seriesday.consequences import standing
from games.sheets import game_key, keeps_sheets
from pitching.models import PitchingSheet, SheetColumn
from pitching.rules.eligibility import Role
from pitching.rules.innings import innings_of
from pitching.selectors.sheets import current_outings, sheet_values, sheets_of
from pitching.selectors.staff import pitchers_of, squad_of


@dataclass(frozen=True)
class Change:
    """Something that would stand otherwise."""

    what: str
    before: str
    after: str


@dataclass(frozen=True)
class Changes:
    """What would be different: the game, the pitching sheets, the standings, and who may pitch
    afterwards."""

    game: tuple[Change, ...] = ()
    sheets: tuple[Change, ...] = ()
    standings: tuple[Change, ...] = ()
    eligibility: tuple[Change, ...] = ()

    @property
    def groups(self) -> tuple[tuple[str, tuple[Change, ...]], ...]:
        """The groups of changes that have something in them, with their titles."""
        named = (
            ("The game", self.game),
            ("Pitching sheets", self.sheets),
            ("Standings", self.standings),
            ("Who may pitch next", self.eligibility),
        )
        return tuple((title, found) for title, found in named if found)


def changes_by(game: Game, act: Callable[[], object]) -> Changes:
    """Do it, see what it changed, and undo it. Refused as the act refuses."""
    before = _look(game)
    with transaction.atomic():
        act()
        after = _look(Game.objects.select_related("series__home", "series__away").get(pk=game.pk))
        transaction.set_rollback(True)
    return Changes(*(differences(was, now) for was, now in zip(before, after, strict=True)))


def changes_in_series_by(series: Series, act: Callable[[], object]) -> Changes:
    """The same for an act upon a whole series: which of its games would stand otherwise."""
    before = _games_of(series)
    with transaction.atomic():
        act()
        after = _games_of(series)
        transaction.set_rollback(True)
    return Changes(game=differences(before, after))


View = Mapping[str, str]


def _games_of(series: Series) -> View:
    games = {game.number: game for game in series.games.exclude(status=Game.Status.VOID)}
    return {
        f"Game {number}": games[number].get_status_display() if number in games else "Not begun"
        for number in range(1, series.length + 1)
    }


def _look(game: Game) -> tuple[View, View, View, View]:
    series, void = game.series, game.status == Game.Status.VOID
    sheets = _sheets(game)
    return (
        {
            "Result": "none" if void else f"{game.away_runs}-{game.home_runs}",
            "State": game.get_status_display(),
        },
        _outings(game, sheets),
        standing(series.scope),
        _eligibility(game, sheets),
    )


def _sheets(game: Game) -> list[PitchingSheet]:
    if not keeps_sheets(game.series):
        return []
    found = sheets_of(game.series.scope, (game.away_id, game.home_id), game.series.phase)
    return list(found.values())


def _outings(game: Game, sheets: list[PitchingSheet]) -> View:
    """Each pitcher's line in the game's columns."""
    columns = SheetColumn.objects.filter(key=game_key(game), sheet__in=sheets)
    rows = current_outings([sheet.pk for sheet in sheets]).filter(entry__column__in=columns)
    return {
        row.card.name if row.card else "A player from the stands": innings_of(row.outs)
        + (" (started)" if row.started else "")
        + (f", footnote: {row.footnote}" if row.footnote else "")
        for row in rows.select_related("card").order_by("pk")
    }


def _eligibility(game: Game, sheets: list[PitchingSheet]) -> View:
    """What each pitcher might do in his club's next game."""
    found = {}
    values = sheet_values(sheets) if sheets else {}
    for sheet in sheets:
        value, law = values[sheet.pk], sheet.its_law
        column = value.column_after(max((each.column for each in value.outings), default=0))
        cards = squad_of(sheet)
        staff = pitchers_of(cards, cards[0].card_set.system_key) if cards else []
        for player in staff:
            relief = law.eligibility(value, player, column, Role.RELIEF)
            start = law.eligibility(value, player, column, Role.START)
            found[player.name] = ", ".join(
                [
                    *(["may start"] if start.eligible else []),
                    f"relief {innings_of(relief.outs)}" if relief.eligible else "no relief",
                ]
            )
    return found


def differences(was: View, now: View, missing: str = "—") -> tuple[Change, ...]:
    """The differences between two views of the same things; ``missing`` is what one of them says
    of what it does not show."""
    return tuple(
        Change(what, was.get(what, missing), now.get(what, missing))
        for what in dict.fromkeys([*was, *now])
        if was.get(what, missing) != now.get(what, missing)
    )
