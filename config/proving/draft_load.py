"""A draft room under load, for ``manage.py bench_draft``: real served processes, managers who pick
through the API, and browsers that watch as ``live.js`` does."""

from __future__ import annotations

import asyncio
import base64
import gzip
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter
from urllib.request import urlopen

from django.conf import settings
from django.db import connection
from django.test import Client
from django.utils import timezone

from config.people.models import User
from config.people.tokens import issue_api_token
from config.proving.calls import post
from config.proving.speed import league_to_draft
from rosters.drafts.models import Draft
from rosters.drafts.room import look
from rosters.drafts.services import choosing_slots, preparing
from rosters.models import TeamMember
from rosters.services.people import appoint
from tournaments.services.drafts import set_up

GATHER = 0.04
"""Seconds for which ``live.js`` gathers pokes of a draft before it asks."""

STATUS = re.compile(r"pick (\d+) of \d+")
"""Which pick a room says is being made."""

PICKS_FOR = re.compile(r'data-picks-for="(\d+)"')
"""For whom a room says that its visitor may pick now."""


@dataclass
class Watcher:
    """A browser in the room: a manager's asks for the part, a spectator's is sent it."""

    cookie: str = ""
    seen: int = 0
    """The pick that its page shows as being made."""
    reached: asyncio.Event = field(default_factory=asyncio.Event)
    picks_for: str = "0"
    """For whom its list of who is left lets it pick."""

    async def watch(self, port: int, draft: Draft) -> None:
        """Listen until it is cancelled."""
        topic = draft.topic_of(1)
        query = f"topic={topic}" if self.cookie else f"topic={topic}&part={topic}"
        reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=2**22)
        try:
            await self._send(writer, f"/live/?{query}")
            async for line in reader:
                if line.startswith(b"data: "):
                    told = line[6:].strip().decode()
                    await self._take_in(port, draft, "" if told == topic else told)
        finally:
            writer.close()

    async def _take_in(self, port: int, draft: Draft, part: str) -> None:
        if part:
            html = gzip.decompress(base64.b64decode(part)).decode()
        else:
            await asyncio.sleep(GATHER)
            html = await self.fetch(port, f"/drafts/{draft.pk}/?division=1")
        found = STATUS.search(html)
        if found is not None:
            self.seen = int(found[1])
            self.reached.set()
        # As `room.js`: the list is asked for when one's turn comes or goes, not after every pick.
        picks_for = PICKS_FOR.search(html)
        if picks_for is not None and picks_for[1] != self.picks_for:
            self.picks_for = picks_for[1]
            await self.fetch(port, f"/drafts/{draft.pk}/available/?division=1", target="dr-list")

    async def fetch(self, port: int, path: str, *, target: str = "") -> str:
        """A part of a page as htmx asks for it."""
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        await self._send(writer, path, close=True, target=target)
        answer = await reader.read()
        writer.close()
        head, _, body = answer.partition(b"\r\n\r\n")
        if b" 200 " not in head.split(b"\r\n")[0]:
            raise RuntimeError(head[:200].decode())
        if b"chunked" in head.lower():
            body = _unchunked(body)
        return body.decode()

    async def _send(
        self, writer: asyncio.StreamWriter, path: str, *, close: bool = False, target: str = ""
    ) -> None:
        head = [f"GET {path} HTTP/1.1", "Host: 127.0.0.1", "HX-Request: true"]
        if target:
            head.append(f"HX-Target: {target}")
        if self.cookie:
            head.append(f"Cookie: {settings.SESSION_COOKIE_NAME}={self.cookie}")
        if close:
            head.append("Connection: close")
        writer.write(("\r\n".join(head) + "\r\n\r\n").encode())
        await writer.drain()


def _unchunked(body: bytes) -> bytes:
    found = b""
    while body:
        size, _, rest = body.partition(b"\r\n")
        length = int(size, 16)
        if not length:
            break
        found, body = found + rest[:length], rest[length + 2 :]
    return found


