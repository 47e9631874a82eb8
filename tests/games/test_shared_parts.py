"""What everybody sees of a game is made once, sent to all who watch, and not asked for again."""

import asyncio
import gzip
from base64 import b64decode
from concurrent.futures import ThreadPoolExecutor
from threading import Event

import pytest
from asgiref.sync import sync_to_async
from django.db import connection
from django.test import AsyncClient
from django.test.utils import CaptureQueriesContext
from playwright.sync_api import expect

from config.events.models import EventRole
from config.live import hub as hubs
from config.live.models import LiveEvent
from config.live.queries import fresh
from games.services.rewinding import rewind_game
from games.services.scoring import add_entries
from games.views import parts
from rosters.rules.teams import TeamPlan
from rosters.services.teams import edit_team
from tests.builders import browser, director_of, person
from tests.games.builders import league_series, started

PART = {"HX-Request": "true"}
DEADLINE = 20


@pytest.fixture
def rendered(monkeypatch):
    """How often the part of a game was rendered, with nothing kept from before."""
    monkeypatch.setattr(parts, "KEPT", parts.KeptParts())
    made = []
    real = parts._game_html
    monkeypatch.setattr(parts, "_game_html", lambda *facts: made.append(1) or real(*facts))
    return made


def a_game(**changes):
    tournament, series = league_series(system_key="poker-dice", **changes)
    return tournament, started(series, "J-J-J-9-Q")


def ask(game, **headers):
    return browser().get(game.get_absolute_url(), headers=headers)


async def enter(game, *entries):
    await sync_to_async(fresh)(
        lambda: add_entries(
            game_id=game.pk,
            after=len(type(game).objects.get(pk=game.pk).entries),
            entries=entries,
            acting_user=None,
        )
    )


@pytest.mark.asyncio
async def test_every_watcher_is_sent_what_was_rendered_once(transactional_db, rendered):
    _, game = await sync_to_async(a_game)()
    after = (await LiveEvent.objects.alatest("id")).id
    address = f"/live/?topic=game:{game.pk}&part=game:{game.pk}&after={after}"
    streams = []
    for _ in range(5):
        streams.append(await open_stream(AsyncClient(), address))
    told = [asyncio.create_task(line_of(stream)) for stream in streams]
    await enter(game, "K-K-K-K-9")
    async with asyncio.timeout(DEADLINE):
        lines = await asyncio.gather(*told)
    assert len(rendered) == 1
    html = gzip.decompress(b64decode(lines[0])).decode()
    assert all(line == lines[0] for line in lines)
    asked = await sync_to_async(ask)(game, **PART)
    assert asked.content.decode() == html
    assert "home run" in html or "homers" in html
    assert len(rendered) == 1
    for stream in streams:
        await stream.aclose()


async def line_of(stream):
    """The next message's data."""
    async for text in stream:
        if b"data: " in text:
            return text.decode().split("data: ")[1].strip()


@pytest.mark.asyncio
async def test_nothing_is_sent_that_is_not_wished(transactional_db, rendered):
    _, game = await sync_to_async(a_game)()
    after = (await LiveEvent.objects.alatest("id")).id
    stream = await open_stream(AsyncClient(), f"/live/?topic=game:{game.pk}&after={after}")
    told = asyncio.create_task(line_of(stream))
    await enter(game, "K-K-K-K-9")
    async with asyncio.timeout(DEADLINE):
        assert await told == f"game:{game.pk}"
    assert rendered == []
    await stream.aclose()


@pytest.mark.asyncio
async def test_what_is_private_is_sent_to_those_alone_who_may_see_it_now(
    transactional_db, rendered
):
    tournament, game = await sync_to_async(a_game)(visibility="private")
    director = await sync_to_async(director_of)(tournament)
    removed = await sync_to_async(person)("Gone")
    await EventRole.objects.acreate(event=tournament, user=removed, role=EventRole.Role.SPECTATOR)
    after = (await LiveEvent.objects.alatest("id")).id
    address = f"/live/?topic=game:{game.pk}&part=game:{game.pk}&after={after}"
    streams = []
    for user in (director, removed):
        client = AsyncClient()
        await client.aforce_login(user, backend="django.contrib.auth.backends.ModelBackend")
        streams.append(await open_stream(client, address))
    # After the stream was opened, a role is taken away.
    await EventRole.objects.filter(user=removed).adelete()
    told = [asyncio.create_task(line_of(stream)) for stream in streams]
    await enter(game, "K-K-K-K-9")
    async with asyncio.timeout(DEADLINE):
        seen, unseen = await asyncio.gather(*told)
    assert "home run" in gzip.decompress(b64decode(seen)).decode()
    assert unseen == f"game:{game.pk}"
    assert len(rendered) == 1
    for stream in streams:
        await stream.aclose()


async def open_stream(client, address):
    """A stream of events whose first line has been read."""
    stream = aiter((await client.get(address)).streaming_content)
    assert (await anext(stream)).startswith(b"retry:")
    return stream


