"""One press on a system's page, and a stranger plays."""

import pytest
from playwright.sync_api import expect

from games.systems.registry import SYSTEMS
from tests.browser.test_drafts import PHONE, fits

pytestmark = pytest.mark.browser

DESKTOP = {"width": 1280, "height": 900}


@pytest.mark.parametrize("theme", ["light", pytest.param("dark", marks=pytest.mark.exhaustive)])
@pytest.mark.parametrize("key", SYSTEMS)
def test_a_stranger_plays_in_one_press(live_site, page, check_accessibility, key, theme):
    complaints = []
    page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
    page.emulate_media(color_scheme=theme)
    page.set_viewport_size(PHONE)
    page.goto(f"{live_site.url}/systems/{key}/")
    fits(page)
    check_accessibility(page)
    page.get_by_role("button", name="Play one now").click()
    expect(page.get_by_text("Play ball.")).to_be_visible()
    fits(page)
    check_accessibility(page)
    page.locator(".gm-throw-button").press("Enter")
    expect(page.get_by_text("Play ball.")).to_have_count(0)
    page.locator(".gm-throw-button").press("Enter")
    page.set_viewport_size(DESKTOP)
    fits(page)
    check_accessibility(page)
    assert complaints == []
