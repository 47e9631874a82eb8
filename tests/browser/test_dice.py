"""Dice with roles at the table, on a phone: tapped and typed in a person's own order."""

import pytest
from playwright.sync_api import Page, expect

from games.models import Game
from tests.browser.test_drafts import PHONE, fits, sign_in
from tests.builders import director_of
from tests.games.builders import started
from tests.games.test_one_replay import series_of

pytestmark = pytest.mark.browser


def opened(live_site, page: Page, key: str) -> Game:
    """The scoring page of a new game of that system, on a phone."""
    series = series_of(key)
    game = started(series)
    sign_in(page, live_site.url, director_of(series.fixture.round.stage.tournament))
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    page.goto(f"{live_site.url}/series/{series.pk}/games/1/score/")
    return game


def test_tapped_faces_fill_the_dice_in_the_order_that_was_chosen(
    live_site, page: Page, check_accessibility
) -> None:
    game = opened(live_site, page, "purestrat")
    slots = page.locator("[data-pad] [data-slot]")
    expect(slots).to_contain_text(["White", "Colored 1", "Colored 2"])
    page.locator("#dice-order summary").click()
    page.get_by_role("button", name="Read colored first").click()
    expect(slots).to_contain_text(["Colored 1", "Colored 2", "White"])
    fits(page)
    check_accessibility(page)
    for face in "562":
        page.locator(f'[data-pad] [data-face="{face}"]').click()
    expect(slots.last).to_have_attribute("aria-label", "White: 2")
    page.get_by_role("button", name="Enter the throw").click()
    expect(page.locator("#scorer [name=after]").first).not_to_have_value("0")
    game.refresh_from_db()
    assert game.entries == ["2-5-6"]


def test_dice_of_ten_faces_are_typed_one_behind_the_other(
    live_site, page: Page, check_accessibility
) -> None:
    game = opened(live_site, page, "deep-drive")
    fits(page)
    check_accessibility(page)
    page.get_by_label("Tens", exact=True).focus()
    page.keyboard.type("407")
    expect(page.get_by_role("button", name="Enter the throw")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#scorer [name=after]").first).not_to_have_value("0")
    game.refresh_from_db()
    assert game.entries == ["4-0-7"]
