"""The pages of a series day, used as people use them."""

import re
from html import unescape

import pytest

from games.models import Game
from games.planning.disclosure import HOUSE, Reader
from games.planning.models import DeclaredStart
from games.seriesday.models import GameReport, Ruling
from games.seriesday.selectors.official import signed_sheets
from games.seriesday.selectors.reports import staffs
from games.seriesday.tasks import make_reports_official
from games.services.scoring import record_game
from pitching.models import SheetSeries, Signature
from pitching.services.signing import sign_series
from rosters.models import Squad
from tests.builders import PASSWORD, browser
from tests.games.seriesday.builders import Day, a_day, claim
from tests.markup import even

pytestmark = pytest.mark.django_db


def page(day, number: int = 1) -> str:
    return f"/series/{day.series.pk}/games/{number}/report/"


def body(**more) -> dict[str, str]:
    return {
        "act": "report",
        "away_runs": "4",
        "home_runs": "2",
        "inning": "9",
        "ending": "played",
        "key": "k1",
        **more,
    }


def text(answer) -> str:
    return unescape(even(answer.content.decode()))


def test_a_result_is_reported_and_confirmed_from_two_phones():
    day = a_day()
    home, away = browser(day.home), browser(day.away)
    assert "Report the result" in text(home.get(page(day)))
    assert home.post(page(day), body()).status_code == 302
    assert home.post(page(day), body()).status_code == 302
    assert GameReport.objects.count() == 1
    assert f"{day.series.away} confirms it" in text(home.get(page(day)))
    assert "Yes, it was so" in text(away.get(page(day)))
    assert away.post(page(day), {"act": "confirm", "version": "1"}).status_code == 302
    assert day.game().status == Game.Status.FINAL
    anybody = text(browser().get(day.game().get_absolute_url()))
    assert "There is no box score" in anybody
    assert "Confirmed by" in anybody


def test_what_is_wrong_is_said_at_once_and_what_was_typed_stays():
    day = a_day(cards=True)
    home = browser(day.home)
    typed, _, _ = text(home.get(page(day))).partition('id="event-file"')
    # Who probably started is said, and not taken to have pitched.
    assert typed.count("· probable starter") == 2
    assert " selected>" not in typed
    answer = home.post(page(day), body(away_runs="3", home_runs="3"))
    assert answer.status_code == 422
    said = text(answer)
    assert 'data-code="level"' in said
    assert said.count('data-code="no-starter"') == 2
    assert 'value="3"' in said
    assert not Game.objects.filter(series=day.series).exists()
    answer = home.post(page(day), body(away_runs="many"))
    assert 'data-code="not-a-number"' in text(answer)


def test_the_starter_that_a_club_has_declared_is_filled_in():
    day = a_day(cards=True)
    both = staffs(day.series, 1)
    assert both is not None
    home = both[1]
    other = next(
        choice.key
        for choice in home.choices
        if "may start" in choice.note and choice.key != home.starter
    )
    DeclaredStart.objects.create(
        squad=Squad.objects.get(team=home.team, event__key=day.tournament.scope),
        column=day.series.columns(1)[1],
        card_id=other,
        declared_by=day.home,
    )
    for reader in (Reader(frozenset({home.team.pk})), HOUSE):
        again = staffs(day.series, 1, reader)
        assert again is not None
        assert again[1].starter == other
        assert again[0].starter == both[0].starter
    assert staffs(day.series, 1, Reader(frozenset({both[0].team.pk}))) == both
    assert staffs(day.series, 1) == both


def test_one_empty_line_of_a_pitcher_is_the_rest_of_the_game():
    day = a_day(cards=True)
    told = day.pitched(claim())
    players = [side.pitchers[0].pitcher for side in told.sides]
    answer = browser(day.home).post(
        page(day),
        body(
            away_pitcher_1=str(players[0]),
            away_outs_1="6.2",
            away_pitcher_2="0",
            home_pitcher_1=str(players[1]),
        ),
    )
    assert answer.status_code == 302
    away, home = GameReport.objects.get().told.sides
    assert [line.outs for line in away.pitchers] == [20, 7]
    assert [line.outs for line in home.pitchers] == [27]


