"""A game that many watch: a manager plays on through the API, and browsers are sent each play as
``live.js`` takes it."""

from __future__ import annotations

import asyncio
import base64
import gzip
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from time import perf_counter
from typing import Final

from config.people.models import User
from config.people.tokens import issue_api_token
from games.models import Game, Series
from games.services.scoring import SERVER_DICE, Seats, record_game
from games.topics import game_topic
from tests.tools.benches.leagues import drafted_system, league
from tests.tools.loads.browsers import Browser, change_in, post
from tests.tools.loads.serving import Stage, cpu_of, seconds_line, share_below

SUMMARY: Final = "a manager plays a game that many watch"
OPTIONS: Final = {"watchers": 200, "plays": 40}
PROCESSES: Final = 1


def run(stage: Stage, options: Mapping[str, int]) -> Iterator[str]:
    game, token = a_game()
    with stage.site() as (port, site):
        load = measure(game, token, options["watchers"], options["plays"], port, site)
    yield f"{len(load.last)} plays"
    yield seconds_line("play answered", load.answered)
    yield seconds_line("half of them have it", load.half)
    yield seconds_line("95 % of them have it", load.nearly)
    yield seconds_line("the last has it", load.last)
    yield f"  processor time of the site: {load.cpu:.3f} s a play"


SETTLED = 0.3
"""Seconds after a play in which what is still being sent counts for it."""

JOINED = 60
"""Seconds until everybody must watch, and have been told of a play."""


@dataclass
class GameBrowser(Browser):
    """A browser on the page of a game: it is sent the part that changed."""

    told: int = 0
    """Parts that it has been sent."""
    joined: asyncio.Event = field(default_factory=asyncio.Event)
    at: list[float] = field(default_factory=list)
    """When each of them was there, unpacked."""

    async def stay(self, port: int, topic: str) -> None:
        """Listen until it is cancelled."""
        reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=2**22)
        try:
            await self._send(writer, f"/live/?topic={topic}&part={topic}")
            async for line in reader:
                if line.startswith(b"retry:"):
                    self.joined.set()
                elif change := change_in(line):
                    if change != topic:
                        gzip.decompress(base64.b64decode(change))
                    self.told += 1
                    self.at.append(perf_counter())
                    self.reached.set()
        finally:
            writer.close()


@dataclass(frozen=True)
class WatchLoad:
    """What was measured: for each play the seconds until half of the watchers, nearly all (95 %)
    and the last one had it, those in which it was answered, and the processor time of the site."""

    half: Sequence[float]
    nearly: Sequence[float]
    last: Sequence[float]
    answered: Sequence[float]
    cpu: float


def a_game() -> tuple[Game, str]:
    """A game of cards with the server's dice that has not begun, and the token of who plays it."""
    tournament = league(4, drafted_system(), series_length=1, legs=1)
    director: User = tournament.roles.get().user
    series = Series.objects.filter(event__key=tournament.scope).order_by("pk")[0]
    game = record_game(
        series_id=series.pk,
        number=1,
        transcript=(),
        acting_user=director,
        seats=Seats(SERVER_DICE, home_managed=True),
    )
    return game, issue_api_token(user=director, acting_user=None)


def measure(game: Game, token: str, watchers: int, plays: int, port: int, site: int) -> WatchLoad:
    """Play on, a turn at a time, while everybody watches."""
    looking = [GameBrowser() for _ in range(watchers)]
    return asyncio.run(_measured(game, token, looking, plays, port, site))


async def _measured(
    game: Game,
    token: str,
    looking: Sequence[GameBrowser],
    plays: int,
    port: int,
    site: int,
) -> WatchLoad:
    topic = game_topic(game)
    tasks = [asyncio.create_task(each.stay(port, topic)) for each in looking]
    async with asyncio.timeout(JOINED):
        await asyncio.gather(*(each.joined.wait() for each in looking))
    half: list[float] = []
    nearly: list[float] = []
    last: list[float] = []
    answered: list[float] = []
    cpu, after, number = 0.0, 0, 0
    while len(last) < plays:
        known = [each.told for each in looking]
        before, begin = cpu_of(site), perf_counter()
        whole = await _play(port, game, token, after)
        if whole is None:
            break
        took = perf_counter() - begin
        for task in tasks:
            if task.done():
                task.result()
        times = await asyncio.gather(
            *(_has(each, told, begin) for each, told in zip(looking, known, strict=True))
        )
        after, number = whole, number + 1
        if number <= 2:
            continue  # They warm the processes.
        await asyncio.sleep(SETTLED)
        cpu += cpu_of(site) - before
        half.append(share_below(times, 0.5))
        nearly.append(share_below(times, 0.95))
        last.append(max(times))
        answered.append(took)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return WatchLoad(half, nearly, last, answered, cpu / max(1, len(last)))


async def _has(watcher: GameBrowser, told: int, begin: float) -> float:
    while watcher.told <= told:
        watcher.reached.clear()
        await asyncio.wait_for(watcher.reached.wait(), JOINED)
    return watcher.at[told] - begin


async def _play(port: int, game: Game, token: str, after: int) -> int | None:
    """A press: how many entries there are then; ``None`` once the game is over."""
    whole = await post(port, f"/api/v1/games/{game.pk}/play-on/", token, {"after": after})
    return None if whole["status"] == "final" else len(whole["transcript"])