@dataclass(frozen=True)
class Load:
    """What was measured: for each pick the seconds until the last watcher's page showed it and
    those until half of them did, the seconds in which it was answered, and the seconds of processor
    time that the site took for it, all its processes together."""

    last: Sequence[float]
    half: Sequence[float]
    answered: Sequence[float]
    cpu: float

    @staticmethod
    def at(values: Sequence[float], part: float) -> float:
        """The value below which so large a part of them lies."""
        ordered = sorted(values)
        return ordered[min(len(ordered) - 1, int(part * len(ordered)))]


def a_room(clubs: int) -> tuple[Draft, list[User]]:
    """A draft under way, and a manager for every slot."""
    tournament = league_to_draft(clubs)
    director = tournament.roles.get().user
    draft = set_up(tournament=tournament, acting_user=director)
    choosing_slots.roll_for_everybody(draft=draft, acting_user=director)
    while choosing_slots.choosing(draft).next is not None:
        choosing_slots.give_earliest(draft=draft, acting_user=director)
    managers = []
    for seat in draft.seats.order_by("slot"):
        manager, _ = User.objects.get_or_create(email=f"manager{seat.slot}@horsehide.example")
        appoint(
            team=seat.team,  # type: ignore[arg-type]
            user=manager,
            role=TeamMember.Role.MANAGER,
            scope=draft.scope,
            acting_user=None,
        )
        preparing.say_who_drafts(seat=seat, drafter="manager", acting_user=director)
        managers.append(manager)
    draft = preparing.open_draft(draft=draft, acting_user=director, now=timezone.now())
    return draft, managers


def session_of(user: User) -> str:
    """The cookie of a browser in which somebody is signed in."""
    client = Client()
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client.cookies[settings.SESSION_COOKIE_NAME].value


def database_address(database: str) -> str:
    """The scratch database for another process."""
    facts = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{database}"
    password = f":{facts['PASSWORD']}" if facts["PASSWORD"] else ""
    port = facts["PORT"] or 5432
    return f"postgres://{facts['USER']}{password}@{facts['HOST'] or '127.0.0.1'}:{port}/{database}"


@contextmanager
def served(database_url: str, processes: int, var: Path) -> Iterator[tuple[int, int]]:
    """The site on a database of its own; its port and the number of its first process."""
    with socket.socket() as door:
        door.bind(("127.0.0.1", 0))
        port = int(door.getsockname()[1])
    environment = {
        **os.environ,
        "DATABASE_URL": database_url,
        "HORSEHIDE_VAR": str(var),
        "ALLOWED_HOSTS": "127.0.0.1",
        "HTTPS": "False",
        "SECRET_KEY": settings.SECRET_KEY,
        "LOG_LEVEL": "ERROR",
        "API_WRITE_RATE": "10000/min",
        "API_USER_RATE": "10000/min",
        "LIVE_STREAMS_PER_ADDRESS": "1000",
    }
    manage = [sys.executable, "manage.py"]
    subprocess.run(
        [*manage, "collectstatic", "--noinput", "--verbosity=0"],
        cwd=settings.ROOT,
        env=environment,
        check=True,
    )
    process = subprocess.Popen(
        [*manage, "web", f"--port={port}", f"--processes={processes}"],
        cwd=settings.ROOT,
        env=environment,
        start_new_session=True,
    )
    try:
        begin = perf_counter()
        while not _answers(port):
            if process.poll() is not None or perf_counter() - begin > 120:
                raise RuntimeError("The site did not start.")
            process_wait(process, 0.2)
        yield port, process.pid
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGTERM)
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def process_wait(process: subprocess.Popen[bytes], seconds: float) -> None:
    """Wait a moment, or less if it ends."""
    with suppress(subprocess.TimeoutExpired):
        process.wait(seconds)


