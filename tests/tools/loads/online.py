"""Games between two people who play in browsers of their own. Needs Chromium."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import cycle, islice
from shutil import which
from time import monotonic
from typing import TYPE_CHECKING, Final

from django.conf import settings
from django.db import connection

from config.people.models import User
from games.models import Series
from games.services.scoring import SERVER_DICE, Seats, record_game
from games.systems.registry import SYSTEMS
from rosters.models import TeamMember
from rosters.services.people import appoint
from tests.tools.benches.leagues import league
from tests.tools.loads.browsers import session_of
from tests.tools.loads.serving import Stage, seconds_line

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

SUMMARY: Final = "two people play games in browsers: when the other page shows a press"
OPTIONS: Final = {"games": 10, "presses": 20}
PROCESSES: Final = 1


def run(stage: Stage, options: Mapping[str, int]) -> Iterator[str]:
    games = online_games(options["games"])
    connection.close()
    with stage.site() as (port, _):
        loads = measure(games, options["presses"], port)
    loads["all"] = OnlineLoad(
        own=[seconds for load in loads.values() for seconds in load.own],
        other=[seconds for load in loads.values() for seconds in load.other],
    )
    for system, load in loads.items():
        yield seconds_line(f"{system}, own", load.own)
        yield seconds_line(f"{system}, the other", load.other)


WARM = 2
"""Presses of a game that are not counted: they warm the processes."""

PATIENCE = 30_000
"""Milliseconds until the other page must show a press."""

NOTES = """
const shown = () => document.querySelector("#scorer")?.getAttribute("hx-get") ?? "";
let last = "";
window.shownAt = window.pressedAt = 0;
addEventListener("click", () => { window.pressedAt = Date.now(); }, true);
addEventListener("DOMContentLoaded", () => {
  last = shown();
  new MutationObserver(() => {
    if (shown() === last) return;
    last = shown();
    window.shownAt ||= Date.now();
  }).observe(document.body, { subtree: true, childList: true, attributes: true });
});
"""
"""Notes when the page shows another state of its game than before, and when somebody presses."""

MAY_PRESS = "#scorer :is(.gm-throw-button, .gm-answers button):visible"


@dataclass(frozen=True)
class OnlineGame:
    """A game of a system, its address, and the sessions of both managers."""

    system: str
    address: str
    sessions: tuple[str, str]


@dataclass
class OnlineLoad:
    """The seconds after a press until its own page, and until the other one showed the play."""

    own: list[float] = field(default_factory=list)
    other: list[float] = field(default_factory=list)


def online_games(number: int) -> list[OnlineGame]:
    """So many games with the server's dice, of all systems in turn."""
    return [_online_game(system) for system in islice(cycle(SYSTEMS), number)]


def _online_game(system: str) -> OnlineGame:
    tournament = league(4, system, series_length=1, legs=1)
    series = Series.objects.filter(event__key=tournament.scope).order_by("pk")[0]
    # Before anybody manages: a manager would have to confirm a line-up first.
    record_game(
        series_id=series.pk,
        number=1,
        transcript=(),
        acting_user=tournament.roles.get().user,
        seats=Seats(SERVER_DICE),
    )
    sessions = []
    for team in (series.away, series.home):
        manager, _ = User.objects.get_or_create(email=f"manager{team.pk}@horsehide.example")
        appoint(
            team=team,
            user=manager,
            role=TeamMember.Role.MANAGER,
            scope=tournament.scope,
            acting_user=None,
        )
        sessions.append(session_of(manager))
    return OnlineGame(system, f"/series/{series.pk}/games/1/score/", (sessions[0], sessions[1]))


def measure(games: Sequence[OnlineGame], presses: int, port: int) -> dict[str, OnlineLoad]:
    """Play so many presses of each game; the seconds by system. Asks no database: the browser's
    event loop runs in this thread."""
    # Only where it is installed, as for the tests.
    from playwright.sync_api import sync_playwright

    loads: dict[str, OnlineLoad] = {}
    with sync_playwright() as playwright:
        chromium = which("chromium") or which("chromium-browser")
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        for game in games:
            with _pages(browser, game, f"http://127.0.0.1:{port}") as pages:
                _play(pages, presses, loads.setdefault(game.system, OnlineLoad()))
    return loads


@contextmanager
def _pages(browser: Browser, game: OnlineGame, site: str) -> Iterator[list[Page]]:
    contexts = [browser.new_context() for _ in game.sessions]
    pages = []
    for context, session in zip(contexts, game.sessions, strict=True):
        cookie = {"name": settings.SESSION_COOKIE_NAME, "value": session, "url": site}
        context.add_cookies([cookie])  # type: ignore[list-item]
        context.add_init_script(NOTES)
        page = context.new_page()
        page.goto(f"{site}{game.address}")
        page.wait_for_selector("[data-live-status][data-state=on]", state="attached")
        pages.append(page)
    yield pages
    for context in contexts:
        context.close()


def _play(pages: Sequence[Page], presses: int, load: OnlineLoad) -> None:
    """Whoever may presses, until the game is over or was pressed on so often."""
    for number in range(presses + WARM):
        presser = _next_presser(pages)
        if presser is None:
            return
        other = next(page for page in pages if page is not presser)
        for page in pages:
            page.evaluate("window.shownAt = 0")
        presser.locator(MAY_PRESS).first.click()
        times = []
        for page in (presser, other):
            shown = page.wait_for_function("() => window.shownAt", timeout=PATIENCE).json_value()
            times.append((shown - presser.evaluate("window.pressedAt")) / 1000)
        if number >= WARM:
            load.own.append(times[0])
            load.other.append(times[1])


def _next_presser(pages: Sequence[Page]) -> Page | None:
    """The page on which somebody may press; ``None`` once both say that the game is over."""
    deadline = monotonic() + PATIENCE / 1000
    while monotonic() < deadline:
        for page in pages:
            if page.locator(MAY_PRESS).count():
                return page
        if all(page.locator(".gm-ending").count() for page in pages):
            return None
        pages[0].wait_for_timeout(50)
    raise RuntimeError("Nobody may press, and the game is not over.")
