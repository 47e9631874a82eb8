"""A league day: managers play games against the computer, people watch them and read pages, and a
league is played out beside it. Fails where anything was answered with an error."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from time import perf_counter
from typing import Final

from django.core.management.base import CommandError

from config.people.models import User
from config.people.tokens import issue_api_token
from games.models import Game, Series
from games.services.scoring import SERVER_DICE, Seats, record_game
from games.topics import game_topic
from tests.tools.benches.leagues import drafted_system, league
from tests.tools.loads.browsers import post
from tests.tools.loads.serving import Stage, memory_of, seconds_line
from tests.tools.loads.watch import GameBrowser
from tournaments.models import Tournament

SUMMARY: Final = "managers play, others watch and read, and a league is played out beside it"
OPTIONS: Final = {"managers": 30, "watchers": 200, "clubs": 30, "seconds": 600}
PROCESSES: Final = 2


def run(stage: Stage, options: Mapping[str, int]) -> Iterator[str]:
    seats = tables(options["managers"])
    beside = a_league_to_play_out(options["clubs"])
    watchers, seconds = options["watchers"], options["seconds"]
    with stage.site() as (port, site), stage.workers() as others:
        day = asyncio.run(a_day(seats, watchers, beside, seconds, port, [site, *others]))
    series = Series.objects.filter(event__key=beside[0].scope)
    for name, values in (("plays", day.plays), ("pages", day.pages)):
        if values:
            yield seconds_line(f"{len(values)} {name}", values)
    yield f"  {day.told:6} plays came to who watched"
    played_out = series.exclude(completed_at=None).count()
    yield f"  {played_out:6} series of {series.count()} were played out beside it"
    yield "  memory in MB, a process: " + ", ".join(
        f"{before:.0f} to {day.after[pid]:.0f}"
        for pid, before in sorted(day.before.items())
        if pid in day.after and before > 50
    )
    if day.errors:
        raise CommandError("\n".join([f"{len(day.errors)} errors", *day.errors[:10]]))


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
    looking = [GameBrowser() for _ in range(watchers)]
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
            await GameBrowser().fetch(port, f"/t/{seat.slug}/{dice.choice(PAGES)}")
        except (OSError, RuntimeError) as error:
            day.errors.append(f"page: {error}"[:300])
        else:
            day.pages.append(perf_counter() - begin)
