"""A passkey is added and signs in, in a browser with an authenticator of its own."""

import pytest
from playwright.sync_api import CDPSession, Page, expect

from config.people.models import Passkey
from config.people.second_factor import has_second_factor
from tests.browser.test_drafts import PHONE, fits, sign_in
from tests.builders import person

pytestmark = pytest.mark.browser

PASSWORD = "nine-innings-of-rain"
PAGE = "/account/security/second-factor/"


def authenticator(page: Page) -> tuple[CDPSession, str]:
    """One like a phone's, whose owner says yes at once."""
    session = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
        "automaticPresenceSimulation": True,
    }
    made = session.send("WebAuthn.addVirtualAuthenticator", {"options": options})
    return session, made["authenticatorId"]


def test_a_passkey_is_added_and_signs_in(live_site, page: Page, check_accessibility):
    casey = person("Casey")
    casey.set_password(PASSWORD)
    casey.save()
    # Browsers know no passkeys of a number.
    site = live_site.url.replace("127.0.0.1", "localhost")
    session, phone = authenticator(page)
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    sign_in(page, site, casey)
    page.goto(f"{site}{PAGE}")
    page.get_by_label("Name").fill("My phone")
    page.get_by_role("button", name="Add a passkey").click()
    expect(page.get_by_role("heading", name="Your recovery codes")).to_be_visible()
    page.get_by_role("link", name="I have kept them").click()
    expect(page.get_by_text("My phone")).to_be_visible()
    expect(page.get_by_text("never used")).to_be_visible()
    fits(page)
    check_accessibility(page)
    # A device makes no second one for the same account.
    page.get_by_role("button", name="Add a passkey").click()
    expect(page.get_by_text("There is a passkey for your account on this device")).to_be_visible()

    page.context.clear_cookies()
    page.goto(f"{site}/account/sign-in/?next={PAGE}")
    page.get_by_label("E-mail address").fill(casey.email)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("heading", name="Your second factor")).to_be_visible()
    fits(page)
    check_accessibility(page)
    page.get_by_role("button", name="Use a passkey").click()
    expect(page.get_by_text("last used")).to_be_visible()
    assert Passkey.objects.get().last_used_at is not None

    # Removing it asks for it once more; a device that has lost it has nothing to show.
    page.get_by_role("link", name="Change My phone").click()
    check_accessibility(page)
    session.send("WebAuthn.clearCredentials", {"authenticatorId": phone})
    page.get_by_role("button", name="Remove it").click()
    expect(page.get_by_text("Nothing came of it")).to_be_visible()
    assert has_second_factor(casey)
