"""The scorecard on paper: one page, whatever the game."""

import re

import pytest

from games.systems.registry import SYSTEMS
from tests.browser.test_drafts import PHONE, fits
from tests.games.test_one_replay import series_of
from tests.games.test_pages import played_by_the_house

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("key", SYSTEMS)
def test_a_scorecard_is_one_page_and_can_be_read_on_a_phone(
    live_site, page, check_accessibility, key
):
    game = played_by_the_house(series_of(key), 1)
    page.set_viewport_size(PHONE)
    page.goto(f"{live_site.url}/games/{game.pk}/scorecard/")
    fits(page)
    check_accessibility(page)
    printed = page.pdf(format="A4", prefer_css_page_size=True)
    assert len(re.findall(rb"/Type\s*/Page[^s]", printed)) == 1
