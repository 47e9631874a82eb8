"""Scoring in a real browser: a phone at the table, a second one beside it, somebody who watches."""

import re
from contextlib import suppress

import pytest
from playwright.sync_api import expect

from games.engine.folds.summary import summarise
from games.engine.record import simulate
from games.services.going_on import Until, go_on
from games.services.scoring import SERVER_DICE, Seats, add_entries, record_game
from tests.builders import PASSWORD, director_of, manager
from tests.games.builders import ADVANCED, league_series, started
from tournaments.services.plans import Format

pytestmark = pytest.mark.browser

PHONE = {"width": 390, "height": 844}


@pytest.fixture
def match(transactional_db):
    """A tournament with advanced poker dice, and the series of its first two clubs."""
    return league_series(system_key="poker-dice", settings=ADVANCED)


@pytest.fixture
def open_page(live_site, new_context):
    """A page of somebody signed in, with what its console complained of."""

    def make(email, path, **context):
        page = new_context(**context).new_page()
        page.complaints = []
        page.on("pageerror", lambda error: page.complaints.append(str(error)))
        page.on(
            "console",
            lambda said: page.complaints.append(said.text) if said.type == "error" else None,
        )
        if not email:
            page.goto(live_site.url + path)
            return page
        page.goto(f"{live_site.url}/account/sign-in/?next={path}")
        page.get_by_label("E-mail address").fill(email)
        page.get_by_label("Password").fill(PASSWORD)
        page.locator("main").get_by_role("button", name="Sign in").click()
        page.wait_for_url(f"**{path}")
        return page

    return make


def enter(page, throw: str) -> None:
    """Tap a throw on the pad."""
    for face in throw.split("-"):
        page.locator(f'[data-pad] [data-face="{face}"]').click()
    page.get_by_role("button", name="Enter the throw").click()


@pytest.mark.smoke
def test_half_an_inning_on_a_phone(match, open_page, check_accessibility):
    tournament, series = match
    manager(tournament, 1, "First")
    path = f"/series/{series.pk}/games/1/score/"
    page = open_page("first@example.org", path, viewport=PHONE)
    check_accessibility(page)
    page.get_by_role("button", name="Start the game").click()

    board = page.locator(".hh-board")
    where = page.locator(".gm-where")
    expect(where).to_have_text("Top of the 1st, 0 out")
    expect(page.get_by_role("button", name="Enter the throw")).to_be_disabled()
    enter(page, "J-J-J-9-Q")
    expect(page.locator(".gm-last")).to_contain_text("walks")
    expect(page.locator(".gm-diamond .gm-manned")).to_have_count(1)
    check_accessibility(page)

    page.get_by_role("button", name="Runner on first goes for second").click()
    expect(page.locator("[data-pad] [data-slot]")).to_have_count(2)
    enter(page, "9-A")
    expect(page.locator(".gm-last")).to_contain_text("steals second")

    enter(page, "K-K-K-K-9")
    expect(board.locator(".hh-board-runs").first).to_have_text("2")
    enter(page, "9-9-10-10-A")
    expect(where).to_have_text("Top of the 1st, 1 out")
    page.get_by_role("button", name="Undo the last entry").click()
    expect(where).to_have_text("Top of the 1st, 0 out")
    for outs in (1, 2):
        enter(page, "9-9-10-10-A")
        expect(where).to_have_text(f"Top of the 1st, {outs} out")
    enter(page, "9-9-10-10-A")
    expect(where).to_have_text("Bottom of the 1st, 0 out")

    page.get_by_role("link", name="Plays", exact=True).click()
    page.get_by_role("link", name="Go back to before").first.click()
    with suppress(AssertionError):
        expect(page).to_have_url(re.compile("rewind="))
    if "rewind=" not in page.url:
        # The list was replaced by a newer one under the press.
        page.get_by_role("link", name="Go back to before").first.click()
    page.get_by_label("Why?").fill("The die was cocked")
    page.get_by_role("button", name="Take it back").click()
    expect(where).to_have_text("Top of the 1st, 2 out")
    assert page.url.endswith("/score/")
    page.reload()
    expect(where).to_have_text("Top of the 1st, 2 out")
    assert page.complaints == []


def test_the_keys_of_a_keyboard_are_the_faces(match, open_page):
    tournament, series = match
    manager(tournament, 1, "First")
    started(series)
    page = open_page("first@example.org", f"/series/{series.pk}/games/1/score/")
    for key in "kkq9":
        page.keyboard.press(key)
    page.keyboard.press("Backspace")
    for key in "q0":
        page.keyboard.press(key)
    expect(page.get_by_role("button", name="Enter the throw")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".gm-last")).to_contain_text("singles")


def test_without_scripts_the_dice_are_radio_buttons(match, open_page):
    tournament, series = match
    manager(tournament, 1, "First")
    page = open_page(
        "first@example.org",
        f"/series/{series.pk}/games/1/score/",
        viewport=PHONE,
        java_script_enabled=False,
    )
    page.get_by_role("button", name="Start the game").click()
    for die, face in enumerate("JJJ9Q", start=1):
        page.locator(f'label:has(input[name="die-{die}"][value="{face}"])').click()
    page.get_by_role("button", name="Enter the throw").click()
    expect(page.locator(".gm-last")).to_contain_text("walks")


