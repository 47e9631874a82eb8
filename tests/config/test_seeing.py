"""Ids of requests, and figures for whoever may ask for them."""

import re
import secrets
import sys
from types import SimpleNamespace

import pytest
import structlog
from django.core.cache import cache
from django.core.exceptions import ImproperlyConfigured
from django.db import OperationalError
from django.test import Client

from config import checks
from config.jobs.heartbeats import beat
from config.jobs.models import Heartbeat
from config.people.models import User
from config.seeing import slow, tracing
from tests.builders import league

pytestmark = pytest.mark.django_db
TOKEN = "a-token-of-a-collector"


def test_an_id_that_comes_in_goes_out_and_others_are_made():
    given = Client().get("/", headers={"x-request-id": "proxy-0123456789"})
    assert given.headers["X-Request-ID"] == "proxy-0123456789"
    for bad in ("short", "x" * 65, "two words here", "line\tbreak-12345"):
        made = Client().get("/", headers={"x-request-id": bad}).headers["X-Request-ID"]
        assert re.fullmatch(r"[0-9a-f]{32}", made)
    assert Client().get("/nowhere/").headers["X-Request-ID"]
    assert Client().get("/api/v1/nowhere/").headers["X-Request-ID"]


def test_a_fault_says_its_id_on_the_page_in_the_envelope_and_in_the_log(monkeypatch):
    def fails(*args, **more):
        raise ValueError("a fault of ours")

    monkeypatch.setattr("tournaments.selectors.access.visible_to", fails)
    client = Client(raise_request_exception=False, headers={"x-request-id": "ask-about-this"})
    with structlog.testing.capture_logs() as told:
        page = client.get("/t/some-event/")
        answer = client.get("/api/v1/tournaments/some-event/")
    assert (page.status_code, answer.status_code) == (500, 500)
    assert "ask-about-this" in page.content.decode()
    refusal = answer.json()["error"]["refusals"][0]
    assert refusal["facts"] == {"request": "ask-about-this"}
    assert page.headers["X-Request-ID"] == "ask-about-this"
    assert told


def test_a_database_that_is_away_says_it_too(monkeypatch):
    def away(*args, **more):
        raise OperationalError("connection is closed")

    monkeypatch.setattr("tournaments.selectors.access.visible_to", away)
    client = Client(raise_request_exception=False, headers={"x-request-id": "ask-about-this"})
    page = client.get("/t/some-event/")
    assert page.status_code == 503
    assert "ask-about-this" in page.content.decode()


def asked(token: str = TOKEN):
    return Client().get("/metrics", headers={"authorization": f"Bearer {token}"})


def test_there_are_no_figures_unless_asked_for_nor_without_the_token(settings):
    for token in ("", TOKEN):
        assert asked(token).status_code == 404
    settings.METRICS_TOKEN = TOKEN
    for token in ("", "another"):
        assert asked(token).status_code == 404
    assert asked().status_code == 200


def figures() -> dict[str, float]:
    lines = asked().content.decode().splitlines()
    split = (line.rpartition(" ") for line in lines if not line.startswith("#"))
    return {name: float(value) for name, _, value in split}


def test_figures_count_requests_by_route_and_what_the_database_knows(settings):
    settings.METRICS_TOKEN = TOKEN
    tournament = league(3)
    before = figures()
    page = Client().get(f"/t/{tournament.slug}/")
    Client().get("/made-up-by-a-stranger/")
    after = figures()
    home = page.resolver_match.view_name
    counted = f'horsehide_requests_total{{method="GET",route="{home}",status="200"}}'
    assert after[counted] == before.get(counted, 0) + 1
    assert after['horsehide_requests_total{method="GET",route="none",status="404"}'] >= 1
    assert "made-up-by-a-stranger" not in " ".join(after)
    assert tournament.slug not in " ".join(after)
    assert after['horsehide_processes{part="clock"}'] == 0
    assert after["horsehide_oldest_job_seconds"] == 0
    assert after["horsehide_watchers"] == 0


def staff_page(person):
    client = Client()
    staff = person("Staff", is_staff=True)
    client.force_login(staff, backend="django.contrib.auth.backends.ModelBackend")
    return client.get("/operator/").content.decode()


def test_the_operator_sees_who_is_at_work_and_what_was_slow(person, settings):
    beat(Heartbeat.Part.CLOCK)
    settings.SLOW_QUERY_SECONDS = -1.0
    try:
        assert not User.objects.filter(email="nobody@example.org").exists()
    finally:
        settings.SLOW_QUERY_SECONDS = 60.0
    page = staff_page(person)
    assert "Clock" in page
    assert "At work" in page
    assert "people_user" in page
    assert "nobody@example.org" not in page
    assert "none yet" in page or "not asked for" in page
    cache.delete(slow.KEY)
    assert "None." in staff_page(lambda *a, **b: User.objects.get(is_staff=True))


def test_a_weak_key_is_refused_where_the_house_is_served(settings):
    for key, refused in (("short", True), ("a" * 60, True), (secrets.token_urlsafe(50), False)):
        settings.SECRET_KEY = key
        assert bool(checks.strong_key(None)) is refused
    for token, refused in (("", False), ("short", True), (TOKEN, False)):
        settings.METRICS_TOKEN = token
        assert bool(checks.strong_metrics_token(None)) is refused


def test_faults_are_told_elsewhere_only_where_that_is_named_and_there(monkeypatch):
    told = []
    monkeypatch.setitem(
        sys.modules, "sentry_sdk", SimpleNamespace(init=lambda **more: told.append(more))
    )
    tracing.start("", 0.0)
    assert told == []
    tracing.start("https://key@sentry.example.org/1", 0.5)
    assert told[0]["dsn"] == "https://key@sentry.example.org/1"
    assert told[0]["send_default_pii"] is False
    address = "https://x.org/account/enter/?sesame=AAAAsecret"
    cleaned = told[0]["before_send"]({"request": {"url": address, "tags": [address]}}, None)
    assert "AAAAsecret" not in str(cleaned)
    monkeypatch.setitem(sys.modules, "sentry_sdk", None)
    with pytest.raises(ImproperlyConfigured, match="sentry-sdk is not installed"):
        tracing.start("https://key@sentry.example.org/1", 0.5)
