"""The ground floor in a real browser: ways in, live streams, and what the content policy allows."""

import re

import pytest
from django.core import mail
from playwright.sync_api import Page, expect

from config.live.services import publish
from config.people.models import User
from config.people.services import create_account
from tests.builders import director_of, league

pytestmark = pytest.mark.browser

PASSWORD = "nine-innings-of-rain"


@pytest.fixture
def complaints(page: Page) -> list[str]:
    """What the browser's console complained of, the content policy above all."""
    found: list[str] = []
    page.on("console", lambda said: found.append(said.text) if said.type == "error" else None)
    page.on("pageerror", lambda error: found.append(str(error)))
    return found


def casey(**fields: object) -> None:
    user = create_account(
        email="casey@example.org", name="Casey", password=PASSWORD, acting_user=None
    )
    for field, value in fields.items():
        setattr(user, field, value)
    user.save()


def sign_in(page: Page, url: str) -> None:
    page.goto(url)
    page.get_by_label("E-mail address").fill("casey@example.org")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("main").get_by_role("button", name="Sign in").click()


@pytest.mark.smoke
def test_signing_in_and_out(live_site, page: Page, complaints, check_accessibility):
    casey()
    page.goto(f"{live_site.url}/account/sign-in/")
    check_accessibility(page)
    sign_in(page, f"{live_site.url}/account/sign-in/?next=/account/profile/")
    expect(page.get_by_role("heading", name="Your profile")).to_be_visible()
    check_accessibility(page)
    menu = page.locator("[data-menu] summary").filter(has_text="Casey")
    menu.click()
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Sign out")).to_be_hidden()
    expect(menu).to_be_focused()
    menu.click()
    check_accessibility(page)
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("link", name="Sign in", exact=True)).to_be_visible()
    assert complaints == []


def test_signing_in_by_link(live_site, page: Page, complaints):
    casey()
    page.goto(f"{live_site.url}/account/link/?next=/account/profile/")
    page.get_by_label("E-mail address").fill("casey@example.org")
    page.get_by_role("button", name="Mail me a link").click()
    expect(page.get_by_role("heading", name="Look at your mail")).to_be_visible()
    found = re.search(r"http\S+/account/enter/\S+", mail.outbox[-1].body)
    assert found
    page.goto(found[0])
    page.get_by_role("main").get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("heading", name="Your profile")).to_be_visible()
    assert complaints == []


def test_a_browser_hears_a_poke_made_by_another_thread(live_site, page: Page):
    topic = league(3).scope
    page.goto(f"{live_site.url}/account/sign-in/")
    page.evaluate(
        """topic => {
            const stream = new EventSource(`/live/?topic=${topic}`);
            stream.addEventListener(topic, event => { document.title = event.data; });
            return new Promise(resolve => { stream.onopen = resolve; });
        }""",
        topic,
    )
    publish("tournament:4000", topic)
    expect(page).to_have_title(topic)


def test_the_api_docs_draw_themselves_under_the_sites_policy(
    live_site, page: Page, complaints, check_accessibility
):
    page.goto(f"{live_site.url}/api/docs/")
    # The schema of everything is made first, which may take a busy machine a while.
    expect(page.get_by_role("heading", name="Horsehide API")).to_be_visible(timeout=60_000)
    # Of a long list it draws what is in sight; the filter finds the rest.
    for tag in ("ballparks", "tournaments"):
        page.locator(".operation-filter-input").fill(tag)
        expect(page.get_by_role("heading", name=tag)).to_be_visible()
    check_accessibility(page)
    assert complaints == []


def test_the_back_office_works_under_its_own_policy(
    live_site, page: Page, complaints, check_accessibility
):
    casey(is_staff=True, is_superuser=True)
    page.goto(f"{live_site.url}/admin/login/?next=/admin/people/user/")
    check_accessibility(page)
    page.locator("[name=username]").fill("casey@example.org")
    page.locator("[name=password]").fill(PASSWORD)
    page.locator("main").get_by_role("button", name="Sign in").click()
    page.get_by_role("link", name="casey@example.org").click()
    expect(page.locator("[name=name]")).to_have_value("Casey")
    check_accessibility(page)
    for address in ("/admin/people/user/", "/admin/"):
        page.goto(f"{live_site.url}{address}")
        check_accessibility(page)
    assert complaints == []


def test_an_answer_counts_though_the_question_was_refreshed_away(live_site, page: Page):
    tournament = league(4, started=False)
    email = director_of(tournament).email
    user = User.objects.get(email=email)
    user.set_password(PASSWORD)
    user.save()
    page.goto(f"{live_site.url}/account/sign-in/?next=/t/{tournament.slug}/desk/")
    page.get_by_label("E-mail address").first.fill(email)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("main").get_by_role("button", name="Sign in").click()
    last = tournament.entrants.select_related("team").get(number=4).team.name
    page.get_by_role("button", name=f"Take out {last}").click()
    # What a live refresh does: the form makes room for a fresh copy of itself.
    page.evaluate(
        """() => {
            for (const form of document.querySelectorAll("form[data-confirm]"))
                form.replaceWith(form.cloneNode(true));
        }"""
    )
    page.get_by_role("button", name="Take it out", exact=True).click()
    expect(page.get_by_text("The club is out")).to_be_visible()
    assert tournament.entrants.count() == 3
