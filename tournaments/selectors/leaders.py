"""The leaders of an event, from the games whose lines are known."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.db import models

from games.models import Game
from games.seriesday.services.players_lines import uncounted
from rosters.models import Card, Team
from tournaments.book.models import BattingSum, BookedGame, PitchingSum, Sum
from tournaments.book.reading import counts_of
from tournaments.book.selectors import stages_asked
from tournaments.models import Stage, Tournament
from tournaments.rules.asking import Asked
from tournaments.rules.leaders import (
    BATTING,
    PITCHING,
    Sums,
    Table,
    Who,
    bats_enough,
    pitches_enough,
    tables,
)
from tournaments.selectors.league import load_league

OF_SEASON: Final = Asked()


@dataclass(frozen=True)
class Coverage:
    """How many of the ``games`` that count have known lines, counted (``covered``) or not yet
    counted (``waiting``); ``clubs`` gives games and covered games by club."""

    games: int
    covered: int
    waiting: int
    clubs: Mapping[int, tuple[int, int]]

    @property
    def is_whole(self) -> bool:
        return self.covered == self.games


@dataclass(frozen=True)
class Leaders:
    """The leader tables, their coverage, and the names of clubs and players in them."""

    coverage: Coverage
    batting: tuple[Table, ...]
    pitching: tuple[Table, ...]
    teams: Mapping[int, Team]
    names: Mapping[int, str]


def leaders_of(tournament: Tournament, asked: Asked = OF_SEASON) -> Leaders:
    """Return the leaders in the season's games, or in the stages of ``asked``. For rates a player
    must qualify by the covered games of the club."""
    league = load_league(tournament)
    stages = stages_asked([stage for stage in league.stages if stage.has_games], asked)
    finals = {game.pk: game for game in league.games_in(stages)}
    batted, pitched = (_sums(model, stages) for model in (BattingSum, PitchingSum))
    covered: Counter[int] = Counter()
    counted = 0
    booked = BookedGame.objects.filter(stage__in=stages).order_by()
    for sides in booked.values_list("game__away", "game__home"):
        covered.update(sides)
        counted += 1
    games: Counter[int] = Counter()
    for game in finals.values():
        games.update((game.away, game.home))
    uncounted_rows = Game.objects.filter(
        uncounted(), series__event__key=tournament.scope
    ).order_by()
    waiting = sum(pk in finals for pk in uncounted_rows.values_list("pk", flat=True))
    at_bat = tables(BATTING, batted, lambda who, sums: bats_enough(sums, covered[who[0]]))
    on_mound = tables(PITCHING, pitched, lambda who, sums: pitches_enough(sums, covered[who[0]]))
    shown = [line.who for table in (*at_bat, *on_mound) for line in table.leaders]
    names = Card.objects.filter(pk__in={card for _, card in shown}).values_list("pk", "name")
    return Leaders(
        Coverage(
            len(finals),
            counted,
            waiting,
            {team: (count, covered[team]) for team, count in games.items()},
        ),
        tuple(at_bat),
        tuple(on_mound),
        {entrant.team_id: entrant.team for entrant in league.entrants},
        dict(names),
    )


def _sums(model: type[Sum], stages: Sequence[Stage]) -> dict[Who, Sums]:
    """Return the sums of all players in these stages, by club and card."""
    names = counts_of(model)
    rows = model._default_manager.filter(stage__in=stages).order_by().values_list("team", "card")
    annotated = rows.annotate(**{f"of_{name}": models.Sum(name) for name in names})
    return {
        (team, card): Sums(counts[0], dict(zip(names, counts, strict=True)))
        for team, card, *counts in annotated
    }


def leaders_data(found: Leaders) -> dict[str, Any]:
    def half(tables: Sequence[Table]) -> list[dict[str, Any]]:
        return [
            {
                "key": table.category.key,
                "label": table.category.label,
                "qualified": table.category.rate,
                "leaders": [
                    {
                        "rank": line.rank,
                        "card": line.who[1],
                        "name": found.names.get(line.who[1], ""),
                        "team": line.who[0],
                        "value": line.value,
                        "games": line.games,
                    }
                    for line in table.leaders
                ],
                "more": table.more,
            }
            for table in tables
        ]

    coverage = found.coverage
    return {
        "games": coverage.games,
        "covered": coverage.covered,
        "waiting": coverage.waiting,
        "clubs": [
            {"team": team, "games": games, "covered": covered}
            for team, (games, covered) in sorted(coverage.clubs.items())
        ],
        "batting": half(found.batting),
        "pitching": half(found.pitching),
    }
