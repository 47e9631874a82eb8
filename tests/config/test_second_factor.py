"""Whoever has a second factor is in with it alone, by whatever door he came."""

import re

import pytest
from django.test import Client
from django.utils import timezone
from django_otp.oath import totp
from django_otp.plugins.otp_static.models import StaticToken
from django_otp.plugins.otp_totp.models import TOTPDevice

from config.people.account_log import events_of
from config.people.second_factor import begin, confirm, has_second_factor, take_away
from config.people.tokens import issue_api_token
from tests.builders import director_of, league
from tests.config.conftest import PASSWORD
from tests.mails import delivered

pytestmark = pytest.mark.django_db
BACKEND = "django.contrib.auth.backends.ModelBackend"
PAGE = "/account/security/second-factor/"
STEP = "/account/second-step/"


@pytest.fixture(autouse=True)
def clock(time_machine):
    """Stands: no code goes out of date, and nobody has waited."""
    time_machine.move_to(timezone.now(), tick=False)


def code_of(user, *, ahead: int = 0) -> str:
    """What the app shows, or will show so many steps of half a minute ahead."""
    device = TOTPDevice.objects.get(user=user)
    return f"{totp(device.bin_key, drift=ahead):06d}"


@pytest.fixture
def casey(person):
    """With a second factor; ``codes`` are the recovery codes."""
    found = person("Casey")
    begin(user=found)
    found.codes = confirm(user=found, code=code_of(found))
    return found


def after_password() -> Client:
    client = Client()
    client.post("/account/sign-in/", {"username": "casey@example.org", "password": PASSWORD})
    return client


def is_in(client: Client) -> bool:
    return client.get("/api/v1/me/").status_code == 200


def test_it_is_set_up_on_its_page_by_a_first_code(client, person):
    casey = person("Casey")
    client.force_login(casey, backend=BACKEND)
    client.post(PAGE, {"act": "begin"})
    assert "<svg" in client.get(PAGE).content.decode()
    assert client.post(PAGE, {"act": "confirm", "code": "000000x"}).status_code == 422
    assert not has_second_factor(casey)
    TOTPDevice.objects.update(throttling_failure_count=0)
    page = client.post(PAGE, {"act": "confirm", "code": code_of(casey)}).content.decode()
    codes = re.findall(r"<code[^>]*>([a-z2-9]{4}-[a-z2-9]{4}-[a-z2-9]{4})</code>", page)
    assert len(codes) == 10
    kept = set(StaticToken.objects.values_list("token", flat=True))
    assert not kept & {code.replace("-", "") for code in codes}
    assert is_in(client)


def test_after_the_password_nothing_is_open_but_the_step(casey):
    tournament = league(3, visibility="private", director=casey)
    client = after_password()
    assert not is_in(client)
    assert client.get("/api/v1/tournaments/").json()["results"] == []
    answer = client.get(f"/t/{tournament.slug}/")
    assert (answer.status_code, answer.url) == (302, f"{STEP}?next=/t/{tournament.slug}/")
    assert client.post("/account/security/tokens/", {"name": "x"}).url.startswith(STEP)
    answer = client.post(
        STEP, {"code": code_of(casey, ahead=1), "next": answer.url[len(STEP) + 6 :]}
    )
    assert answer.url == f"/t/{tournament.slug}/"
    assert is_in(client)


@pytest.mark.parametrize("door", ["link", "admin"])
def test_other_doors_lead_to_the_step_as_well(casey, door):
    client = Client()
    if door == "link":
        client.post("/account/link/", {"email": "casey@example.org"})
        client.post(re.search(r"https?://[^/]+(/account/enter/\S+)", delivered()[-1].body)[1])
    else:
        type(casey).objects.update(is_staff=True)
        client.post("/admin/login/", {"username": "casey@example.org", "password": PASSWORD})
    assert not is_in(client)
    assert client.get("/admin/").url.startswith(STEP)
    client.post(STEP, {"code": code_of(casey, ahead=1)})
    assert is_in(client)


def test_a_code_is_good_once_and_wrong_ones_make_wait(casey):
    first, second = after_password(), after_password()
    code = code_of(casey, ahead=1)
    first.post(STEP, {"code": code})
    assert second.post(STEP, {"code": code}).status_code == 422
    assert "Too many wrong codes" in second.post(STEP, {"code": code}).content.decode()
    assert [is_in(first), is_in(second)] == [True, False]
    assert "second-factor-failed" in {event.code for event in events_of(casey)}


def test_a_recovery_code_lets_in_once(casey):
    first, second = after_password(), after_password()
    for client in (first, second):
        client.post(STEP, {"code": casey.codes[0].upper()})
    assert [is_in(first), is_in(second)] == [True, False]
    assert StaticToken.objects.count() == 9


def test_it_is_not_removed_without_a_code_and_by_staff_without(casey):
    client = after_password()
    client.post(STEP, {"code": casey.codes[0]})
    assert client.post(PAGE, {"act": "remove", "code": "123456"}).status_code == 422
    assert has_second_factor(casey)
    client.post(PAGE, {"act": "remove", "code": casey.codes[1]})
    assert not has_second_factor(casey)
    assert is_in(client)
    assert take_away(user=casey, acting_user=None) is False


def test_directors_who_are_obliged_do_nothing_before(settings, person):
    settings.SECOND_FACTOR = "directors"
    director = director_of(league(3))
    others = person("Casey")
    key = issue_api_token(user=director, acting_user=None)
    client = Client()
    client.force_login(director, backend=BACKEND)
    assert client.get("/").url == PAGE
    for asking in (client, Client(headers={"Authorization": f"Token {key}"})):
        answer = asking.get("/api/v1/me/")
        assert (answer.status_code, answer.json()["error"]["code"]) == (
            403,
            "second-factor-required",
        )
    client.post(PAGE, {"act": "begin"})
    client.post(PAGE, {"act": "confirm", "code": code_of(director)})
    assert is_in(client)
    assert client.get("/").status_code == 200
    client.post(PAGE, {"act": "remove", "code": code_of(director, ahead=1)}, follow=True)
    assert has_second_factor(director)
    client.force_login(others, backend=BACKEND)
    assert is_in(client)


def test_nobody_sees_keys_in_the_back_office(person, client):
    client.force_login(person("Staff", is_staff=True, is_superuser=True), backend=BACKEND)
    for page in ("otp_totp/totpdevice", "otp_static/staticdevice"):
        assert client.get(f"/admin/{page}/").status_code == 404
