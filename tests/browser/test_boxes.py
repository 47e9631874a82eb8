"""A box score is typed in from a phone: the men are there already, and what is empty is 0."""

import pytest
from playwright.sync_api import Page

from tests.browser.test_drafts import PHONE, fits, sign_in
from tests.games.seriesday.builders import a_day

pytestmark = pytest.mark.browser

SMALLEST = 44
"""Pixels a thumb needs."""


def test_a_box_score_fits_a_phone_and_a_thumb(live_site, page: Page, check_accessibility):
    day = a_day(cards=True)
    sign_in(page, live_site.url, day.home)
    page.set_viewport_size(PHONE)
    page.goto(f"{live_site.url}/series/{day.series.pk}/games/1/report/")
    page.get_by_role("link", name="the box score").click()
    fits(page)
    check_accessibility(page)
    for target in page.locator(".sd-counts input, .sd-more button, .sd-who select").all():
        if target.is_visible():
            box = target.bounding_box()
            assert box is not None
            assert box["height"] >= SMALLEST


def test_a_line_is_typed_digit_by_digit_and_homers_are_tapped(live_site, page: Page):
    day = a_day(cards=True)
    sign_in(page, live_site.url, day.home)
    page.set_viewport_size(PHONE)
    page.goto(f"{live_site.url}/series/{day.series.pk}/games/1/report/?box=1")
    page.locator("[name='away_bat_1_ab']").click()
    page.keyboard.type("412101")
    typed = [
        page.locator(f"[name='away_bat_1_{each}']").input_value()
        for each in ("ab", "r", "h", "bi", "bb", "so")
    ]
    assert typed == ["4", "1", "2", "1", "0", "1"]
    first = page.locator(".sd-batter").first
    for word in ("HR", "2B", "HR"):
        first.locator(f"[data-word='{word}']").click()
    assert page.locator("[name='away_bat_1_more']").input_value() == "HR 2, 2B"
