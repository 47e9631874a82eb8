"""A page whose reader has lost a right, or the session, says so in words and keeps no button."""

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from rosters.drafts.models import Draft
from rosters.models import Squad, TeamMember
from rosters.services.people import dismiss
from tests.browser.test_drafts import fits, sign_in
from tests.builders import director_of, entrant, league, manager
from tests.games.builders import ADVANCED, league_series, started
from tests.rosters.drafts import managing, opened
from tournaments.models import Tournament
from tournaments.services.events import change_visibility

pytestmark = pytest.mark.browser

CONTROLS = "main form[method=post] :is(button, input:not([type=hidden]), select, textarea):enabled"


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("config.live.views.PING_SECONDS", 0.5)


def ended(page: Page, words: str) -> None:
    """It says so, once, and nothing of it can be sent."""
    note = page.locator("[data-live-ended]")
    expect(note).to_be_visible()
    expect(note.locator("strong")).to_have_text(words)
    expect(page.locator(CONTROLS)).to_have_count(0)
    expect(page.locator("main form[method=post] button:visible")).to_have_count(0)


def leave(user: object, team_id: int, tournament: Tournament) -> None:
    member = TeamMember.objects.get(user=user, team=team_id)
    dismiss(member=member, scope=tournament.scope, acting_user=director_of(tournament))


def test_a_manager_who_is_removed_reads_it_at_the_table_on_the_squad_and_in_the_draft(
    live_site, context: BrowserContext, check_accessibility
):
    played, series = league_series(system_key="poker-dice", settings=ADVANCED)
    user = manager(played, 1, "Morgan")
    started(series, dice="server")
    draft, _ = opened(name="Drafted")
    cards = draft.card_set.slug
    planned = league(4, name="Planned", system_key="purestrat", card_set=cards)
    squad = Squad.objects.get(event__key=planned.scope, team=entrant(planned, 2).team_id)
    chief = managing(draft, 3)
    TeamMember.objects.filter(user=chief).update(user=user)
    TeamMember.objects.create(team=squad.team, user=user, role=TeamMember.Role.MANAGER)
    pages = {}
    for name, path in (
        ("score", f"/series/{series.pk}/games/1/score/"),
        ("squad", f"/squads/{squad.pk}/"),
        ("draft", f"/drafts/{draft.pk}/"),
        ("other", f"/t/{played.slug}/"),
    ):
        page = pages[name] = context.new_page()
        if name == "score":
            sign_in(page, live_site.url, user)
        page.goto(f"{live_site.url}{path}")
        expect(page.locator("[data-live-ended]")).to_be_hidden()
    for page in pages.values():
        expect(page.locator("[data-live-status][data-state=on]").first).to_be_attached()
    expect(pages["score"].locator(CONTROLS).first).to_be_visible()
    # The draft alone: the others go on.
    in_draft = Draft.objects.get(pk=draft.pk).seats.get(slot=3).team
    leave(user, in_draft.pk, Tournament.objects.get(key=draft.scope))
    ended(pages["draft"], f"You no longer manage {in_draft.name}.")
    assert pages["score"].locator("[data-live-ended]").is_hidden()
    expect(pages["score"].locator(CONTROLS).first).to_be_visible()
    leave(user, squad.team_id, planned)
    ended(pages["squad"], f"You no longer manage {squad.team.name}.")
    team = entrant(played, 1).team
    leave(user, team.pk, played)
    ended(pages["score"], f"You no longer manage {team.name}.")
    for width in (390, 1280):
        pages["score"].set_viewport_size({"width": width, "height": 900})
        fits(pages["score"])
        check_accessibility(pages["score"])


def test_who_signs_out_in_another_tab_reads_it_in_every_window(live_site, context: BrowserContext):
    made, series = league_series(system_key="poker-dice", settings=ADVANCED)
    user = manager(made, 1, "Morgan")
    started(series, dice="server")
    first, second = context.new_page(), context.new_page()
    sign_in(first, live_site.url, user)
    first.goto(f"{live_site.url}/series/{series.pk}/games/1/score/")
    expect(first.locator(CONTROLS).first).to_be_visible()
    second.goto(f"{live_site.url}/t/{made.slug}/")
    with second.expect_navigation():
        second.evaluate("document.querySelector('form[action$=\"sign-out/\"]').submit()")
    ended(first, "You are signed out here.")
    link = first.get_by_role("link", name="Sign in again")
    expect(link).to_have_attribute(
        "href", f"/account/sign-in/?next=/series/{series.pk}/games/1/score/"
    )
    # Nothing comes anew for a visitor, and no button of the page is left.
    expect(first.locator("form[method=post] :is(button, input):enabled")).to_have_count(0)


def test_a_visitor_of_an_event_that_becomes_private_reads_it(live_site, context: BrowserContext):
    made, series = league_series(system_key="poker-dice", settings=ADVANCED)
    started(series, dice="server")
    other = league(4, name="Still Open")
    closed, still = context.new_page(), context.new_page()
    closed.goto(f"{live_site.url}/series/{series.pk}/")
    still.goto(f"{live_site.url}/t/{other.slug}/")
    for page in (closed, still):
        expect(page.locator("[data-live-status][data-state=on]").first).to_be_attached()
    change_visibility(tournament=made, visibility="private", acting_user=director_of(made))
    ended(closed, f"{made.name} is no longer public.")
    expect(closed.get_by_role("link", name="Sign in again")).to_be_hidden()
    # The window beside it goes on, on the same stream.
    expect(still.locator("[data-live-status]").first).to_have_attribute("data-state", "on")
    assert still.locator("[data-live-ended]").is_hidden()
