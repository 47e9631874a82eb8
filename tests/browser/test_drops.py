"""A director and a club whose manager has gone, clicked through in a real browser, on a phone."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_drafts import PHONE, fits, sign_in
from tests.builders import director_of, person
from tests.tournaments.drops import play_rounds
from tests.tournaments.test_stages import event, play
from tournaments.models import Drop, Entrant, Tournament

pytestmark = pytest.mark.browser


def open_drops(live_site, page: Page, made: Tournament) -> None:
    sign_in(page, live_site.url, director_of(made))
    page.set_viewport_size(PHONE)
    page.goto(f"{live_site.url}/t/{made.slug}/drops/")


def choose(page: Page, club: Entrant) -> None:
    page.get_by_label("Club", exact=True).select_option(label=club.team.name)
    page.get_by_role("button", name="See what can be done").click()


@pytest.mark.rule("T0.08e", "T0.08f")
def test_t0_08_others_play_on_for_a_club_and_a_d20_says_who_takes_it_over(
    live_site, page: Page, check_accessibility
):
    made = event("purestrat-weekend", 8)
    play_rounds(made, 1, 2, 3, 4, 5)
    club = made.entrants.select_related("team").get(number=3)
    guests = [person("Guest One"), person("Guest Two")]
    open_drops(live_site, page, made)
    choose(page, club)
    fits(page)
    page.locator("#reason-cover").fill("Called away")
    page.get_by_role("button", name="Others play on for it").click()
    for guest in guests:
        page.get_by_label("Somebody, by e-mail").first.fill(guest.email)
        page.get_by_role("button", name="This manager plays").first.click()
        expect(page.get_by_text(f"{guest} plays for {club.team}")).to_be_visible()
    play(made)
    page.reload()
    fits(page)
    check_accessibility(page)
    for guest, roll in zip(guests, ("7", "16"), strict=True):
        page.get_by_label(f"{guest}, d20").fill(roll)
    page.get_by_role("button", name="Let it be taken over").click()
    expect(page.get_by_text(f"{guests[1]} has taken the club over")).to_be_visible()
    assert Drop.objects.get().taken_over_by == guests[1]
    page.goto(f"{live_site.url}/t/{made.slug}/teams/3/")
    expect(page.locator("body")).to_contain_text("Guest Two")


@pytest.mark.rule("T0.08a", "T0.08j")
def test_t0_08_a_director_sees_what_a_drop_changes_and_takes_the_club_out(
    live_site, page: Page, check_accessibility
):
    made = event("full-round-robin", 5)
    play_rounds(made, 1, 2)
    club = made.entrants.select_related("team").get(number=2)
    open_drops(live_site, page, made)
    choose(page, club)
    expect(page.get_by_role("heading", name="Standings")).to_be_visible()
    fits(page)
    check_accessibility(page)
    assert not Drop.objects.exists()
    page.locator("#reason-drop").fill("He sold his cards")
    page.get_by_label("I have looked for managers").check()
    page.get_by_role("button", name=f"Take {club.team} out").click()
    expect(page.locator("main")).to_contain_text("He sold his cards")
    club.refresh_from_db()
    assert club.dropped == Entrant.Dropped.VOID
    page.goto(f"{live_site.url}/t/{made.slug}/standings/")
    expect(page.locator("main")).to_contain_text(f"{club.team} has dropped out")
    play(made)
    made.refresh_from_db()
    assert made.state == Tournament.State.COMPLETE
