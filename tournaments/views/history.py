"""A replay beside history."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.rules.measures import COLUMNS
from tournaments.selectors.access import visible_tournament
from tournaments.selectors.history import (
    AT_BAT,
    ON_MOUND,
    PlayerBeside,
    clubs_beside,
    leaders_beside,
    players_beside,
    replayed,
)
from tournaments.selectors.league import load_league
from tournaments.views.frame import frame

TITLES = {"batting": "At bat", "pitching": "On the mound"}


def _players(
    found: Mapping[str, Sequence[PlayerBeside]],
) -> Iterator[tuple[str, Sequence[str], list[Any]]]:
    """By table its keys in the order of its columns, and each player with the cells of both
    rows."""
    for kind, keys in (("batting", AT_BAT), ("pitching", ON_MOUND)):
        columns = [column for column in COLUMNS[kind] if column.key in keys]
        yield (
            kind,
            keys,
            [
                (
                    each,
                    [(c.shown(each.here[c.key]), c.shown(each.real[c.key])) for c in columns],
                )
                for each in found[kind]
            ],
        )


@require_safe
def history(request: HttpRequest, slug: str) -> HttpResponse:
    """The clubs and leaders of a league that is replayed, beside the real ones; of other events
    there is no such page."""
    tournament = visible_tournament(request.user, slug)
    found = replayed(tournament)
    if found is None:
        raise Http404("No real league is replayed here.")
    league = load_league(tournament)
    context = {
        **frame(request, tournament, "standings", below="Beside history"),
        "found": found,
        "clubs": clubs_beside(league, found),
        "leading": [
            (each.title, list(zip_longest(each.here, each.real)))
            for each in leaders_beside(tournament, found)
        ],
        "men": [
            (TITLES[kind], [column for column in COLUMNS[kind] if column.key in keys], lines)
            for kind, keys, lines in _players(players_beside(tournament))
            if lines
        ],
        "is_open": bool(league.unplayed),
    }
    return render(request, "tournaments/history.html", context)
