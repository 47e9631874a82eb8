import json
import logging
import logging.config
import re

import pytest
from django.urls import get_resolver
from uvicorn.logging import AccessFormatter

from config.settings import logs
from tests.config.test_access import walk

SECRET = "Zs3cr3tAbCdEf0123456789"


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("GET /account/enter/?sesame=AbC-9_x&next=%2Ft%2F", "/account/enter/?sesame=...&next="),
        ("Not Found: /join/s3cr3t/", "Not Found: /join/.../"),
        ("GET /boards/s3cr3tAbC/", "GET /boards/.../"),
        ("GET /boards/s3cr3tAbC", "GET /boards/..."),
        ("{'path': 'calendar/s3cr3t.ics'}", "{'path': 'calendar/...'}"),
        ("/account/sign-in/?next=/join/s3cr3t:AbC/", "?next=/join/.../"),
        ("/account/sign-in/?next=%2Fjoin%2Fs3cr3t%2F&a=b", "?next=%2Fjoin%2F...%2F&a=b"),
        ("GET /live/?topic=board:s3cr3tAbC-1&topic=draft:4", "topic=board:...&topic=draft:4"),
        ("GET /live/?topic=board%3As3cr3tAbC-1", "topic=board%3A..."),
        ("GET /api/v1/invites/offer/?token=s3cr3t:AbC", "/offer/?token=..."),
        ("GET /t/opening/standings/", "GET /t/opening/standings/"),
    ],
)
def test_what_opens_a_door_is_not_written_down(said, kept):
    assert get_resolver().url_patterns
    event = logs.hide_secrets(None, "info", {"event": said, "request": said, "code": 200})
    assert kept in event["event"]
    assert kept in event["request"]
    assert "AbC" not in str(event)
    assert "s3cr3t" not in str(event)


def test_the_served_log_is_one_json_object_a_line():
    formatter = logs.logging(json=True, level="INFO")["formatters"]["events"]
    made = logging.config.BaseConfigurator({"events": formatter}).config
    record = logging.LogRecord(
        "django.request", logging.WARNING, "x.py", 1, "Not Found: %s", ("/join/abc/",), None
    )
    factory = made["events"]
    line = factory["()"](
        foreign_pre_chain=factory["foreign_pre_chain"], processors=factory["processors"]
    ).format(record)
    assert json.loads(line)["event"] == "Not Found: /join/.../"
    assert json.loads(line)["level"] == "warning"


def by_name(name: str) -> logging.LogRecord:
    """A record as any logger makes it."""
    return logging.getLogger(name).makeRecord(
        name,
        logging.INFO,
        "x.py",
        1,
        '%s - "%s %s HTTP/%s" %d',
        ("127.0.0.1:9", "GET", "/calendar/s3cr3t.ics?x=1", "1.1", 200),
        None,
    )


def test_the_web_servers_own_log_hides_it_too():
    line = AccessFormatter("%(client_addr)s %(request_line)s", use_colors=False).format(
        by_name("uvicorn.access")
    )
    assert line == "127.0.0.1:9 GET /calendar/...?x=1 HTTP/1.1"
    assert "s3cr3t" not in by_name("anybody.at.all").getMessage()


def secret_addresses() -> list[str]:
    """Every address that carries a secret, with one in it."""
    found = [
        "/" + re.sub("<secret:[a-z]+>", SECRET, route).replace("\\Z", "")
        for _, route, _ in walk(get_resolver().url_patterns)
        if "<secret:" in route
    ]
    return [
        *found,
        f"/api/v1/invites/offer/?token={SECRET}",
        f"/account/enter/?sesame={SECRET}",
        f"/account/sign-in/?next=/join/{SECRET}/",
    ]


@pytest.mark.django_db
def test_no_log_of_a_request_says_a_secret_address(client, caplog):
    caplog.set_level(logging.INFO)
    asked = secret_addresses()
    assert len(asked) >= 6
    for url in asked:
        client.get(url, raise_request_exception=False)
        client.get(url.rstrip("/") + "x")
        client.post(url)
    assert len(caplog.records) > len(asked)
    assert SECRET not in caplog.text
    assert not [each for each in caplog.records if SECRET in f"{each.msg} {each.args}"]


def test_every_route_that_opens_by_what_it_carries_is_marked():
    """What is no number, no slug and no place in a list is somebody's to know."""
    open_words = {
        name: route
        for name, route, _ in walk(get_resolver().url_patterns)
        if "<str:" in route and not route.startswith(("admin/", "office/"))
    }
    assert not {name for name in open_words if re.search("<str:(key|token|secret)", route_of(name))}


def route_of(name: str) -> str:
    return next(route for each, route, _ in walk(get_resolver().url_patterns) if each == name)
