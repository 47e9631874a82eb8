"""The page of a series, and having its unplayed games simulated."""

from dataclasses import dataclass

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from games.doors import may_direct, may_score
from games.engine.refusals import Refusal, Refused
from games.engine.system import CARDS
from games.models import Series
from games.selectors import (
    SeriesGames,
    Slot,
    games_with_event_files,
    series_games,
    visible_series,
)
from games.services.playing import play_series
from games.showing.boards import Board, board_of
from games.showing.retrosheet import archive
from games.showing.words import option_facts
from games.topics import series_topic
from games.views.frame import crumbs_to, show, user_of
from games.views.game import event_files


@dataclass(frozen=True)
class Card:
    """A place in the series as the page shows it."""

    slot: Slot
    label: str
    board: Board | None
    url: str
    score_url: str


@require_safe
def series(request: HttpRequest, pk: int) -> HttpResponse:
    """The games of a series: played, under way, and still to play."""
    return _page(request, visible_series(request.user, pk))


@require_safe
def retrosheet(request: HttpRequest, pk: int) -> HttpResponse:
    """The finished games of a series as Retrosheet files."""
    found = visible_series(request.user, pk)
    games = games_with_event_files(found)
    if not games:
        raise Http404("No game of the series has an event file.")
    return event_files(archive(found, games), f"series-{found.pk}")


@login_required
@require_POST
def simulate(request: HttpRequest, pk: int) -> HttpResponse:
    """Have the unplayed games simulated; for directors."""
    found = visible_series(request.user, pk)
    if not may_direct(request.user, found):
        raise Http404("No such series.")
    try:
        games = play_series(series_ids=[found.pk], acting_user=user_of(request))
    except Refused as refused:
        return _page(request, found, refusals=refused.refusals)
    count = len(games)
    messages.success(request, f"{count} game{'' if count == 1 else 's'} played.")
    return redirect(found)


def _page(request: HttpRequest, found: Series, refusals: tuple[Refusal, ...] = ()) -> HttpResponse:
    games = series_games(found)
    scores = may_score(request.user, found)
    context = {
        "series": found,
        "games": games,
        "cards": [_card(found, slot, scores=scores) for slot in games.slots],
        "standing": _standing(games),
        "may_direct": scores and may_direct(request.user, found),
        "refusals": refusals,
        "facts": option_facts(found.system, found.settings),
        "topic": series_topic(found),
        "event_files": found.system.need.kind == CARDS
        and any(slot.game and slot.game.is_final for slot in games.slots),
        "goes_on": any(slot.is_open for slot in games.slots),
        "crumbs": [*crumbs_to(found), (f"{found.away.name} at {found.home.name}", "")],
    }
    return show(
        request,
        "games/series.html",
        "games/_series_live.html",
        context,
        status=409 if refusals else 200,
    )


def _card(found: Series, slot: Slot, *, scores: bool) -> Card:
    return Card(
        slot=slot,
        label=slot.game.get_status_display() if slot.game else "Not played yet",
        board=board_of(slot.game) if slot.game else None,
        url=slot.game.get_absolute_url() if slot.game else "",
        score_url=reverse("games:score", args=[found.pk, slot.number])
        if scores and slot.is_open
        else "",
    )


def _standing(games: SeriesGames) -> str:
    """Who leads, or who won, in words."""
    series = games.series
    home, away = games.wins(series.home), games.wins(series.away)
    played = sum(not slot.is_open for slot in games.slots)
    if not played:
        return "Not begun" if not games.under_way else "The first game is under way"
    if home == away:
        return f"{'Split' if series.completed_at else 'Level'} {home}–{away}"
    leader = series.home if home > away else series.away
    verb = "won" if series.completed_at else "lead"
    return f"{leader.name} {verb} {max(home, away)}–{min(home, away)}"
