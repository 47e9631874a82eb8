"""Little is told of a game: what is certain is filled in, what is open is asked for, and what
nobody told is no fact."""

import re
from html import unescape

import pytest

from games.engine.situation import BOTTOM, TOP
from games.models import Game
from games.rules.endings import Stop
from games.seriesday.models import GameReport
from tests.builders import browser
from tests.games.seriesday.builders import a_day
from tests.games.seriesday.test_pages import page, text
from tests.tournaments.test_paper import Desk, typed

pytestmark = pytest.mark.django_db

JSON = "application/json"


def by_page(day, **fields: str):
    sent = {"act": "report", "ending": "played", "inning": "9", **fields}
    return browser(day.home).post(page(day), sent)


def by_quick_entry(day, **fields: str):
    desk = Desk(day)
    return desk.send(typed(desk.page(), desk.line, **fields))


def by_api(day, away: int, home: int, ending: str, inning: int = 9, **fields):
    body = {"away": {"runs": away}, "home": {"runs": home}, "ending": ending, "inning": inning}
    return browser(day.home).post(
        f"/api/v1/series/{day.series.pk}/games/1/reports/", body | fields, content_type=JSON
    )


def stored() -> tuple[str, Stop]:
    told = GameReport.objects.get().told
    return told.ending, told.stop


def codes(answer) -> list[str]:
    return re.findall(r'data-code="([^"]+)"', unescape(answer.content.decode()))


def refusal(answer) -> tuple[str, str]:
    (only,) = answer.json()["error"]["refusals"]
    return only["code"], only["place"]


@pytest.mark.parametrize("send", [by_page, by_quick_entry])
def test_a_plain_home_win_is_stored_as_it_is_typed(send):
    day = a_day()
    assert send(day, away_runs="2", home_runs="3").status_code == 302
    assert stored() == ("home-leads", Stop(9, TOP, 3))


@pytest.mark.parametrize("send", [by_page, by_quick_entry])
def test_in_extra_innings_only_the_outs_of_the_walk_off_are_asked_for(send):
    day = a_day()
    asked = send(day, away_runs="2", home_runs="3", inning="11")
    assert (asked.status_code, codes(asked)) == (422, ["outs-missing"])
    assert "The home side won in its half: say how many were out, 0 to 2." in text(asked)
    # The ending that is certain is chosen, so that its outs can be.
    chosen = r'value="walk-off" (checked|selected)'
    assert (send is by_quick_entry) or re.search(chosen, text(asked))
    assert not Game.objects.filter(series=day.series).exists()
    more = {"ending": "walk-off"} if send is by_page else {}
    told = send(day, away_runs="2", home_runs="3", inning="11", outs="1", **more)
    assert told.status_code == 302
    assert stored() == ("walk-off", Stop(11, BOTTOM, 1))


def test_a_home_side_whose_last_inning_has_runs_won_by_a_walk_off():
    day = a_day()
    line = {"away_innings": "0 0 2 0 0 0 0 0 0", "home_innings": "0 0 0 2 0 0 0 0 1"}
    line |= {"away_hits": "4", "home_hits": "5", "away_errors": "0", "home_errors": "0"}
    asked = by_page(day, away_runs="2", home_runs="3", **line)
    assert codes(asked) == ["outs-missing"]
    line["home_innings"] = "0 0 0 2 0 0 1 0 x"
    assert by_page(day, away_runs="2", home_runs="3", **line).status_code == 302
    assert stored()[0] == "home-leads"


def test_the_outs_of_a_walk_off_follow_from_the_innings_of_the_pitchers():
    day = a_day(cards=True, length=1)
    starters = [side.pitchers[0].pitcher for side in day.pitched(day.claim()).sides]
    pitchers = {
        f"{name}_pitcher_1": str(key) for name, key in zip(("away", "home"), starters, strict=True)
    }
    fields = {"away_runs": "2", "home_runs": "3", "ending": "walk-off", **pitchers}
    assert codes(by_page(day, **fields)) == ["outs-missing"]
    assert by_page(day, **fields, away_outs_1="8.2").status_code == 302
    assert stored() == ("walk-off", Stop(9, BOTTOM, 2))


@pytest.mark.parametrize("ending", ["suspended", "conceded"])
def test_where_a_game_stopped_is_asked_for_and_not_made_up(ending):
    day = a_day()
    shown = text(browser(day.home).get(page(day)))
    assert not re.search(r'name="(half|outs)" value="\w+" checked', shown)
    fields = {"away_runs": "1", "home_runs": "4", "ending": ending, "inning": "6"}
    fields |= {"conceded_by": "away"} if ending == "conceded" else {}
    assert codes(by_page(day, **fields)) == ["half-missing", "outs-missing"]
    assert by_page(day, **fields, half="top", outs="1").status_code == 302
    assert stored() == (ending, Stop(6, TOP, 1))


