"""A page whose head and parts depend on a state is loaded anew when that state changes."""

import re
from datetime import UTC, datetime

import pytest
from playwright.sync_api import Page, expect

from config.live.hub import HUBS
from config.live.places import Places
from games.services.playing import play_series
from rosters.drafts.services import preparing
from tests.browser.test_drafts import sign_in
from tests.builders import director_of, fixture_of, league
from tests.config.processes import eventually
from tests.config.wires import BufferingProxy, Forwarder
from tests.rosters.drafts import a_league, managing, prepared
from tournaments.services.events import start_tournament

pytestmark = pytest.mark.browser

NO_SHARED_WORKERS = "delete window.SharedWorker"
"""As in browsers of Android: a window has its own stream."""


def test_who_waits_in_the_draft_room_sees_the_players_when_it_opens(live_site, page: Page):
    tournament = a_league(4)
    draft = prepared(tournament)
    sign_in(page, live_site.url, managing(draft, 1))
    page.goto(f"{live_site.url}/drafts/{draft.pk}/")
    expect(page.locator("#dr-room.dr-prepare")).to_be_visible()
    preparing.open_draft(draft=draft, acting_user=director_of(tournament), now=datetime.now(UTC))
    expect(page.locator("[data-draft]")).to_have_count(30)


@pytest.mark.parametrize("part", ["", "standings/", "schedule/", "stages/"])
def test_an_events_page_follows_its_start(live_site, page: Page, part: str):
    tournament = league(4, started=False)
    page.goto(f"{live_site.url}/t/{tournament.slug}/{part}")
    frame = page.locator("[data-live-frame]")
    expect(frame).to_have_attribute("data-live-frame", "setup")
    page.evaluate("document.body.dataset.old = ''")
    start_tournament(tournament=tournament, acting_user=director_of(tournament))
    expect(page.locator("body[data-old]")).to_have_count(0)
    expect(frame).to_have_attribute("data-live-frame", "running")


def test_what_is_typed_is_not_lost_with_the_page(live_site, page: Page):
    tournament = league(4, started=False)
    director = director_of(tournament)
    sign_in(page, live_site.url, director)
    page.goto(f"{live_site.url}/t/{tournament.slug}/desk/")
    typed = page.locator("#event-zone")
    typed.evaluate("field => { field.closest('details').open = true }")
    typed.fill("Europe/Lon")
    start_tournament(tournament=tournament, acting_user=director)
    moved_on = page.locator("[data-live-outdated]")
    expect(moved_on).to_be_visible()
    expect(typed).to_have_value("Europe/Lon")
    moved_on.get_by_role("link").click()
    expect(page.locator("[data-live-frame]")).to_have_attribute("data-live-frame", "running")
    expect(moved_on).to_be_hidden()


def test_the_page_of_a_series_follows_its_end(live_site, page: Page):
    tournament = league(4)
    series = fixture_of(tournament, 1, 2).series
    assert series is not None
    sign_in(page, live_site.url, director_of(tournament))
    page.goto(f"{live_site.url}/series/{series.pk}/")
    expect(page.get_by_role("link", name="Not there?")).to_be_visible()
    play_series(series_ids=[series.pk], acting_user=None)
    expect(page.get_by_role("link", name="Not there?")).to_have_count(0)


def test_all_windows_of_a_browser_share_one_stream(live_site, page: Page):
    """Browsers open six connections to a host: with a stream each, the seventh window hangs."""
    tournament = league(4, started=False)
    windows = [page, *(page.context.new_page() for _ in range(7))]
    for number, window in enumerate(windows):
        part = ("standings/", "schedule/", "stages/", "")[number % 4]
        window.goto(f"{live_site.url}/t/{tournament.slug}/{part}")
    for window in windows:
        lamp = window.locator("[data-live-status]").first
        expect(lamp).to_have_attribute("data-state", "on")
    # The stream of before a window came is over once the server has noticed.
    eventually(
        lambda: sum(places.taken.total() for places in places_taken()) == 1,
        "one stream for all windows",
    )
    windows.pop().close()
    start_tournament(tournament=tournament, acting_user=director_of(tournament))
    for window in windows:
        frame = window.locator("[data-live-frame]")
        expect(frame).to_have_attribute("data-live-frame", "running")


