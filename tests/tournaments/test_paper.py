"""A round on paper, and its results typed in afterwards, line by line."""

import re

import pytest
from zeal import zeal_ignore

from games.models import Game
from games.seriesday.models import GameReport
from tests.builders import browser
from tests.games.seriesday.builders import a_day, also_manages
from tests.markup import even

pytestmark = pytest.mark.django_db


def typed(page: str, line: str, **values: str) -> dict[str, str]:
    """What the form of that line sends."""
    key = re.search(rf'name="{line}-key" value="([^"]+)"', page)
    assert key is not None
    return {f"{line}-key": key.group(1)} | {
        f"{line}-{name}": value for name, value in values.items()
    }


class Desk:
    """A director's browser on the pages of a day's round."""

    def __init__(self, day) -> None:
        self.browser = browser(day.director)
        self.where = f"/t/{day.tournament.slug}/entry/?round=1"
        self.line = f"{day.series.pk}-1"

    def page(self) -> str:
        return even(self.browser.get(self.where).content.decode())

    def send(self, fields: dict[str, str]):
        # Every line is stored by itself, and so its series is locked for each.
        alone = [("games.Series", "get()"), ("games.Game", "reports")]
        with zeal_ignore([{"model": model, "field": field} for model, field in alone]):
            return self.browser.post(self.where, fields)


def test_a_round_on_paper_has_its_pairings_and_codes_that_lead_to_the_entry(settings):
    settings.SITE_ADDRESS = "https://league.example"
    day = a_day()
    page = even(
        browser(day.director)
        .get(f"/t/{day.tournament.slug}/paper/?round=1&part=all")
        .content.decode()
    )
    assert "Pairings, round 1" in page
    assert page.count('class="hh-code"') == 3
    assert "Standings" in page
    assert "Pitching sheet:" not in page


def test_a_round_of_cards_has_sheets_filled_and_blank_and_line_ups():
    day = a_day(cards=True, length=1)
    day.report(day.director, day.pitched(day.claim()))
    at = f"/t/{day.tournament.slug}/paper/?round=1&part=sheets"
    page = even(browser(day.director).get(at).content.decode())
    assert f"Pitching sheet: {day.series.home.name}" in page
    assert f"Blank sheet: {day.series.home.name}" in page
    assert f"Line-ups: {day.series.home.name}" in page


def test_one_press_prints_what_a_round_begins_with_and_not_everything():
    day = a_day(cards=True, length=1)
    director = browser(day.director)
    at = f"/t/{day.tournament.slug}/paper/?round=1&part="
    sheets = {
        part: even(director.get(at + part).content.decode())
        for part in ("pairings", "slips", "sheets", "all", "moon")
    }
    told = {
        part: (
            "Pairings, round 1" in page,
            "Signed, visitors:" in page,
            f"Blank sheet: {day.series.home.name}" in page,
            f"Line-ups: {day.series.home.name}" in page,
        )
        for part, page in sheets.items()
    }
    assert told == {
        "pairings": (True, False, False, False),
        "slips": (True, True, False, False),
        "sheets": (False, False, True, True),
        "all": (True, True, True, True),
        # What a round is played with, unless something else is asked for.
        "moon": (True, True, True, False),
    }


def test_a_blank_sheet_has_a_box_for_every_game_of_the_series():
    day = a_day(cards=True, length=5)
    page = even(
        browser(day.director).get(f"/t/{day.tournament.slug}/paper/?round=1").content.decode()
    )
    blank = page.partition(f"Blank sheet: {day.series.home.name}")[2].partition("</table>")[0]
    assert [f">Game {number}<" in blank for number in range(1, 7)] == [True] * 5 + [False]


def test_a_round_on_paper_asks_for_all_its_clubs_at_once(django_assert_max_num_queries):
    day = a_day(4, cards=True, length=1)
    day.report(day.director, day.pitched(day.claim()))
    director = browser(day.director)
    # One question more of each club would be 35.
    with django_assert_max_num_queries(33):
        page = even(
            director.get(f"/t/{day.tournament.slug}/paper/?round=1&part=all").content.decode()
        )
    assert page.count("Pitching sheet:") == 4


def test_every_line_is_stored_by_itself_and_what_is_wrong_stays_as_typed():
    day = a_day()
    desk = Desk(day)
    page = desk.page()
    second = f"{day.series.pk}-2"
    answer = desk.send(
        typed(page, desk.line, away_runs="4", home_runs="2")
        | typed(page, second, away_runs="3", home_runs="3")
    )
    assert answer.status_code == 422
    shown = even(answer.content.decode())
    assert day.game(1).status == Game.Status.FINAL
    assert f'name="{second}-away_runs" value="3"' in shown
    assert "The score is level" in shown
    assert f'name="{desk.line}-away_runs"' not in shown
    assert not Game.objects.filter(series=day.series, number=2).exists()
    right = typed(shown, second, away_runs="3", home_runs="5")
    assert desk.send(right).status_code == 302
    assert (day.game(2).away_runs, day.game(2).reason) == (3, "home-leads")


