"""Clubs are put into divisions by dragging them, or from the keyboard."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_drafts import fits, sign_in
from tests.builders import director_of, league

pytestmark = pytest.mark.browser


def test_clubs_are_dragged_into_divisions_or_moved_from_the_keyboard(
    live_site, page: Page, check_accessibility
):
    made = league(6, started=False)
    sign_in(page, live_site.url, director_of(made))
    page.goto(f"{live_site.url}/t/{made.slug}/desk/")
    page.locator("summary", has_text="Divisions").click()
    second = page.locator("[data-division='2']")
    clubs = page.locator("[data-division='1'] li")
    for _ in range(2):
        clubs.first.drag_to(second)
    expect(second.locator("[data-count]")).to_have_text("2 clubs")
    choice = clubs.first.locator("select")
    moved = choice.get_attribute("name") or ""
    choice.focus()
    page.keyboard.press("ArrowDown")
    expect(second.locator("li")).to_have_count(3)
    # Whoever was moved keeps the focus, and can be moved back.
    expect(page.locator(f"select[name='{moved}']")).to_be_focused()
    check_accessibility(page)
    page.set_viewport_size({"width": 390, "height": 844})
    fits(page)
    page.get_by_role("button", name="Divide them so").click()
    # Who moves and how many qualify is shown first.
    expect(page.get_by_text("division 1 → 2")).to_have_count(3)
    check_accessibility(page)
    fits(page)
    page.get_by_role("button", name="Do it").click()
    expect(page.get_by_text("The clubs are divided.")).to_be_visible()
    assert list(made.entrants.order_by("number").values_list("division", flat=True)) == [
        *(2, 2, 2),
        *(1, 1, 1),
    ]
