"""The pages of the standings: the table, sorted as asked, with what would follow if the season
ended today; and the table with results supposed for series to come."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from config.ui.frame import show
from tournaments.models import Entrant
from tournaments.presenters import (
    names_of,
    prospects_in_words,
    steps_in_words,
    told_ties,
)
from tournaments.rules.metrics import METRICS, SortedBy, read_sorted
from tournaments.selectors import tables
from tournaments.selectors.access import own_teams, visible_tournament
from tournaments.selectors.history import replayed
from tournaments.selectors.if_ended import Ended, if_ended
from tournaments.selectors.league import League, load_league
from tournaments.selectors.meetings import Meeting, RoundOfPlay
from tournaments.selectors.progress import tie_refusals
from tournaments.selectors.runs import bars, runs_of_league
from tournaments.selectors.what_if import (
    Supposed,
    read_supposed,
    rounds_ahead,
    series_ahead,
    supposing,
)
from tournaments.views import cards
from tournaments.views.frame import frame

A_SERIES = "series-"
"""Begins the query parameter that supposes the result of a series, whose key follows."""


@require_safe
def standings(request: HttpRequest, slug: str) -> HttpResponse:
    """The whole table, how its ties were broken, who would be in if the season ended today, and
    the race that led to it."""
    tournament = visible_tournament(request.user, slug)
    league = load_league(tournament)
    divisions = tables.division_tables(league)
    lines = [line for division in divisions for line in division.lines]
    courses = tables.race(league, lines)
    name = names_of(league)
    by, refusals = read_sorted(request.GET)
    context = {
        **frame(request, tournament, "standings"),
        "league": league.season,
        "counts": league.counts,
        "refusals": refusals,
        "by": by,
        "sort": _sorting(by),
        "sorts": [metric for metric in METRICS if metric.key not in ("played", "tied")],
        "divisions": cards.division_rows(league, divisions, own_teams(request.user), by),
        "dropped": [club for club in league.entrants if club.dropped],
        "ties": [tie for division in divisions for tie in told_ties(division, name)]
        if league.season.finals and len(tournament.ties.steps) > 1
        else [],
        "steps": steps_in_words(tournament.ties),
        "ended": [_ended(league, each) for each in if_ended(league)],
        "is_replay": replayed(tournament) is not None,
        "is_open": bool(rounds_ahead(league)),
        "prospects": prospects_in_words(league),
        "runs": {
            "bars": bars(runs_of_league(league)),
            "ident": "runs-of-league",
            "title": "Runs of a club in a game",
            "said": "{:.0f}".format,
        },
        "lines": cards.chart_lines(tournament, courses),
        "rounds": cards.round_names(courses),
    }
    return show(
        request,
        "tournaments/standings.html",
        "tournaments/_standings_live.html",
        context,
        status=400 if refusals else 200,
    )


@dataclass(frozen=True)
class SupposedSeries:
    """A series to come, the results that may be supposed for it, and the one that is."""

    name: str
    meeting: Meeting
    options: tuple[tuple[str, str], ...]
    chosen: str


@require_safe
def what_if(request: HttpRequest, slug: str) -> HttpResponse:
    """Choose results of series to come, and see the standings that they would make."""
    tournament = visible_tournament(request.user, slug)
    league = load_league(tournament)
    ahead = rounds_ahead(league)
    given = {
        key.removeprefix(A_SERIES): str(value)
        for key, value in request.GET.items()
        if key.startswith(A_SERIES)
    }
    supposed, refusals = read_supposed(league, given)
    then = supposing(league, supposed)
    shown = next(
        (each for each in ahead if str(each.number) == request.GET.get("round")),
        ahead[0] if ahead else None,
    )
    ranks = {line.entrant.pk: line.row.place.label for line in tables.table(league)}
    context = {
        **frame(request, tournament, "standings", below="What if?"),
        "league": league.season,
        "refusals": refusals,
        "round": shown,
        "rounds": ahead,
        "choices": _choices(shown, supposed),
        "elsewhere": _elsewhere(shown, supposed),
        "supposed": len(supposed.results),
        "divisions": [
            (title, [(row, ranks.get(line.entrant.pk, "")) for row, line in rows])
            for title, rows in _rows(then)
        ],
        "ended": [_ended(then, each) for each in if_ended(then)],
        "prospects": prospects_in_words(then),
    }
    return render(request, "tournaments/what_if.html", context, status=400 if refusals else 200)


def _sorting(by: SortedBy) -> dict[str, Mapping[str, str]]:
    """The address of the table sorted by each metric, and which way round it is sorted now."""
    return {
        metric.key: {
            "url": f"?{by.query_of(metric)}",
            "sorted": ("descending" if by.falls else "ascending") if metric is by.metric else "",
        }
        for metric in METRICS
    }


def _ended(league: League, ended: Ended) -> dict[str, Any]:
    """What would follow if the season ended today, in words and with its clubs."""
    clubs = {club.number: club for club in league.entrants}
    seeds = {each.entrant: each.seed for each in ended.qualifiers}

    def side(number: int) -> tuple[int, Entrant] | None:
        return (seeds[number], clubs[number]) if number else None

    return {
        "stage": ended.stage,
        "rule": ended.stage.spec.entry.in_words(league.divisions)
        if ended.stage and ended.stage.spec.entry
        else "",
        "qualifiers": [(each.seed, clubs[each.entrant], each.reason) for each in ended.qualifiers],
        "pairs": [(side(better), side(worse)) for better, worse in ended.pairs],
        "open": [refusal.message for refusal in tie_refusals(league, ended.open)],
        "first": ended.first,
    }


def _choices(round_: RoundOfPlay | None, supposed: Supposed) -> list[SupposedSeries]:
    return [
        SupposedSeries(
            f"{A_SERIES}{meeting.series_id}",
            meeting,
            tuple(_options(meeting)),
            supposed.word_of(meeting.series_id),
        )
        for meeting in (series_ahead(round_) if round_ else [])
    ]


def _options(meeting: Meeting) -> list[tuple[str, str]]:
    """The ways in which the remaining games of a series can end, the visitors' sweep first."""
    left = meeting.length - len(meeting.finals)
    home, away = meeting.home.team, meeting.away.team if meeting.away else None
    found = []
    for won in range(left + 1):
        lost = left - won
        if won == lost:
            words = f"{won}{cards.DASH}{lost}, shared"
        else:
            words = f"{home if won > lost else away} {max(won, lost)}{cards.DASH}{min(won, lost)}"
        found.append((f"{won}-{lost}", words))
    return found


def _elsewhere(round_: RoundOfPlay | None, supposed: Supposed) -> list[tuple[str, str]]:
    """The results supposed for series of other rounds, which the form sends along."""
    here = {meeting.series_id for meeting in round_.meetings} if round_ else set()
    return [(f"{A_SERIES}{pk}", supposed.word_of(pk)) for pk in supposed.results if pk not in here]


def _rows(
    league: League,
) -> list[tuple[str, list[tuple[cards.StandingsRow, tables.StandingsLine]]]]:
    divisions = tables.division_tables(league)
    return [
        (title, list(zip(rows, division.lines, strict=True)))
        for (title, rows), division in zip(
            cards.division_rows(league, divisions), divisions, strict=True
        )
    ]
