"""A box score is typed in from a phone: the players are there already, and what is empty is 0."""

import pytest
from playwright.sync_api import Page, expect

from games.models import Game
from games.seriesday.forms import as_form
from games.seriesday.models import GameReport
from games.seriesday.services.players_lines import count_players_lines
from rosters.models import Card
from tests.browser.test_drafts import PHONE, fits, sign_in
from tests.games.seriesday.builders import a_day
from tests.games.systems.commons.test_reports import a_commons_day, fields_of
from tournaments.book.keeping import keep_books

pytestmark = pytest.mark.browser

SMALLEST = 44
"""Pixels a thumb needs."""


def test_a_box_score_fits_a_phone_and_a_thumb(live_site, page: Page, check_accessibility):
    day = a_day(cards=True)
    sign_in(page, live_site.url, day.home)
    page.set_viewport_size(PHONE)
    page.goto(f"{live_site.url}/series/{day.series.pk}/games/1/report/")
    page.get_by_role("link", name="the box score").click()
    fits(page)
    check_accessibility(page)
    targets = page.locator(".sd-counts input, .sd-more button, .sd-who select")
    heights = targets.evaluate_all(
        "all => all.filter(each => each.checkVisibility({ visibilityProperty: true }))"
        ".map(each => each.getBoundingClientRect().height)"
    )
    assert heights
    assert min(heights) >= SMALLEST


def test_a_line_is_typed_digit_by_digit_and_homers_are_tapped(live_site, page: Page):
    day = a_day(cards=True)
    sign_in(page, live_site.url, day.home)
    page.set_viewport_size(PHONE)
    page.goto(f"{live_site.url}/series/{day.series.pk}/games/1/report/?box=1")
    page.locator("[name='away_bat_1_ab']").click()
    page.keyboard.type("412101")
    typed = [
        page.locator(f"[name='away_bat_1_{each}']").input_value()
        for each in ("ab", "r", "h", "bi", "bb", "so")
    ]
    assert typed == ["4", "1", "2", "1", "0", "1"]
    first = page.locator(".sd-batter").first
    for word in ("HR", "2B", "HR"):
        first.locator(f"[data-word='{word}']").click()
    assert page.locator("[name='away_bat_1_more']").input_value() == "HR 2, 2B"


TYPED = """(form, values) => {
    for (const [name, value] of Object.entries(values)) {
        const field = form.elements[name];
        if (!(field instanceof HTMLInputElement) || field.type === "hidden") continue;
        field.focus();
        field.value = value;
        field.dispatchEvent(new Event("input", { bubbles: true }));
        field.dispatchEvent(new Event("change", { bubbles: true }));
    }
}"""
"""Types into the fields of a form; hundreds of them, one by one, would take a minute and a half."""


def fill(page: Page, values: dict[str, str]) -> None:
    """Every field of the form, as somebody fills it in who kept a box score."""
    form = page.locator("form.sd-form")
    for button in form.locator("[data-more]").all():
        while button.is_visible():
            button.click()
    kinds = form.evaluate(
        "form => Object.fromEntries([...form.elements].map(each => [each.name, each.type]))"
    )
    form.evaluate(
        TYPED, {name: each for name, each in values.items() if kinds.get(name) != "radio"}
    )
    for name, value in values.items():
        if kinds.get(name) == "radio":
            chip = form.locator(f".sd-chip:has([name='{name}'][value='{value}'])")
            if chip.is_visible():
                chip.click()
        elif kinds.get(name) == "select-one":
            form.locator(f"[name='{name}']").select_option(value)


