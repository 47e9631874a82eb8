"""A round of reports: managers report through the API, and directors' browsers watch the round
board as ``live.js`` does."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any, Final

from config.people.models import User
from config.people.tokens import issue_api_token
from games.engine.endings import REGULATION
from games.models import Series
from games.seriesday.models import GameReport
from games.seriesday.selectors.reports import Staff, staffs
from rosters.models import TeamMember
from rosters.services.people import appoint
from tests.tools.benches.leagues import drafted_system, league
from tests.tools.loads.browsers import Browser, change_in, post, session_of
from tests.tools.loads.serving import Stage, cpu_of, seconds_line
from tournaments.models import Fixture, Tournament

SUMMARY: Final = "managers report a round while directors watch the round board"
OPTIONS: Final = {"phones": 30, "watchers": 30, "seconds": 10}
PROCESSES: Final = 2


def run(stage: Stage, options: Mapping[str, int]) -> Iterator[str]:
    tournament, reports = a_round(options["phones"])
    with stage.site() as (port, site):
        load = measure(tournament, reports, options["watchers"], options["seconds"], port, site)
    yield f"{load.sent} reports"
    yield seconds_line("report answered", load.answered)
    if load.redrawn:
        yield seconds_line("board redrawn", load.redrawn)
    yield f"  boards redrawn: {len(load.redrawn)}"
    yield f"  processor time of the site: {load.cpu:.2f} s a report"
    yield f"  stored: {load.stored} of {load.sent}"


GATHER, CALM = 0.35, 1.5
"""Seconds for which ``live.js`` gathers pokes of a topic before it asks, and those after asking in
which it does not ask again; up to ``GATHER`` more, so that not all browsers ask at once."""

SETTLED = 3.0
"""Seconds after the last report in which what is still being answered counts for it."""


@dataclass(frozen=True)
class Phone:
    """A manager with a report: where it is sent, and what."""

    path: str
    token: str
    body: dict[str, Any]


@dataclass(frozen=True)
class ReportLoad:
    """What was measured: the seconds in which each report was answered and those until a watcher's
    board came anew, the processor time of the site for a report, and how many were sent and are
    stored."""

    answered: Sequence[float]
    redrawn: Sequence[float]
    cpu: float
    sent: int
    stored: int


@dataclass
class BoardBrowser(Browser):
    """A director's browser on the board: it fetches the board anew after each poke."""

    board: str = ""
    scope: str = ""
    redrawn: list[float] = field(default_factory=list)
    _asked: float = -CALM
    _due: asyncio.Task[None] | None = None

    async def stay(self, port: int) -> None:
        """Listen until it is cancelled."""
        reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=2**22)
        try:
            await self._send(writer, f"/live/?topic={self.scope}")
            async for line in reader:
                if change_in(line) and (self._due is None or self._due.done()):
                    self._due = asyncio.create_task(self._redraw(port))
        finally:
            writer.close()

    async def _redraw(self, port: int) -> None:
        calm = self._asked + CALM - perf_counter()
        await asyncio.sleep(max(GATHER, calm) + random.uniform(0, GATHER))
        begin = self._asked = perf_counter()
        await self.fetch(port, self.board)
        self.redrawn.append(perf_counter() - begin)


def a_round(phones: int) -> tuple[Tournament, list[Phone]]:
    """A league whose first round is being played, and a manager for every club with a report: the
    home club of a series tells game 1, the visitors game 2."""
    tournament = league(phones, drafted_system(), series_length=2, legs=1)
    fixtures = Fixture.objects.filter(
        round__stage__tournament=tournament, round__number=1, series__isnull=False
    ).select_related("series__home", "series__away")
    found = []
    for fixture in fixtures.order_by("pk"):
        series = fixture.series
        if series is None:
            continue
        for number, team in enumerate((series.home, series.away), start=1):
            user, _ = User.objects.get_or_create(email=f"club{team.pk}@horsehide.example")
            appoint(
                team=team,
                user=user,
                role=TeamMember.Role.MANAGER,
                scope=tournament.scope,
                acting_user=None,
            )
            found.append(
                Phone(
                    f"/api/v1/series/{series.pk}/games/{number}/reports/",
                    issue_api_token(user=user, acting_user=None),
                    _report(series, number),
                )
            )
    return tournament, found


def _report(series: Series, number: int) -> dict[str, Any]:
    """A game of nine innings that the visitors win, pitched by the likely starters."""
    both = staffs(series, number) or ()
    away, home = (_side(runs, staff, number) for runs, staff in zip((4, 2), both, strict=True))
    return {
        "away": away,
        "home": home,
        "ending": REGULATION,
        "inning": 9,
        "key": f"{series.pk}-{number}",
        "despite": True,
    }


def _side(runs: int, staff: Staff, number: int) -> dict[str, Any]:
    # The other game of the series is reported at the same time: each has a starter of its own.
    starters = [each.key for each in staff.choices if "may start" in each.note]
    starter = starters[(number - 1) % len(starters)]
    return {"runs": runs, "pitchers": [{"card": starter, "outs": 27, "started": True}]}


def measure(
    tournament: Tournament,
    phones: Sequence[Phone],
    watchers: int,
    seconds: float,
    port: int,
    site: int,
) -> ReportLoad:
    """Let everybody report at some moment of so many seconds while the board is watched."""
    director = tournament.roles.get().user
    cookie = session_of(director)
    board = f"/t/{tournament.slug}/board/?round=1"
    looking = [BoardBrowser(cookie, board=board, scope=tournament.scope) for _ in range(watchers)]
    moments = random.Random(tournament.seed)
    plan = sorted((moments.uniform(0, seconds), phone) for phone in phones)
    answered, cpu = asyncio.run(_measured(looking, plan, port, site))
    stored = GameReport.objects.filter(game__series__event__key=tournament.scope).count()
    redrawn = [took for each in looking for took in each.redrawn]
    return ReportLoad(answered, redrawn, cpu / len(phones), len(phones), stored)


async def _measured(
    looking: Sequence[BoardBrowser],
    plan: Sequence[tuple[float, Phone]],
    port: int,
    site: int,
) -> tuple[list[float], float]:
    tasks = [asyncio.create_task(each.stay(port)) for each in looking]
    for each in looking:
        # It warms the processes.
        await each.fetch(port, each.board)
    await asyncio.sleep(SETTLED)
    for each in looking:
        each.redrawn.clear()
    before = cpu_of(site)
    answered = await asyncio.gather(*(_reported(port, at, phone) for at, phone in plan))
    await asyncio.sleep(SETTLED)
    used = cpu_of(site) - before
    for task in tasks:
        if task.done():
            task.result()
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return list(answered), used


async def _reported(port: int, at: float, phone: Phone) -> float:
    await asyncio.sleep(at)
    begin = perf_counter()
    await post(port, phone.path, phone.token, phone.body)
    return perf_counter() - begin
