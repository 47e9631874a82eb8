import asyncio
import json
import re
import threading
import urllib.error
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from ipaddress import ip_network
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.db import connection, transaction
from django.template import Context, Template
from django.test import AsyncClient
from django.utils import timezone
from structlog.testing import capture_logs

from config.events.models import EventRole
from config.kinds import Kinds
from config.live import hub as hubs
from config.live import postgresql, services, topics
from config.live.hub import Hub, Listener
from config.live.models import LiveEvent
from config.live.places import Places, address_holder
from config.live.queries import fresh
from config.live.services import publish
from config.live.topics import LOOK_ENDED, verify_topics
from config.live.views import Standing, lines, standing_now
from config.refusals import Refused
from tests.builders import director_of, entrant, league, manager, person
from tests.config.processes import eventually
from tournaments.models import Tournament

DEADLINE = 20
FIRST = re.compile(rb"retry: \d+\n\nevent: ping\ndata: ping\n\n")


@pytest.fixture(autouse=True)
def series_for_everybody(monkeypatch: pytest.MonkeyPatch) -> None:
    """The streams of these tests are about series that nobody has made."""
    doors: Kinds[topics.Door] = Kinds()
    for kind, door in topics.DOORS:
        doors.register(kind, door)
    doors.register("series", lambda user, key: True)
    monkeypatch.setattr(topics, "DOORS", doors)


async def poke_elsewhere(*topics: str) -> None:
    """Poke from another thread with a connection of its own, as another process would."""
    await sync_to_async(fresh)(publish, *topics)


class Reader:
    """Reads one stream; ``next_event`` waits for the next change."""

    def __init__(self, *topics: str, after: int | None = None) -> None:
        self.stream = lines(hubs.hub(), frozenset(topics), after)

    async def __aenter__(self) -> "Reader":
        assert FIRST.fullmatch(await anext(self.stream))
        return self

    async def __aexit__(self, *exception: object) -> None:
        await self.stream.aclose()

    async def next_event(self) -> dict[str, str]:
        async with asyncio.timeout(DEADLINE):
            while True:
                text = (await anext(self.stream)).decode()
                if not text.startswith("event: ping"):
                    return dict(line.split(": ", 1) for line in text.strip().splitlines())


@pytest.mark.asyncio
async def test_a_poke_reaches_every_reader_of_its_topic_and_no_other(transactional_db):
    async with Reader("series:1") as one, Reader("series:1", "series:2") as two:
        await poke_elsewhere("series:2")
        await poke_elsewhere("series:1")
        event = await one.next_event()
        assert event["event"] == event["data"] == "series:1"
        seen = {(await two.next_event())["event"], (await two.next_event())["event"]}
        assert seen == {"series:1", "series:2"}


@pytest.mark.asyncio
async def test_a_reader_that_comes_back_is_told_what_it_missed(transactional_db):
    async with Reader("series:1") as reader:
        await poke_elsewhere("series:1")
        last = int((await reader.next_event())["id"])
    await poke_elsewhere("series:1", "series:1", "series:9")
    async with Reader("series:1", after=last) as reader:
        event = await reader.next_event()
        assert event["event"] == "series:1"
        assert int(event["id"]) > last


@pytest.mark.asyncio
async def test_the_header_of_a_lost_connection_goes_before_the_address(transactional_db):
    await poke_elsewhere("series:1")
    last = await LiveEvent.objects.alatest("id")
    answer = await AsyncClient().get(
        f"/live/?topic=series:1&after={last.id}", headers={"Last-Event-ID": "0"}
    )
    assert answer["Content-Type"] == "text/event-stream"
    assert answer["X-Accel-Buffering"] == "no"
    stream = aiter(answer.streaming_content)
    async with asyncio.timeout(DEADLINE):
        assert (await anext(stream)).decode().startswith("retry:")
        assert f"id: {last.id}\n" in (await anext(stream)).decode()
    await stream.aclose()


