"""Reporting from a phone in a real browser: few taps, big targets, and nothing lost when the
network goes away in the middle."""

import pytest
from playwright.sync_api import Page, expect

from games.models import Game
from games.seriesday.models import GameReport
from tests.browser.test_drafts import PHONE, fits, sign_in
from tests.games.seriesday.builders import a_day

pytestmark = pytest.mark.browser

SMALLEST = 44
"""Pixels a thumb needs."""


def open_report(live_site, page: Page, day) -> None:
    sign_in(page, live_site.url, day.home)
    page.set_viewport_size(PHONE)
    page.goto(f"{live_site.url}/series/{day.series.pk}/games/1/report/")


def score(page: Page, away: int, home: int) -> None:
    """Runs by the plus buttons, as with one thumb."""
    for side, runs in (("away", away), ("home", home)):
        plus = page.locator(f"[name={side}_runs] ~ [data-step='1']")
        for _ in range(runs):
            plus.click()


@pytest.mark.smoke
def test_a_usual_game_takes_a_tap_for_each_run_its_starters_and_one_to_send_it(
    live_site, page: Page, check_accessibility
):
    day = a_day(cards=True)
    open_report(live_site, page, day)
    fits(page)
    check_accessibility(page)
    for target in page.locator(".sd-step button, .sd-chip, .sd-big").all():
        if target.is_visible():
            box = target.bounding_box()
            assert box is not None
            assert box["height"] >= SMALLEST
    score(page, 4, 2)
    # Who is likely to have started is said, and not taken to have pitched.
    for side in ("away", "home"):
        starter = page.locator(f"[name={side}_pitcher_1]")
        expect(starter).to_have_value("")
        likely = starter.locator("option", has_text="probable starter")
        starter.select_option(likely.get_attribute("value"))
    page.get_by_role("button", name="Report the result").click()
    expect(page.locator("#report")).to_contain_text("Reported")
    assert day.game().status == Game.Status.REPORTED
    told = day.game().reports.get().told
    # Innings left empty are all of them.
    assert [side.pitchers[0].outs for side in told.sides] == [27, 27]


def test_a_report_without_a_network_is_kept_and_goes_out_once(live_site, page: Page):
    day = a_day()
    open_report(live_site, page, day)
    score(page, 4, 2)
    page.context.set_offline(True)
    page.get_by_role("button", name="Report the result").click()
    expect(page.locator("[data-note]")).to_contain_text("No connection")
    assert not GameReport.objects.exists()
    page.context.set_offline(False)
    # It goes out by itself as soon as there is a network again.
    expect(page.locator("#report")).to_contain_text("Reported")
    report = GameReport.objects.get()
    assert report.told.scored == (4, 2)
    page.reload()
    expect(page.locator("#report")).to_contain_text("Reported")
    assert GameReport.objects.count() == 1


def test_an_answer_that_was_lost_on_the_way_makes_no_second_report(live_site, page: Page):
    day = a_day()
    open_report(live_site, page, day)
    score(page, 4, 2)
    lost = []

    def lose_the_answer(route) -> None:
        if route.request.method == "POST" and not lost:
            lost.append(route.fetch(max_redirects=0).status)
            route.abort()
        else:
            route.continue_()

    page.route("**/report/", lose_the_answer)
    page.get_by_role("button", name="Report the result").click()
    expect(page.locator("[data-note]")).to_contain_text("No connection")
    assert GameReport.objects.count() == 1
    page.evaluate("window.dispatchEvent(new Event('online'))")
    expect(page.locator("#report")).to_contain_text("Reported")
    assert GameReport.objects.count() == 1


def test_what_was_typed_is_there_again_after_the_page_was_closed(live_site, page: Page):
    day = a_day()
    open_report(live_site, page, day)
    score(page, 3, 1)
    page.goto(f"{live_site.url}/")
    page.goto(f"{live_site.url}/series/{day.series.pk}/games/1/report/")
    expect(page.locator("[data-note]")).to_contain_text("What you had typed")
    expect(page.locator("[name=away_runs]")).to_have_value("3")
    expect(page.locator("[name=home_runs]")).to_have_value("1")


def open_entry(live_site, page: Page, day) -> str:
    sign_in(page, live_site.url, day.director)
    page.goto(f"{live_site.url}/t/{day.tournament.slug}/entry/?round=1")
    return f"{day.series.pk}-1"


def type_in(page: Page, line: str, away: int, home: int) -> None:
    page.locator(f"[name='{line}-away_runs']").fill(str(away))
    page.locator(f"[name='{line}-home_runs']").fill(str(home))


def test_a_round_typed_in_without_a_network_is_kept_and_goes_out_once(live_site, page: Page):
    day = a_day()
    line = open_entry(live_site, page, day)
    type_in(page, line, 4, 2)
    page.context.set_offline(True)
    page.get_by_role("button", name="Store the results").click()
    expect(page.locator("[data-note]")).to_contain_text("No connection")
    assert not GameReport.objects.exists()
    page.context.set_offline(False)
    expect(page.locator(f"[name='{line}-away_runs']")).to_have_count(0)
    assert GameReport.objects.get().told.scored == (4, 2)
    page.reload()
    expect(page.get_by_role("button", name="Store the results")).to_be_visible()
    assert GameReport.objects.count() == 1


def test_a_typed_round_is_there_again_and_what_is_wrong_with_it_is_said(live_site, page: Page):
    day = a_day()
    line = open_entry(live_site, page, day)
    type_in(page, line, 3, 3)
    page.goto(f"{live_site.url}/")
    open_again = f"{live_site.url}/t/{day.tournament.slug}/entry/?round=1"
    page.goto(open_again)
    expect(page.locator("[data-note]")).to_contain_text("What you had typed")
    expect(page.locator(f"[name='{line}-away_runs']")).to_have_value("3")
    page.get_by_role("button", name="Store the results").click()
    expect(page.locator("#entry")).to_contain_text("The score is level")
    expect(page.locator(f"[name='{line}-away_runs']")).to_have_value("3")
    page.locator(f"[name='{line}-away_runs']").fill("5")
    page.get_by_role("button", name="Store the results").click()
    expect(page.locator(f"[name='{line}-away_runs']")).to_have_count(0)
    assert GameReport.objects.get().told.scored == (5, 3)