def test_a_line_score_is_shown_and_makes_it_no_box_score():
    day = a_day(system_key="poker-dice")
    more = {
        "away_innings": "0 0 4 0 0 0 0 0 0",
        "home_innings": "2 0 0 0 0 0 0 0 0",
        "away_hits": "7",
        "home_hits": "5",
        "away_errors": "0",
        "home_errors": "1",
    }
    assert browser(day.director).post(page(day), body(**more)).status_code == 302
    game = day.game()
    assert (game.known, game.summary["hits"]) == ("result", [7, 5])
    shown = text(browser().get(game.get_absolute_url()))
    assert "line score were reported" in shown
    api = browser().get(f"/api/v1/games/{game.pk}/").json()
    assert (api["known"], api["line"]["away"]["hits"], api["awaits"]) == ("result", 7, [])
    refused = browser().get(f"/api/v1/games/{game.pk}/box/")
    assert refused.json()["error"]["code"] == "no-plays"


def test_a_directors_correction_is_shown_before_it_is_made():
    day = a_day()
    director = browser(day.director)
    director.post(page(day), body())
    right = body(act="preview", away_runs="6", inning="10", reason="Typed wrong", key="")
    shown = text(director.post(page(day), right))
    assert "What would change" in shown
    assert "6-2" in shown
    assert day.game().away_runs == 4
    assert director.post(page(day), {**right, "act": "correct"}).status_code == 302
    assert day.game().away_runs == 6


def test_a_game_that_has_no_plays_leads_to_its_report_and_nowhere_else():
    day = a_day()
    day.report(day.home, claim())
    game = day.game()
    scorer = browser(day.home)
    assert scorer.get(f"/series/{day.series.pk}/games/1/score/").url == page(day)
    for path in ("transcript.txt", "verify/", "retrosheet.zip"):
        assert scorer.get(f"/games/{game.pk}/{path}").status_code == 404
    for path in (game.get_absolute_url(), f"/series/{day.series.pk}/"):
        assert "Not confirmed" in text(browser().get(path))
    standings = text(browser().get(f"/t/{day.tournament.slug}/standings/"))
    assert "After 0 of" in standings
    assert "Beside the games that count: 1 to be confirmed" in standings


def test_a_violation_is_reported_previewed_and_decided():
    day = a_day()
    record_game(series_id=day.series.pk, number=1, transcript=["6", "5"], acting_user=day.home)
    away = browser(day.away)
    where = f"/series/{day.series.pk}/rulings/"
    bad = {"number": "1", "case": "re-entry", "facts": "He was out."}
    assert 'data-code="offender-missing"' in text(away.post(where, bad))
    made = away.post(where, {**bad, "offender": day.series.home_id, "entry": "2"})
    ruling = Ruling.objects.get()
    assert made.url == f"/rulings/{ruling.pk}/"
    one = text(away.get(made.url))
    assert "The transcript is cut at entry 2" in one
    assert "T31.3" in one
    shown = text(away.post(made.url, {"act": "preview", "remedy": "reset"}))
    assert "what would change" in shown
    ruling.refresh_from_db()
    assert ruling.state == Ruling.State.OPEN
    assert away.post(made.url, {"act": "choose", "remedy": "reset"}).status_code == 302
    assert day.game().entries == ["6"]
    home = browser(day.home)
    assert home.post(made.url, {"act": "appeal", "words": "No"}).status_code == 302
    director = browser(day.director)
    body = {"act": "choose", "remedy": "accept", "words": "He was not out"}
    assert director.post(made.url, body).status_code == 302
    assert day.game().entries == ["6", "5"]


def test_the_clock_makes_reports_official():
    day = a_day()
    day.report(day.home, claim())
    assert make_reports_official() == 0
    for series in type(day.series).objects.exclude(pk=day.series.pk):
        record_game(series_id=series.pk, number=1, transcript=["6"], acting_user=None)
    assert make_reports_official() == 1
    assert day.game().is_final


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_a_report_survives_the_loss_of_the_network(live_site, page):
    day = a_day()
    page.goto(f"{live_site.url}/account/sign-in/")
    page.fill("[name=username]", day.home.email)
    page.fill("[name=password]", PASSWORD)
    page.click("main button[type=submit]")
    where = f"{live_site.url}/series/{day.series.pk}/games/1/report/"
    page.goto(where)
    for _ in range(3):
        page.locator("[aria-label^='One run more']").first.click()
    page.fill("[name=home_runs]", "1")
    page.context.set_offline(True)
    page.click("text=Report the result")
    page.wait_for_selector("text=No connection")
    page.context.set_offline(False)
    page.wait_for_selector("text=confirms it")
    assert GameReport.objects.count() == 1
    assert (day.game().away_runs, day.game().home_runs) == (3, 1)
    # Nothing of it is left on the device.
    assert page.evaluate("Object.keys(localStorage).filter(k => k.startsWith('report-'))") == []


