"""The leaders of an event, from the games whose players' lines are known, and from no others."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import F

from games.models import Game, PlayersLines
from games.players_lines import BATTED, PITCHED
from games.services.players_lines import uncounted
from rosters.models import Card, Team
from tournaments.models import Tournament
from tournaments.rules.leaders import (
    BATTING,
    BEST_PITCHER,
    PITCHING,
    VALUABLE,
    Sums,
    Table,
    Who,
    bats_enough,
    pitches_enough,
    tables,
)
from tournaments.selectors.league import load_league

DECISIONS = {"W": "wins", "L": "losses", "S": "saves"}


@dataclass(frozen=True)
class Coverage:
    """Of how many ``games`` that count the men's lines are known and counted, and how many are
    known and wait to be counted; ``clubs`` by club: games, and covered ones."""

    games: int
    covered: int
    waiting: int
    clubs: Mapping[int, tuple[int, int]]

    @property
    def is_whole(self) -> bool:
        """Whether every game is in it."""
        return self.covered == self.games


@dataclass(frozen=True)
class Leaders:
    """The tables, what they cover, and the clubs and cards that are named in them."""

    coverage: Coverage
    batting: tuple[Table, ...]
    pitching: tuple[Table, ...]
    awards: tuple[Table, ...]
    teams: Mapping[int, Team]
    names: Mapping[int, str]


def leaders_of(tournament: Tournament) -> Leaders:
    """Who leads in the games of the season that count. Rates are of men who have played enough of
    their clubs' covered games."""
    league = load_league(tournament)
    finals = {game.pk: game for game in league.season.finals}
    rows = PlayersLines.objects.filter(
        game__series__scope=tournament.scope,
        game__status=Game.Status.FINAL,
        finished_at=F("game__finished_at"),
    ).order_by()
    batted: dict[Who, Sums] = defaultdict(Sums)
    pitched: dict[Who, Sums] = defaultdict(Sums)
    covered: Counter[int] = Counter()
    counted: set[int] = set()
    for pk, batting, pitching in rows.values_list("pk", "batting", "pitching"):
        game = finals.get(pk)
        if game is None or not batting:
            continue
        counted.add(pk)
        sides = (game.away, game.home)
        covered.update(sides)
        once: dict[Who, Counter[str]] = defaultdict(Counter)
        for side, card, *counts in batting:
            once[sides[side], card].update(dict(zip(BATTED, counts, strict=True)))
        for who, each in once.items():
            batted[who].add(each)
        for side, card, *counts, decision in pitching:
            told = dict(zip(PITCHED, counts, strict=True))
            if decision in DECISIONS:
                told[DECISIONS[decision]] = 1
            pitched[sides[side], card].add(told)
    games: Counter[int] = Counter()
    for game in finals.values():
        games.update((game.away, game.home))
    known = Game.objects.filter(uncounted(), series__scope=tournament.scope).order_by()
    waiting = sum(pk in finals for pk in known.values_list("pk", flat=True))
    at_bat = tables(BATTING, batted, lambda who, sums: bats_enough(sums, covered[who[0]]))
    on_mound = tables(PITCHING, pitched, lambda who, sums: pitches_enough(sums, covered[who[0]]))
    awards = (
        *tables((VALUABLE,), batted, lambda who, sums: True),
        *tables((BEST_PITCHER,), pitched, lambda who, sums: True),
    )
    shown = [line.who for table in (*at_bat, *on_mound, *awards) for line in table.leaders]
    names = Card.objects.filter(pk__in={card for _, card in shown}).values_list("pk", "name")
    return Leaders(
        Coverage(
            len(finals),
            len(counted),
            waiting,
            {team: (count, covered[team]) for team, count in games.items()},
        ),
        tuple(at_bat),
        tuple(on_mound),
        awards,
        {entrant.team_id: entrant.team for entrant in league.entrants},
        dict(names),
    )


def leaders_data(found: Leaders) -> dict[str, Any]:
    """The same as plain data."""

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
        "awards": half(found.awards),
    }