def _answers(port: int) -> bool:
    try:
        with urlopen(f"http://127.0.0.1:{port}/health/live", timeout=2) as answer:
            return bool(answer.status == 200)
    except OSError:
        return False


def family_of(parent: int) -> dict[int, int]:
    """The ticks of processor time so far of a process and of all that it has started, by number."""
    parents: dict[int, int] = {}
    used: dict[int, int] = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError, IndexError, ValueError):
            facts = stat.read_text().rpartition(")")[2].split()
            pid = int(stat.parent.name)
            parents[pid], used[pid] = int(facts[1]), int(facts[11]) + int(facts[12])

    def is_ours(pid: int) -> bool:
        while pid in parents and pid != parent:
            pid = parents[pid]
        return pid == parent

    return {pid: ticks for pid, ticks in used.items() if is_ours(pid)}


def cpu_of(parent: int) -> float:
    """Seconds of processor time so far of a process and of all that it has started."""
    return sum(family_of(parent).values()) / os.sysconf("SC_CLK_TCK")


def measure(
    draft: Draft, managers: Sequence[User], spectators: int, picks: int, port: int, site: int
) -> Load:
    """Let managers pick one after the other while everybody watches."""
    tokens = {
        slot: issue_api_token(user=manager, acting_user=None)
        for slot, manager in enumerate(managers, start=1)
    }
    watchers = [Watcher(session_of(manager)) for manager in managers]
    watchers += [Watcher() for _ in range(spectators)]
    # Chosen beforehand, by a board that goes on in memory: choosing is not what is measured.
    chosen = _choices(draft, picks)
    return asyncio.run(_measured(draft, watchers, tokens, chosen, port, site))


def _choices(draft: Draft, picks: int) -> list[tuple[int, int, dict[str, object]]]:
    """Pick, slot and what is sent, for so many picks to come."""
    from rosters.rules.draft.events import MANAGER, Picked

    room = look(draft)
    found: list[tuple[int, int, dict[str, object]]] = []
    for _ in range(picks):
        turn = room.board.turn
        choice = room.choice(turn, turn.picks[0]) if turn is not None else None
        if turn is None or choice is None:
            break
        sent: dict[str, object] = {"card": choice.card}
        if choice.park is not None:
            sent = {"park": choice.park.key}
        found.append((turn.picks[0], turn.seat, sent))
        room.board.apply(
            Picked(timezone.now(), turn.picks[0], turn.seat, MANAGER, choice.card, choice.park)
        )
    return found


async def _measured(
    draft: Draft,
    watchers: Sequence[Watcher],
    tokens: dict[int, str],
    chosen: Sequence[tuple[int, int, dict[str, object]]],
    port: int,
    site: int,
) -> Load:
    tasks = [asyncio.create_task(each.watch(port, draft)) for each in watchers]
    # Everybody has joined once everybody has been told of a first pick.
    await asyncio.sleep(3)
    last, half, answered = [], [], []
    cpu = 0.0
    for number, (pick, slot, sent) in enumerate(chosen):
        before = cpu_of(site)
        begin = perf_counter()
        await post(port, f"/api/v1/drafts/{draft.pk}/picks/", tokens[slot], sent)
        took = perf_counter() - begin
        times = await asyncio.gather(*(_shows(each, pick + 1, begin) for each in watchers))
        for task in tasks:
            if task.done():
                task.result()
        if number == 0:
            continue  # It warms the processes.
        # What is still being answered counts for this pick.
        await asyncio.sleep(0.3)
        cpu += cpu_of(site) - before
        last.append(max(times))
        half.append(Load.at(times, 0.5))
        answered.append(took)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return Load(last, half, answered, cpu / max(1, len(last)))


async def _shows(watcher: Watcher, pick: int, begin: float) -> float:
    while watcher.seen < pick:
        watcher.reached.clear()
        await asyncio.wait_for(watcher.reached.wait(), 30)
    return perf_counter() - begin