@pytest.mark.asyncio
async def test_what_changes_between_the_headers_and_the_first_line_is_told(transactional_db):
    await poke_elsewhere("series:1")
    before = await LiveEvent.objects.alatest("id")
    answer = await AsyncClient().get("/live/?topic=series:1")
    # The browser has the headers and takes the stream for open; nobody has joined the hub yet.
    await poke_elsewhere("series:1")
    stream = aiter(answer.streaming_content)
    async with asyncio.timeout(DEADLINE):
        assert (await anext(stream)).decode().startswith("retry:")
        told = (await anext(stream)).decode()
    assert int(told.split("id: ")[1].split()[0]) > before.id
    await stream.aclose()


@pytest.mark.asyncio
async def test_a_quiet_stream_shows_that_it_lives(transactional_db, monkeypatch):
    monkeypatch.setattr("config.live.views.PING_SECONDS", 0.01)
    async with asyncio.timeout(DEADLINE), Reader("series:1") as reader:
        assert await anext(reader.stream) == b"event: ping\ndata: ping\n\n"


@pytest.mark.asyncio
async def test_an_id_given_out_before_anybody_watched_and_committed_later_is_told(transactional_db):
    """As PostgreSQL gives them out: event 9 commits after event 10, which was there already."""
    latest = await sync_to_async(fresh)(hubs.selectors.latest_event_id)
    late = latest + 1
    await sync_to_async(fresh)(lambda: LiveEvent.objects.create(id=late + 1, topic="series:2"))
    async with Reader("series:1") as reader:
        await sync_to_async(fresh)(lambda: LiveEvent.objects.create(id=late, topic="series:1"))
        assert (await reader.next_event())["event"] == "series:1"


@pytest.mark.parametrize("ended", ["signed out", "password", "role", "private"])
def test_a_stream_ends_with_the_right_to_watch(client, transactional_db, ended):
    made = league(4, visibility="public" if ended == "private" else "private")
    director = director_of(made)
    if ended != "private":
        client.force_login(director)
    user = AnonymousUser() if ended == "private" else director
    before = Standing(user.pk, topics.rights_in(user, {made.scope}))
    session = client.session
    assert standing_now(session, user.pk, before) == before
    if ended == "signed out":
        client.logout()
    elif ended == "password":
        director.set_password("another one, quite long")
        director.save()
    elif ended == "role":
        EventRole.objects.filter(user=director).delete()
    else:
        Tournament.objects.filter(pk=made.pk).update(visibility="private")
    after = standing_now(session, user.pk, before)
    assert (after.seen, after.topics) == (frozenset(), {made.scope: {}})
    assert (after.person == user.pk) == (ended in ("role", "private"))


def test_the_rights_in_many_topics_take_few_queries(db, django_assert_max_num_queries):
    made = league(4)
    chief = manager(made, 1)
    many = [f"job:{number}" for number in range(1, 30)]
    scopes = {made.scope, *(league(4, name=f"League {number}").scope for number in range(3))}
    for user, most in ((AnonymousUser(), 1 + 4), (chief, 2 + 4 * 3)):
        concerns = {scope: topics.Concern(scope, (entrant(made, 1).team_id,)) for scope in scopes}
        with django_assert_max_num_queries(most):
            topics.rights_of(user, concerns)
        assert set(topics.rights_in(user, [*scopes, *many])) == {*scopes, *many}


def test_the_reader_is_told_beforehand_what_will_be_said_and_only_of_rights_of_their_own(db):
    made = league(4, name="Open League")
    boss, chief = director_of(made), manager(made, 1)
    for user, rights in (
        (AnonymousUser(), {"look"}),
        (person("Stranger"), {"look"}),
        (boss, {"look", "direct"}),
        (chief, {"look", f"club:{entrant(made, 1).team_id}"}),
    ):
        found = topics.rights_in(user, {made.scope, "moon:1"})
        assert (set(found[made.scope]), found["moon:1"]) == (rights, {})
        assert found[made.scope]["look"] == "Open League is no longer public."
    words = topics.rights_in(chief, {made.scope})[made.scope].values()
    assert "You no longer manage Ashford Aces." in words
    Tournament.objects.filter(pk=made.pk).update(visibility="private")
    assert topics.rights_in(person("Another"), {made.scope}) == {made.scope: {}}
    said = topics.rights_in(chief, {made.scope})[made.scope]
    assert said["look"] == "You may no longer look at Open League."


