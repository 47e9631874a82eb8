"""A game is played by keyboard: Space plays on, a digit gives the answer of its place."""

import pytest
from playwright.sync_api import expect

from games.models import Game
from games.services.going_on import Until, go_on
from tests.browser.test_drafts import PHONE, fits, sign_in
from tests.builders import director_of
from tests.games.builders import ADVANCED, league_series, started
from tests.games.test_one_replay import series_of

pytestmark = pytest.mark.browser

BUTTON = "#scorer .gm-throw-button"


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


def play_on(page, known):
    """Space, once the press before it is through: one that comes earlier is not taken."""
    expect(page.locator(".htmx-request, .htmx-swapping, .htmx-settling")).to_have_count(0)
    before = known.input_value()
    page.keyboard.press("Space")
    expect(known).not_to_have_value(before)


TALL = 930


def test_a_wide_table_has_the_last_five_plays_in_sight_and_keys_show_cards_box_and_plays(
    live_site, page, check_accessibility
):
    series = series_of("purestrat")
    # Dice decide how many lines of cards the last play shows: a line more or less.
    page.set_viewport_size({"width": 1280, "height": TALL})
    sign_in(page, live_site.url, director_of(series.fixture.round.stage.tournament))
    page.goto(f"{live_site.url}/series/{series.pk}/games/1/score/")
    page.get_by_label("The server").check()
    page.get_by_role("button", name="Start the game").click()
    known = page.locator("#scorer [name=after]").first
    lines = page.locator(".gm-log li")
    # With somebody on base there are more questions between the button and what was before.
    while lines.count() < 4 or page.get_by_text("Which runners are held?").count():
        play_on(page, known)
    # The newest of those before stands first, under the button.
    for part in (page.locator(".gm-last").last, page.locator(BUTTON), lines.first):
        box = part.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= TALL
    current = page.locator("#scorer .hh-tabs [aria-current]")
    for key, name, there in (
        ("b", "Box", "#box-score"),
        ("p", "Plays", "#played"),
        ("c", "Cards", ".gm-faces"),
        ("b", "Box", "#box-score"),
    ):
        page.keyboard.press(key)
        expect(current).to_have_text(name)
        expect(page.locator(there)).to_be_visible()
        check_accessibility(page)
        fits(page)
    # What somebody looks at stays beside the table while play goes on.
    play_on(page, known)
    expect(current).to_have_text("Box")


def test_a_phone_shows_one_part_of_a_game_at_a_time_also_when_play_goes_on(
    live_site, page, check_accessibility
):
    series = series_of("purestrat")
    game = started(series, dice="server", away_managed=True, home_managed=True)

    def play_on():
        row = Game.objects.get(pk=game.pk)
        go_on(
            game_id=game.pk,
            after=len(row.entries),
            acting_user=None,
            until=Until.HALF,
        )

    play_on()
    page.set_viewport_size(PHONE)
    page.goto(f"{live_site.url}{game.get_absolute_url()}")
    plays, box, cards = (page.locator(f"[data-part={part}]") for part in ("plays", "box", "cards"))
    expect(plays).to_be_visible()
    expect(box).to_be_hidden()
    page.locator("label[for=show-box]").click()
    expect(box).to_be_visible()
    expect(plays).to_be_hidden()
    expect(cards).to_be_hidden()
    where = page.locator(".gm-where").inner_text()
    play_on()
    expect(page.locator(".gm-where")).not_to_have_text(where)
    expect(box).to_be_visible()
    expect(plays).to_be_hidden()
    check_accessibility(page)
    fits(page)
    page.goto(f"{live_site.url}{game.get_absolute_url()}#box-score")
    expect(box).to_be_visible()
