"""How a suspended game was left, and which players its clubs have."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Exists, OuterRef

from games.engine.endings import ordinal
from games.models import Game, Series
from games.rules.left_games import BASES, SideLeft, from_json
from games.seriesday.models import GameReport, LeftGame, Photograph
from games.seriesday.services.ledger import squads_of
from pitching.rules.innings import innings_of
from rosters.members import Members
from rosters.models import Card


@dataclass(frozen=True)
class LeftShown:
    """A telling as it is read: ``situation`` in words, both sides, pitchers with innings."""

    row: LeftGame
    situation: str
    sides: tuple[SideLeft, SideLeft]
    pitchers: tuple[str, str]


def for_director(series_ids: Collection[int]) -> list[LeftGame]:
    """The reports of how suspended games of these series were left to which only a director can
    agree: no one else acts for the other club."""
    later = LeftGame.objects.filter(game=OuterRef("game"), version__gt=OuterRef("version"))
    rows = LeftGame.objects.filter(
        ~Exists(later),
        agreed_at=None,
        team__isnull=False,
        game__series__in=series_ids,
        game__status=Game.Status.SUSPENDED,
    )
    found = list(rows.select_related("game", "team").order_by("game__series", "game__number"))
    members = Members(club for row in found for club in (row.game.home_id, row.game.away_id))
    return [
        row
        for row in found
        if not members.of(row.game.home_id if row.team_id == row.game.away_id else row.game.away_id)
        - {row.told_by_id}
    ]


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
