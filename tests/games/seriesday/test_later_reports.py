"""A later report of a suspended game takes nothing off it, by whatever entrance it comes; a
director's correction may, with a reason."""

import re
from dataclasses import replace

import pytest
from zeal import zeal_ignore

from games.models import Game
from games.rules.endings import Stop
from games.rules.later_reports import later_report_problems
from games.rules.reports import GameClaim, SideClaim
from games.seriesday.api.claims import claim_data
from games.seriesday.forms import as_form
from tests.builders import browser
from tests.games.seriesday.builders import a_day, claim

pytestmark = pytest.mark.django_db

JSON = "application/json"
TOP, BOTTOM = 0, 1


def suspended(away: int, home: int, inning: int, half: int, outs: int) -> GameClaim:
    return claim(away, home, ending="suspended", inning=inning, half=half, outs=outs)


STOOD = suspended(3, 3, 6, BOTTOM, 1)
"""How it stood: level in the bottom of the sixth with one out."""


def codes_of(answer) -> list[str]:
    if answer.status_code < 400:
        return []
    return sorted(set(re.findall(r'data-code="([^"]+)"', answer.content.decode())))


def page(day, number: int = 1) -> str:
    return f"/series/{day.series.pk}/games/{number}/report/"


def by_page(day, told: GameClaim, number: int = 1) -> list[str]:
    fields = {"act": "report", "key": "", **as_form(told)}
    return codes_of(browser(day.home).post(page(day, number), fields))


def by_a_directors_page(day, told: GameClaim, number: int = 1) -> list[str]:
    fields = {"act": "report", "key": "", **as_form(told)}
    return codes_of(browser(day.director).post(page(day, number), fields))


def by_quick_entry(day, told: GameClaim, number: int = 1) -> list[str]:
    ending = {"regulation": "", "home-leads": "", "extra-innings": ""}.get(told.ending, told.ending)
    if ending == "suspended":
        ending = f"suspended-{'top' if told.stop.half == TOP else 'bottom'}"
    values = {
        "away_runs": told.sides[0].runs,
        "home_runs": told.sides[1].runs,
        "inning": told.stop.inning,
        "outs": told.stop.outs,
        "ending": ending,
    }
    line = f"{day.series.pk}-{number}"
    with zeal_ignore([{"model": "games.Series", "field": "get()"}]):
        return codes_of(
            browser(day.director).post(
                f"/t/{day.tournament.slug}/entry/?round=1",
                {f"{line}-{name}": value for name, value in values.items()},
            )
        )


def by_api(day, told: GameClaim, number: int = 1) -> list[str]:
    answer = browser(day.away).post(
        f"/api/v1/series/{day.series.pk}/games/{number}/reports/",
        {**claim_data(told), "key": ""},
        content_type=JSON,
    )
    if answer.status_code < 400:
        return []
    return sorted({each["code"] for each in answer.json()["error"]["refusals"]})


ENTRANCES = (by_page, by_a_directors_page, by_quick_entry, by_api)

LATER = [
    ("fewer runs of the home side", STOOD, claim(5, 2), ["less-than-was-left"]),
    ("an out fewer", STOOD, suspended(3, 4, 6, BOTTOM, 0), ["less-than-was-left"]),
    (
        "a walk-off in the 9th of a game that stood in the 11th",
        suspended(4, 4, 11, TOP, 0),
        claim(4, 5, ending="walk-off", outs=1),
        ["less-than-was-left"],
    ),
    (
        "runs of visitors who did not bat again",
        suspended(3, 3, 9, BOTTOM, 1),
        claim(4, 5, ending="walk-off", outs=2),
        ["no-turn-since"],
    ),
    (
        "runs of a home side that did not bat again",
        suspended(3, 4, 9, TOP, 1),
        claim(3, 5),
        ["no-turn-since"],
    ),
    ("the same point", STOOD, STOOD, []),
    ("suspended later", STOOD, suspended(3, 4, 7, TOP, 2), []),
    ("to the end", STOOD, claim(5, 3), []),
    (
        "a walk-off in the inning where it stood",
        suspended(3, 3, 9, BOTTOM, 1),
        claim(3, 4, ending="walk-off", outs=1),
        [],
    ),
]


@pytest.mark.parametrize("entrance", ENTRANCES, ids=lambda entrance: entrance.__name__)
def test_no_entrance_takes_anything_off_a_suspended_game(entrance):
    day = a_day(length=len(LATER))
    answers = {}
    for number, (what, stood, later, _) in enumerate(LATER, start=1):
        day.report(day.home, stood, number)
        answers[what] = (entrance(day, later, number), day.game(number).reports.count())
    assert answers == {what: (codes, 1 if codes else 2) for what, *_, codes in LATER}


def test_the_other_sides_version_is_held_against_the_suspension_too():
    day = a_day(length=1)
    day.report(day.home, STOOD)
    assert by_page(day, claim(5, 3)) == []
    assert by_api(day, claim(5, 2)) == ["less-than-was-left"]
    assert by_api(day, claim(6, 3)) == []
    assert [each.state for each in day.game().reports.all()] == [
        "replaced",
        "disputed",
        "disputed",
    ]


