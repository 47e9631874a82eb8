"""Who leads in an event."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.rules.leaders import Table
from tournaments.selectors.access import visible_tournament
from tournaments.selectors.leaders import Leaders, leaders_of
from tournaments.views.frame import frame


@require_safe
def leaders(request: HttpRequest, slug: str) -> HttpResponse:
    """The leaders at bat and on the mound, and how many games they are of."""
    tournament = visible_tournament(request.user, slug)
    found = leaders_of(tournament)
    context = {
        **frame(request, tournament, "leaders"),
        "coverage": found.coverage,
        "halves": [
            (title, [_shown(table, found) for table in half if table.leaders])
            for title, half in (("At bat", found.batting), ("On the mound", found.pitching))
        ],
        "clubs": [
            (found.teams[team], games, covered)
            for team, (games, covered) in sorted(
                found.coverage.clubs.items(), key=lambda item: found.teams[item[0]].name
            )
        ],
    }
    return render(request, "tournaments/leaders.html", context)


def _shown(table: Table, found: Leaders) -> dict[str, Any]:
    return {
        "category": table.category,
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
