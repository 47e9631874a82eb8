"""The table of a card game in a real browser: digits that light up, gods that are played."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_drafts import PHONE, fits, sign_in
from tests.builders import director_of, fixture_of, league
from tests.games.systems.commons.decks import a_commons_set

pytestmark = pytest.mark.browser

DESKTOP = {"width": 1280, "height": 1000}


@pytest.mark.rule("CB-020", "CB-062", "CB-063")
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_game_is_scored_at_its_table(live_site, page: Page, check_accessibility, theme):
    a_commons_set(4)
    event = league(4, system_key="commons", card_set="commons-cards")
    series = fixture_of(event, 1, 2).series
    assert series is not None
    page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    sign_in(page, live_site.url, director_of(event))
    page.goto(f"{live_site.url}/series/{series.pk}/games/1/score/")
    page.get_by_role("button", name="Start the game").click()
    expect(page.get_by_text("On the mound")).to_be_visible()
    fits(page)
    check_accessibility(page)
    again = page.locator(".gm-next [data-again] use").first.get_attribute("href")
    assert again is not None
    page.locator(f".gm-keys button[value='{again[-1]}']").click()
    expect(page.locator(".gm-next-so-far")).to_be_visible()
    expect(page.locator(".gm-digit[data-state='equal']").first).to_have_text(again[-1])
    page.get_by_text("Why not?").first.click()
    fits(page)
    page.get_by_role("button", name="Undo the last entry").click()
    expect(page.locator(".gm-next-so-far")).to_have_count(0)
    page.set_viewport_size(DESKTOP)  # type: ignore[arg-type]
    check_accessibility(page)
    god = page.get_by_role("button", name="Super two outs")
    god.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_text("2 out", exact=False).first).to_be_visible()
    expect(page.locator(".gm-middle")).to_contain_text("used")
    page.goto(f"{live_site.url}{series.games.get().get_absolute_url()}")
    expect(page.get_by_text("On the mound")).to_be_visible()
    check_accessibility(page)
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    fits(page)
