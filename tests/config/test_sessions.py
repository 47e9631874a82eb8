"""Where somebody is signed in, how that ends, and what is told of it."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from config.people.account_log import events_of
from config.people.browsers import browser_of
from config.people.models import Session
from config.people.sessions import ident_of
from config.people.tokens import issue_api_token
from tests.config.conftest import PASSWORD

pytestmark = pytest.mark.django_db

FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
IPHONE = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 "
    "(KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1"
)


@pytest.fixture
def casey(person):
    return person("Casey")


def signed_in(agent: str, password: str = PASSWORD, **more) -> Client:
    client = Client(headers={"user-agent": agent}, **more)
    client.post("/account/sign-in/", {"username": "casey@example.org", "password": password})
    return client


def is_in(client: Client) -> bool:
    return client.get("/account/profile/").status_code == 200


def test_each_place_is_told_by_browser_and_address_and_ended_by_itself(casey):
    desk, phone = signed_in(FIREFOX), signed_in(IPHONE, REMOTE_ADDR="203.0.113.9")
    page = desk.get("/account/security/").content.decode()
    assert "Firefox on Linux, 127.0.0.1" in page
    assert "Safari on iPhone, 203.0.113.9" in page
    there = Session.objects.get(address="203.0.113.9")
    assert not any(each.session_key in page for each in Session.objects.all())
    desk.post("/account/security/sessions/end/", {"place": ident_of(there)})
    assert (is_in(desk), is_in(phone)) == (True, False)


def test_everywhere_is_here_as_well_and_of_nobody_else(casey, person):
    other = Client()
    other.force_login(person("Bobby"), backend="django.contrib.auth.backends.ModelBackend")
    desk, phone = signed_in(FIREFOX), signed_in(IPHONE)
    desk.post("/account/security/sessions/end/")
    assert [is_in(each) for each in (desk, phone, other)] == [False, False, True]


def test_somebody_elses_session_is_not_ended(casey, person):
    bobby = Client()
    bobby.force_login(person("Bobby"), backend="django.contrib.auth.backends.ModelBackend")
    theirs = ident_of(Session.objects.get(user__name="Bobby"))
    desk = signed_in(FIREFOX)
    desk.post("/account/security/sessions/end/", {"place": theirs})
    answer = desk.delete(f"/api/v1/me/sessions/{theirs}/")
    assert (answer.status_code, answer.json()["error"]["code"]) == (409, "no-such-session")
    assert is_in(bobby)


def test_a_session_tells_when_it_was_last_used_and_goes_on_over_a_new_password(casey, time_machine):
    desk, phone = signed_in(FIREFOX), signed_in(IPHONE)
    began = Session.objects.get(agent=FIREFOX).began_at
    later = timezone.now() + timedelta(hours=1)
    time_machine.move_to(later)
    assert is_in(desk)
    assert Session.objects.get(agent=FIREFOX).last_seen_at >= later
    new = {"new_password1": "a-double-to-left", "new_password2": "a-double-to-left"}
    desk.post("/account/security/password/", {"old_password": PASSWORD, **new})
    assert (is_in(desk), is_in(phone)) == (True, False)
    (left,) = Session.objects.all()
    assert (left.user, left.began_at) == (casey, began)


def test_the_account_tells_who_came_in_who_tried_and_what_was_changed(casey):
    signed_in(IPHONE, "wrong-password", REMOTE_ADDR="203.0.113.9")
    desk = signed_in(FIREFOX)
    issue_api_token(user=casey, name="Phone", scope="read", acting_user=casey)
    told = [(event.what, event.detail) for event in events_of(casey)]
    assert told[:3] == [
        ("API token made", "Phone (read)"),
        ("Signed in", "Firefox on Linux, 127.0.0.1"),
        ("Wrong password", "Safari on iPhone, 203.0.113.9"),
    ]
    page = desk.get("/account/security/").content.decode()
    assert all(detail in page for _, detail in told[:3])
    assert [row["what"] for row in desk.get("/api/v1/me/security-log/").json()[:2]] == [
        "API token made",
        "Signed in",
    ]


def test_the_log_of_one_account_tells_nothing_of_another(casey, person):
    signed_in(FIREFOX)
    assert [event.code for event in events_of(person("Bobby"))] in ([], ["account-created"])


def test_a_narrow_token_ends_no_sessions(casey):
    desk = signed_in(FIREFOX)
    key = issue_api_token(user=casey, scope="manager", acting_user=casey)
    answer = Client().delete("/api/v1/me/sessions/", headers={"Authorization": f"Token {key}"})
    assert (answer.status_code, answer.json()["error"]["code"]) == (403, "token-scope")
    assert is_in(desk)


def test_nobody_is_signed_out_by_the_change_of_tables(casey):
    """What the migration does with a row of Django's own table: the data are read as they are."""
    from django.contrib.sessions.backends.db import SessionStore as Before

    from config.people.sessions import SessionStore

    assert SessionStore().decode(Before().encode({"_auth_user_id": "7"})) == {"_auth_user_id": "7"}


@pytest.mark.parametrize(
    ("agent", "said"),
    [
        (FIREFOX, "Firefox on Linux"),
        (IPHONE, "Safari on iPhone"),
        ("curl/8.5.0", "curl"),
        ("", "an unknown browser"),
        ("Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537.36 Edg/140.0", "Edge on Windows"),
    ],
)
def test_browsers_in_words(agent, said):
    assert browser_of(agent) == said
