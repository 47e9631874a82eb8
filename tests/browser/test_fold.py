"""The table of every system on a phone: what was thrown is entered without scrolling."""

import pytest

from games.systems.registry import SYSTEMS
from tests.browser.test_drafts import PHONE, fits, sign_in
from tests.builders import director_of
from tests.games.builders import started
from tests.games.test_one_replay import series_of

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("key", SYSTEMS)
def test_the_throw_is_entered_above_the_fold(live_site, page, check_accessibility, key):
    series = series_of(key)
    started(series)
    page.set_viewport_size(PHONE)
    sign_in(page, live_site.url, director_of(series.fixture.round.stage.tournament))
    page.goto(f"{live_site.url}/series/{series.pk}/games/1/score/")
    last = page.locator(".gm-pad button[type=submit]").last
    box = last.bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= PHONE["height"]
    fits(page)
    check_accessibility(page)
