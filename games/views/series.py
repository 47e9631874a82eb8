"""The page of a series, and having its unplayed games simulated."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.text import get_text_list
from django.views.decorators.http import require_POST, require_safe

from config.refusals import Refusal, Refused
from config.ui.frame import show, wants_part
from games.access import may_direct, may_score
from games.engine.system import CARDS
from games.frame import crumbs_to, user_of
from games.hooks import take_back_page
from games.models import Series
from games.presenters.retrosheet import archive
from games.presenters.series import series_context
from games.presenters.words import option_facts
from games.scheduling.selectors import agreed_times, place_of
from games.selectors import clubs_with_people, games_with_event_files, series_games, visible_series
from games.seriesday.answers import confirmable
from games.seriesday.selectors.absences import clock_of
from games.seriesday.selectors.suspended import orders_for
from games.services.playing import left_alone, play_series
from games.views.game import event_files
from games.views.parts import part_response, series_part
from pitching.selectors.sheets import latest_sheets


@require_safe
def series(request: HttpRequest, pk: int) -> HttpResponse:
    """The games of a series: played, under way, and still to play."""
    return _page(request, visible_series(request.user, pk))


def _sheets(found: Series) -> list[tuple[str, int]]:
    """The pitching sheets of both clubs, visitors first: name of the club and key of the sheet."""
    if found.system.need.kind != CARDS:
        return []
    clubs = (found.away, found.home)
    kept = latest_sheets(found.scope, [club.pk for club in clubs])
    return [(club.name, kept[club.pk].pk) for club in clubs if club.pk in kept]


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
    directs = scores and may_direct(request.user, found)
    left = left_alone(Series.objects.filter(pk=found.pk)) if directs and games.unplayed else {}
    if not scores and wants_part(request):
        return part_response(request, series_part(games))
    context = {
        **series_context(games, scores=scores, directs=directs),
        "take_back_url": take_back_page(found) if directs else "",
        "left_alone": left[found.pk].message if left else "",
        "refusals": refusals,
        "managed": get_text_list(clubs_with_people(found), "and"),
        "facts": option_facts(found.system, found.settings),
        "event_files": found.system.need.kind == CARDS
        and not found.system.listed
        and any(slot.game and slot.game.is_final and slot.game.has_plays for slot in games.slots),
        "sheets": _sheets(found),
        "clock": clock_of(found),
        "meets_at": agreed_times([found.pk]).get(found.pk),
        "place": "" if found.completed_at else place_of(found),
        "scores": scores,
        "orders": orders_for(request.user, found) if scores else [],
        "to_confirm": confirmable(found, request.user) if scores else [],
        "crumbs": [*crumbs_to(found), (f"{found.away.name} at {found.home.name}", "")],
    }
    return show(
        request,
        "games/series.html",
        "games/_series_live.html",
        context,
        status=409 if refusals else 200,
    )