def places_taken() -> list[Places]:
    return [hub.places for hub in HUBS.values()]


@pytest.mark.parametrize("shares", [True, False])
def test_a_page_whose_stream_is_refused_asks_by_itself_and_says_so(
    live_site, page: Page, settings, shares
):
    """As behind a proxy that lets no stream through, or in a hall with too many of them."""
    tournament = league(4, started=False)
    if not shares:
        page.add_init_script(NO_SHARED_WORKERS)
    page.clock.install()
    settings.LIVE_STREAMS_PER_ADDRESS = 0
    page.goto(f"{live_site.url}/t/{tournament.slug}/standings/")
    lamp = page.locator("[data-live-status]").first
    # By and by it asks, which on a busy machine may be before anybody looks.
    expect(lamp).to_have_attribute("data-state", re.compile("lost|asking"))
    start_tournament(tournament=tournament, acting_user=director_of(tournament))
    with page.expect_response(lambda answer: "/standings/" in answer.url):
        page.clock.run_for(15_000)
    expect(lamp).to_have_attribute("data-state", "asking")
    expect(lamp).to_have_text("Looks every 15 seconds")
    page.clock.run_for(2_000)
    expect(page.locator("[data-live-frame]")).to_have_attribute("data-live-frame", "running")


@pytest.mark.parametrize("sends_head", [True, False])
@pytest.mark.parametrize("shares", [True, False])
def test_a_page_behind_a_proxy_that_buffers_its_stream_asks_by_itself(
    live_site, page: Page, shares, sends_head
):
    """Also where the stream seems to be open."""
    tournament = league(4, started=False)
    proxy = BufferingProxy(*live_site.socket.getsockname(), sends_head=sends_head)
    if not shares:
        page.add_init_script(NO_SHARED_WORKERS)
    page.clock.install()
    page.goto(f"http://127.0.0.1:{proxy.port}/t/{tournament.slug}/standings/")
    eventually(lambda: bool(proxy.streaming), "the stream to be asked for")
    start_tournament(tournament=tournament, acting_user=director_of(tournament))
    with page.expect_response(lambda answer: "/standings/" in answer.url):
        page.clock.run_for(15_000)
    lamp = page.locator("[data-live-status]").first
    expect(lamp).to_have_attribute("data-state", "asking")
    page.clock.run_for(2_000)
    expect(page.locator("[data-live-frame]")).to_have_attribute("data-live-frame", "running")


@pytest.mark.parametrize("shares", [True, False])
def test_a_page_whose_connection_is_dead_without_a_word_is_right_once_there_is_another(
    live_site, page: Page, shares
):
    tournament = league(4, started=False)
    proxy = Forwarder(*live_site.socket.getsockname())
    if not shares:
        page.add_init_script(NO_SHARED_WORKERS)
    page.clock.install()
    page.goto(f"http://127.0.0.1:{proxy.port}/t/{tournament.slug}/standings/")
    lamp = page.locator("[data-live-status]").first
    expect(lamp).to_have_attribute("data-state", "on")
    with proxy.silent():
        start_tournament(tournament=tournament, acting_user=director_of(tournament))
        page.clock.run_for(50_000)
        expect(lamp).not_to_have_attribute("data-state", "on")
    expect(lamp).to_have_attribute("data-state", "on")
    page.clock.run_for(2_000)
    expect(page.locator("[data-live-frame]")).to_have_attribute("data-live-frame", "running")


def test_a_stream_that_has_gone_silent_is_opened_anew(live_site, page: Page, monkeypatch):
    """A connection that is dead without anybody saying so: open, and not even a ping."""
    monkeypatch.setattr("config.live.views.PING_SECONDS", 3600)
    tournament = league(4)
    page.add_init_script(NO_SHARED_WORKERS)
    page.clock.install()
    page.goto(f"{live_site.url}/t/{tournament.slug}/standings/")
    lamp = page.locator("[data-live-status]").first
    expect(lamp).to_have_attribute("data-state", "on")
    with page.expect_request("**/live/?**"):
        page.clock.run_for(50_000)
    expect(lamp).to_have_attribute("data-state", "on")