def filled_in(html: str, name: str) -> str:
    """What stands in the field of the form by which a director puts a result right."""
    form = html.split("Put the result right, as a director")[1]
    return re.findall(rf'name="{name}"[^>]*?value="([^"]*)"', form)[0]


@pytest.mark.rule("T0.06d")
def test_what_counts_stands_under_final_and_in_the_form_that_puts_it_right():
    """Not the version that was rejected, which came last."""
    day = a_day()
    day.report(day.home, claim(4, 2))
    day.report(day.away, claim(7, 3))
    director = browser(day.director)
    sent = {"act": "settle", "version": "1", "reason": "The sheet says so"}
    assert director.post(page(day), sent).status_code == 302
    for visitor in (day.director, day.home, day.away):
        html = text(browser(visitor).get(page(day)))
        final = html.split("Report the next game")[0].split("Final</h2>")[1]
        assert re.findall(r"<strong>(\d+)</strong>", final) == ["4", "2"]
        told = html.split("Everything that was told")[1]
        assert re.findall(r"<strong>(\d+)</strong>", told)[:4] == ["7", "3", "4", "2"]
    html = text(director.get(page(day)))
    assert (filled_in(html, "away_runs"), filled_in(html, "home_runs")) == ("4", "2")


def a_signed_series() -> Day:
    """Both games are told, and both sheets signed."""
    day = a_day(cards=True)
    for number in (1, 2):
        told = day.pitched(claim(4, 2), number)
        day.report(day.home, told, number)
        day.report(day.away, told, number)
    sign_both(day)
    return day


def sign_both(day: Day) -> None:
    signers = {day.series.home_id: day.away, day.series.away_id: day.home}
    rows = SheetSeries.objects.filter(key=f"series:{day.series.pk}").select_related("sheet")
    for sheet in rows:
        sign_series(series_id=sheet.pk, acting_user=signers[sheet.sheet.team_id])


@pytest.mark.rule("T0.06d")
@pytest.mark.parametrize("act", ["correct", "void"])
def test_a_director_puts_a_signed_result_right_from_its_page(act):
    day = a_signed_series()
    director = browser(day.director)
    html = text(director.get(page(day)))
    sheets = [each.sheet for each in signed_sheets(day.series)]
    assert len(sheets) == 2
    assert all(f'href="{sheet.get_absolute_url()}"' in html for sheet in sheets)
    fields = dict(re.findall(r'name="((?:away|home)_pitcher_1)".*?value="(\d+)" selected', html))
    wanted = body(act=act, away_runs="6", inning="10", reason="Typed wrong", key="", **fields)
    refused = text(director.post(page(day), wanted))
    assert 'data-code="sheet-signed"' in refused
    assert any(f'href="{sheet.get_absolute_url()}">The sheet of' in refused for sheet in sheets)
    assert (day.game().away_runs, len(signed_sheets(day.series))) == (4, 2)
    assert director.post(page(day), {**wanted, "reopens": "on"}).status_code == 302
    assert signed_sheets(day.series) == ()
    assert set(Signature.objects.values_list("reason", flat=True)) == {"Typed wrong"}
    if act == "correct":
        assert day.game().away_runs == 6
        sign_both(day)
        assert len(signed_sheets(day.series)) == 2
    else:
        assert not day.series.games.exclude(status="void").filter(number=1).exists()


def test_a_preview_opens_no_sheet_and_keeps_what_was_chosen():
    day = a_signed_series()
    director = browser(day.director)
    html = text(director.get(page(day)))
    fields = dict(re.findall(r'name="((?:away|home)_pitcher_1)".*?value="(\d+)" selected', html))
    right = body(
        act="preview", away_runs="6", inning="10", reason="Typed wrong", reopens="on", **fields
    )
    shown = text(director.post(page(day), right))
    assert "What would change" in shown
    assert '<input type="hidden" name="reopens" value="on">' in shown
    assert len(signed_sheets(day.series)) == 2


def test_nobody_but_a_director_opens_a_sheet_by_a_report():
    day = a_signed_series()
    sent = body(act="correct", away_runs="6", reason="No", reopens="on", key="")
    for act in ("correct", "void"):
        html = text(browser(day.home).post(page(day), {**sent, "act": act}))
        assert 'data-code="director-only"' in html
    assert "reopens" not in text(browser(day.home).get(page(day)))
    assert len(signed_sheets(day.series)) == 2