@pytest.mark.asyncio
async def test_a_stream_whose_reader_may_not_watch_any_more_ends(transactional_db, monkeypatch):
    monkeypatch.setattr("config.live.views.PING_SECONDS", 0.01)
    both = Standing(None, {"series:1": {"look": "1 ends."}, "series:2": {"look": "2 ends."}})
    first = Standing(None, {"series:1": {"look": "1 ends."}, "series:2": {}})
    none = Standing(None, {"series:1": {}, "series:2": {}})
    coming = [both, first, first, none]

    async def look(before: Standing) -> Standing:
        return coming.pop(0)

    stream = lines(hubs.hub(), both.seen, 0, standing=both, look=look)
    async with asyncio.timeout(DEADLINE):
        told = [text.decode() async for text in stream]
    ping = "event: ping\ndata: ping\n\n"
    said = [
        f"event: standing\ndata: {json.dumps(each.as_json())}\n\n" for each in (both, first, none)
    ]
    told[0] = re.sub(r"^retry: \d+", "retry: soon", told[0])
    assert told == [f"retry: soon\n\n{ping}{said[0]}", ping, said[1], ping, ping, said[2]]
    assert hubs.hub().listeners == set()


def test_a_part_of_a_page_leads_the_whole_page_to_the_sign_in(client, db):
    made = league(4)
    answer = client.get(
        f"/t/{made.slug}/desk/",
        headers={
            "HX-Request": "true",
            "HX-Current-URL": f"http://testserver/t/{made.slug}/desk/?a=1",
        },
    )
    assert answer.status_code == 401
    assert answer.headers["HX-Redirect"] == f"/account/sign-in/?next=/t/{made.slug}/desk/%3Fa%3D1"
    assert client.get(f"/t/{made.slug}/desk/").status_code == 302


@pytest.mark.asyncio
async def test_closing_the_hub_ends_open_streams_and_new_ones(transactional_db):
    async with Reader("series:1") as reader:
        hubs.end_streams()
        async with asyncio.timeout(DEADLINE):
            assert [text async for text in reader.stream] == []
    async with Reader("series:1") as late, asyncio.timeout(DEADLINE):
        assert [text async for text in late.stream] == []


@pytest.mark.asyncio
async def test_nobody_polls_when_nobody_reads(transactional_db):
    hub = hubs.hub()
    async with Reader("series:1"):
        assert hub.poller is not None
    assert hub.poller is None
    assert hub.listeners == set()


@pytest.mark.asyncio
async def test_what_this_process_publishes_is_told_without_waiting_for_the_next_look(
    transactional_db, monkeypatch
):
    no_poll(monkeypatch)
    monkeypatch.setattr(services, "notify", lambda: None)
    async with Reader("series:1") as reader:
        for _ in range(2):
            await poke_elsewhere("series:1")
            assert (await reader.next_event())["event"] == "series:1"


def no_poll(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("POLL_SECONDS", "NOTIFIED_POLL_SECONDS"):
        monkeypatch.setattr(hubs, name, 3600)


@pytest.fixture
def other_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is published wakes no hub of its own process."""
    monkeypatch.setattr(services, "wake_hubs", lambda: None)
    monkeypatch.setattr(postgresql.Subscription, "has_failed", False)


def end_subscription() -> bool:
    """Have the server end it, as when it is restarted; False where there was none."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND query = %s",
            [postgresql.LISTEN],
        )
        return bool(cursor.fetchall())


@pytest.mark.served
@pytest.mark.asyncio
@pytest.mark.usefixtures("other_process")
async def test_what_another_process_publishes_is_told_without_a_poll(transactional_db, monkeypatch):
    no_poll(monkeypatch)
    async with Reader("series:1") as reader:
        for _ in range(3):
            await poke_elsewhere("series:1")
            assert (await reader.next_event())["event"] == "series:1"