def test_a_page_sent_twice_stores_its_lines_once():
    day = a_day()
    desk = Desk(day)
    fields = typed(desk.page(), desk.line, away_runs="4", home_runs="2")
    assert [desk.send(fields).status_code for _ in range(2)] == [302, 302]
    assert GameReport.objects.count() == 1


def test_walk_offs_and_extra_innings_are_told_in_a_line():
    day = a_day()
    desk = Desk(day)
    page = desk.page()
    desk.send(
        typed(
            page,
            desk.line,
            away_runs="2",
            home_runs="3",
            ending="walk-off",
            inning="11",
            outs="1",
        )
    )
    assert (day.game().reason, day.game().inning) == ("walk-off", 11)


def test_pitchers_are_matched_by_name_and_never_guessed():
    day = a_day(cards=True, length=1)
    desk = Desk(day)
    names = [[line.pitcher for line in side.pitchers] for side in day.pitched(day.claim()).sides]
    squad = {
        card: name
        for team in (day.series.home, day.series.away)
        for card, name in team.squads.get(event__key=day.tournament.scope).spots.values_list(
            "card", "card__name"
        )
    }
    away, home = (squad[one[0]] for one in names)
    page = desk.page()
    wrong = desk.send(
        typed(
            page,
            desk.line,
            away_runs="4",
            home_runs="2",
            away_pitchers="Nobody Known 9",
            home_pitchers=home,
        )
    )
    assert "Nobody on the staff is called" in even(wrong.content.decode())
    assert "(visitors, pitcher 1)" in even(wrong.content.decode())
    assert f'value="{home}"' in even(wrong.content.decode())
    right = typed(
        even(wrong.content.decode()),
        desk.line,
        away_runs="4",
        home_runs="2",
        away_pitchers=f"{away} 9",
        home_pitchers=home,
    )
    assert desk.send(right).status_code == 302
    assert day.game().status == Game.Status.FINAL
    told = day.game().reports.get().told
    assert [side.pitchers[0].outs for side in told.sides] == [27, 27]


def test_a_suspended_game_is_typed_in_as_it_stood_and_again_when_it_is_over():
    day = a_day(length=1)
    desk = Desk(day)
    left = {"away_runs": "3", "home_runs": "1", "ending": "suspended-bottom"}
    refused = even(desk.send(typed(desk.page(), desk.line, **left)).content.decode())
    assert "Say in which inning it was suspended." in refused
    assert not Game.objects.exists()
    where = {"inning": "6", "outs": "2"}
    assert desk.send(typed(refused, desk.line, **left, **where)).status_code == 302
    game = day.game()
    assert (game.status, game.inning, game.half, game.outs) == ("suspended", 6, 1, 2)
    page = desk.page()
    assert "suspended at 3–1, bottom of inning 6, 2 out" in page
    over = typed(page, desk.line, away_runs="3", home_runs="2")
    assert desk.send(over).status_code == 302
    assert (day.game().status, day.game().home_runs) == (Game.Status.FINAL, 2)
    assert f'name="{desk.line}-away_runs"' not in desk.page()


def test_of_two_who_type_the_same_round_the_later_is_told_what_was_reported_meanwhile():
    day = a_day(length=2)
    one, other = Desk(day), Desk(day)
    second = f"{day.series.pk}-2"
    page = other.page()
    fields = typed(one.page(), one.line, away_runs="4", home_runs="2")
    fields |= typed(one.page(), second, away_runs="1", home_runs="3")
    assert one.send(fields).status_code == 302
    mine = typed(page, one.line, away_runs="5", home_runs="2")
    # The same is no trouble.
    mine |= typed(page, second, away_runs="1", home_runs="3")
    answer = other.send(mine)
    shown = even(answer.content.decode())
    assert answer.status_code == 422
    assert 'data-code="reported-meanwhile"' in shown
    assert f"Reported meanwhile by {day.director}: 4-2." in shown
    assert f'name="{one.line}-away_runs" value="5"' in shown
    assert f'name="{second}-away_runs"' not in shown
    disputed = typed(shown, one.line, away_runs="5", home_runs="2", dispute="1")
    refused = other.send(disputed)
    assert 'data-code="reason-missing"' in refused.content.decode()
    assert day.game().away_runs == 4
    assert other.send(disputed | {f"{one.line}-reason": "The sheet says 5"}).status_code == 302
    assert (day.game().away_runs, day.game().status) == (5, "final")
    assert [each.state for each in day.game().reports.all()] == ["replaced", "confirmed"]


def test_a_director_who_plays_disputes_what_the_opponent_reported_meanwhile():
    day = a_day(length=1)
    also_manages(day.director, day.series.away, day.tournament.scope)
    desk = Desk(day)
    page = desk.page()
    day.report(day.home, day.claim(4, 2))
    shown = even(desk.send(typed(page, desk.line, away_runs="5", home_runs="2")).content.decode())
    assert f"Reported meanwhile by {day.home}: 4-2." in shown
    assert f'name="{desk.line}-reason"' not in shown
    sent = typed(shown, desk.line, away_runs="5", home_runs="2", dispute="1")
    assert desk.send(sent).status_code == 302
    assert [each.state for each in day.game().reports.all()] == ["disputed", "disputed"]
