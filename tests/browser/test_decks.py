"""The deck editor in a real browser, and labels that land in their boxes."""

import pytest
from playwright.sync_api import Page, expect

from games.services.scoring import record_game
from games.systems.commons.decks.services import make_deck
from games.systems.commons.models import Deck
from rosters.models import Squad
from tests.browser.test_drafts import PHONE, fits, sign_in
from tests.builders import director_of, entrant, fixture_of, league, manager, person
from tests.games.systems.commons.decks import a_commons_set, a_set, keys
from tournaments.services.events import start_tournament

pytestmark = pytest.mark.browser

DESKTOP = {"width": 1280, "height": 1000}
MILLIMETRE = 96 / 25.4
"""Pixels of the page."""


@pytest.fixture
def deck(live_site, page: Page) -> Deck:
    """A deck of sixty, its owner signed in."""
    owner = person("Dana")
    cards = keys(a_set())
    made = make_deck(name="Shoe box", cards=cards, acting_user=owner)
    sign_in(page, live_site.url, owner)
    return made


def order(deck: Deck) -> list[int]:
    return list(deck.spots.order_by("number").values_list("card_id", flat=True))


@pytest.mark.rule("CB-005")
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_deck_is_put_in_order_by_dragging_and_by_keyboard(
    live_site, page: Page, deck, check_accessibility, theme
):
    page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
    page.set_viewport_size(DESKTOP)  # type: ignore[arg-type]
    page.goto(f"{live_site.url}/decks/{deck.pk}/")
    first, second, third, *rest = order(deck)
    spots = page.locator("[data-spot]")
    expect(spots).to_have_count(60)
    with page.expect_response(lambda answer: answer.request.method == "POST"):
        spots.nth(2).locator(".dk-number").drag_to(spots.nth(0).locator(".dk-number"))
    expect(spots.nth(0)).to_contain_text("Batter 3")
    assert order(deck) == [third, first, second, *rest]
    page.locator(f"#down-{third}").focus()
    page.keyboard.press("Enter")
    expect(spots.nth(1)).to_contain_text("Batter 3")
    expect(page.locator(f"#down-{third}")).to_be_focused()
    page.keyboard.press("Enter")
    expect(spots.nth(2)).to_contain_text("Batter 3")
    assert order(deck) == [first, second, third, *rest]
    check_accessibility(page)
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    fits(page)
    page.get_by_role("button", name="Give Batter 1 back", exact=True).first.click()
    expect(page.get_by_text("1 missing")).to_be_visible()
    expect(page.locator(".dk-status")).to_contain_text("5 left")
    check_accessibility(page)


@pytest.mark.rule("CB-069")
@pytest.mark.parametrize(
    ("what", "columns", "rows", "left", "top", "across", "down", "width", "height"),
    [
        ("labels-5160", 3, 10, 4.7625, 12.7, 69.85, 25.4, 66.675, 25.4),
        ("labels-a4", 3, 8, 0, 0, 70, 37.125, 70, 37.125),
    ],
)
def test_labels_land_in_their_boxes(
    live_site, page: Page, deck, what, columns, rows, left, top, across, down, width, height
):
    """Every label of every sheet as paper sees it, to half a millimetre, and none runs over."""
    page.emulate_media(media="print")
    page.goto(f"{live_site.url}/decks/{deck.pk}/print/{what}/")
    places = page.locator("[data-box]").evaluate_all(
        """boxes => boxes.map(box => {
          const sheet = box.parentElement.getBoundingClientRect(), at = box.getBoundingClientRect();
          return [at.left - sheet.left, at.top - sheet.top, at.width, at.height,
                  box.scrollHeight - box.clientHeight];
        })"""
    )
    assert len(places) == 60
    for number, (x, y, wide, high, over) in enumerate(places):
        row, column = divmod(number % (columns * rows), columns)
        assert x / MILLIMETRE == pytest.approx(left + column * across, abs=0.5)
        assert y / MILLIMETRE == pytest.approx(top + row * down, abs=0.5)
        assert wide / MILLIMETRE == pytest.approx(width, abs=0.5)
        assert high / MILLIMETRE == pytest.approx(height, abs=0.5)
        assert over <= 0
    # The first sheet begins where the paper does.
    first = page.locator(".pr-page").first.bounding_box()
    assert first is not None
    assert (round(first["x"]), round(first["y"])) == (0, 0)


@pytest.mark.long
@pytest.mark.rule("CB-001", "CB-005", "CB-103")
def test_a_deck_is_built_put_in_order_entered_and_frozen_with_its_game(
    live_site, page: Page, check_accessibility
):
    """From an empty deck to the first pitch, by keyboard and by dragging."""
    a_commons_set(4)
    event = league(4, system_key="commons", card_set="commons-cards", started=False)
    own = manager(event, 1, "Morgan")
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    sign_in(page, live_site.url, own)
    page.goto(f"{live_site.url}/decks/")
    page.get_by_label("Name").fill("Built here")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Built here")).to_be_visible()
    page.locator("#dk-fill").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_text("Legal: it may play.")).to_be_visible()
    fits(page)
    check_accessibility(page)
    deck = Deck.objects.get(name="Built here")
    first, second, third, *rest = order(deck)
    page.locator(f"#down-{first}").focus()
    page.keyboard.press("Enter")
    expect(page.locator("[data-spot] input").nth(1)).to_have_value(str(first))
    page.set_viewport_size(DESKTOP)  # type: ignore[arg-type]
    spots = page.locator("[data-spot]")
    with page.expect_response(lambda answer: answer.request.method == "POST"):
        spots.nth(2).locator(".dk-number").drag_to(spots.nth(0).locator(".dk-number"))
    expect(page.locator("[data-spot] input").nth(0)).to_have_value(str(third))
    wanted = [third, second, first, *rest]
    assert order(deck) == wanted
    page.goto(f"{live_site.url}/t/{event.slug}/teams/1/enter/")
    page.get_by_role("button", name="Built here").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_text("Built here is entered")).to_be_visible()
    check_accessibility(page)
    start_tournament(tournament=event, acting_user=director_of(event))
    series = fixture_of(event, 1, 2).series
    assert series is not None
    game = record_game(series_id=series.pk, number=1, transcript=[], acting_user=director_of(event))
    squad = Squad.objects.get(event__key=event.scope, team=entrant(event, 1).team)
    page.goto(f"{live_site.url}/squads/{squad.pk}/order/")
    fits(page)
    check_accessibility(page)
    expect(page.locator(f"#down-{third}")).to_be_disabled()
    expect(page.get_by_text("CB-005").first).to_be_visible()
    side = 0 if game.away == squad.team else 1
    game.refresh_from_db()
    assert game.clubs[side]["cards"] == wanted
    held = squad.spots.order_by("number").values_list("card_id", flat=True)
    assert list(held) == wanted