@pytest.mark.served
@pytest.mark.asyncio
@pytest.mark.usefixtures("other_process")
async def test_nothing_is_lost_when_the_server_ends_the_subscription(transactional_db, monkeypatch):
    no_poll(monkeypatch)
    async with Reader("series:1") as reader:
        for _ in range(3):
            await poke_elsewhere("series:1")
            await reader.next_event()
            async with asyncio.timeout(DEADLINE):
                while not await sync_to_async(fresh)(end_subscription):
                    await asyncio.sleep(0.01)
            # Nobody listens at this moment.
            await poke_elsewhere("series:1")
            await reader.next_event()


@pytest.mark.served
@pytest.mark.asyncio
@pytest.mark.usefixtures("other_process")
async def test_an_event_whose_transaction_commits_late_is_told_without_a_poll(
    transactional_db, monkeypatch
):
    no_poll(monkeypatch)
    stored, told = threading.Event(), threading.Event()

    def publish_slowly() -> None:
        with transaction.atomic():
            publish("series:1")
            stored.set()
            assert told.wait(DEADLINE)

    async with Reader("series:1", "series:2") as reader:
        with ThreadPoolExecutor() as pool:
            slow = pool.submit(fresh, publish_slowly)
            await asyncio.to_thread(stored.wait, DEADLINE)
            await poke_elsewhere("series:2")
            later = await reader.next_event()
            told.set()
            await asyncio.wrap_future(slow)
        earlier = await reader.next_event()
    assert (earlier["event"], later["event"]) == ("series:1", "series:2")
    assert int(earlier["id"]) < int(later["id"])


@pytest.mark.served
@pytest.mark.asyncio
@pytest.mark.usefixtures("other_process")
async def test_behind_a_pooler_that_delivers_no_notification_the_hub_polls(
    transactional_db, monkeypatch
):
    monkeypatch.setattr(hubs, "NOTIFIED_POLL_SECONDS", 3600)
    monkeypatch.setattr(postgresql, "LISTEN", "SELECT 1")
    monkeypatch.setattr(postgresql, "PROBE_SECONDS", 0.05)
    monkeypatch.setattr(postgresql, "LONGEST_PAUSE", 0.01)
    monkeypatch.setattr(postgresql, "FIRST_PAUSE", 0.01)
    tries, listen = asyncio.Semaphore(0), postgresql.Subscription.listen

    async def counted(subscription: postgresql.Subscription) -> None:
        tries.release()
        await listen(subscription)

    monkeypatch.setattr(postgresql.Subscription, "listen", counted)
    with capture_logs() as logs:
        async with Reader("series:1") as reader, asyncio.timeout(DEADLINE):
            for _ in range(3):
                await tries.acquire()
                await poke_elsewhere("series:1")
                assert (await reader.next_event())["event"] == "series:1"
    assert [line["event"] for line in logs] == ["live_listen_failed"]


@pytest.mark.asyncio
async def test_a_database_that_fails_for_a_moment_costs_no_stream(transactional_db, monkeypatch):
    real, failed = hubs.selectors.events_after, asyncio.Event()
    loop = asyncio.get_running_loop()

    def fail_once(*arguments):
        monkeypatch.setattr(hubs.selectors, "events_after", real)
        loop.call_soon_threadsafe(failed.set)
        raise RuntimeError("restarting")

    monkeypatch.setattr(hubs.selectors, "events_after", fail_once)
    async with Reader("series:1") as reader:
        async with asyncio.timeout(DEADLINE):
            await failed.wait()
        await poke_elsewhere("series:1")
        assert (await reader.next_event())["event"] == "series:1"


@pytest.mark.asyncio
async def test_each_event_loop_has_a_hub_of_its_own():
    here = hubs.hub()
    there = await asyncio.to_thread(lambda: asyncio.run(hub_of_this_loop()))
    assert hubs.hub() is here
    assert there is not here


async def hub_of_this_loop() -> Hub:
    return hubs.hub()


@pytest.mark.asyncio
async def test_a_slow_reader_gets_one_line_for_many_changes():
    listener = Listener(frozenset({"series:1"}))
    for event_id in range(1, 500):
        listener.offer(event_id, "series:1")
    assert await listener.wait(1) == [(499, "series:1", "")]


