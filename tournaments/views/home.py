from functools import partial

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from config.paging import or_first
from config.ui.frame import show
from games.presenters.boards import board_of
from games.presenters.resuming import resumed
from games.systems.registry import SYSTEMS
from tournaments.selectors import home as selectors
from tournaments.selectors.home import News
from tournaments.views.cards import Card, card


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """What there is to see; for a newcomer, what this is."""
    page = or_first(partial(selectors.shown_tournaments, request.user), request.GET)
    latest = selectors.latest_results(request.user)
    game = selectors.board_game(latest)
    half_way = selectors.half_way(request.user)
    topics = [tournament.scope for tournament in page]
    if half_way and half_way.job.is_live:
        topics.append(f"job:{half_way.job.pk}")
    context = {
        "page": page,
        "half_way": half_way,
        "latest": [_card(news) for news in latest],
        "resumed": [resumed(game) for game in selectors.games_to_go_on(request.user)],
        "waiting": [_card(news) for news in selectors.waiting_for(request.user)],
        "board_game": game,
        "board": board_of(game) if game else None,
        "systems": SYSTEMS.values(),
        "topics": " ".join(topics),
        "enter": f"{reverse('people:sign-in')}?next={reverse('home')}",
    }
    return show(request, "tournaments/home.html", "tournaments/_home_live.html", context)


def _card(news: News) -> Card:
    return card(news.meeting, f"{news.tournament} · {news.meeting.round_name}")
