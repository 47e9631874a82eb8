"""A game of cards from its first throw to its last by keyboard, on a phone and at a desk."""

import pytest
from playwright.sync_api import Page, expect

from games.clubs import clubs_of
from games.engine.dice import SEPARATOR
from games.engine.record import simulate
from games.models import Game
from games.records import is_throw
from tests.browser.test_drafts import PHONE, fits, sign_in
from tests.builders import director_of
from tests.games.systems.deep_drive.events import an_event, first_series
from tests.games.test_entering_by_hand import presses

pytestmark = [pytest.mark.browser, pytest.mark.long]

DESKTOP = {"width": 1280, "height": 900}


def test_a_game_of_deep_drive_is_scored_from_first_to_last_by_keyboard(
    live_site, page: Page, check_accessibility
) -> None:
    event = an_event(settings={"innings": 2})
    series = first_series(event)
    sign_in(page, live_site.url, director_of(event))
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    page.goto(f"{live_site.url}/series/{series.pk}/games/1/score/")
    page.get_by_role("button", name="Start the game").press("Enter")
    expect(page.locator("#dice")).to_be_visible()
    game = series.games.get()
    record = simulate(series.system, series.settings, "keys", clubs=clubs_of(game))
    pressed = presses(record)
    for at, words in enumerate(pressed):
        known = len(Game.objects.get(pk=game.pk).entries)
        if is_throw(words[0]):
            page.locator("#dice").fill(" ".join(words).replace(SEPARATOR, " "))
            page.locator("#dice").press("Enter")
        else:
            button = page.locator(f".gm-ask button[value='{words[0]}']")
            if not button.is_visible():
                page.locator("details.gm-many", has=button).locator("summary").press("Enter")
            button.press("Enter")
        if at == len(pressed) - 1:
            break
        expect(page.locator("#scorer [name=after]").first).not_to_have_value(str(known))
        if at % 6 == 0:
            page.set_viewport_size(DESKTOP if at % 12 else PHONE)  # type: ignore[arg-type]
            fits(page)
            check_accessibility(page)
    expect(page.get_by_text("Final").first).to_be_visible()
    fits(page)
    check_accessibility(page)
    game.refresh_from_db()
    assert game.is_final
    assert game.entries == list(record.transcript)
