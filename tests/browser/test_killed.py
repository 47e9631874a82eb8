"""A site that is killed between an entry and its answer: the page keeps the entry, sends it again
by itself once the site is there again, and it counts once. Live pages of a site whose web server is
killed are right again by themselves."""

import os
import socket
import subprocess
import sys
from threading import Event, Thread

import pytest
from django.conf import settings
from django.db import connection
from playwright.sync_api import expect

from config import server
from config.supervisor import Supervisor, WebChild
from games.models import Game
from games.verifying import verify
from tests.browser.test_drafts import sign_in
from tests.browser.test_frames import NO_SHARED_WORKERS
from tests.builders import director_of, league
from tests.config.processes import DEADLINE, answers, eventually, recovered, wait_for_site
from tests.games.builders import ADVANCED, league_series, started
from tests.games.dying import AFTER, BEFORE, WHERE
from tournaments.services.events import start_tournament

pytestmark = [pytest.mark.browser, pytest.mark.long, pytest.mark.django_db(transaction=True)]


def environment(folder):
    """Of a process that serves the test's database."""
    return {
        "DJANGO_SETTINGS_MODULE": "tests.games.dying_settings",
        "HORSEHIDE_DYING_ON": str(connection.settings_dict["NAME"]),
        "SECRET_KEY": settings.SECRET_KEY,
        WHERE: str(folder / "dies"),
    }


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
            env={**os.environ, **environment(tmp_path)},
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


@pytest.fixture
def supervised(tmp_path):
    """The only web server of a site, its supervisor, and the address."""
    door = server.listen("127.0.0.1", 0)
    address = f"http://127.0.0.1:{door.getsockname()[1]}"
    child, over = WebChild(door, folder=settings.ROOT, environment=environment(tmp_path)), Event()
    watching = Thread(target=Supervisor([child], say=print).run, args=[over])
    watching.start()
    try:
        eventually(lambda: child.is_serving, "the web server")
        yield child, address
    finally:
        over.set()
        watching.join()
        door.close()


@pytest.mark.skipif(os.name == "nt", reason="A socket cannot be inherited there.")
@pytest.mark.parametrize("shares", [True, False])
def test_live_pages_are_right_again_after_their_server_was_killed(
    supervised, page, shares, record_property
):
    child, address = supervised
    event = league(4, started=False)
    if not shares:
        page.add_init_script(NO_SHARED_WORKERS)
    own_streams = []
    page.on("request", lambda sent: own_streams.append(sent) if "/live/" in sent.url else None)
    page.goto(f"{address}/t/{event.slug}/standings/")
    lamp = page.locator("[data-live-status]").first
    expect(lamp).to_have_attribute("data-state", "on")
    killed = child.process
    killed.kill()
    killed.wait(DEADLINE)
    # What happens meanwhile is not sent to anybody.
    start_tournament(tournament=event, acting_user=director_of(event))
    windows = "a shared stream" if shares else "a stream of its own"
    recovered(lambda: answers(f"{address}/t/{event.slug}/"), "pages after kill -9", record_property)
    frame = page.locator("[data-live-frame]")
    recovered(
        lambda: frame.get_attribute("data-live-frame") == "running",
        f"and then a live page with {windows}",
        record_property,
    )
    expect(lamp).to_have_attribute("data-state", "on")
    # A stream that is shared stays so: with one each, the seventh window would hang.
    assert bool(own_streams) is not shares
