"""Clocks of an online game count down before who plays and who watches, by the server's time."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from games.access import speaks_for
from games.models import GameClock
from games.rules.game_clocks import GRACE, Allowance
from games.services.clocks import set_terms
from tests.browser.test_drafts import fits, sign_in
from tests.builders import director_of, manager
from tests.games.builders import ADVANCED, league_series, started
from tests.games.test_clocks import asked, now

pytestmark = pytest.mark.browser

LEFT = timedelta(minutes=5)
WRONG = datetime(2020, 2, 29, 12, 0, tzinfo=UTC)
"""What the clock of the browser's machine says, whatever the server's does."""


@pytest.fixture
def asked_game(monkeypatch):
    """A game of two people in which one has five minutes left, and who that is."""
    monkeypatch.setattr("games.services.scoring.fresh_seed", lambda: "clocks")
    tournament, series = league_series(system_key="poker-dice", settings=ADVANCED)
    set_terms(
        scope=tournament.scope,
        allowance=Allowance(300, 0),
        acting_user=director_of(tournament),
        subject=tournament,
    )
    people = [manager(tournament, number, f"Manager {number}") for number in (1, 2)]
    game, side = asked(started(series, dice="server"))
    sides = {next(iter(speaks_for(user, game))): user for user in people}
    due = timezone.now() + LEFT
    GameClock.objects.filter(game=game).update(since=timezone.now(), due_at=due)
    return game, sides[side], sides[1 - side], f"/series/{series.pk}/games/1/score/"


def told(html, name):
    """A moment that a page tells, in seconds."""
    return int(re.search(rf'{name}="(\d+)"', html)[1])


def written(left):
    return f"{left // 60}:{left % 60:02}"


def test_the_clock_counts_down_for_who_plays_and_who_watches(
    live_site, page, check_accessibility, asked_game
):
    game, mine, _, url = asked_game
    for address in (game.get_absolute_url(), url):
        if address == url:
            sign_in(page, live_site.url, mine)
        # The clock of this machine is years wrong; what is left is counted by the server's.
        page.clock.set_fixed_time(WRONG)
        html = page.goto(live_site.url + address).text()
        left = told(html, "data-counts-to") - told(html, "data-now")
        clock = page.locator("[data-counts-to]")
        expect(clock).to_have_text(written(left))
        check_accessibility(page)
        fits(page)
        page.clock.set_fixed_time(WRONG + timedelta(seconds=120))
        expect(clock).to_have_text(written(left - 120))
        expect(clock).not_to_contain_class("is-short")
        page.clock.set_fixed_time(WRONG + timedelta(seconds=left - 9))
        expect(clock).to_have_text("0:09")
        expect(clock).to_contain_class("is-short")
        page.clock.set_fixed_time(WRONG + timedelta(seconds=left + 1))
        expect(clock).to_have_text("0:00")
    assert now(game).entries == game.entries


def test_when_it_is_up_the_table_asks_and_the_house_decides_for_everybody(
    live_site, page, asked_game
):
    game, _, theirs, url = asked_game
    watcher = page.context.browser.new_context().new_page()
    watcher.goto(live_site.url + game.get_absolute_url())
    expect(watcher.locator("[data-counts-to]")).to_have_count(1)
    sign_in(page, live_site.url, theirs)
    page.clock.set_fixed_time(WRONG)
    page.goto(live_site.url + url)
    expect(page.locator("[data-counts-to]")).to_have_count(1)
    ended = timezone.now() - GRACE - timedelta(seconds=1)
    GameClock.objects.filter(game=game).update(since=ended - LEFT, due_at=ended)
    page.clock.set_fixed_time(WRONG + LEFT + GRACE + timedelta(seconds=2))
    for each in (page, watcher):
        expect(each.locator(".gm-clock-out")).to_contain_text("ran out, and the house decided")
    assert len(GameClock.objects.get(game=game).ran_out) == 1
    watcher.context.close()
