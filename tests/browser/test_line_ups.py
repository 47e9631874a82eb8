"""The order of a line-up by hand in a real browser: dragged, by buttons on a phone, by keyboard."""

from urllib.parse import parse_qs

import pytest
from playwright.sync_api import Page, Route, expect

from games.planning.models import LineUp
from rosters.models import Squad
from tests.browser.test_drafts import PHONE, fits, sign_in
from tests.builders import league, manager
from tests.games.planning.builders import Club, an_event, series_of
from tests.rosters.builders import a_purestrat_set
from tournaments.services.plans import Format

pytestmark = pytest.mark.browser

DESKTOP = {"width": 1280, "height": 1000}


@pytest.fixture
def squad(live_site, page: Page) -> Squad:
    """A club of an event with a designated hitter, its manager signed in."""
    tournament = league(
        4,
        system_key="purestrat",
        card_set=a_purestrat_set().slug,
        format=Format(legs=1, series_length=2),
        edition_fields={"games": {"designated_hitter": True}},
    )
    sign_in(page, live_site.url, manager(tournament, 1))
    team = tournament.entrants.get(number=1).team
    return Squad.objects.get(event__key=tournament.scope, team=team)


def opened(page: Page, url: str, squad: Squad, size: dict[str, int]) -> None:
    page.set_viewport_size(size)  # type: ignore[arg-type]
    page.goto(f"{url}/squads/{squad.pk}/line-ups/left/")
    expect(page.locator("[data-place]")).to_have_count(9)


def nine(page: Page) -> list[tuple[str, str]]:
    """Who bats in each place, and where he plays, as it is chosen in the page."""
    found = page.locator("[data-place]").evaluate_all(
        "rows => rows.map(row => [...row.querySelectorAll('select')].map(one => one.value))"
    )
    return [(player, position) for player, position in found]


def test_a_player_is_dragged_to_another_place_and_it_is_saved(
    live_site, page: Page, squad, check_accessibility
):
    opened(page, live_site.url, squad, DESKTOP)
    before = nine(page)
    assert "dh" in {position for _, position in before}
    places = page.locator("[data-place]")
    places.nth(7).locator(".pl-number").drag_to(places.nth(1).locator(".pl-number"))
    moved = [before[0], before[7], *before[1:7], before[8]]
    assert nine(page) == moved
    expect(page.get_by_text("Everybody plays where his card lets him")).to_be_visible()
    check_accessibility(page)
    page.get_by_role("button", name="Save").first.click()
    expect(page.get_by_text("The line-up is saved.")).to_be_visible()
    assert nine(page) == moved
    stored = LineUp.objects.get(squad=squad, against="L").spots
    assert [(str(player), position) for player, position in stored] == moved


def test_on_a_phone_buttons_move_a_player(live_site, page: Page, squad):
    opened(page, live_site.url, squad, PHONE)
    fits(page)
    before = nine(page)
    page.get_by_role("button", name="Bat 3 one place earlier").click()
    assert nine(page) == [before[0], before[2], before[1], *before[3:]]
    fits(page)


def test_by_keyboard_the_focus_stays_with_the_player_who_moves(live_site, page: Page, squad):
    opened(page, live_site.url, squad, DESKTOP)
    before = nine(page)
    page.get_by_role("button", name="Bat 2 one place later").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Bat 3 one place later")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Bat 4 one place later")).to_be_focused()
    assert nine(page) == [before[0], before[2], before[3], before[1], *before[4:]]
    for place in range(5, 10):
        page.keyboard.press("Enter")
        way = "later" if place < 9 else "earlier"
        expect(page.get_by_role("button", name=f"Bat {place} one place {way}")).to_be_focused()
    assert nine(page)[8] == before[1]


def test_a_press_moves_a_player_one_place_however_late_the_answer_comes(
    live_site, page: Page, squad
):
    for size in (PHONE, DESKTOP):
        for press in ("mouse", "keyboard"):
            _press_twice(page, live_site.url, squad, size, press)


def _press_twice(page: Page, url: str, squad: Squad, size: dict[str, int], press: str) -> None:
    """The second press comes before the first is answered."""
    opened(page, url, squad, size)
    before = nine(page)
    page.locator("#line-up").evaluate("form => form.dataset.old = 'yes'")
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/line-ups/left/", hold)
    for place in (7, 8):
        arrow = page.get_by_role("button", name=f"Bat {place} one place later")
        with page.expect_request("**/line-ups/left/") as asked:
            if press == "mouse":
                arrow.click()
            else:
                arrow.focus()
                page.keyboard.press("Enter")
        assert not {"move", "act", "swap"} & parse_qs(asked.value.post_data or "").keys()
        assert nine(page) == [*before[:6], *before[7 : place + 1], before[6], *before[place + 1 :]]
    moved = nine(page)
    held[-1].continue_()
    expect(page.locator("#line-up[data-old]")).to_have_count(0)
    expect(page.get_by_role("button", name="Bat 9 one place earlier")).to_be_focused()
    assert nine(page) == moved
    page.unroute("**/line-ups/left/", hold)


def test_what_the_opponent_says_takes_nothing_away_from_a_line_up_that_is_being_built(
    live_site, page: Page
):
    event = an_event()
    clubs = {club.team.pk: club for club in (Club(event, 1), Club(event, 2))}
    series = series_of(event, *clubs)
    away, home = (clubs[team] for team in series.sides(1))
    where = f"/series/{series.pk}/games/1/before/"
    assert page.context.browser
    other = page.context.browser.new_page(viewport=DESKTOP)  # type: ignore[arg-type]
    for club, seen in ((away, page), (home, other)):
        sign_in(seen, live_site.url, club.user)
        seen.goto(f"{live_site.url}{where}")
        seen.get_by_role("button", name="Name the starter").click()
        # It is through: what comes later would be news to a page that is opened now.
        expect(seen.get_by_role("button", name="Name the starter")).to_have_count(0)
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    page.goto(f"{live_site.url}{where}")
    expect(page.locator("[data-live-status]").first).to_have_attribute("data-state", "on")
    before = nine(page)
    told = page.locator("[data-can-of]").all_inner_texts()
    page.get_by_role("button", name="Bat 1 one place later").click()
    moved = [before[1], before[0], *before[2:]]
    assert nine(page) == moved
    assert page.locator("[data-can-of]").all_inner_texts() == [told[1], told[0], *told[2:]]
    note = page.get_by_text("Something has changed here meanwhile.")
    expect(note).to_be_hidden()
    other.get_by_role("button", name="Confirm the line-up").click()
    expect(note).to_be_visible()
    assert nine(page) == moved
    fits(page)
    page.get_by_role("link", name="Show it").click()
    expect(page.get_by_text("Ready.")).to_be_visible()
    assert nine(page) == before
