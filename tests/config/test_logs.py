import json
import logging
import logging.config

import pytest

from config.settings import logs


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("GET /account/enter/?sesame=AbC-9_x&next=%2Ft%2F", "/account/enter/?sesame=...&next="),
        ("Not Found: /join/s3cr3t/", "Not Found: /join/.../"),
        ("GET /t/opening/standings/", "GET /t/opening/standings/"),
    ],
)
def test_what_opens_a_door_is_not_written_down(said, kept):
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
