"""What the pages of an event's announcement do is done by programs, too, and tells as little."""

import re

import pytest
from django.core import mail

from tests.builders import browser, director_of, league
from tournaments.day.models import Announcement, SignUp

pytestmark = pytest.mark.django_db

JSON = "application/json"


@pytest.fixture(autouse=True)
def after_commit(django_capture_on_commit_callbacks):
    """Mails go out when a transaction is through."""
    with django_capture_on_commit_callbacks(execute=True):
        yield


def announced(**changes: object):
    made = league(4, started=False)
    at = f"/api/v1/tournaments/{made.slug}/"
    dana = browser(director_of(made))
    said = {"is_open": True, "place": "Legion Hall", "places": 1, **changes}
    answer = dana.put(f"{at}announcement/", said, content_type=JSON)
    assert answer.status_code == 200, answer.content
    return made, at, dana


def test_programs_sign_up_confirm_wait_and_withdraw_by_the_key_that_was_mailed(
    django_capture_on_commit_callbacks,
):
    _, at, dana = announced()
    stranger = browser()
    for name in ("Ann", "Ben"):
        told = {"name": name, "town": "Ottawa", "email": f"{name.lower()}@example.org"}
        with django_capture_on_commit_callbacks(execute=True):
            taken = stranger.post(f"{at}sign-ups/", told, content_type=JSON)
        # The key is for who reads the mail.
        assert (taken.status_code, taken.json()) == (202, {"email": told["email"]})
    assert stranger.get(f"{at}sign-ups/").json() == []
    keys = [re.search(r"/sign-ups/(\w+)/", each.body).group(1) for each in mail.outbox]
    own = [f"/api/v1/sign-ups/{key}/" for key in keys]
    assert [stranger.post(f"{each}confirm/").json()["state"] for each in own] == [
        "coming",
        "waiting",
    ]
    assert stranger.get(own[1]).json()["waits_at"] == 1
    seen = stranger.get(f"{at}sign-ups/").json()
    assert [(row["name"], row["state"], row["email"]) for row in seen] == [
        ("Ann", "coming", ""),
        ("Ben", "waiting", ""),
    ]
    assert [row["email"] for row in dana.get(f"{at}sign-ups/").json()] == [
        "ann@example.org",
        "ben@example.org",
    ]
    assert stranger.post(f"{own[0]}withdraw/").json()["state"] == "withdrawn"
    offered = stranger.get(own[1]).json()
    assert (offered["state"], offered["offered_until"] is not None) == ("offered", True)
    assert stranger.get(f"{at}announcement/").json()["offered"] == 1
    assert stranger.post(f"{own[1]}accept/").json()["state"] == "coming"
    assert stranger.post(f"{own[0]}accept/").json()["error"]["code"] == "no-offer"
    assert stranger.post(f"{own[0]}confirm/").json()["error"]["code"] == "sign-up-withdrawn"
    found = stranger.get(f"{at}announcement/").json()
    assert (found["place"], found["coming"], found["waiting"]) == ("Legion Hall", 1, 0)


def test_programs_put_a_list_in_enter_its_clubs_and_check_people_in():
    made, at, dana = announced(places=None)
    sheet = {"people": "Ann;Ottawa;Hill Crows\nBen\nCy"}
    answer = dana.post(f"{at}sign-ups/import/", sheet, content_type=JSON)
    assert answer.json() == {"count": 3}
    wrong = dana.post(f"{at}sign-ups/import/", {"people": "Di,,,nowhere"}, content_type=JSON)
    assert wrong.json()["error"]["refusals"][0]["place"].startswith("line 1")
    assert dana.post(f"{at}sign-ups/enter/").json() == {"count": 3}
    assert made.entrants.filter(team__name="Hill Crows").exists()
    ann, ben, cy = SignUp.objects.order_by("pk")
    here = dana.put(f"{at}sign-ups/{ann.pk}/here/", {"here": True}, content_type=JSON).json()
    assert here["here_at"]
    assert dana.delete(f"{at}sign-ups/{cy.pk}/").status_code == 204
    key = dana.post(f"{at}sign-ups/door/").json()["key"]
    door = f"/api/v1/here/{key}/"
    stranger = browser()
    answer = stranger.post(f"{door}check-in/", {"person": ben.pk}, content_type=JSON)
    told = answer.json()
    assert (told["name"], told["table"], told["opponent"]) == ("Ben", None, "")
    assert told["steps"][0]["told"].startswith("Wait until the director")
    rows = stranger.get(door).json()
    assert [(row["name"], row["here"]) for row in rows] == [("Ann", True), ("Ben", True)]
    gone = stranger.post(f"{door}check-in/", {"person": cy.pk}, content_type=JSON)
    assert [row["name"] for row in stranger.get(door).json()] == ["Ann", "Ben"]
    assert gone.status_code < 500
    again = dana.post(f"{at}sign-ups/door/").json()["key"]
    assert again != key
    assert stranger.get(door).status_code == 404


def test_an_announcement_takes_no_script_for_a_map_and_a_private_one_is_not_there():
    made, at, dana = announced()
    bad = dana.put(f"{at}announcement/", {"map_url": "javascript:1"}, content_type=JSON)
    assert (bad.status_code, bad.json()["error"]["refusals"][0]["place"]) == (400, "map_url")
    assert Announcement.objects.get().place == "Legion Hall"
    made.visibility = made.Visibility.PRIVATE
    made.save()
    told = {"name": "Ann", "email": "ann@example.org"}
    stranger = browser()
    assert stranger.post(f"{at}sign-ups/", told, content_type=JSON).status_code == 404
    assert stranger.get(f"{at}announcement/").status_code == 404
    assert not SignUp.objects.exists()


def test_programs_split_the_clubs_as_a_director_does_and_settle_the_screen():
    made = league(8, started=False)
    at = f"/api/v1/tournaments/{made.slug}/"
    dana = browser(director_of(made))
    first, second = made.entrants.order_by("number").select_related("team")[:2]
    sent = {"count": 2, "way": "random", "apart": f"{first.team.name}, {second.team.name}"}
    assert dana.post(f"{at}divisions/split/", sent, content_type=JSON).status_code == 200
    of = dict(made.entrants.values_list("number", "division"))
    assert sorted(of.values()) == [1] * 4 + [2] * 4
    assert of[first.number] != of[second.number]
    for wrong in ({"way": "favour"}, {"count": 3}, {"apart": "Nobody, Ash"}):
        refused = dana.post(f"{at}divisions/split/", {**sent, **wrong}, content_type=JSON)
        assert 400 <= refused.status_code < 500
    shown = dana.put(f"{at}day/screen/", {"shows": ["standings"]}, content_type=JSON).json()
    assert (shown["shows"], shown["turn_seconds"]) == (["standings"], 20)
    key = dana.post(f"{at}day/screen-address/").json()["key"]
    assert browser().get(f"/hall/{key}/").status_code == 200
    assert dana.delete(f"{at}day/screen-address/").status_code == 204
    assert browser().get(f"/hall/{key}/").status_code == 404
