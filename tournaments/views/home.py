from dataclasses import replace
from functools import partial

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.views.decorators.http import require_safe

from config.paging import or_first
from config.ui.frame import show
from games.presenters.boards import board_of
from games.presenters.resuming import resumed
from games.systems.registry import SYSTEMS
from tournaments.selectors import home as selectors
from tournaments.selectors.home import News, NextGame
from tournaments.views.cards import Card, card


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """The home page: events and latest results; for a newcomer, what this is."""
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
        "waiting": _next_series(request),
        "board_game": game,
        "board": board_of(game) if game else None,
        "systems": SYSTEMS.values(),
        "topics": " ".join(topics),
        "enter": f"{reverse('people:sign-in')}?next={reverse('home')}",
    }
    return show(request, "tournaments/home.html", "tournaments/_home_live.html", context)


def _next_series(request: HttpRequest) -> list[Card]:
    """The next series of the visitor's clubs, with who is to start and until when it is played."""
    waiting = selectors.waiting_for(request.user)
    games = selectors.next_games(request.user, waiting, timezone.now())
    return [
        (
            replace(_card(news), detail=_game_in_words(games[series]))
            if series in games
            else _card(news)
        )
        for news in waiting
        for series in (news.meeting.series_id,)
    ]


def _game_in_words(game: NextGame) -> str:
    """The next game in a line: ``Game 2: Gibson against McLain; by 28 Nov 20:00``."""
    known = [name or "not named" for name in game.starters]
    said = [f"Game {game.number}"]
    if any(game.starters):
        said[0] += f": {known[0]} against {known[1]}"
    if game.due is not None:
        said.append(f"by {date_format(timezone.localtime(game.due), 'j M H:i')}")
    return "; ".join(said)


def _card(news: News) -> Card:
    return card(news.meeting, f"{news.tournament} · {news.meeting.round_name}")
