"""Everybody checks in at once: phones open the page behind the code of the room and press their
name."""

from __future__ import annotations

import asyncio
import random
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import Final

from config.people.models import User
from games.systems.registry import SYSTEMS
from tests.tools.benches.leagues import league
from tests.tools.loads.serving import Stage, cpu_of, seconds_line
from tournaments.day.models import SignUp
from tournaments.day.sign_ups import announcement_of, import_list, make_door
from tournaments.models import Tournament

SUMMARY: Final = "everybody checks in at the door within a minute"
OPTIONS: Final = {"phones": 30, "seconds": 60}
PROCESSES: Final = 2


def run(stage: Stage, options: Mapping[str, int]) -> Iterator[str]:
    phones = options["phones"]
    path, people = a_room(phones)
    with stage.site() as (port, site):
        load = measure(path, people, options["seconds"], port, site)
    yield f"{phones} phones"
    yield seconds_line("page shown", load.shown)
    yield seconds_line("press answered", load.answered)
    yield f"  processor time of the site: {load.cpu:.2f} s a phone"
    yield f"  here: {load.here} of {phones}"


_TOKEN = re.compile(rb'name="csrfmiddlewaretoken" value="([^"]+)"')
_COOKIE = re.compile(rb"(?im)^set-cookie: (csrftoken=[^;]+)")


@dataclass(frozen=True)
class CheckInLoad:
    """What was measured: seconds until the page stood and until a press was answered, phone by
    phone, the processor time of the site for one, and how many are known to be here."""

    shown: Sequence[float]
    answered: Sequence[float]
    cpu: float
    here: int


def a_room(phones: int) -> tuple[str, list[int]]:
    """An event for which so many people are expected: the address of its room, and their keys."""
    tournament = league(4, next(iter(SYSTEMS)), series_length=1, legs=1)
    director: User = tournament.roles.get().user
    names = "\n".join(f"Manager {number}" for number in range(1, phones + 1))
    import_list(tournament=tournament, text=names, acting_user=director)
    make_door(tournament=tournament, acting_user=director)
    fresh = Tournament.objects.get(pk=tournament.pk)
    rows = SignUp.objects.filter(tournament=fresh).order_by("pk")
    return f"/here/{announcement_of(fresh).door_key}/", list(rows.values_list("pk", flat=True))


def measure(path: str, people: Sequence[int], seconds: float, port: int, site: int) -> CheckInLoad:
    """Let everybody check in at some moment of so many seconds."""
    moments = random.Random(len(people))
    plan = [(moments.uniform(0, seconds), person) for person in people]

    async def all_of_them() -> list[tuple[float, float]]:
        return list(await asyncio.gather(*(_phone(port, path, *each) for each in plan)))

    before = cpu_of(site)
    found = asyncio.run(all_of_them())
    used = cpu_of(site) - before
    here = SignUp.objects.filter(pk__in=people, here_at__isnull=False).count()
    return CheckInLoad(
        [shown for shown, _ in found], [answered for _, answered in found], used / len(people), here
    )


async def _phone(port: int, path: str, at: float, person: int) -> tuple[float, float]:
    await asyncio.sleep(at)
    begin = perf_counter()
    page = await _asked(port, f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n", b"")
    shown = perf_counter() - begin
    token, cookie = _TOKEN.search(page), _COOKIE.search(page)
    if token is None or cookie is None:
        raise RuntimeError(page[-400:].decode(errors="replace"))
    body = b"csrfmiddlewaretoken=" + token.group(1) + f"&person={person}".encode()
    begin = perf_counter()
    head = (
        f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: {cookie.group(1).decode()}\r\n"
        f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(body)}\r\n"
    )
    answer = await _asked(port, head, body)
    if b" 302 " not in answer.split(b"\r\n")[0]:
        raise RuntimeError(answer[-400:].decode(errors="replace"))
    return shown, perf_counter() - begin


async def _asked(port: int, head: str, body: bytes) -> bytes:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(f"{head}Connection: close\r\n\r\n".encode() + body)
    await writer.drain()
    answer = await reader.read()
    writer.close()
    return answer