def test_a_director_corrects_how_it_stood_with_a_reason_by_page_and_api():
    day = a_day(length=1)
    day.report(day.home, STOOD)
    where = page(day)
    shown = browser(day.director).get(where).content.decode()
    assert "Put the result right, as a director" in shown
    assert "Put the result right" not in browser(day.home).get(where).content.decode()
    fewer = suspended(3, 2, 6, BOTTOM, 1)
    fields = {"act": "correct", "key": "", **as_form(fewer)}
    assert codes_of(browser(day.director).post(where, fields)) == ["reason-missing"]
    assert codes_of(browser(day.director).post(where, {**fields, "reason": "Miscounted"})) == []
    game = day.game()
    assert (game.status, game.home_runs) == ("suspended", 2)
    # From here on it is held against the correction.
    assert by_page(day, claim(5, 2)) == []
    corrected = browser(day.director).post(
        f"/api/v1/series/{day.series.pk}/games/1/reports/correct/",
        {**claim_data(claim(4, 1)), "reason": "The sheet says so"},
        content_type=JSON,
    )
    assert corrected.status_code == 200
    assert (day.game().status, day.game().home_runs) == (Game.Status.FINAL, 1)


def test_how_it_was_left_and_the_scoring_page_change_no_score():
    day = a_day(length=1)
    day.report(day.home, STOOD)
    left = {"act": "tell", "up": "Cole", "away_runs": "0", "home_runs": "0", "inning": "1"}
    at = f"/series/{day.series.pk}/games/1"
    assert browser(day.home).post(f"{at}/left/", left).status_code == 302
    scored = browser(day.home).post(f"{at}/score/", {"act": "enter", "after": "0", "entry": "6"})
    assert (scored.status_code, scored["Location"]) == (302, f"{at}/report/")
    begun = browser(day.home).post(
        "/api/v1/games/", {"series": day.series.pk, "number": 1}, content_type=JSON
    )
    assert begun.json()["error"]["code"] == "game-exists"
    added = browser(day.home).post(
        f"/api/v1/games/{day.game().pk}/entries/",
        {"after": 0, "entries": ["6"]},
        content_type=JSON,
    )
    assert added.json()["error"]["code"] == "no-plays"
    game = day.game()
    assert (game.status, game.away_runs, game.home_runs, game.inning) == ("suspended", 3, 3, 6)


@pytest.mark.long
def test_an_event_file_takes_nothing_off_a_suspended_game():
    day = a_day(cards=True, length=1)
    day.report(day.director, day.pitched(suspended(50, 50, 6, BOTTOM, 1)))
    text = day.event_file()
    url = f"/api/v1/series/{day.series.pk}/games/1/reports/event-file/"
    refused = browser(day.director).post(url, {"text": text, "key": ""}, content_type=JSON)
    codes = {each["code"] for each in refused.json()["error"]["refusals"]}
    assert (refused.status_code, codes) == (422, {"less-than-was-left"})
    sent = {"act": "event-file", "event_file": text}
    assert codes_of(browser(day.director).post(page(day), sent)) == ["less-than-was-left"]
    assert day.game().status == "suspended"
    sent["reason"] = "The sheet was another game's"
    assert codes_of(browser(day.director).post(page(day), sent)) == []
    assert day.game().status == "final"


def with_lines(told: GameClaim, *lines: tuple[int, ...], **more) -> GameClaim:
    away, home = (
        replace(side, innings=line, **more) for side, line in zip(told.sides, lines, strict=True)
    )
    return replace(told, sides=(away, home))


def test_an_inning_that_was_over_stays_and_hits_do_not_get_fewer():
    before = with_lines(suspended(1, 1, 2, TOP, 1), (1, 0), (1, None), hits=2, errors=1)
    then = Stop(9, BOTTOM, 3)

    def problems(away: tuple[int, ...], home: tuple[int, ...], **more):
        sides = (SideClaim(sum(away), innings=away, **more), SideClaim(1, innings=home, **more))
        after = GameClaim(sides, "regulation", then)
        found = later_report_problems(before, after)
        return [(each.code, each.place, each.message) for each in found]

    rest = (0,) * 7
    assert problems((1, 2, *rest), (1, 0, *rest), hits=2, errors=1) == []
    ((code, place, message),) = problems((2, 1, *rest), (1, 0, *rest), hits=2, errors=1)
    assert (code, place) == ("less-than-was-left", "visitors")
    assert message.startswith("This side had 1 runs in the 1st when the game was suspended, not 2.")
    fewer = problems((1, 1, *rest), (1, 0, *rest), hits=1, errors=1)
    assert [each[:2] for each in fewer] == [
        ("less-than-was-left", "visitors"),
        ("less-than-was-left", "home side"),
    ]
