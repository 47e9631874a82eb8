"""A suspended game of the table is kept as it was left, agreed by both, and goes on from there."""

import io

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from config.backup.rows import insert_lines, lines_of
from games.models import Game
from games.seriesday.models import LeftGame, Photograph
from tests.builders import browser, manager
from tests.games.pictures import PLACE, exif, jpeg, orientation_in
from tests.games.seriesday.builders import a_day, claim

pytestmark = pytest.mark.django_db

JPEG = jpeg()
JSON = "application/json"


@pytest.fixture
def day():
    """Suspended in the top of the seventh with one out, the home side a run ahead."""
    made = a_day(length=2)
    told = claim(2, 3, ending="suspended", inning=7, half=0, outs=1)
    made.report(made.home, told)
    assert made.game().status == Game.Status.SUSPENDED
    return made


def at(day) -> str:
    return f"/series/{day.series.pk}/games/1/left/"


def told(**changes: str) -> dict[str, str]:
    return {
        "act": "tell",
        "up": "Cole",
        "on_first": "Ash",
        "on_third": "Bell",
        "away_playing": "Ash\nBell\nCole",
        "away_gone": "Dunn",
        "away_pitchers": "Lowe 6",
        "home_playing": "Hill",
        "home_pitchers": "Hill 5.2\nKerr 0.2",
        "words": "Kerr has two strikes left.",
        **changes,
    }


def test_it_is_told_by_one_side_agreed_by_the_other_and_read_by_everybody(day):
    assert browser(day.home).post(at(day), told()).status_code == 302
    page = browser().get(at(day)).content.decode()
    assert "Top of the 7th, 2-3, 1 out, Ash on first and Bell on third, Cole is up" in page
    assert "Told, not agreed yet" in page
    assert "Hill 5.2, Kerr 0.2" in page
    assert "Gone:</span> Dunn" in page
    # Who told it does not agree to it as well.
    own = browser(day.home).post(at(day), {"act": "agree", "version": "1"})
    assert 'data-code="not-the-opponent"' in own.content.decode()
    assert browser(day.away).post(at(day), {"act": "agree", "version": "1"}).status_code == 302
    assert "Both agree" in browser().get(at(day)).content.decode()
    report = browser(day.away).get(f"/series/{day.series.pk}/games/1/report/").content.decode()
    assert "It goes on from here" in report
    assert "Bell on third" in report
    entry = browser(day.director).get(f"/t/{day.tournament.slug}/entry/?round=1").content.decode()
    assert f'href="{at(day)}"' in entry


def test_a_telling_replaces_the_one_before_and_is_agreed_anew(day):
    browser(day.home).post(at(day), told())
    browser(day.away).post(at(day), {"act": "agree", "version": "1"})
    browser(day.away).post(at(day), told(on_first="", on_second="Ash"))
    stale = browser(day.home).post(at(day), {"act": "agree", "version": "1"})
    assert 'data-code="report-moved-on"' in stale.content.decode()
    browser(day.home).post(at(day), {"act": "agree", "version": "2"})
    assert [row.agreed_at is not None for row in LeftGame.objects.all()] == [True, True]
    # A director speaks for both.
    browser(day.director).post(at(day), told(up="Ash", on_first=""))
    assert LeftGame.objects.last().agreed_by == day.director


def test_what_cannot_be_is_refused_and_stays_as_typed(day):
    wrong = told(on_first="Dunn", home_pitchers="Hill 9", away_pitchers="Lowe x")
    answer = browser(day.home).post(at(day), wrong)
    assert answer.status_code == 422
    assert 'data-code="innings-not-thirds"' in answer.content.decode()
    wrong["away_pitchers"] = "Lowe 6"
    text = browser(day.home).post(at(day), wrong).content.decode()
    assert 'data-code="not-in-the-game"' in text
    assert 'data-code="outs-not-made"' in text
    assert 'value="Dunn"' in text
    assert not LeftGame.objects.exists()


def test_it_goes_on_from_there_and_loses_nothing(day):
    browser(day.home).post(at(day), told())
    browser(day.away).post(at(day), {"act": "agree", "version": "1"})
    page = f"/series/{day.series.pk}/games/1/report/"
    body = {"act": "report", "away_runs": "1", "home_runs": "3", "ending": "home-leads"}
    body |= {"inning": "9", "half": "top", "outs": "3"}
    less = browser(day.away).post(page, body)
    assert 'data-code="less-than-was-left"' in less.content.decode()
    assert day.game().status == Game.Status.SUSPENDED
    browser(day.away).post(page, {**body, "away_runs": "2"})
    assert day.game().status != Game.Status.SUSPENDED
    # It is read, and no longer told.
    over = browser(day.home).post(at(day), told())
    assert 'data-code="not-suspended"' in over.content.decode()
    assert "no longer suspended" in browser().get(at(day)).content.decode()


