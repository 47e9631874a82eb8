"""The served web process: hashed static files, JSON logs, PostgreSQL and Redis behind it."""

import json
import os
import re
import socket
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest
from django.conf import settings

from tests.config.processes import DEADLINE, database_url, wait_for_site

pytestmark = [pytest.mark.served, pytest.mark.django_db(transaction=True)]


def test_a_served_page_brings_its_hashed_files_and_logs_in_json(tmp_path: Path):
    environment = {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "config.settings.base",
        "DATABASE_URL": database_url(),
        "HORSEHIDE_VAR": str(tmp_path),
        "ALLOWED_HOSTS": "127.0.0.1",
        "HTTPS": "False",
    }
    subprocess.run(
        [sys.executable, "manage.py", "collectstatic", "--noinput", "--verbosity=0"],
        cwd=settings.ROOT,
        env=environment,
        check=True,
    )
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        address = f"http://127.0.0.1:{listener.getsockname()[1]}"
        process = subprocess.Popen(
            [sys.executable, "manage.py", "web", f"--fd={listener.fileno()}"],
            cwd=settings.ROOT,
            env=environment,
            pass_fds=[listener.fileno()],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        try:
            wait_for_site(process, address)
            with urllib.request.urlopen(f"{address}/account/sign-in/") as answer:
                page = answer.read().decode()
            sheet = re.search(r'href="(/static/css/site\.[0-9a-f]{12}\.css)"', page)
            assert sheet, page
            with urllib.request.urlopen(address + sheet[1]) as answer:
                assert "immutable" in answer.headers["Cache-Control"]
        finally:
            process.terminate()
            words, _ = process.communicate(timeout=DEADLINE)
    events = [json.loads(line) for line in words.splitlines()]
    finished = [event for event in events if event["event"] == "request_finished"]
    assert any("/account/sign-in/" in event["request"] for event in finished)
    assert all(event["request_id"] for event in finished)
