"""A draft room: managers pick through the API, and browsers watch as ``live.js`` does. What a
browser waits before it asks is counted."""

from __future__ import annotations

import asyncio
import base64
import gzip
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import Final

from django.utils import timezone

from config.people.models import User
from config.people.tokens import issue_api_token
from rosters.drafts.models import Draft
from rosters.drafts.room import look
from rosters.drafts.services import choosing_slots, preparing
from rosters.models import TeamMember
from rosters.services.people import appoint
from tests.tools.benches.leagues import league_to_draft
from tests.tools.loads.browsers import Browser, change_in, post, session_of
from tests.tools.loads.serving import Stage, cpu_of, seconds_line, share_below
from tournaments.services.drafts import set_up

SUMMARY: Final = "managers pick in a draft room that they and spectators watch"
OPTIONS: Final = {"managers": 14, "spectators": 50, "picks": 60}
PROCESSES: Final = 2


def run(stage: Stage, options: Mapping[str, int]) -> Iterator[str]:
    draft, managers = a_room(options["managers"])
    with stage.site() as (port, site):
        load = measure(draft, managers, options["spectators"], options["picks"], port, site)
    yield f"{len(load.last)} picks"
    yield seconds_line("pick answered", load.answered)
    yield seconds_line("half of them see it", load.half)
    yield seconds_line("the last sees it", load.last)
    yield f"  processor time of the site: {load.cpu:.2f} s a pick"


GATHER = 0.04
"""Seconds for which ``live.js`` gathers pokes of a draft before it asks."""

STATUS = re.compile(r"pick (\d+) of \d+")
"""Which pick a room says is being made."""

PICKS_FOR = re.compile(r'data-picks-for="(\d+)"')
"""For whom a room says that its visitor may pick now."""


@dataclass
class RoomBrowser(Browser):
    """A manager's asks for the changed part, a spectator's is sent it."""

    seen: int = 0
    """The pick that its page shows as being made."""
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
                told = change_in(line)
                if told:
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


@dataclass(frozen=True)
class Load:
    """What was measured: for each pick the seconds until the last watcher's page showed it and
    those until half of them did, the seconds in which it was answered, and the seconds of processor
    time that the site took for it, all its processes together."""

    last: Sequence[float]
    half: Sequence[float]
    answered: Sequence[float]
    cpu: float


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
            team=seat.team,
            user=manager,
            role=TeamMember.Role.MANAGER,
            scope=draft.scope,
            acting_user=None,
        )
        preparing.say_who_drafts(seat=seat, drafter="manager", acting_user=director)
        managers.append(manager)
    draft = preparing.open_draft(draft=draft, acting_user=director, now=timezone.now())
    return draft, managers


def measure(
    draft: Draft, managers: Sequence[User], spectators: int, picks: int, port: int, site: int
) -> Load:
    """Let managers pick one after the other while everybody watches."""
    tokens = {
        slot: issue_api_token(user=manager, acting_user=None)
        for slot, manager in enumerate(managers, start=1)
    }
    watchers = [RoomBrowser(session_of(manager)) for manager in managers]
    watchers += [RoomBrowser() for _ in range(spectators)]
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
    watchers: Sequence[RoomBrowser],
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
        half.append(share_below(times, 0.5))
        answered.append(took)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return Load(last, half, answered, cpu / max(1, len(last)))


async def _shows(watcher: RoomBrowser, pick: int, begin: float) -> float:
    while watcher.seen < pick:
        watcher.reached.clear()
        await asyncio.wait_for(watcher.reached.wait(), 30)
    return perf_counter() - begin
