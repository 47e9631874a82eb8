"""A site that is killed between an entry and its answer: the page keeps the entry, sends it again
by itself once the site is there again, and it counts once."""

import os
import socket
import subprocess
import sys

import pytest
from django.conf import settings
from django.db import connection
from playwright.sync_api import expect

from games.models import Game
from games.verifying import verify
from tests.browser.test_drafts import sign_in
from tests.builders import director_of
from tests.config.processes import DEADLINE, wait_for_site
from tests.games.builders import ADVANCED, league_series, started
from tests.games.dying import AFTER, BEFORE, WHERE

pytestmark = [pytest.mark.browser, pytest.mark.long, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def site(tmp_path):
    """Begins a process that serves the test's database, always at the same address, where nobody
    answers while none runs."""
    with socket.socket() as door:
        door.bind(("127.0.0.1", 0))
        port = door.getsockname()[1]
    address = f"http://127.0.0.1:{port}"
    running = []

    def begin():
        process = subprocess.Popen(
            [sys.executable, "manage.py", "web", f"--port={port}"],
            cwd=settings.ROOT,
            env={
                **os.environ,
                "DJANGO_SETTINGS_MODULE": "tests.games.dying_settings",
                "HORSEHIDE_DYING_ON": str(connection.settings_dict["NAME"]),
                "SECRET_KEY": settings.SECRET_KEY,
                WHERE: str(tmp_path / "dies"),
            },
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        running.append(process)
        wait_for_site(process, address)
        return process

    yield address, begin, tmp_path / "dies"
    for process in running:
        process.kill()
        process.wait(DEADLINE)


@pytest.mark.parametrize("when", [BEFORE, AFTER])
def test_an_entry_counts_once_though_the_site_is_killed_before_it_answers(site, page, when):
    address, begin, dies = site
    tournament, series = league_series(system_key="poker-dice", settings=ADVANCED)
    game = started(series)
    process = begin()
    sign_in(page, address, director_of(tournament))
    page.goto(f"{address}/series/{series.pk}/games/1/score/")
    for face in ["9", "9", "10", "10", "A"]:
        page.locator(f'[data-pad] [data-face="{face}"]').click()
    dies.write_text(when)
    page.get_by_role("button", name="Enter the throw").click()
    assert process.wait(DEADLINE) == -9
    expect(page.get_by_text("Your entry is kept here")).to_be_visible()
    # The database tells what was stored and nothing of what was not.
    assert Game.objects.get(pk=game.pk).entries == (["9-9-10-10-A"] if when == AFTER else [])
    begin()
    expect(page.locator(".gm-where")).to_have_text("Top of the 1st, 1 out")
    expect(page.get_by_text("Your entry is kept here")).to_be_hidden()
    played = Game.objects.select_related("series").get(pk=game.pk)
    assert played.entries == ["9-9-10-10-A"]
    assert all(check.holds for check in verify(played)[:2])
