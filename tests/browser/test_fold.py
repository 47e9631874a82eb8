"""The table of every system, on a phone and at a desk: whatever a press needs is in sight without
scrolling, with what the last throw hit on the cards."""

import pytest

from games.models import Game
from games.services.going_on import go_on
from games.systems.registry import SYSTEMS
from tests.browser.test_drafts import PHONE, fits, sign_in
from tests.builders import director_of
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
        go_on(game_id=game.pk, after=len(entries), acting_user=None, speaking_for=(0, 1))
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
