"""The draft room in a real browser: what strangers are sent, and who can use it without eyes."""

import pytest
from django.conf import settings
from playwright.sync_api import Page, Route, expect

from config.people.models import User
from rosters.drafts.services import bidding, directing, linking, picking, preparing
from rosters.models import Card
from rosters.rules.draft.settings import AuctionTerms, DraftSettings
from tests.builders import browser, director_of, league
from tests.rosters.drafts import (
    NOW,
    UNSANCTIONED,
    a_league,
    best,
    opened,
    prepared,
    room_of,
    set_up,
    take,
)
from tests.rosters.test_draft_pages import managing

pytestmark = pytest.mark.browser

PHONE = {"width": 390, "height": 844}


def sign_in(page: Page, url: str, user: User) -> None:
    """As somebody, by the cookie of a session."""
    name = settings.SESSION_COOKIE_NAME
    cookie = browser(user).cookies[name].value
    page.context.add_cookies([{"name": name, "value": cookie, "url": url}])


def fits(page: Page) -> None:
    """Nothing sticks out to the side, once what resizing the window changes has been drawn."""
    page.wait_for_function(
        "document.documentElement.scrollWidth <= document.documentElement.clientWidth"
    )


@pytest.mark.smoke
def test_strangers_see_a_pick_at_once_in_the_room_and_by_the_link(live_site, page: Page):
    draft, director = opened()
    made = linking.make_link(draft=draft, acting_user=director)
    board = page.context.new_page()
    page.goto(f"{live_site.url}/drafts/{draft.pk}/")
    board.goto(f"{live_site.url}/boards/{made.watch_key}/")
    for each in (page, board):
        expect(each.locator(".dr-grid .dr-now")).to_have_count(1)
    card = take(draft, director)
    name = Card.objects.get(pk=card).name
    for each in (page, board):
        expect(each.locator(".dr-grid .dr-made")).to_contain_text(name)
    expect(page.locator(".dr-whose")).to_have_text(room_of(draft).pool.name(2))


def test_what_the_director_has_opened_and_typed_stays_when_somebody_checks_in(
    live_site, page: Page
):
    tournament = a_league(4)
    director = director_of(tournament)
    draft = set_up(tournament=tournament, acting_user=director)
    preparing.change_settings(draft=draft, settings=UNSANCTIONED, acting_user=director)
    seat = draft.seats.get(number=1)
    sign_in(page, live_site.url, director)
    page.goto(f"{live_site.url}/drafts/{draft.pk}/")
    menu = page.locator(f"#more-{seat.number}")
    menu.locator("summary").click()
    typed = page.locator("input[name=faces]").last
    typed.fill("17")
    preparing.say_who_drafts(seat=seat, drafter="manager", acting_user=director)
    row = page.locator("tr", has=menu)
    expect(row).to_contain_text("is here")
    expect(menu).to_have_attribute("open", "")
    expect(typed).to_have_value("17")
    # Nor does it when he has another's roll made.
    name = draft.seats.get(number=2).name
    page.get_by_role("button", name=f"Roll for {name}", exact=True).click()
    expect(page.locator("tr", has_text=name).locator("input[name=faces]")).to_have_count(0)
    expect(menu).to_have_attribute("open", "")
    expect(typed).to_have_value("17")


def test_the_list_of_who_is_left_follows_the_board(live_site, page: Page):
    draft, director = opened()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    sign_in(page, live_site.url, managing(draft, 3))
    page.goto(f"{live_site.url}/drafts/{draft.pk}/")
    lines, left = page.locator("[data-rows] > li"), page.locator("[data-left]")
    expect(lines).to_have_count(30)
    before = int(left.inner_text().replace(",", ""))

    def lists_asked_for() -> int:
        return sum("/available/" in url for url in asked)

    once = lists_asked_for()
    # Another's pick: its line goes, and nobody asks for the list anew.
    first = lines.first.get_attribute("data-key") or ""
    picking.make_pick(
        draft=draft,
        division=1,
        slot=1,
        card=int(first.removeprefix("card ")),
        acting_user=director,
        now=NOW,
    )
    line = page.locator(f"[data-key='{first}']")
    expect(line).to_have_count(0)
    expect(left).to_have_text(f"{before - 1:,}")
    assert lists_asked_for() == once
    # One's own turn: the list comes with its buttons.
    expect(page.locator("[data-draft]")).to_have_count(0)
    take(draft, director, "ss")
    expect(page.locator("[data-draft]")).to_have_count(30)
    assert lists_asked_for() == once + 1
    # What is taken back is there again.
    directing.undo(draft=draft, division=1, pick=1, acting_user=director, now=NOW)
    expect(left).to_have_text(f"{before:,}")
    expect(line).to_have_count(1)