@pytest.mark.asyncio
async def test_an_id_that_commits_late_is_still_told_and_then_forgotten():
    hub, listener = Hub(), Listener(frozenset({"a:1", "b:1"}))
    hub.listeners.add(listener)
    hub.last = 10
    hub.take([(13, "a:1")], {}, now=100.0)
    assert set(hub.missing) == {11, 12}
    hub.take([(12, "b:1")], {}, now=101.0)
    assert await listener.wait(1) == [(12, "b:1", ""), (13, "a:1", "")]
    assert hub.last == 13
    hub.take([], {}, now=100.0 + hubs.MISSING_SECONDS + 1)
    assert hub.missing == {}


@pytest.mark.parametrize(
    ("topics", "codes"),
    [
        ([], ["no-topic"]),
        (["series"], ["bad-topic"]),
        (["series:1\nevent: x"], ["bad-topic"]),
        (["series:1"] * 61, ["too-many-topics"]),
        (["x y:1", ":1"], ["bad-topic", "bad-topic"]),
    ],
)
def test_a_stream_of_nonsense_is_refused(client, db, topics, codes):
    with pytest.raises(Refused) as refused:
        verify_topics(topics)
    assert [refusal.code for refusal in refused.value.refusals] == codes
    assert client.get("/live/", {"topic": topics}).status_code == 400
    assert verify_topics(["job:8b2c-1", "tournament:12"]) == {"job:8b2c-1", "tournament:12"}


def test_a_stream_is_only_read(client, db):
    assert client.post("/live/?topic=a:1").status_code == 405


def test_the_address_in_a_page_starts_a_little_before_the_page(db):
    now = timezone.now()
    old = LiveEvent.objects.create(topic="a:1", at=now - timedelta(minutes=1))
    LiveEvent.objects.create(topic="a:1", at=now - timedelta(seconds=1))
    address = Template("{% load live %}{% live_url 'a:1' 'b:2' %}").render(Context())
    assert address == f"/live/?topic=a%3A1&amp;topic=b%3A2&amp;after={old.id}"


def test_old_events_are_forgotten_and_fresh_ones_kept(db):
    now = timezone.now()
    LiveEvent.objects.create(topic="a:1", at=now - services.KEPT - timedelta(seconds=1))
    fresh = LiveEvent.objects.create(topic="a:1", at=now)
    assert services.forget_old_events(now=now) == 1
    assert LiveEvent.objects.get() == fresh


@pytest.mark.django_db
def test_a_topic_is_for_those_who_may_look_at_what_it_names():
    hidden, shown = league(3, name="Hidden", visibility="private"), league(3, name="Shown")
    nowhere = {"tournament:999999", "tournament:x", "game:1", "game:x", "job:1", "moon:1"}
    assert topics.unseen(AnonymousUser(), {hidden.scope, shown.scope}) == [hidden.scope]
    assert topics.unseen(person("Stranger"), {hidden.scope}) == [hidden.scope]
    assert topics.unseen(director_of(hidden), {hidden.scope, shown.scope}) == []
    assert topics.unseen(director_of(hidden), nowhere) == sorted(nowhere)


@pytest.mark.asyncio
async def test_a_stream_of_what_one_may_not_see_is_not_found(transactional_db):
    client = AsyncClient()
    assert (await client.get("/live/?topic=moon:1&topic=moon:2")).status_code == 404
    # Beside what may be watched it is left out.
    answer = await client.get("/live/?topic=series:1&topic=moon:1")
    stream = aiter(answer.streaming_content)
    async with asyncio.timeout(DEADLINE):
        first = (await anext(stream)).decode()
    assert json.loads(first.split("data: ")[2])["topics"]["moon:1"] == {}
    await stream.aclose()
    asked = await client.get("/live/standing/?topic=series:1&topic=moon:1")
    assert asked.json() == {"person": 0, "topics": {"moon:1": {}, "series:1": {"look": LOOK_ENDED}}}
    assert (await client.get("/live/standing/")).status_code == 400
    assert (await client.post("/live/standing/?topic=a:1")).status_code == 405