@pytest.mark.asyncio
async def test_a_part_that_cannot_be_made_is_asked_for(transactional_db, monkeypatch):
    _, game = await sync_to_async(a_game)()
    after = (await LiveEvent.objects.alatest("id")).id

    def fail(topic, watchers):
        raise RuntimeError("no template")

    monkeypatch.setattr(hubs, "part_of", fail)
    address = f"/live/?topic=game:{game.pk}&part=game:{game.pk}&after={after}"
    stream = await open_stream(AsyncClient(), address)
    told = asyncio.create_task(line_of(stream))
    await enter(game, "K-K-K-K-9")
    async with asyncio.timeout(DEADLINE):
        assert await told == f"game:{game.pk}"
    await stream.aclose()


def test_a_part_that_has_not_changed_is_not_sent_again(db, rendered):
    _, game = a_game()
    first = ask(game, **PART)
    again = ask(game, **PART, **{"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    packed = ask(game, **PART, **{"Accept-Encoding": "gzip"})
    assert gzip.decompress(packed.content) == first.content
    assert len(rendered) == 1
    add_entries(game_id=game.pk, after=1, entries=["K-K-K-K-9"], acting_user=None)
    changed = ask(game, **PART, **{"If-None-Match": first["ETag"]})
    assert changed.status_code == 200
    assert changed["ETag"] != first["ETag"]


def test_a_kept_part_has_the_name_of_its_game_and_what_was_taken_back(db, rendered):
    _, game = a_game()
    ask(game, **PART)
    plan = TeamPlan("Renamed Rooks", game.away.abbreviation)
    edit_team(team=game.away, plan=plan, acting_user=person("Scribe", is_staff=True))
    # A game keeps the names under which it began.
    assert "Renamed Rooks" not in ask(game, **PART).content.decode()
    rewind_game(
        game_id=game.pk,
        entry=1,
        after=1,
        reason="Cocked",
        acting_user=person("Umpire", is_staff=True),
    )
    add_entries(game_id=game.pk, after=0, entries=["J-J-J-9-Q"], acting_user=None)
    assert "Cocked" in ask(game, **PART).content.decode()


def test_the_oldest_kept_parts_give_way():
    kept = parts.KeptParts(most=2)
    for key in ("a", "b", "a", "c"):
        kept.get(key, lambda key=key: key)
    made = []
    for key in ("b", "c", "a"):
        kept.get(key, lambda key=key: made.append(key) or key)
    assert made == ["a"]
    late = parts.KeptParts(seconds=-1)
    assert late.get("a", lambda: "old").html == "old"
    assert late.get("a", lambda: "new").html == "new"


def test_who_asks_while_a_part_is_being_made_waits_for_it():
    kept, begun, go_on, made = parts.KeptParts(), Event(), Event(), []

    def make() -> str:
        made.append("board")
        begun.set()
        assert go_on.wait(DEADLINE)
        return "board"

    with ThreadPoolExecutor(3) as pool:
        first = pool.submit(kept.get, "round 1", make)
        assert begun.wait(DEADLINE)
        others = [pool.submit(kept.get, "round 1", make) for _ in range(2)]
        go_on.set()
        shown = {asked.result(DEADLINE).html for asked in (first, *others)}
    assert (shown, made) == ({"board"}, ["board"])


def test_a_part_that_could_not_be_made_is_made_for_the_next_who_asks():
    kept = parts.KeptParts()
    with pytest.raises(ZeroDivisionError):
        kept.get("round 1", lambda: str(1 / 0))
    assert kept.get("round 1", lambda: "board").html == "board"


def test_strangers_share_the_part_of_a_series_and_directors_have_their_own(db):
    tournament, game = a_game()
    series = game.series
    stranger = browser().get(series.get_absolute_url(), headers=PART).content.decode()
    director = browser(director_of(tournament)).get(series.get_absolute_url(), headers=PART)
    assert "data-live-part" in stranger
    assert "Go on scoring" not in stranger
    assert "data-live-part" not in director.content.decode()
    assert "Go on scoring" in director.content.decode()
    assert parts.offered_series_part(str(series.pk)).make().html == stranger


def test_asking_again_reads_no_more_than_the_game_and_who_may_see_it(db, rendered):
    _, game = a_game()
    ask(game, **PART)
    with CaptureQueriesContext(connection) as asked:
        ask(game, **PART)
    assert len(asked) <= 4


@pytest.mark.browser
def test_a_watcher_sees_the_next_play_without_asking_for_it(transactional_db, live_site, page):
    _, game = a_game()
    requests = []
    page.goto(live_site.url + game.get_absolute_url())
    page.locator("[data-live-status][data-state=on]").first.wait_for()
    page.on("request", lambda request: requests.append(request.url))
    add_entries(game_id=game.pk, after=1, entries=["K-K-K-K-9"], acting_user=None)
    expect(page.locator(".hh-board-runs").first).to_have_text("2")
    assert [url for url in requests if "/games/" in url] == []
    # When it is over, so is the head of the page.
    add_entries(game_id=game.pk, after=2, entries=["concede=home"], acting_user=None)
    expect(page.locator(".gm-ending")).to_contain_text("conceded")
    expect(page.locator("header .hh-state").first).to_have_text("Final")
