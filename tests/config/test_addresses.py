"""Where a request comes from, whatever it says of itself."""

import environ
import pytest
from django.core.exceptions import ImproperlyConfigured
from django.test import Client, RequestFactory

from config.addresses import client_address
from config.settings import choices
from tests.config.conftest import PASSWORD

PROXY = "10.0.0.5"


@pytest.fixture
def behind_proxy(settings):
    settings.TRUSTED_PROXIES = proxies(f"{PROXY},192.168.7.0/24,fd00::/8")


@pytest.fixture
def a_moment(time_machine):
    """Limits are counted by the minute, and a slow machine takes longer for so many calls."""
    time_machine.move_to("2026-11-22T12:00:00Z", tick=False)


def proxies(written: str):
    env = environ.Env()
    env.ENVIRON = {"TRUSTED_PROXIES": written}
    return choices.trusted_proxies(env)


def both_ways(peer: str, forwarded: str | None = None) -> str:
    """The address of a request and of a scope, which are to agree."""
    said = {"REMOTE_ADDR": peer}
    headers = []
    if forwarded is not None:
        said["HTTP_X_FORWARDED_FOR"] = forwarded
        headers = [
            (b"host", b"x"),
            *((b"X-Forwarded-For", part.encode()) for part in forwarded.split(";")),
        ]
        said["HTTP_X_FORWARDED_FOR"] = forwarded.replace(";", ",")
    scope = {"type": "http", "client": (peer, 4711) if peer else None, "headers": headers}
    address = client_address(scope)
    assert client_address(RequestFactory().get("/", **said)) == address
    return address


def test_by_default_nobody_is_believed():
    for peer in ("203.0.113.9", "127.0.0.1", "::1", PROXY):
        assert both_ways(peer, "198.51.100.1") == peer
    assert both_ways("", "198.51.100.1") == ""


@pytest.mark.parametrize(
    ("peer", "forwarded", "address"),
    [
        ("203.0.113.9", "198.51.100.1", "203.0.113.9"),
        (PROXY, None, PROXY),
        (PROXY, "198.51.100.1", "198.51.100.1"),
        # What the visitor wrote stands before what the proxy saw.
        (PROXY, "1.2.3.4, 198.51.100.1", "198.51.100.1"),
        (PROXY, "1.2.3.4;198.51.100.1", "198.51.100.1"),
        (PROXY, "1.2.3.4, 198.51.100.1, 192.168.7.20", "198.51.100.1"),
        (PROXY, "198.51.100.1:5512", "198.51.100.1"),
        (PROXY, "[2001:db8::7]:5512", "2001:db8::7"),
        ("fd00::1", "2001:db8::7", "2001:db8::7"),
        (f"::ffff:{PROXY}", "::ffff:198.51.100.1", "198.51.100.1"),
        # Nothing but proxies, or something that is no address: the last that is known.
        (PROXY, "192.168.7.20", "192.168.7.20"),
        (PROXY, "198.51.100.1, nonsense", PROXY),
        (PROXY, "198.51.100.1, unknown, 192.168.7.20", "192.168.7.20"),
        (PROXY, " , ", PROXY),
        # A socket of the file system is the proxy's.
        ("", "198.51.100.1", "198.51.100.1"),
    ],
)
def test_behind_proxies_the_chain_is_read_from_our_end(behind_proxy, peer, forwarded, address):
    assert both_ways(peer, forwarded) == address


def test_a_wrong_network_is_found_at_the_start():
    assert proxies("") == ()
    with pytest.raises(ImproperlyConfigured, match="TRUSTED_PROXIES"):
        proxies("10.0.0.5,the-proxy")


@pytest.mark.long
@pytest.mark.django_db
def test_a_new_forwarded_address_a_call_does_not_evade_the_limits_of_the_api(a_moment):
    client = Client()
    statuses = [
        client.get("/api/v1/systems/", HTTP_X_FORWARDED_FOR=f"198.51.100.{number}").status_code
        for number in range(130)
    ]
    assert statuses.count(200) == 120
    assert set(statuses[120:]) == {429}
    assert Client().get("/api/v1/systems/", REMOTE_ADDR="203.0.113.9").status_code == 200


@pytest.mark.long
@pytest.mark.django_db
def test_behind_a_proxy_each_visitor_has_limits_of_his_own(behind_proxy, a_moment):
    def status(visitor: str) -> int:
        answer = Client().get(
            "/api/v1/systems/", REMOTE_ADDR=PROXY, HTTP_X_FORWARDED_FOR=f"1.1.1.1, {visitor}"
        )
        return answer.status_code

    assert [status("198.51.100.1") for _ in range(121)][-2:] == [200, 429]
    assert status("198.51.100.2") == 200


@pytest.mark.django_db
def test_a_new_forwarded_address_a_guess_does_not_evade_the_sign_in_lock(person):
    person("Casey")
    client = Client()
    for number in range(7):
        guessed = client.post(
            "/account/sign-in/",
            {"username": "casey@example.org", "password": f"guess {number}"},
            HTTP_X_FORWARDED_FOR=f"198.51.100.{number}",
            HTTP_X_REAL_IP=f"198.51.100.{number}",
        )
    assert guessed.status_code == 429
    right = {"username": "casey@example.org", "password": PASSWORD}
    assert client.post("/account/sign-in/", right).status_code == 429


@pytest.mark.django_db
def test_the_transport_is_only_a_trusted_proxys_to_tell(settings, behind_proxy):
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    settings.SECURE_SSL_REDIRECT = True
    told = {"HTTP_X_FORWARDED_PROTO": "https"}
    assert Client().get("/api/v1/systems/", REMOTE_ADDR=PROXY, **told).status_code == 200
    assert Client().get("/api/v1/systems/", REMOTE_ADDR="203.0.113.9", **told).status_code == 301
