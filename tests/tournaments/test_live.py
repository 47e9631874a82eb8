"""What moves on a page while somebody else plays: in a real browser, against the real site."""

import pytest
from playwright.sync_api import expect

from tests.builders import PASSWORD, league, person

pytestmark = pytest.mark.browser


def test_a_play_out_fills_the_pages_of_others_without_reloading(live_site, new_context):
    tournament = league(5, director=person("Dana"))
    base = f"{live_site.url}/t/{tournament.slug}"
    fan, dana = new_context().new_page(), new_context().new_page()
    fan.goto(f"{base}/grid/")
    fan.evaluate("window.sameDocument = true")
    expect(fan.locator("td[data-outcome=open]")).to_have_count(20)

    dana.goto(f"{live_site.url}/account/sign-in/?next=/t/{tournament.slug}/desk/")
    dana.get_by_label("E-mail address").fill("dana@example.org")
    dana.get_by_label("Password").fill(PASSWORD)
    dana.locator("main").get_by_role("button", name="Sign in").click()
    dana.wait_for_url("**/desk/")
    dana.evaluate("window.sameDocument = true")

    dana.get_by_role("button", name="Play round 1", exact=True).click()
    dana.get_by_text("2 of 10 series").first.wait_for()
    expect(fan.locator("td[data-outcome=open]")).to_have_count(16)
    assert fan.evaluate("window.sameDocument") is True
    assert dana.evaluate("window.sameDocument") is True

    # The end is another state, and brings every page of the event anew.
    dana.get_by_role("button", name="Play every unplayed series").click()
    dana.get_by_role("button", name="Play them").click()
    dana.get_by_text("Everything is played").wait_for()
    dana.locator("#tournament-state").get_by_text("Complete").wait_for()
    expect(fan.locator("td[data-outcome=open]")).to_have_count(0)
    fan.locator("#tournament-state").get_by_text("Complete").wait_for()


def test_another_game_brings_its_options_without_losing_what_was_typed(live_site, new_context):
    person("Dana")
    page = new_context().new_page()
    page.goto(f"{live_site.url}/account/sign-in/?next=/new/")
    page.get_by_label("E-mail address").fill("dana@example.org")
    page.get_by_label("Password").fill(PASSWORD)
    page.locator("main").get_by_role("button", name="Sign in").click()
    page.wait_for_url("**/new/")
    page.get_by_label("Name of the tournament").fill("Winter League")
    page.get_by_text("Options of the game").click()
    page.get_by_label("Stealing bases").check()
    page.get_by_label("Game system").select_option("one-die")
    page.get_by_label("Stealing bases").wait_for(state="detached")
    page.get_by_role("textbox", name="Clubs").fill("Aces\nBears\nCrows")
    assert page.get_by_label("Games in a series").is_hidden()
    page.get_by_label("A round robin of your own").check()
    page.get_by_label("Games in a series").fill("1")
    page.get_by_role("button", name="Set it up").click()
    page.wait_for_url("**/t/winter-league/desk/")
    assert page.get_by_text("3 clubs").first.is_visible()
    assert page.get_by_text("Double round robin, single games").first.is_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_pages_can_be_used_by_everybody(live_site, new_context, check_accessibility, scheme):
    tournament = league(5, director=person("Dana"))
    page = new_context(color_scheme=scheme).new_page()
    base = f"/t/{tournament.slug}/"
    for path in ("/", base, f"{base}standings/", f"{base}schedule/", f"{base}grid/"):
        page.goto(live_site.url + path)
        check_accessibility(page)
    page.goto(f"{live_site.url}/account/sign-in/?next={base}desk/")
    page.get_by_label("E-mail address").fill("dana@example.org")
    page.get_by_label("Password").fill(PASSWORD)
    page.locator("main").get_by_role("button", name="Sign in").click()
    page.wait_for_url("**/desk/")
    for path in (f"{base}desk/", f"{base}teams/1/", "/new/"):
        page.goto(live_site.url + path)
        check_accessibility(page)


def test_the_open_tab_is_in_sight_on_a_phone(live_site, new_context):
    tournament = league(4, director=person("Dana"))
    page = new_context(viewport={"width": 390, "height": 844}).new_page()
    page.goto(f"{live_site.url}/t/{tournament.slug}/rules/")
    # All of it but for the parts of a pixel that a browser rounds away.
    expect(page.locator(".hh-tabs [aria-current]")).to_be_in_viewport(ratio=0.99)
