"""Deep Drive's cards on paper: nine to a sheet, A4 and Letter, every word within its card."""

import pytest
from playwright.sync_api import Page

from rosters.models import Squad
from tests.games.systems.deep_drive.events import an_event

pytestmark = pytest.mark.browser

MILLIMETRE = 96 / 25.4
"""Pixels of the page."""

PLACES = """boxes => boxes.map(box => {
  const sheet = box.parentElement.getBoundingClientRect(), at = box.getBoundingClientRect();
  const wide = [...box.querySelectorAll('dl, table')].map(
    part => part.getBoundingClientRect().right - at.right);
  return [at.left - sheet.left, at.top - sheet.top, at.width, at.height,
          box.scrollHeight - box.clientHeight, Math.max(...wide)];
})"""


@pytest.mark.rule("DD-122")
@pytest.mark.parametrize(
    ("paper", "left", "top", "sheet"),
    [("a4", 9.75, 15.15, (210, 297)), ("letter", 12.7, 6.35, (215.9, 279.4))],
)
def test_cards_land_in_their_places_and_nothing_runs_over(
    live_site, page: Page, paper, left, top, sheet
):
    event = an_event(3)
    page.emulate_media(media="print")
    for squad in Squad.objects.filter(event__key=event.scope):
        page.goto(f"{live_site.url}/deep-drive/print/squads/{squad.pk}/?paper={paper}")
        places = page.locator("[data-box]").evaluate_all(PLACES)
        # A park card lies behind the players'.
        assert len(places) == 26
        for number, (x, y, wide, high, over, beyond) in enumerate(places):
            row, column = divmod(number % 9, 3)
            assert x / MILLIMETRE == pytest.approx(left + column * 63.5, abs=0.5)
            assert y / MILLIMETRE == pytest.approx(top + row * 88.9, abs=0.5)
            assert wide / MILLIMETRE == pytest.approx(63.5, abs=0.5)
            assert high / MILLIMETRE == pytest.approx(88.9, abs=0.5)
            assert over <= 0
            assert beyond <= 0
        first = page.locator(".dd-sheet").first.bounding_box()
        assert first is not None
        assert (round(first["x"]), round(first["y"])) == (0, 0)
        assert first["width"] / MILLIMETRE == pytest.approx(sheet[0], abs=0.5)
        assert first["height"] / MILLIMETRE == pytest.approx(sheet[1], abs=0.5)
    pdf = page.pdf(prefer_css_page_size=True)
    assert pdf.count(b"/Type /Page\n") == 3


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize(
    "address", ["charts/", "charts/0/", "print/score/", "print/squads/{squad}/"]
)
def test_their_pages_are_for_everybody(live_site, page: Page, check_accessibility, address, theme):
    event = an_event(3)
    squad = Squad.objects.filter(event__key=event.scope).first()
    page.emulate_media(color_scheme=theme)
    page.goto(f"{live_site.url}/deep-drive/{address.format(squad=squad.pk)}")
    check_accessibility(page)
