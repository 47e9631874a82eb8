"""A director takes back what was simulated, on a phone and at a desk, by day and by night."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_drafts import PHONE, fits, sign_in
from tests.games.seriesday.builders import a_day, claim
from tests.tournaments.test_play_out import agreed
from tournaments.services.play_out import play_round

pytestmark = pytest.mark.browser


def test_a_round_is_looked_at_and_taken_back(live_site, page: Page, check_accessibility):
    day = a_day(6)
    agreed(day)
    day.report(day.director, claim(), 2)
    play_round(tournament=day.tournament, number=1, acting_user=day.director)
    sign_in(page, live_site.url, day.director)
    page.set_viewport_size(PHONE)
    page.goto(f"{live_site.url}/t/{day.tournament.slug}/desk/")
    expect(page.locator("#desk-play")).to_contain_text(f"{day.series} is agreed for")
    fits(page)
    page.get_by_text("Take back what was simulated").click()
    page.get_by_role("link", name="Round 1", exact=True).click()
    expect(page.locator("body")).to_contain_text("was not simulated")
    fits(page)
    check_accessibility(page)
    page.get_by_label("Why", exact=True).fill("They wanted to play.")
    page.get_by_role("button", name="Take them back").click()
    expect(page.locator("body")).to_contain_text("Taken back: 4 games.")
