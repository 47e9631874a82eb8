"""A director's own office in a real browser: its theme runs under the policy its pages have."""

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests.browser.test_drafts import PHONE, fits, sign_in
from tests.builders import person
from tests.games.seriesday.builders import a_day
from tournaments.own_office import office

pytestmark = pytest.mark.browser


def test_a_directors_office_opens_on_a_phone_with_nothing_forbidden_and_leads_to_the_site(
    live_site, page: Page
):
    day = a_day()
    day.report(day.home, day.claim(4, 2))
    said: list[str] = []
    page.on("console", lambda line: said.append(line.text))
    sign_in(page, live_site.url, day.director)
    page.set_viewport_size(PHONE)
    for model in office._registry:
        name = f"office:{model._meta.app_label}_{model._meta.model_name}_changelist"
        page.goto(live_site.url + reverse(name))
        fits(page)
    assert not [line for line in said if "Content Security Policy" in line]
    page.goto(f"{live_site.url}/office/seriesday/gamereport/")
    # What the theme hides until it is asked for is hidden.
    expect(page.get_by_placeholder("Type to search", exact=True)).to_be_hidden()
    page.get_by_role("link", name="Open", exact=True).click()
    expect(page.get_by_role("heading", name="Game 1: the result")).to_be_visible()


def test_the_office_can_be_read_in_the_dark(live_site, page: Page, check_accessibility):
    day = a_day()
    day.report(day.home, day.claim(4, 2))
    page.emulate_media(color_scheme="dark")
    sign_in(page, live_site.url, person("Staff", is_staff=True, is_superuser=True))
    series = day.series
    for path in (
        reverse("admin:index"),
        reverse("admin:games_series_changelist"),
        reverse("admin:games_series_change", args=[series.pk]),
        reverse("admin:games_game_changelist"),
    ):
        page.goto(live_site.url + path)
        check_accessibility(page)
