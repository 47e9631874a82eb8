"""A whole game of every system by the keyboard alone, from the front page to the last out: how many
presses it takes, and that each is seen."""

import pytest
from playwright.sync_api import Page

from games import trial
from games.systems.registry import SYSTEMS

pytestmark = [pytest.mark.browser, pytest.mark.long]

MOST = 90
"""Presses of a whole game against the house."""

STANDS = """() => {
  const seen = ['.hh-board', '.gm-now', '.gm-ask', '.gm-ending'];
  return seen.map(each => document.querySelector(each)?.innerText ?? '').join('|');
}"""
KNOWN = "() => document.querySelector('#scorer [name=after]')?.value ?? 'over'"
FOCUSED = "() => (document.activeElement?.innerText ?? '').trim()"


def tab_to(page: Page, words: str) -> None:
    """By Tab to what says just that."""
    for _ in range(80):
        page.keyboard.press("Tab")
        if page.evaluate(FOCUSED) == words:
            return
    raise AssertionError(f"Tab never came to {words!r}.")


ALWAYS = {"one-die", "commons", "deep-drive", "purestrat"}


@pytest.mark.parametrize(
    "key",
    [
        pytest.param(each, marks=() if each in ALWAYS else pytest.mark.exhaustive)
        for each in SYSTEMS
    ],
)
def test_a_game_against_the_house_takes_few_presses_and_every_one_is_seen(
    live_site, page: Page, monkeypatch: pytest.MonkeyPatch, key: str
) -> None:
    # How many presses a game takes hangs on its dice: extra innings take more.
    monkeypatch.setattr(trial, "fresh_seed", lambda: "trial-3")
    page.goto(live_site.url)
    for words in ("Game systems", SYSTEMS[key].name, "Play one now"):
        tab_to(page, words)
        with page.expect_navigation():
            page.keyboard.press("Enter")
    page.wait_for_selector("#scorer .gm-throw-button")
    presses, unseen = 0, []
    while (known := page.evaluate(KNOWN)) != "over":
        before = page.evaluate(STANDS)
        page.keyboard.press("Space")
        page.wait_for_function(f"known => ({KNOWN})() !== known", arg=known)
        presses += 1
        if page.evaluate(STANDS) == before:
            unseen.append(presses)
        assert presses <= MOST
    assert unseen == []
    assert page.locator(".gm-ending").is_visible()