def test_a_list_under_way_is_not_asked_for_twice_and_one_that_failed_is_asked_for_anew(
    live_site, page: Page
):
    draft, director = opened()
    sign_in(page, live_site.url, managing(draft, 2))
    lists = "**/available/**"
    asked: list[Route] = []

    def answer_but_for_the_second(route: Route) -> None:
        asked.append(route)
        if len(asked) != 2:
            route.continue_()

    # Before the page is opened: a request on its way while routes are set may hang for ever.
    page.route(lists, answer_but_for_the_second)
    page.goto(f"{live_site.url}/drafts/{draft.pk}/")
    # The first list is there: a pick that came before it would be in it already.
    expect(page.locator("[data-rows] > li")).to_have_count(30)

    def come_again() -> None:
        page.evaluate("document.dispatchEvent(new Event('htmx:load'))")

    with page.expect_request(lists):
        take(draft, director, "ss")
    come_again()
    come_again()
    assert len(asked) == 2
    page.evaluate("failed = new Promise((seen) => addEventListener('htmx:sendError', seen)); 0")
    asked[1].abort()
    page.evaluate("failed.then(() => true)")
    come_again()
    expect(page.locator("[data-draft]")).to_have_count(30)
    come_again()
    assert len(asked) == 3


@pytest.mark.parametrize("viewport", [None, PHONE])
def test_every_page_of_a_draft_can_be_used_without_eyes(
    live_site, page: Page, check_accessibility, viewport
):
    if viewport:
        page.set_viewport_size(viewport)
    draft, director = opened()
    take(draft, director)
    made = linking.make_link(draft=draft, acting_user=director)
    cards = draft.card_set.slug
    waiting = prepared(
        league(4, name="Waiting", system_key="purestrat", card_set=cards, started=False)
    )
    sign_in(page, live_site.url, director)
    home = f"/drafts/{draft.pk}/"
    card = best(draft, "cf")
    for path in (
        home,
        f"{home}wall/",
        f"{home}log/",
        f"{home}recap/",
        f"{home}confirm/?slot=2&card={card}",
        f"{home}type-in/",
        f"/boards/{made.watch_key}/",
        f"/drafts/{waiting.pk}/",
        "/t/waiting/squads/",
    ):
        page.goto(f"{live_site.url}{path}")
        check_accessibility(page)
        fits(page)


def test_a_message_covers_nothing_of_the_board(live_site, page: Page, check_accessibility):
    draft, director = opened()
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    sign_in(page, live_site.url, director)
    page.goto(f"{live_site.url}/drafts/{draft.pk}/")
    page.evaluate(
        """document.dispatchEvent(
            new CustomEvent("toast", {detail: {message: "Taken.", level: "warning"}}))"""
    )
    message = page.get_by_text("Taken.")
    expect(message).to_be_visible()
    box, room = message.bounding_box(), page.locator(".dr").bounding_box()
    assert box is not None
    assert room is not None
    assert box["y"] + box["height"] <= room["y"]
    check_accessibility(page)


def in_sight(page: Page, *selectors: str) -> None:
    """Each is whole on the screen, without scrolling."""
    for selector in selectors:
        expect(page.locator(selector).first).to_be_in_viewport(ratio=0.99)


def test_fourteen_clubs_board_list_squad_and_queue_are_on_one_screen_at_a_desk(
    live_site, page: Page
):
    draft, director = opened(clubs=14)
    take(draft, director)
    page.set_viewport_size({"width": 1280, "height": 900})
    sign_in(page, live_site.url, managing(draft, 4))
    home = f"{live_site.url}/drafts/{draft.pk}/"
    page.goto(home)
    expect(page.locator("[data-rows] > li")).to_have_count(30)
    in_sight(page, ".dr-status", ".dr-board", ".dr-pool", "#squad", "#queue")
    in_sight(page, ".dr-board th[data-slot='14']", "[data-rows] > li")
    expect(page.locator(".dr-wait")).to_have_text("Your turn in 2")
    # Who still needs a catcher, and how many of them: instead of the board, on request.
    expect(page.locator(".dr-lacks")).to_be_hidden()
    page.locator(".dr-shows").get_by_text("Needs").click()
    expect(page.locator(".dr-board")).to_be_hidden()
    expect(page.locator(".dr-lacking thead")).to_contain_text("14 need")
    expect(page.locator(".dr-lacking tr[data-slot='1']")).to_contain_text("1/2")
    expect(page.locator(".dr-lacking tr.dr-own")).to_have_attribute("data-slot", "4")
    # The choice stays when somebody picks.
    take(draft, director)
    expect(page.locator(".dr-wait")).to_have_text("You are next")
    expect(page.locator(".dr-lacks")).to_be_visible()
    page.goto(f"{home}wall/")
    in_sight(page, "th[data-slot='14']")


