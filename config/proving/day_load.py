"""A league day, for ``manage.py bench_day``: real served processes, managers who play games, people
who watch them and read pages, and a league that the house plays out beside it."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter

from django.conf import settings

from config.people.models import User
from config.people.tokens import issue_api_token
from config.proving.calls import post
from config.proving.draft_load import family_of
from config.proving.speed import drafted_system, league
from config.proving.watch_load import GameWatcher
from games.models import Game, Series
from games.services.scoring import SERVER_DICE, Seats, record_game
from games.topics import game_topic
from tournaments.models import Tournament

CLUBS = 20
"""Clubs of each league in which people play: ten games at a time."""

DECIDES = (4.0, 12.0)
"""Seconds in which a manager presses again."""

READS = 60.0
"""Seconds in which somebody who watches turns to another page, on average."""

PAGES = ("", "standings/", "schedule/", "leaders/", "statistics/", "grid/")


@dataclass
class Day:
    """What a day came to: seconds in which plays and pages were answered, what went wrong, plays
    that came to who watched, and the memory of each process in MB before and after."""

    plays: list[float] = field(default_factory=list)
    pages: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    told: int = 0
    before: Mapping[int, float] = field(default_factory=dict)
    after: Mapping[int, float] = field(default_factory=dict)


@dataclass(frozen=True)
class Seat:
    """A manager at a table."""

    game: Game
    slug: str
    token: str


def tables(managers: int) -> list[Seat]:
    """A game of cards against the house for each of so many people."""
    found: list[Seat] = []
    while len(found) < managers:
        tournament = league(CLUBS, drafted_system(), series_length=1, legs=1)
        director: User = tournament.roles.get().user
        token = issue_api_token(user=director, acting_user=None)
        first = Series.objects.filter(fixture__round__stage__tournament=tournament)
        for series in first.filter(fixture__round__number=1).order_by("pk"):
            game = record_game(
                series_id=series.pk,
                number=1,
                transcript=(),
                acting_user=director,
                seats=Seats(SERVER_DICE, home_managed=True),
            )
            found.append(Seat(game, tournament.slug, token))
    return found[:managers]


def a_league_to_play_out(clubs: int) -> tuple[Tournament, str]:
    """A league of dice of ``clubs * (clubs - 1)`` series, and its director's token."""
    tournament = league(clubs, "poker-dice", series_length=1, legs=2)
    director: User = tournament.roles.get().user
    return tournament, issue_api_token(user=director, acting_user=None)


@contextmanager
def workers(database_url: str, var: Path) -> Iterator[list[int]]:
    """The two workers and the clock of a house; their numbers."""
    environment = {
        **os.environ,
        "DATABASE_URL": database_url,
        "HORSEHIDE_VAR": str(var),
        "SECRET_KEY": settings.SECRET_KEY,
        "LOG_LEVEL": "ERROR",
    }
    commands = (["worker", "--queue=short"], ["worker", "--queue=long"], ["clock"])
    started = [
        subprocess.Popen(
            [sys.executable, "manage.py", *command],
            cwd=settings.ROOT,
            env=environment,
            start_new_session=True,
        )
        for command in commands
    ]
    try:
        yield [each.pid for each in started]
    finally:
        for each in started:
            with suppress(ProcessLookupError):
                os.killpg(each.pid, signal.SIGTERM)
        for each in started:
            with suppress(subprocess.TimeoutExpired):
                each.wait(20)
            with suppress(ProcessLookupError):
                os.killpg(each.pid, signal.SIGKILL)
            each.wait()


def memory_of(parents: Sequence[int]) -> dict[int, float]:
    """Resident megabytes of these processes and of all that they have started."""
    found = {}
    for pid in {pid for parent in parents for pid in family_of(parent)}:
        with suppress(OSError, StopIteration):
            lines = Path(f"/proc/{pid}/status").read_text().splitlines()
            resident = next(line for line in lines if line.startswith("VmRSS:"))
            found[pid] = int(resident.split()[1]) / 1024
    return found


async def a_day(
    seats: Sequence[Seat],
    watchers: int,
    beside: tuple[Tournament, str],
    seconds: float,
    port: int,
    processes: Sequence[int],
) -> Day:
    """Let managers play and watchers watch until so many seconds are over."""
    day, dice = Day(), random.Random(seconds)
    looking = [GameWatcher() for _ in range(watchers)]
    topics = [game_topic(seats[at % len(seats)].game) for at in range(watchers)]
    streams = [
        asyncio.create_task(each.stay(port, topic))
        for each, topic in zip(looking, topics, strict=True)
    ]
    async with asyncio.timeout(120):
        await asyncio.gather(*(each.joined.wait() for each in looking))
    await post(port, f"/api/v1/tournaments/{beside[0].slug}/play-out/", beside[1], {})
    over = perf_counter() + seconds
    people = [asyncio.create_task(_plays(day, dice, seat, port, over)) for seat in seats]
    people += [
        asyncio.create_task(_reads(day, dice, seats[at % len(seats)], port, over))
        for at in range(watchers)
    ]
    await asyncio.sleep(min(60.0, seconds / 4))
    day.before = memory_of(processes)
    await asyncio.gather(*people)
    day.after = memory_of(processes)
    day.told = sum(each.told for each in looking)
    for stream in streams:
        if stream.done():
            day.errors.append(f"a stream ended: {stream.exception()!r}")
        stream.cancel()
    await asyncio.gather(*streams, return_exceptions=True)
    return day


async def _plays(day: Day, dice: random.Random, seat: Seat, port: int, over: float) -> None:
    """A manager presses until the game is over, and looks on from then."""
    after = 0
    while perf_counter() < over:
        await asyncio.sleep(dice.uniform(*DECIDES))
        begin = perf_counter()
        try:
            path = f"/api/v1/games/{seat.game.pk}/play-on/"
            whole = await post(port, path, seat.token, {"after": after})
        except (OSError, RuntimeError) as error:
            day.errors.append(f"play: {error}"[:300])
            continue
        day.plays.append(perf_counter() - begin)
        if whole["status"] == "final":
            return
        after = len(whole["transcript"])


async def _reads(day: Day, dice: random.Random, seat: Seat, port: int, over: float) -> None:
    """A watcher who turns to the pages of the event now and then."""
    while True:
        await asyncio.sleep(dice.uniform(0, 2 * READS))
        if perf_counter() >= over:
            return
        begin = perf_counter()
        try:
            await GameWatcher().fetch(port, f"/t/{seat.slug}/{dice.choice(PAGES)}")
        except (OSError, RuntimeError) as error:
            day.errors.append(f"page: {error}"[:300])
        else:
            day.pages.append(perf_counter() - begin)