@pytest.fixture
def proxy(settings) -> None:
    """The test client is a proxy of ours, which says for whom it asks."""
    settings.TRUSTED_PROXIES = [ip_network("127.0.0.0/8")]


async def opened(client: AsyncClient, address: str = "198.51.100.7") -> Any:
    return await client.get("/live/?topic=series:1", headers={"X-Forwarded-For": address})


@pytest.mark.asyncio
@pytest.mark.usefixtures("proxy")
async def test_one_address_holds_so_many_streams_and_no_more(transactional_db, settings):
    settings.LIVE_STREAMS_PER_ADDRESS = 3
    client = AsyncClient()
    answers = [await opened(client) for _ in range(5)]
    assert [answer.status_code for answer in answers] == [200, 200, 200, 429, 429]
    assert answers[3]["Retry-After"] == "30"
    assert "3 streams open for this address" in answers[3].content.decode()
    assert (await opened(client, "198.51.100.8")).status_code == 200
    # Two of them end before anybody has read a line: their places are free again.
    for answer in answers[:2]:
        answer.close()
    again = [await opened(client) for _ in range(3)]
    assert [answer.status_code for answer in again] == [200, 200, 429]


def test_a_reader_that_goes_away_gives_its_place_to_another(live_site, settings):
    settings.LIVE_STREAMS_PER_ADDRESS = 2

    def opened() -> Any:
        return urllib.request.urlopen(f"{live_site.url}/live/?topic=series:1", timeout=DEADLINE)

    with opened() as first, opened() as second:
        for answer in (first, second):
            assert answer.readline().startswith(b"retry: ")
        with pytest.raises(urllib.error.HTTPError) as refused:
            opened()
        assert refused.value.code == 429
        refused.value.close()

    def is_free() -> bool:
        try:
            opened().close()
        except urllib.error.HTTPError:
            return False
        return True

    eventually(is_free, "the places to be free again")


@pytest.mark.asyncio
@pytest.mark.usefixtures("proxy")
async def test_one_person_holds_so_many_streams_from_wherever(transactional_db, settings):
    settings.LIVE_STREAMS_PER_PERSON = 2
    client = AsyncClient()
    await client.aforce_login(
        await sync_to_async(person)("Vera"),
        backend="django.contrib.auth.backends.ModelBackend",
    )
    answers = [await opened(client, f"198.51.100.{number}") for number in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert "2 streams open for this person" in answers[2].content.decode()
    assert (await opened(AsyncClient())).status_code == 200


def test_whoever_has_a_network_of_addresses_counts_once():
    assert address_holder("2001:db8:1:2::1") == address_holder("2001:db8:1:2:ffff::9")
    assert address_holder("2001:db8:1:2::1") != address_holder("2001:db8:1:3::1")
    assert address_holder("198.51.100.7") != address_holder("198.51.100.8")
    assert address_holder("") == "address:"


def test_a_place_is_given_up_once_however_its_stream_ends():
    places = Places()
    first, second = places.take({"person:1": 2}), places.take({"person:1": 2})
    with pytest.raises(Refused):
        places.take({"person:1": 2})
    first.leave()
    first.leave()
    assert places.taken == {"person:1": 1}
    del second
    assert places.taken == {}


FREE = {
    # Nothing around them depends on what they show.
    *("_available", "_club", "_desk_log", "_desk_questions", "_hall", "_home_live"),
    *("_jobs", "_projection", "_waiting", "bell", "job"),
    # The whole page is the part.
    *("before", "day", "sheet"),
    # It says itself that the game is over, and what is next.
    "_scorer",
}


def test_a_live_part_names_the_state_that_its_page_was_made_for():
    """Or is known to be free of one: else its page keeps a head and other parts of before."""
    unnamed = {
        template.stem
        for folder in ("config", "games", "pitching", "rosters", "tournaments")
        for template in (settings.ROOT / folder).rglob("*.html")
        if "data-live-topic" in (text := template.read_text()) and "data-live-frame" not in text
    }
    assert unnamed <= FREE
