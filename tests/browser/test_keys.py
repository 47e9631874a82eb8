"""A game is played by keyboard: Space plays on, a digit gives the answer of its place."""

import pytest
from playwright.sync_api import expect

from tests.browser.test_drafts import sign_in
from tests.builders import director_of
from tests.games.builders import ADVANCED, league_series

pytestmark = pytest.mark.browser


def test_space_plays_on_and_digits_answer(live_site, page):
    event, series = league_series(system_key="poker-dice", settings=ADVANCED)
    sign_in(page, live_site.url, director_of(event))
    page.goto(f"{live_site.url}/series/{series.pk}/games/1/score/")
    page.get_by_label("The server").check()
    page.get_by_role("button", name="Start the game").click()
    known = page.locator("#scorer [name=after]").first
    answers = page.locator("#scorer .gm-answers button:visible")
    expect(known).to_have_value("0")
    # Sooner or later somebody is on first, and the other side is asked for a pickoff.
    while not answers.count():
        before = known.input_value()
        page.keyboard.press("Space")
        expect(known).not_to_have_value(before)
    entry = answers.first.get_attribute("value")
    before = int(known.input_value())
    page.keyboard.press("1")
    expect(known).not_to_have_value(str(before))
    assert series.games.get().entries[before] == entry


def test_a_key_in_a_field_is_what_is_typed(live_site, page):
    page.goto(f"{live_site.url}/systems/purestrat/")
    field = page.locator("#sample input[type=text]").first
    field.fill("")
    field.press("1")
    field.press("u")
    expect(field).to_have_value("1u")