def test_a_program_is_told_which_field_to_send():
    day = a_day()
    plain = by_api(day, 2, 3, "regulation")
    assert refusal(plain) == ("home-half-played", "ending")
    assert plain.json()["error"]["refusals"][0]["facts"]["send"] == ["home-leads", "walk-off"]
    extra = by_api(day, 2, 3, "extra-innings", 11)
    assert extra.json()["error"]["refusals"][0]["facts"]["send"] == ["walk-off"]
    assert refusal(by_api(day, 2, 3, "walk-off")) == ("outs-missing", "outs")
    assert refusal(by_api(day, 2, 3, "walk-off", outs=1, half="top")) == ("walk-off-outs", "half")
    assert refusal(by_api(day, 2, 3, "home-leads", half="bottom")) == ("visitors-half", "half")
    missing = by_api(day, 2, 3, "suspended", 6).json()["error"]["refusals"]
    assert [each["place"] for each in missing] == ["half", "outs"]
    # Half and outs of a game that ran to its end are certain.
    assert by_api(day, 2, 3, "home-leads").status_code == 201
    assert stored() == ("home-leads", Stop(9, TOP, 3))


def test_nobody_is_taken_to_have_pitched_whom_nobody_named():
    day = a_day(cards=True, length=1)
    alone = by_page(day, away_runs="4", home_runs="2")
    assert (alone.status_code, set(codes(alone))) == (422, {"no-starter"})
    assert "Say who pitched: the club's sheet needs it." in text(alone)
    typed_in = by_quick_entry(day, away_runs="4", home_runs="2")
    assert set(codes(typed_in)) == {"no-starter"}
    sent = by_api(day, 4, 2, "regulation")
    found = sent.json()["error"]["refusals"]
    assert [(each["code"], each["place"]) for each in found] == [
        ("no-starter", "visitors"),
        ("no-starter", "home side"),
    ]
    assert not Game.objects.filter(series=day.series).exists()


def test_an_empty_score_is_asked_for_by_its_name():
    day = a_day()
    for send in (by_page, by_quick_entry):
        missing = send(day, away_runs="2", home_runs="")
        assert codes(missing) == ["score-missing"]
        assert "Enter the home score." in text(missing)
    assert "Enter the visitors’ score." in text(by_page(day, away_runs="", home_runs="1"))


def no_line(*sides: tuple[int, ...]) -> dict[str, dict]:
    away, home = ({"runs": sum(line), "innings": line, "hits": 0, "errors": 0} for line in sides)
    return {"away": away, "home": home}


SINCE_FIVE = (0, 0, 0, 0, 0)


@pytest.mark.parametrize(
    ("system", "fields", "code"),
    [
        (
            "one-die",
            {"ending": "suspended", "inning": 1, "half": "top", "outs": 1, "home": {"runs": 1}},
            "runs-before-at-bat",
        ),
        (
            "one-die",
            {
                "ending": "conceded",
                "inning": 1,
                "half": "top",
                "outs": 0,
                "home": {"runs": 9},
                "conceded_by": "away",
            },
            "runs-before-at-bat",
        ),
        ("one-die", no_line((3, *SINCE_FIVE, 0, 0, 0), (0,) * 9), "runs-without-hits"),
        (
            "two-dice",
            {"away": {"runs": 3, "innings": (3, *(0,) * 8), "hits": 1, "errors": 7}},
            "never-counted",
        ),
        (
            "three-dice",
            {"away": {"runs": 3, "innings": (3, *(0,) * 8), "hits": 2, "errors": 0}},
            "never-counted",
        ),
    ],
)
def test_scores_that_cannot_be_are_refused(system, fields, code):
    day = a_day(system_key=system, length=1)
    body = {"away": {"runs": 0}, "home": {"runs": 0}, "ending": "regulation", "inning": 9}
    if "away" in fields:
        body["home"] = {"runs": 0, "innings": (0,) * 9, "hits": 0, "errors": 0}
    answer = browser(day.director).post(
        f"/api/v1/series/{day.series.pk}/games/1/reports/", body | fields, content_type=JSON
    )
    assert answer.status_code == 422
    assert [each["code"] for each in answer.json()["error"]["refusals"]] == [code]


def test_a_page_asks_for_no_counts_that_a_game_does_not_have():
    for system, has_hits, has_errors in (
        ("three-dice", False, False),
        ("two-dice", True, False),
        ("poker-dice", True, True),
    ):
        day = a_day(system_key=system, name=f"League of {system}", called=system, length=1)
        shown = text(browser(day.director).get(page(day)))
        assert ('name="away_hits"' in shown) is has_hits
        assert ('name="away_errors"' in shown) is has_errors
