"""Who leads in an event."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.book.selectors import stages_with_games
from tournaments.rules.asking import Asked, read_asked
from tournaments.rules.leaders import Table
from tournaments.selectors.access import visible_tournament
from tournaments.selectors.leaders import Leaders, leaders_of
from tournaments.views.book import stages_in_words
from tournaments.views.frame import frame


@require_safe
def leaders(request: HttpRequest, slug: str) -> HttpResponse:
    """The leaders at bat and on the mound, and how many games they are of."""
    tournament = visible_tournament(request.user, slug)
    stages = stages_with_games(tournament)
    given = {"stage": request.GET.get("stage", "")}
    numbers = [stage.number for stage in stages]
    asked, refusals = read_asked(given, stages=numbers, clubs=(), positions=())
    found = leaders_of(tournament, asked)
    context = {
        **frame(request, tournament, "leaders"),
        "asked": asked,
        "refusals": refusals,
        "stages": stages_in_words(stages),
        "coverage": found.coverage,
        "halves": [
            (title, [_shown(kind, table, found, asked) for table in half if table.leaders])
            for title, kind, half in (
                ("At bat", "batting", found.batting),
                ("On the mound", "pitching", found.pitching),
            )
        ],
        "clubs": [
            (found.teams[team], games, covered)
            for team, (games, covered) in sorted(
                found.coverage.clubs.items(), key=lambda item: found.teams[item[0]].name
            )
        ],
    }
    status = 400 if refusals else 200
    return render(request, "tournaments/leaders.html", context, status=status)


COLUMNS_OF = {"earned_run_average": "era"}
"""Where the column of the book is called something else than the category."""


def _shown(kind: str, table: Table, found: Leaders, asked: Asked) -> dict[str, Any]:
    """``query``: of the table with everybody in it."""
    category = table.category
    sort = COLUMNS_OF.get(category.key, category.key)
    whole = Asked(table=kind, stage=asked.stage, qualified=category.rate, sort=sort)
    return {
        "category": category,
        "query": whole.address(),
        "more": table.more,
        "rows": [
            (
                line.rank,
                line.who[1],
                found.names.get(line.who[1], ""),
                found.teams[line.who[0]],
                line.value,
            )
            for line in table.leaders
        ],
    }
