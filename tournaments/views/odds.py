"""The odds of an event: who gets in, who is first, who wins it, and how that has changed."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import cast

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods

from config.jobs.selectors import latest_job
from config.people.models import User
from config.refusals import Refused
from config.ui.charts import ChartLine
from config.ui.frame import show
from rosters.models import Team
from tournaments.models import Stage, Tournament
from tournaments.selectors.access import directed_tournament, visible_tournament
from tournaments.selectors.league import League, load_league, round_mark, round_told
from tournaments.selectors.odds import (
    ODDS,
    Chance,
    ClubOdds,
    RoundOdds,
    last_whole_round,
    next_stage_of,
    odds_by_round,
)
from tournaments.services.odds import queue_odds
from tournaments.views.frame import frame


@dataclass(frozen=True)
class OddsRow:
    """A club's line."""

    team: Team
    url: str
    advance: str
    division: str
    event: str


@require_http_methods(["GET", "HEAD", "POST"])
def odds(request: HttpRequest, slug: str) -> HttpResponse:
    """The odds as they were found last, and over the rounds. A post has them found anew."""
    if request.method == "POST":
        tournament = directed_tournament(request.user, slug)
        try:
            queue_odds(tournament=tournament, acting_user=cast(User, request.user))
        except Refused as refused:
            messages.error(request, refused.refusals[0].message)
        return redirect("tournaments:odds", slug)
    tournament = visible_tournament(request.user, slug)
    league = load_league(tournament)
    stage = next_stage_of(league)
    found = odds_by_round(tournament, stage.number if stage else None)
    now = found[-1] if found else None
    knockout = any(each.kind == Stage.Kind.KNOCKOUT for each in league.stages)
    divisions = len({each.division for each in league.entrants})
    context = {
        **frame(request, tournament, "odds"),
        "league": league,
        "stage": stage,
        "now": now,
        "round_told": round_told(league, now.round) if now and now.round else "",
        "stale": now is not None and now.round != last_whole_round(league),
        "completions": f"{now.completions:,}" if now else "",
        "rows": _rows(tournament, league, now) if now else [],
        "shows_division": divisions > 1 or not knockout,
        "shows_event": knockout,
        "lines": _lines(league, found, lambda odds: odds.event if knockout else odds.division),
        "entering": _lines(league, found, lambda odds: odds.advance) if stage else [],
        "rounds": [round_mark(league, each.round) for each in found],
        "job": latest_job(f"{ODDS}:{tournament.pk}"),
        "in_setup": tournament.state == Tournament.State.SETUP,
    }
    return show(request, "tournaments/odds.html", "tournaments/_odds_live.html", context)


def _rows(tournament: Tournament, league: League, now: RoundOdds) -> list[OddsRow]:
    clubs = sorted(
        (club for club in league.entrants if club.number in now.clubs and not club.is_out),
        key=lambda club: (
            -now.clubs[club.number].event.share,
            -(now.clubs[club.number].advance or now.clubs[club.number].division).share,
            club.number,
        ),
    )
    return [
        OddsRow(
            club.team,
            f"{tournament.get_absolute_url()}teams/{club.number}/",
            _said(now.clubs[club.number].advance),
            _said(now.clubs[club.number].division),
            _said(now.clubs[club.number].event),
        )
        for club in clubs
    ]


def _said(chance: Chance | None) -> str:
    """``31.4 ± 0.5``; what never happened, or always, is not called impossible or sure."""
    if chance is None:
        return ""
    share = 100 * chance.share
    if share == 0:
        return "< 0.1"
    if share == 100:
        return "> 99.9"
    return f"{share:.1f} ± {max(100 * chance.error, 0.1):.1f}"


def _lines(
    league: League, found: list[RoundOdds], of: Callable[[ClubOdds], Chance | None]
) -> list[ChartLine]:
    """One of every club's chances over the rounds, per cent."""
    if len(found) < 2:
        return []

    def value(odds: ClubOdds | None) -> float | None:
        chance = of(odds) if odds else None
        return round(100 * chance.share, 1) if chance else None

    return [
        ChartLine(
            club.team.name,
            club.team.abbreviation,
            club.team.colour,
            tuple(value(each.clubs.get(club.number)) for each in found),
        )
        for club in league.entrants
    ]
