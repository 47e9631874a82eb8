"""The screen in the hall: results as they come, what the director says, a network that is lost."""

import pytest
from playwright.sync_api import Page, expect

from games.services.playing import play_series
from games.services.scoring import record_game
from tests.browser.test_drafts import in_sight
from tests.builders import director_of, league
from tournaments.day.models import Day
from tournaments.day.services import tell_hall

pytestmark = pytest.mark.browser

NOTICE = "Lunch is served"


def test_the_hall_sees_results_and_announcements_as_they_come_and_says_when_the_network_is_lost(
    live_site, page: Page, check_accessibility
):
    made = league(4)
    Day.objects.create(tournament=made, first_table=1, shows=["play"])
    page.set_viewport_size({"width": 1920, "height": 1080})
    page.goto(f"{live_site.url}/t/{made.slug}/hall/")
    wins = page.locator(".hall-play tbody tr").first.locator(".hall-wins")
    expect(wins).to_have_text(["0", "0"])
    net = page.locator("#hall-net")
    expect(net).to_have_text("Live")
    check_accessibility(page)
    # Results come by themselves, a game and a whole series, and so does what the director says.
    director = director_of(made)
    first, second = made.stages.get().rounds.get(number=1).fixtures.order_by("pk")
    record_game(series_id=first.series_id, number=1, transcript=["6"], acting_user=director)
    told = page.locator(".hall-told")
    expect(told.filter(has_text="game 1, 1st")).to_have_count(1)
    play_series(series_ids=[second.series_id], acting_user=director)
    expect(told.filter(has_text="final")).to_have_count(1)
    tell_hall(tournament=made, notice=NOTICE, acting_user=director)
    notice = page.get_by_text(NOTICE)
    expect(notice).to_be_visible()
    in_sight(page, ".hall-notice", ".hall-play", "#hall-net")
    # Without a network what stands there stays, and says of when it is; then it is live again.
    page.context.set_offline(True)
    expect(net).to_have_attribute("data-state", "lost")
    expect(net).to_contain_text("No network: what stands here is of")
    expect(notice).to_be_visible()
    page.context.set_offline(False)
    expect(net).to_have_text("Live")
    # An answer that never comes counts like none: whoever asks and fails says so.
    page.route("**/hall/**", lambda route: route.abort())
    page.evaluate("htmx.trigger('#hall', 'live')")
    expect(net).to_have_attribute("data-state", "lost")
    page.unroute("**/hall/**")
    page.evaluate("htmx.trigger('#hall', 'live')")
    expect(net).to_have_text("Live")