def test_on_a_phone_one_part_at_a_time_is_shown_and_whose_turn_it_is_stays_in_sight(
    live_site, page: Page
):
    draft, _ = opened()
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    sign_in(page, live_site.url, managing(draft, 3))
    page.goto(f"{live_site.url}/drafts/{draft.pk}/")
    lines = page.locator("[data-rows] > li")
    expect(lines).to_have_count(30)
    expect(page.locator(".dr-board")).to_be_hidden()
    in_sight(page, ".dr-status", "[data-rows] > li:nth-child(5)")
    lines.last.scroll_into_view_if_needed()
    in_sight(page, ".dr-wait")
    page.evaluate("scrollTo(0, 0)")
    page.locator(".dr-shows").get_by_text("Squad").click()
    expect(page.locator("#squad")).to_be_visible()
    expect(page.locator(".dr-pool")).to_be_hidden()
    # A club's name on the board leads to its squad.
    page.locator(".dr-shows").get_by_text("Board").click()
    page.locator("th[data-slot='2'] a").click()
    expect(page.locator("#squad")).to_be_visible()
    expect(page.locator("#squad h2")).to_have_text(room_of(draft).pool.name(2))


def test_the_acts_of_a_director_stand_behind_their_names(live_site, page: Page):
    draft, director = opened()
    sign_in(page, live_site.url, director)
    page.goto(f"{live_site.url}/drafts/{draft.pk}/")
    expect(page.locator("#dr-undo")).to_be_hidden()
    page.get_by_text("Take back to a pick").click()
    expect(page.locator("#dr-undo")).to_be_visible()


def test_a_card_lies_in_a_drawer_and_the_house_is_asked_without_leaving_the_room(
    live_site, page: Page, check_accessibility
):
    draft, _ = opened()
    page.set_viewport_size({"width": 1280, "height": 900})
    sign_in(page, live_site.url, managing(draft, 1))
    home = f"{live_site.url}/drafts/{draft.pk}/"
    page.goto(home)
    # A head sorts the list, and says so.
    page.locator("a[data-sort='name'], a[data-sort='hr']").first.click()
    expect(page.locator("a[data-sort='hr']")).to_have_attribute("aria-current", "true")
    name = page.locator("[data-rows] a[data-card]").first
    said = name.inner_text()
    name.click()
    drawer = page.locator("#dr-card")
    expect(drawer.locator(".cd-name")).to_have_text(said)
    expect(drawer.get_by_text("Close")).to_be_focused()
    check_accessibility(page)
    page.keyboard.press("Escape")
    expect(drawer).to_be_hidden()
    expect(name).to_be_focused()
    page.get_by_text("What would the house take?").click()
    asked = page.locator("#dr-confirm")
    expect(asked).to_contain_text("the squad lacks")
    check_accessibility(page)
    asked.locator("[data-first]").click()
    asked.locator("button[data-first]").click()
    expect(page.locator(".dr-whose")).not_to_contain_text("Your turn")
    assert page.url == home
    assert room_of(draft).board.selections[1].seat == 1


def test_the_figures_of_a_player_stand_clear_of_the_button_on_a_phone(live_site, page: Page):
    draft, director = opened()
    sign_in(page, live_site.url, director)
    page.set_viewport_size(PHONE)
    page.goto(f"{live_site.url}/drafts/{draft.pk}/available/")
    page.evaluate(
        "document.querySelectorAll('.dr-line dd').forEach(figure => figure.textContent = '.410')"
    )
    row = page.locator(".dr-left li").first
    line, button = row.locator(".dr-line").bounding_box(), row.locator(".btn").bounding_box()
    assert line is not None
    assert button is not None
    assert line["y"] >= button["y"] + button["height"]
    fits(page)
    assert row.locator(".dr-line").evaluate("line => line.scrollWidth <= line.clientWidth")


def test_a_manager_bids_on_a_phone_and_all_see_who_leads(live_site, page: Page):
    terms = AuctionTerms(budget=260)
    draft, _ = opened(DraftSettings(sanctioned=False, order="auction", auction=terms))
    one, two = (managing(draft, slot) for slot in (1, 2))
    at = {"draft": draft, "division": 1, "now": NOW}
    bidding.nominate(**at, slot=1, opening=31, card=best(draft, "ss"), acting_user=one)
    looking = page.context.browser.new_context().new_page()
    looking.goto(f"{live_site.url}/drafts/{draft.pk}/wall/")
    expect(looking.locator(".dr-price")).to_have_text("31")
    page.set_viewport_size(PHONE)
    sign_in(page, live_site.url, two)
    page.goto(f"{live_site.url}/drafts/{draft.pk}/")
    page.get_by_label("Bid for me up to").fill("40")
    page.get_by_role("button", name="Set").click()
    for each in (page, looking):
        expect(each.locator(".dr-price").first).to_have_text("32")
    expect(page.get_by_label("Bids are raised for you up to 40")).to_be_visible()
    lot = room_of(draft).board.lot
    bidding.bid(**at, slot=1, lot=lot.number, amount=41, acting_user=one)
    bid = page.get_by_role("button", name="Bid 42")
    expect(bid).to_be_visible()
    page.wait_for_function("document.querySelector('.dr-bids .btn')?.offsetHeight >= 44")
    fits(page)
    bid.click()
    expect(page.get_by_text("You lead at 42")).to_be_visible()
    expect(looking.locator(".dr-price")).to_have_text("42")