def test_a_whole_box_score_survives_the_network_and_its_faults_and_reaches_the_leaders(
    live_site, page: Page
):
    day = a_day(cards=True, length=1)
    told = day.boxed()
    sign_in(page, live_site.url, day.home)
    page.set_viewport_size(PHONE)
    report = f"{live_site.url}/series/{day.series.pk}/games/1/report/"
    page.goto(f"{report}?box=1")
    fill(page, as_form(told))
    # Nine hits in four times at bat: he is told so where he typed it, and it stays.
    slip = page.locator("[name='away_bat_1_h']")
    right = slip.input_value()
    slip.fill("9")
    page.get_by_role("button", name="Report the result").click()
    expect(page.locator(".sd-batter", has=slip).locator(".sd-wrong").first).to_be_visible()
    expect(slip).to_have_value("9")
    assert not GameReport.objects.exists()
    fits(page)
    # The network goes while he puts it right; it is kept on the device, and sent once.
    slip.fill(right)
    page.context.set_offline(True)
    page.get_by_role("button", name="Report the result").click()
    expect(page.locator("[data-note]")).to_contain_text("No connection")
    assert not GameReport.objects.exists()
    page.context.set_offline(False)
    expect(page.locator("#report")).to_contain_text("Reported")
    stored = GameReport.objects.get().told
    assert stored.sides[0].batting == told.sides[0].batting
    assert stored.sides[1].pitching == told.sides[1].pitching
    # The other side says that it was so, and the leaders have the lines.
    page.context.clear_cookies()
    sign_in(page, live_site.url, day.away)
    page.goto(report)
    page.get_by_role("button", name="Yes, it was so").click()
    expect(page.locator("#report")).to_contain_text("Final")
    assert day.game().status == Game.Status.FINAL
    keep_books(count_players_lines())
    page.goto(f"{live_site.url}/t/{day.tournament.slug}/leaders/")
    best = max((line for side in told.sides for line in side.batting), key=lambda line: line.hits)
    assert best.hits
    expect(page.locator("main")).to_contain_text(Card.objects.get(pk=best.player).name)


def test_a_list_is_typed_on_a_phone_from_its_order_and_scrolls_nowhere_aside(
    live_site, page: Page, check_accessibility
):
    day = a_commons_day(settings={"innings": 1}, length=1)
    told = day.boxed()
    sign_in(page, live_site.url, day.director)
    page.set_viewport_size(PHONE)
    page.goto(f"{live_site.url}/series/{day.series.pk}/games/1/report/")
    page.get_by_role("link", name="the box score").click()
    fits(page)
    check_accessibility(page)
    rows = page.locator("[data-side='away'] .sd-batter")
    expect(rows).to_have_count(51)
    shown = rows.evaluate_all("all => all.filter(each => each.checkVisibility()).length")
    assert shown == 36
    # Nine more of the list, and whoever was lent, are a press away each.
    page.locator("[data-side='away'].sd-batters [data-more]").click()
    assert rows.evaluate_all("all => all.filter(each => each.checkVisibility()).length") == 45
    # A line is typed digit by digit, and nobody is asked where he stood.
    page.locator("[name='away_bat_1_ab']").click()
    page.keyboard.type("10000")
    typed = [
        page.locator(f"[name='away_bat_1_{each}']").input_value()
        for each in ("ab", "r", "h", "bi", "bb")
    ]
    assert typed == ["1", "0", "0", "0", "0"]
    assert page.locator("[name$='_pos'], [name$='_so']").count() == 0
    targets = page.locator(".sd-counts input, .sd-more button, .sd-who select")
    heights = targets.evaluate_all(
        "all => all.filter(each => each.checkVisibility({ visibilityProperty: true }))"
        ".map(each => each.getBoundingClientRect().height)"
    )
    assert min(heights) >= SMALLEST
    fill(page, fields_of(day, told))
    fits(page)
    page.get_by_role("button", name="Report the result").click()
    expect(page.locator("#report")).to_contain_text("Final")
    stored = GameReport.objects.get().told
    assert [side.batting for side in stored.sides] == [side.batting for side in told.sides]
    assert [side.pitching for side in stored.sides] == [side.pitching for side in told.sides]
    page.goto(f"{live_site.url}{day.game().get_absolute_url()}")
    expect(page.locator(".gm-box")).to_contain_text("Pitching")
    fits(page)
    check_accessibility(page)
