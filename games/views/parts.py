"""The parts of pages that everybody who may see them sees alike: made once, sent to all."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from zlib import crc32

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.http import quote_etag

from config.live.parts import KeptParts, OfferedPart, SharedPart
from config.people import scopes
from config.people.scopes import viewers
from games.clocks import ShownClock, shown_clock
from games.models import Game, Series, VoidedTail
from games.presenters.boards import board_of
from games.presenters.box import reported_box, with_season
from games.presenters.series import series_context
from games.presenters.sheet import jumps_in, sheet
from games.presenters.story import reported_plays, reported_story
from games.presenters.words import option_facts
from games.records import record_of
from games.reported_boxes import plays_of_report
from games.scorer import live_table, mark_of
from games.season import NOTHING, SeasonLines, lines_before, season_lines, who
from games.seeds import dice_segments
from games.selectors import (
    SeriesGames,
    find_game,
    find_series,
    has_event_file,
    series_games,
    voided_tails,
)
from games.seriesday.presenters import shown_version
from games.seriesday.selectors.reports import versions_of
from games.topics import game_topic
from rosters.models import Team

KEPT = KeptParts()

GOES_ON = (Game.Status.IN_PROGRESS, Game.Status.SUSPENDED, Game.Status.REPORTED)


@dataclass(frozen=True)
class Marked:
    """A part, and a word that is another one whenever the part shows something else."""

    mark: str
    part: SharedPart


def game_part(game: Game) -> Marked:
    """What changes on the page of a game with every entry."""
    tails = voided_tails(game)
    season = season_lines(game)
    before = lines_before(game) if game.status == Game.Status.IN_PROGRESS else NOTHING
    shown: tuple[object, ...] = (
        *(_look(game.away), _look(game.home), [tail.pk for tail in tails]),
        *(season.batting, season.pitching, before.batting, before.pitching),
    )
    if not game.has_plays:
        shown += (game.summary, list(game.reports.values_list("version", "state", "answered_by")))
    clock = shown_clock(game, timezone.now()) if game.status in GOES_ON else None
    if clock is not None:
        # When a clock is up changes without an entry: by time in which no one could act.
        shown += tuple(round(side.due.timestamp()) for side in clock.sides if side.due)
    mark = f"game-{mark_of(game)}-{_crc(shown)}"
    return Marked(mark, KEPT.get(mark, lambda: _game_html(game, tails, season, clock)))


def series_part(games: SeriesGames) -> Marked:
    """What a user sees of the games of a series who neither scores nor directs them."""
    series = games.series
    stored = [*(slot.game for slot in games.slots if slot.game), *games.voided]
    shown = (
        [(game.pk, game.status, game.summary) for game in stored],
        series.completed_at,
        _look(series.away),
        _look(series.home),
    )
    mark = f"series-{series.pk}-{_crc(shown)}"
    return Marked(
        mark,
        KEPT.get(mark, lambda: render_to_string("games/_series_live.html", series_context(games))),
    )


def offered_game_part(key: str) -> OfferedPart | None:
    """The part of a game that is sent to those who watch it and may see it."""
    game = find_game(int(key))
    return None if game is None else _offered(game.series, lambda: game_part(game))


def offered_series_part(key: str) -> OfferedPart | None:
    """The same of a series."""
    series = find_series(int(key))
    return None if series is None else _offered(series, lambda: series_part(series_games(series)))


def _offered(series: Series, make: Callable[[], Marked]) -> OfferedPart:
    return OfferedPart(lambda: make().part, lambda people: viewers(people, series.scope))


def part_response(request: HttpRequest, shown: Marked) -> HttpResponse:
    """A part alone, packed already; or the word that it is what the browser has."""
    etag = quote_etag(shown.mark)
    unchanged = get_conditional_response(request, etag=etag)
    if unchanged is not None and unchanged.status_code == 304:
        response = HttpResponse(status=304)
    elif "gzip" in request.headers.get("Accept-Encoding", ""):
        response = HttpResponse(shown.part.packed, headers={"Content-Encoding": "gzip"})
    else:
        response = HttpResponse(shown.part.html)
    response["ETag"] = etag
    response["Cache-Control"] = "private, no-cache"
    patch_vary_headers(response, ["HX-Request", "Cookie", "Accept-Encoding"])
    return response


def _game_html(
    game: Game, tails: Sequence[VoidedTail], season: SeasonLines, clock: ShownClock | None
) -> str:
    goes_on = game.status in GOES_ON
    if not game.has_plays:
        sides = (game.away, game.home)
        versions = versions_of(game)
        counts = next((each for each in versions if each.report.state == "confirmed"), None)
        shown = counts or next((each for each in versions if each.report.state == "open"), None)
        box = plays = None
        if shown is not None and (events := plays_of_report(shown.claim)) is not None:
            told = reported_story(reported_plays(shown.claim, events, sides, shown.names), sides)
            plays = {"story": told, "jumps": jumps_in(told)}
        if shown is not None and shown.claim.has_players:
            told_box = reported_box(shown.claim, sides, shown.names, partial(page_of_card, game))
            box = with_season(told_box, season, lambda side, card: (sides[side].pk, card))
        return render_to_string(
            "games/_game_reported.html",
            {
                "game": game,
                "board": board_of(game),
                "box": box,
                "plays": plays,
                "versions": [shown_version(version, sides) for version in versions],
                "topic": game_topic(game) if goes_on else "",
                "settings": option_facts(game.series.system, game.series.settings),
            },
        )
    found = sheet(record_of(game), (game.away, game.home), partial(page_of_player, game))
    return render_to_string(
        "games/_game_live.html",
        {
            "game": game,
            "series": game.series,
            "clock": clock,
            "table": live_table(game, found.now),
            "sheet": replace(found, box=with_season(found.box, season, partial(who, game))),
            "event_file": has_event_file(game),
            "topic": game_topic(game) if goes_on else "",
            "tails": tails,
            "dice": dice_segments(game),
            "settings": option_facts(game.series.system, game.series.settings),
        },
    )


def page_of_card(game: Game, side: int, card: int) -> str:
    """By his card."""
    return scopes.player(game.series.scope, card)


def page_of_player(game: Game, side: int, player: int) -> str:
    """By his number in the squad; players from the stands have none."""
    return scopes.player(game.series.scope, who(game, side, player)[1])


def _look(team: Team) -> tuple[object, ...]:
    return (team.name, team.abbreviation, team.colour, team.accent, team.batting_order)


def _crc(shown: object) -> str:
    return f"{crc32(repr(shown).encode()):x}"
