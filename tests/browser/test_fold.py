"""The table of every system, on a phone and at a desk: whatever a press needs is in sight without
scrolling, with what the last throw hit on the cards."""

import pytest
from playwright.sync_api import expect

from games.models import Game
from games.services.going_on import go_on
from games.systems.registry import SYSTEMS
from tests.browser.test_drafts import PHONE, fits, sign_in
from tests.builders import director_of, league
from tests.games.builders import started
from tests.games.test_one_replay import series_of

pytestmark = pytest.mark.browser

DESKTOP = {"width": 1280, "height": 800}
BUTTON = "#scorer .gm-throw-button"


def ends(page, place):
    """Where something ends, from the top of the window."""
    box = page.locator(place).last.bounding_box()
    assert box is not None
    return box["y"] + box["height"]


@pytest.mark.parametrize("key", SYSTEMS)
def test_the_throw_is_entered_above_the_fold(live_site, page, check_accessibility, key):
    series = series_of(key)
    started(series)
    page.set_viewport_size(PHONE)
    sign_in(page, live_site.url, director_of(series.fixture.round.stage.tournament))
    page.goto(f"{live_site.url}/series/{series.pk}/games/1/score/")
    assert ends(page, ".gm-pad button[type=submit]") <= PHONE["height"]
    fits(page)
    check_accessibility(page)


@pytest.mark.parametrize("key", SYSTEMS)
def test_in_the_middle_of_a_game_one_presses_and_sees_without_scrolling(
    live_site, page, check_accessibility, monkeypatch, key
):
    monkeypatch.setattr("games.services.scoring.fresh_seed", lambda: "fold")
    series = series_of(key)
    game = started(series, dice="server", home_managed=True)
    for _ in range(5):
        entries = Game.objects.get(pk=game.pk).entries
        go_on(game_id=game.pk, after=len(entries), acting_user=None)
    sign_in(page, live_site.url, director_of(series.fixture.round.stage.tournament))
    for size in (PHONE, DESKTOP):
        page.set_viewport_size(size)
        page.goto(f"{live_site.url}/series/{series.pk}/games/1/score/")
        known = page.locator("#scorer [name=after]").first.input_value()
        page.keyboard.press("Space")
        page.wait_for_function(
            "known => document.querySelector('#scorer [name=after]').value !== known", arg=known
        )
        page.evaluate("scrollTo(0, 0)")
        assert ends(page, BUTTON) <= size["height"]
        fits(page)
        check_accessibility(page)
        if not page.locator(".gm-faces").count():
            continue
        assert page.locator(".gm-fell .is-lit, .gm-fell [data-state]").count()
        batter, pitcher = (each.bounding_box() for each in page.locator(".gm-side-cards").all())
        button = page.locator(BUTTON).bounding_box()
        if size is DESKTOP:
            # Batter, diamond and button, pitcher: side by side.
            assert batter["x"] < button["x"] < pitcher["x"]
            assert batter["y"] < button["y"]


def test_a_phone_folds_what_is_not_now_and_a_desk_has_it_open(live_site, page, check_accessibility):
    made = league(8)
    sign_in(page, live_site.url, director_of(made))
    page.set_viewport_size(DESKTOP)
    page.goto(f"{live_site.url}/t/{made.slug}/desk/")
    people, looks = page.locator("#people"), page.locator("#who-may-look")
    expect(people).to_have_attribute("open", "")
    expect(people.locator("li").first).to_be_visible()
    page.set_viewport_size(PHONE)
    page.reload()
    expect(people.locator("li").first).to_be_hidden()
    assert page.evaluate("document.documentElement.scrollHeight") <= 3 * PHONE["height"]
    fits(page)
    check_accessibility(page)
    people.locator("summary").click()
    expect(people.locator("li").first).to_be_visible()
    # What is pressed in a part leads back to its page with the part open; the others are shut.
    looks.locator("summary").first.click()
    looks.get_by_label("Only its people").check()
    looks.get_by_role("button", name="Change").click()
    expect(looks.get_by_role("button", name="Change")).to_be_visible()
    expect(people.locator("li").first).to_be_hidden()
    # An address that names a part has it open.
    page.goto(f"{live_site.url}/t/{made.slug}/desk/#people")
    expect(people.locator("li").first).to_be_visible()
    # The columns of a table that a phone has no room for come with one press, for every club.
    page.goto(f"{live_site.url}/t/{made.slug}/standings/")
    more = page.locator(".hh-standings .hh-narrow")
    expect(more.first).to_be_hidden()
    page.locator(".hh-standings-more summary").first.click()
    expect(more.first).to_be_visible()
    fits(page)
