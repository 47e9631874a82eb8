"""A newcomer's first event: how many presses from "New tournament" until the draft is open."""

import pytest
from playwright.sync_api import Locator, Page, expect
from playwright.sync_api import TimeoutError as TooLate

from rosters.drafts.models import Draft
from tests.browser.test_drafts import sign_in
from tests.builders import NAMES, person
from tests.rosters.builders import a_purestrat_set

pytestmark = pytest.mark.browser

MOST_PRESSES = 25
CLUBS = [*NAMES, *(f"Club {number}" for number in range(len(NAMES) + 1, 15))]


class Hand:
    """Presses, and counts them. What is typed is no press, where one types is."""

    def __init__(self) -> None:
        self.presses = 0

    def press(self, what: Locator) -> None:
        self.presses += 1
        # A person sees what the press before it did.
        expect(what.page.locator(".htmx-request")).to_have_count(0)
        what.click()

    def write(self, where: Locator, words: str) -> None:
        self.presses += 1
        where.fill(words)

    def choose(self, where: Locator, label: str) -> None:
        """Opening a choice and choosing are two."""
        self.presses += 2
        where.select_option(label=label)


def roll_for_everybody(page: Page, hand: Hand) -> None:
    """Until nobody has to roll again. The room is drawn anew whenever it hears of anything: a
    button that is gone when it is to be pressed was one that nobody needs any more."""
    roll = page.get_by_role("button", name="Roll for everybody")
    rolled = page.get_by_role("button", name="The earliest slots for all who are left")
    expect(roll.or_(rolled).first).to_be_visible()
    while not rolled.count():
        try:
            with page.expect_response(lambda answer: answer.request.method == "POST", timeout=5000):
                roll.click(timeout=4000)
        except TooLate:
            continue
        hand.presses += 1


def test_fourteen_clubs_draft_after_at_most_twenty_five_presses(live_site, page: Page):
    a_purestrat_set(clubs=14)
    newcomer = person("Nell")
    sign_in(page, live_site.url, newcomer)
    page.goto(live_site.url)
    hand = Hand()
    hand.press(page.get_by_role("link", name="New tournament").first)
    hand.write(page.get_by_label("Name of the tournament"), "First Weekend")
    hand.choose(page.get_by_label("Game system"), "Purestrat")
    hand.write(page.locator("#id_clubs"), "\n".join(CLUBS))
    hand.press(page.locator("label.tn-format", has_text="Tournament weekend"))
    hand.press(page.get_by_role("button", name="Set it up"))
    hand.press(page.get_by_role("button", name="Set up a draft"))
    hand.press(page.get_by_role("link", name="To the draft room"))
    roll_for_everybody(page, hand)
    hand.press(page.get_by_role("button", name="The earliest slots for all who are left"))
    hand.press(page.get_by_role("button", name="Everybody is here"))
    hand.press(page.get_by_role("button", name="Open the draft"))
    hand.press(page.get_by_role("button", name="Open", exact=True))
    expect(page.locator(".dr-whose")).to_be_visible()
    assert Draft.objects.get().state == Draft.State.RUNNING
    assert hand.presses <= MOST_PRESSES, hand.presses