@pytest.mark.smoke
def test_what_one_phone_enters_the_others_see(match, open_page):
    tournament, series = match
    manager(tournament, 1, "First")
    manager(tournament, 2, "Second")
    game = started(series)
    path = f"/series/{series.pk}/games/1/score/"
    first = open_page("first@example.org", path, viewport=PHONE)
    second = open_page("second@example.org", path, viewport=PHONE)
    fan = open_page("", f"/games/{game.pk}/")
    for page in (first, second, fan):
        page.evaluate("window.sameDocument = true")
        page.locator("[data-live-status][data-state=on]").first.wait_for()
    enter(first, "J-J-J-9-Q")
    expect(second.locator(".gm-last")).to_contain_text("walks")
    expect(fan.locator("#half-1-0")).to_contain_text("walks")
    for page in (first, second, fan):
        assert page.evaluate("window.sameDocument") is True


def test_what_is_typed_and_not_sent_outlasts_a_play_of_the_other(match, open_page):
    tournament, series = match
    manager(tournament, 1, "First")
    game = started(series)
    page = open_page("first@example.org", f"/series/{series.pk}/games/1/score/", viewport=PHONE)
    page.locator("#more-entries summary").click()
    page.get_by_label("Entries").fill("9-9-10-10-A")
    page.locator('[data-pad] [data-face="K"]').click()
    add_entries(game_id=game.pk, after=0, entries=["J-J-J-9-Q"], acting_user=None)
    expect(page.locator(".gm-last")).to_contain_text("walks")
    expect(page.get_by_label("Entries")).to_be_visible()
    expect(page.get_by_label("Entries")).to_have_value("9-9-10-10-A")
    # Dice belong to the throw that was waited for then.
    expect(page.locator("[data-slot].is-set")).to_have_count(0)
    assert page.complaints == []


def test_standing_orders_not_sent_outlast_a_play_of_the_other(match, open_page):
    tournament, series = match
    manager(tournament, 1, "First")
    director = director_of(tournament)
    game = record_game(
        series_id=series.pk,
        number=1,
        transcript=(),
        acting_user=director,
        seats=Seats(dice=SERVER_DICE),
    )
    page = open_page("first@example.org", f"/series/{series.pk}/games/1/score/", viewport=PHONE)
    orders = page.locator("details[id^=orders-]").first
    orders.locator("summary").click()
    chosen = orders.locator("select").first
    other = chosen.locator("option:not([selected])").first.get_attribute("value")
    assert other is not None
    chosen.select_option(other)
    asked_at = page.locator("#scorer").get_attribute("hx-get")
    go_on(game_id=game.pk, after=0, answer=[], acting_user=director, until=Until.TURN)
    expect(page.locator("#scorer")).not_to_have_attribute("hx-get", asked_at)
    expect(chosen).to_be_visible()
    expect(chosen).to_have_value(other)
    assert page.complaints == []


def test_a_poke_does_not_wipe_a_throw_that_is_half_entered(match, open_page):
    tournament, series = match
    manager(tournament, 1, "First")
    started(series)
    started(series, number=2)
    page = open_page("first@example.org", f"/series/{series.pk}/games/1/score/")
    page.locator("[data-live-status][data-state=on]").first.wait_for()
    for face in ("K", "K", "Q"):
        page.locator(f'[data-pad] [data-face="{face}"]').click()
    other = series.games.get(number=2)
    with page.expect_response(lambda answer: "mark=" in answer.url) as answered:
        add_entries(game_id=other.pk, after=0, entries=["J-J-J-9-Q"], acting_user=None)
    assert answered.value.status == 204
    expect(page.locator("[data-slot].is-set")).to_have_count(3)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_pages_can_be_used_by_everybody(match, open_page, check_accessibility, scheme):
    _, series = match
    game = started(series, "J-J-J-9-Q", "steal=1", "9-A", "K-K-K-K-9", "concede=home")
    other = started(series, number=2)
    for path in (
        f"/series/{series.pk}/",
        f"/games/{game.pk}/",
        f"/games/{other.pk}/",
        f"/games/{game.pk}/verify/",
        "/systems/",
        "/systems/poker-dice/",
        "/systems/one-die/sample/?seed=abc",
        "/systems/purestrat/what-if/",
    ):
        page = open_page("", path, color_scheme=scheme)
        check_accessibility(page)
        assert page.complaints == [], path
        page.close()


@pytest.mark.parametrize("width", [390, 1280])
def test_runs_hits_and_errors_are_in_sight_however_long_the_game(
    transactional_db, open_page, width
):
    _, series = league_series(system_key="poker-dice", format=Format(legs=1, series_length=1))
    long = next(
        record
        for record in (simulate(series.system, series.settings, f"long {n}") for n in range(2000))
        if record.transcript and summarise(record).inning >= 13
    )
    game = started(series, *long.transcript)
    assert game.inning >= 13
    for path in ("/", f"/games/{game.pk}/"):
        page = open_page("", path, viewport={"width": width, "height": 844})
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        totals = page.locator(".hh-board").first.locator("tbody .hh-board-total")
        expect(totals).to_have_count(6)
        for at in range(6):
            expect(totals.nth(at)).to_be_in_viewport(ratio=0.99)
        frame = page.locator(".hh-board-frame").first.bounding_box()
        last = totals.nth(2).bounding_box()
        assert last["x"] + last["width"] <= frame["x"] + frame["width"]


def test_a_field_that_was_drawn_larger_costs_no_complaint_of_the_policy(match, open_page):
    tournament, series = match
    manager(tournament, 1, "First")
    started(series)
    page = open_page("first@example.org", f"/series/{series.pk}/games/1/score/")
    page.get_by_text("Type entries").click()
    page.locator("#entries").fill("no such entry")
    # As the browser does when somebody pulls at its corner.
    page.evaluate("document.getElementById('entries').style.height = '200px'")
    page.get_by_role("button", name="Enter them").click()
    expect(page.get_by_text("Not entered")).to_be_visible()
    assert not [said for said in page.complaints if "Content Security Policy" in said]
