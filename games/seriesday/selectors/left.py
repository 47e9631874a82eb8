"""How a suspended game was left, and which players its clubs have."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from games.engine.endings import ordinal
from games.models import Game, Series
from games.rules.left_games import BASES, SideLeft, from_json
from games.seriesday.models import GameReport, LeftGame, Photograph
from games.seriesday.services.ledger import squads_of
from pitching.rules.innings import innings_of
from rosters.models import Card


@dataclass(frozen=True)
class LeftShown:
    """A telling as it is read: ``situation`` in words, both sides, pitchers with innings."""

    row: LeftGame
    situation: str
    sides: tuple[SideLeft, SideLeft]
    pitchers: tuple[str, str]


def players_of(series: Series) -> Mapping[int, Sequence[str]]:
    """The names of a series' squads by club; empty for clubs without one."""
    squads = squads_of(series)
    names = dict(
        Card.objects.filter(pk__in={card for squad in squads.values() for card in squad})
        .order_by()
        .values_list("pk", "name")
    )
    return {team: [names[card] for card in squad] for team, squad in squads.items()}


def left_of(game: Game) -> LeftShown | None:
    """The last report of how a game was left, in words; ``None`` where there is none."""
    row = game.left.select_related("team", "told_by", "agreed_by").order_by("-version").first()
    return None if row is None else shown(row)


def shown(row: LeftGame) -> LeftShown:
    """A telling in words."""
    sides = from_json(row.sides)
    on = [f"{player} on {base}" for player, base in zip(row.men, BASES, strict=True) if player]
    said = [
        f"{'top' if row.half == 0 else 'bottom'} of the {ordinal(row.inning)}",
        f"{row.away_runs}-{row.home_runs}",
        f"{row.outs} out",
        " and ".join(on) if on else "nobody on",
    ]
    if row.up:
        said.append(f"{row.up} is up")
    away, home = (
        ", ".join(f"{name} {innings_of(outs)}" for name, outs in side.pitchers) for side in sides
    )
    return LeftShown(row, ", ".join(said), sides, (away, home))


def told_pitchers(game: Game) -> tuple[tuple[tuple[str, int], ...], tuple[tuple[str, int], ...]]:
    """Both sides' pitchers with their outs, as the report in force has them."""
    report = game.reports.filter(state=GameReport.State.CONFIRMED).order_by("-version").first()
    if report is None:
        return (), ()
    names = dict(
        Card.objects.filter(
            pk__in={line.pitcher for side in report.told.sides for line in side.pitchers}
        ).values_list("pk", "name")
    )
    away, home = (
        tuple((names.get(line.pitcher, "?"), line.outs) for line in side.pitchers)
        for side in report.told.sides
    )
    return away, home


def pictures_of(game: Game) -> Sequence[Photograph]:
    """The pictures of a game without what is in them."""
    return list(game.photographs.defer("data").select_related("added_by").order_by("pk"))
