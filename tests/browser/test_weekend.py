"""A weekend of two divisions, clicked through in a browser from its announcement to the mail with
its report: presses are counted, no press leads nowhere, and pages fit three screens of a phone."""

import re
import sys
from collections.abc import Iterator

import pytest
from django.core import mail
from playwright.sync_api import Page, Response, expect

from tests.browser.test_drafts import PHONE, fits, sign_in
from tests.browser.test_first_event import Hand
from tests.builders import NAMES, person
from tournaments.day.models import SignUp
from tournaments.models import Tournament

pytestmark = [pytest.mark.browser, pytest.mark.long]

MOST_PRESSES = 70
MOST_SCREENS = 3
LONG = re.compile(
    r"/(?:rulebook|entry|paper|poster|sheets?|statistics|rules|export|log|what-if|squads?)\b"
)
"""Books and sheets are as long as they are, also the one on which a round is entered."""


class Eyes:
    """What a page answers, kept: a press that leads to an error or to a page without a way on is a
    dead end."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.dead: list[str] = []
        page.on("response", self._heard)

    def _heard(self, answer: Response) -> None:
        if answer.request.is_navigation_request() and answer.status >= 400:
            self.dead.append(f"{answer.status} {answer.url}")

    def look(self) -> None:
        self.page.wait_for_load_state()
        if not self.page.locator("main a[href], main button, header nav a[href]").count():
            self.dead.append(f"nothing to press on {self.page.url}")


def tab(page: Page, hand: Hand, name: str) -> None:
    hand.press(page.get_by_role("link", name=name, exact=True).first)


def confirmed(page: Page, hand: Hand, label: str) -> None:
    """The question that a press asks first."""
    hand.press(page.get_by_role("button", name=label, exact=True))


def set_up(page: Page, hand: Hand, url: str) -> Tournament:
    page.goto(url)
    hand.press(page.get_by_role("link", name="New tournament").first)
    hand.write(page.get_by_label("Name of the tournament"), "Two Divisions")
    hand.write(page.locator("#id_clubs"), "\n".join(NAMES))
    hand.press(page.locator("label.tn-format", has_text="Tournament weekend"))
    page.locator("[name=in_divisions]").select_option(value="2")
    hand.presses += 2
    hand.press(page.get_by_role("button", name="Set it up"))
    return Tournament.objects.get()


def announce(page: Page, hand: Hand, made: Tournament) -> str:
    """It is announced, people are put on the list, and the room has a code."""
    tab(page, hand, "Announcement")
    hand.press(page.get_by_label("sign-up is open"))
    hand.write(page.locator("[name=place]"), "Legion Hall, Ottawa")
    hand.press(page.get_by_role("button", name="Announce", exact=True))
    sheet = "\n".join(f"Manager {number};Town {number};{name}" for number, name in enumerate(NAMES))
    hand.write(page.locator("#people-sheet"), sheet)
    hand.press(page.get_by_role("button", name="Put them on the list"))
    hand.press(page.get_by_role("button", name="Make the code for the room"))
    tab(page, hand, "Timetable")
    hand.write(page.locator("[name=first_table]"), "1")
    hand.press(page.get_by_role("button", name=re.compile("Settle")).first)
    made.announcement.refresh_from_db()
    return f"/here/{made.announcement.door_key}/"


def play(page: Page, hand: Hand, eyes: Eyes, made: Tournament) -> Iterator[str]:
    """What follows is drawn and every round played by the house, until there is nothing left."""
    for _ in range(60):
        page.goto(page.url.partition("/t/")[0] + f"/t/{made.slug}/desk/")
        made.refresh_from_db()
        if made.state == Tournament.State.COMPLETE:
            return
        if (game := page.get_by_role("button", name=re.compile("draw it$"))).count():
            hand.press(game.first)
            yield "a game between two"
        elif (rolls := page.get_by_role("button", name="Record the d20s")).count():
            form = page.locator("form", has=rolls.first).first
            for at, box in enumerate(form.locator("input[type=number]").all()):
                hand.write(box, str(20 - at))
            hand.press(rolls.first)
            yield "a d20"
        elif (draw := page.get_by_role("button", name="Draw what follows")).count():
            hand.press(draw)
            yield "drawn"
        else:
            one = page.locator("#desk-play form:has([value=play-round]) button")
            asks = page.locator("#desk-play form:has([value=play-round])").first
            confirms = asks.get_attribute("data-confirm") is not None
            with page.expect_response(lambda answer: answer.request.method == "POST"):
                hand.press(one.first)
                if confirms:
                    confirmed(page, hand, "Play it")
            yield "a round"
        eyes.look()
    raise AssertionError(f"the weekend does not end: {page.locator('main').inner_text()[300:1500]}")


def test_a_weekend_of_two_divisions_has_no_dead_end(live_site, page: Page, capsys):
    dana, hand, eyes = person("Dana"), Hand(), Eyes(page)
    sign_in(page, live_site.url, dana)
    made = set_up(page, hand, live_site.url)
    eyes.look()
    assert sorted(made.entrants.values_list("division", flat=True)) == [1] * 4 + [2] * 4
    door = announce(page, hand, made)
    eyes.look()
    phone = page.context.browser.new_page(viewport=PHONE)  # type: ignore[union-attr]
    at_the_door = Eyes(phone)
    phone.goto(f"{live_site.url}{door}")
    phone.get_by_role("button", name=re.compile("Manager 3")).click()
    expect(phone.locator("main")).to_contain_text("What to do next")
    fits(phone)
    at_the_door.look()
    assert SignUp.objects.get(name="Manager 3").here_at is not None
    tab(page, hand, "Director's desk")
    hand.press(page.get_by_role("button", name="Draw the schedule and start"))
    confirmed(page, hand, "Start play")
    eyes.look()
    tab(page, hand, "Round board")
    hand.press(page.get_by_role("button", name=re.compile("Start the clocks")))
    hand.press(page.get_by_role("link", name="Print the round"))
    eyes.look()
    rounds = play(page, hand, eyes, made)
    done = [next(rounds) for _ in range(2)]
    on_the_way = too_long(page, live_site.url, made)
    done += rounds
    tab(page, hand, "Reports")
    hand.press(page.get_by_role("link", name="Reports to send"))
    hand.press(page.locator("#record summary", has_text="Mail it"))
    hand.write(page.locator("#to-record"), "stats@example.org")
    hand.press(page.locator("#record").get_by_role("button", name=re.compile("Mail it")))
    eyes.look()
    assert "Manager" in mail.outbox[-1].body or "Ashford" in mail.outbox[-1].body
    long = on_the_way | too_long(page, live_site.url, made)
    with capsys.disabled():
        sys.stdout.write(
            f"\n{hand.presses} presses, {len(done)} rounds and drawings; dead ends: "
            f"{eyes.dead or 'none'}; over three screens on a phone: {long or 'none'}\n"
        )
    assert eyes.dead + at_the_door.dead == []
    assert long == {}
    assert hand.presses <= MOST_PRESSES


def too_long(page: Page, url: str, made: Tournament) -> dict[str, float]:
    """Screens of a phone that the pages of the event take, by kind, where they are more than three;
    one page of each kind, but for books and sheets."""
    desk = page.viewport_size
    page.set_viewport_size(PHONE)
    waiting, seen, long = [f"/t/{made.slug}/"], set(), {}
    while waiting:
        path = waiting.pop(0)
        kind = re.sub(r"\d+", "N", path)
        if kind in seen or LONG.search(path):
            continue
        seen.add(kind)
        answer = page.goto(f"{url}{path}", timeout=120_000)
        if answer is None or "text/html" not in answer.headers.get("content-type", ""):
            continue
        high = page.evaluate("document.documentElement.scrollHeight") / PHONE["height"]
        if high > MOST_SCREENS:
            long[kind.removeprefix(f"/t/{made.slug}/")] = round(high, 1)
        hrefs = page.locator("main a[href]:not([download])").evaluate_all(
            "all => all.map(each => each.getAttribute('href'))"
        )
        waiting += [
            each.partition("#")[0].partition("?")[0]
            for each in hrefs
            if re.match(rf"/(?:t/{made.slug}|series|games)/(?!.*\.\w+$)", each)
        ]
    if desk is not None:
        page.set_viewport_size(desk)
    page.goto(f"{url}/t/{made.slug}/desk/")
    return long
