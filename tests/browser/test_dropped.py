"""A connection that drops at the table: what was entered is kept and sent again, once."""

import pytest
from playwright.sync_api import expect

from games.models import Game
from tests.browser.test_drafts import PHONE, fits, sign_in
from tests.builders import director_of
from tests.games.builders import ADVANCED, league_series, started

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("arrives", [False, True], ids=["lost on the way", "answer lost"])
def test_an_entry_is_kept_and_counts_once(live_site, page, check_accessibility, arrives):
    tournament, series = league_series(system_key="poker-dice", settings=ADVANCED)
    game = started(series)
    page.set_viewport_size(PHONE)
    sign_in(page, live_site.url, director_of(tournament))
    url = f"{live_site.url}/series/{series.pk}/games/1/score/"
    page.goto(url)

    def drop(route):
        if route.request.method != "POST":
            return route.continue_()
        if arrives:
            route.fetch()
        return route.abort("connectionreset")

    page.route("**/score/", drop)
    for face in ["9", "9", "10", "10", "A"]:
        page.locator(f'[data-pad] [data-face="{face}"]').click()
    page.get_by_role("button", name="Enter the throw").click()
    expect(page.get_by_text("Your entry is kept here")).to_be_visible()
    check_accessibility(page)
    fits(page)
    assert len(Game.objects.get(pk=game.pk).entries) == arrives
    # The page may be sending it again at this very moment: what becomes of that is no matter.
    page.unroute_all(behavior="ignoreErrors")
    # Also over a reload; it does not have to wait for the next attempt.
    page.reload()
    expect(page.locator(".gm-where")).to_have_text("Top of the 1st, 1 out")
    expect(page.get_by_text("Your entry is kept here")).to_be_hidden()
    assert Game.objects.get(pk=game.pk).entries == ["9-9-10-10-A"]
    page.keyboard.press("u")
    expect(page.locator(".gm-where")).to_have_text("Top of the 1st, 0 out")
    page.keyboard.press("r")
    expect(page.locator(".gm-where")).to_have_text("Top of the 1st, 1 out")
    check_accessibility(page)
    page.goto(live_site.url)
    check_accessibility(page)