def test_told_further_it_has_to_be_told_anew(day):
    browser(day.home).post(at(day), told())
    browser(day.away).post(at(day), {"act": "agree", "version": "1"})
    day.report(day.home, claim(2, 4, ending="suspended", inning=8, half=1, outs=0))
    assert "The game stands elsewhere now" in browser().get(at(day)).content.decode()
    stale = browser(day.director).post(at(day), {"act": "agree", "version": "1"})
    assert 'data-code="report-moved-on"' in stale.content.decode()


def test_a_picture_is_for_both_clubs_and_directors_and_is_in_a_copy_of_the_house(day):
    def sent(name: str = "sheet.jpg", data: bytes = JPEG) -> dict[str, object]:
        return {"act": "picture", "picture": SimpleUploadedFile(name, data)}

    assert browser(day.home).post(at(day), sent()).status_code == 302
    row = Photograph.objects.get()
    where = f"{at(day)}pictures/{row.pk}/"
    shown = browser(day.away).get(where)
    assert (shown["Content-Type"], shown.content) == ("image/jpeg", JPEG)
    assert shown["X-Content-Type-Options"] == "nosniff"
    third = manager(
        day.tournament,
        day.tournament.entrants.exclude(team__in=(day.series.home, day.series.away))[0].number,
        "Third",
    )
    for user in (None, third):
        assert browser(user).get(where).status_code == 404
        assert where not in browser(user).get(at(day)).content.decode()
    for data, code in ((b"<svg></svg>", "no-picture"), (b"", ""), (JPEG[:-9], "picture-broken")):
        refused = browser(day.home).post(at(day), sent("sheet.jpg", data))
        assert refused.status_code == 422
        assert code in refused.content.decode()
    lines = list(lines_of(Photograph))
    browser(day.away).post(at(day), {"act": "take-away", "picture": row.pk})
    assert Photograph.objects.exists()
    browser(day.director).post(at(day), {"act": "take-away", "picture": row.pk})
    assert not Photograph.objects.exists()
    insert_lines(Photograph, iter(lines))
    assert bytes(Photograph.objects.get().data) == JPEG
    for _ in range(3):
        browser(day.home).post(at(day), sent())
    assert 'data-code="too-many-pictures"' in (
        browser(day.home).post(at(day), sent()).content.decode()
    )


def test_clubs_with_squads_name_their_own_players():
    made = a_day(cards=True, length=1)
    claimed = claim(0, 1, ending="suspended", inning=2, half=0, outs=0)
    made.report(made.director, made.pitched(claimed))
    page = browser(made.director).get(at(made)).content.decode()
    assert 'id="batting"' in page
    nobody = browser(made.director).post(
        at(made), {"act": "tell", "up": "Nobody At All", "words": ""}
    )
    assert 'data-code="nobody-by-that-name"' in nobody.content.decode()


def test_programs_do_the_same(day):
    where = f"/api/v1/series/{day.series.pk}/games/1/left/"
    assert browser().get(where).status_code == 404
    sent = {
        "up": "Cole",
        "second": "Ash",
        "away": {"playing": ["Ash", "Cole"], "pitchers": [{"name": "Lowe", "outs": 18}]},
    }
    made = browser(day.home).post(where, sent, content_type=JSON)
    assert (made.status_code, made.json()["agreed"]) == (201, False)
    agreed = browser(day.away).post(f"{where}agree/", {"version": 1}, content_type=JSON)
    assert agreed.json()["agreed"] is True
    picture = io.BytesIO(jpeg(exif(orientation=6)))
    picture.name = "sheet.jpg"
    added = browser(day.home).post(f"{where}pictures/", {"picture": picture})
    key = added.json()["id"]
    kept = bytes(Photograph.objects.get().data)
    assert (PLACE in kept, orientation_in(kept)) == (False, 6)
    assert browser(day.away).get(where).json()["pictures"] == [key]
    found = browser().get(where).json()
    assert (found["second"], found["up"], found["pictures"]) == ("Ash", "Cole", [])
    assert found["away"]["pitchers"] == [{"name": "Lowe", "outs": 18}]
    assert browser(day.away).delete(f"{where}pictures/{key}/").status_code in (403, 409, 422)
    assert browser(day.home).delete(f"{where}pictures/{key}/").status_code == 204
