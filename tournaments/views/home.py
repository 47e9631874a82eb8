from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from games.engine.systems import SYSTEMS
from tournaments.selectors import home as selectors
from tournaments.selectors.home import News
from tournaments.views.cards import Card, board, card
from tournaments.views.frame import show

PAGE = 10


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """What there is to see; for a newcomer, what this is."""
    page = Paginator(selectors.tournaments_of(request.user), PAGE).get_page(request.GET.get("page"))
    latest = selectors.latest_results(request.user)
    game = selectors.board_game(latest)
    context = {
        "page": page,
        "latest": [_card(news) for news in latest],
        "waiting": [_card(news) for news in selectors.waiting_for(request.user)],
        "board": board(game) if game else None,
        "systems": SYSTEMS.values(),
        "topics": " ".join(tournament.scope for tournament in page),
        "enter": f"{reverse('people:sign-in')}?next={reverse('home')}",
    }
    return show(request, "tournaments/home.html", "tournaments/_home_live.html", context)


def _card(news: News) -> Card:
    return card(news.meeting, f"{news.tournament} · round {news.meeting.round_number}")
