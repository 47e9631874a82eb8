"""What visitors, programs and jobs see of a database or a queue that is away for a while."""

import json
import os
import signal
import socket
import sqlite3
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import psycopg
import pytest
from django.conf import settings
from django.db import IntegrityError, InterfaceError, OperationalError, connection
from django.test import Client
from redis.exceptions import RedisError
from rest_framework.throttling import SimpleRateThrottle

from config import outage
from config.cache import SharedCache
from config.jobs.models import Job
from config.people.tokens import issue_api_token
from tests.builders import director_of, league
from tests.config.processes import DEADLINE, database_url, eventually, get, recovered, wait_for_site
from tests.config.wires import Forwarder
from tests.mails import delivered


def wrapped(cause: Exception, kind: type[Exception] = OperationalError) -> Exception:
    """As Django hands on what its driver raised."""
    error = kind(*cause.args)
    error.__cause__ = cause
    return error


@pytest.fixture
def visitor(person) -> Client:
    client = Client(raise_request_exception=False)
    client.force_login(person("Vera"), backend="django.contrib.auth.backends.ModelBackend")
    return client


@pytest.fixture
def no_database(visitor) -> Iterator[None]:
    """Every query fails, as when the server is restarting."""

    def refuse(*query: Any) -> None:
        raise wrapped(psycopg.OperationalError("connection refused"))

    with connection.execute_wrapper(refuse):
        yield


@pytest.mark.parametrize("address", ["/", "/account/profile/", "/rulebook/", "/live/?topic=job:1"])
def test_a_page_without_its_database_says_so_in_words_and_tries_again(
    visitor, no_database, address
):
    answer = visitor.get(address)
    assert (answer.status_code, answer["Retry-After"]) == (503, "5")
    assert "no-store" in answer["Cache-Control"]
    page = answer.content.decode()
    assert "The database does not answer" in page
    assert 'http-equiv="refresh"' in page


def test_what_was_sent_without_a_database_is_not_sent_again_by_itself(visitor, no_database):
    answer = visitor.post("/account/profile/", {"name": "Vera"})
    assert answer.status_code == 503
    assert 'http-equiv="refresh"' not in answer.content.decode()


@pytest.mark.parametrize("address", ["/api/v1/me/", "/api/v1/tournaments/", "/api/v1/latest/"])
def test_a_program_without_a_database_gets_the_envelope(visitor, no_database, address):
    answer = visitor.get(address)
    assert (answer.status_code, answer["Retry-After"]) == (503, "5")
    assert answer.json()["error"]["code"] == "database-away"


def test_a_fault_of_ours_stays_one_and_programs_get_it_in_the_envelope(visitor, monkeypatch):
    def fail(*arguments: Any) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("config.people.api.acting", fail)
    monkeypatch.setattr("tournaments.selectors.home.latest_results", fail)
    answer = visitor.get("/api/v1/me/")
    assert (answer.status_code, answer.json()["error"]["code"]) == (500, "server-error")
    page = visitor.get("/")
    assert page.status_code == 500
    assert "Something broke" in page.content.decode()
    assert "Retry-After" not in page


@pytest.mark.parametrize(
    ("error", "passing"),
    [
        (wrapped(psycopg.OperationalError("connection refused")), True),
        (wrapped(psycopg.errors.AdminShutdown("terminating connection")), True),
        (wrapped(psycopg.errors.TooManyConnections("sorry, too many clients")), True),
        (wrapped(psycopg.errors.DeadlockDetected("deadlock detected")), True),
        (InterfaceError("connection already closed"), True),
        (wrapped(psycopg.errors.StatementTooComplex("stack depth limit exceeded")), False),
        (wrapped(sqlite3.OperationalError("database is locked")), True),
        (wrapped(sqlite3.OperationalError("no such column: x")), False),
        (IntegrityError("duplicate key"), False),
        (ValueError("a fault of ours"), False),
        (None, False),
    ],
)
def test_only_what_passes_by_itself_is_called_away(error, passing):
    assert outage.is_passing(error) is passing


@pytest.fixture
def lost_cache() -> Iterator[SharedCache]:
    """A shared cache at an address where nobody listens."""
    with closing(socket.socket()) as nobody:
        nobody.bind(("127.0.0.1", 0))
        cache = SharedCache(f"redis://127.0.0.1:{nobody.getsockname()[1]}/0", {})
        yield cache
        cache.clear()


def test_a_process_whose_shared_cache_is_away_counts_by_itself(lost_cache):
    assert lost_cache.get("count") is None
    assert lost_cache.add("count", 1, 60)
    assert not lost_cache.add("count", 1, 60)
    assert lost_cache.incr("count") == 2
    lost_cache.set_many({"one": 1, "two": 2})
    assert lost_cache.get_many(["one", "two", "three"]) == {"one": 1, "two": 2}
    assert lost_cache.get_or_set("list", lambda: [1], 60) == [1]
    lost_cache.delete("count")
    assert not lost_cache.has_key("count")
    with pytest.raises(RedisError):
        lost_cache.ask()


def test_api_and_sign_in_links_work_without_the_shared_cache_and_are_still_limited(
    lost_cache, client, person, monkeypatch
):
    monkeypatch.setattr("rest_framework.throttling.SimpleRateThrottle.cache", lost_cache)
    monkeypatch.setattr("config.people.services.cache", lost_cache)
    monkeypatch.setitem(SimpleRateThrottle.THROTTLE_RATES, "anon", "3/min")
    person("Vera")
    for _ in range(2):
        assert client.post("/account/link/", {"email": "vera@example.org"}).status_code == 200
    assert len(delivered()) == 1
    answers = [client.get("/api/v1/tournaments/").status_code for _ in range(5)]
    assert answers == [200, 200, 200, 429, 429]


class House:
    """The served house in processes of its own, with wires that can be cut."""

    def __init__(self, stack: ExitStack, var: Path) -> None:
        database, redis = urlsplit(database_url()), urlsplit(os.environ["REDIS_URL"])
        self.database = Forwarder(str(database.hostname), database.port or 5432)
        self.redis = Forwarder(str(redis.hostname), redis.port or 6379)
        login = f"{database.username}:{database.password or ''}"
        self.environment = {
            **os.environ,
            "DJANGO_SETTINGS_MODULE": "tests.config.worker_settings",
            "DATABASE_URL": f"postgres://{login}@127.0.0.1:{self.database.port}{database.path}",
            "REDIS_URL": f"redis://127.0.0.1:{self.redis.port}{redis.path}",
            "HORSEHIDE_VAR": str(var),
            "ALLOWED_HOSTS": "127.0.0.1",
            "HTTPS": "False",
            "LOG_LEVEL": "ERROR",
        }
        self.stack = stack
        manage = [sys.executable, "manage.py"]
        self.start([*manage, "collectstatic", "--noinput", "--verbosity=0"]).wait(DEADLINE)
        self.door = stack.enter_context(socket.socket())
        self.door.bind(("127.0.0.1", 0))
        self.door.listen()
        self.address = f"http://127.0.0.1:{self.door.getsockname()[1]}"
        self.web, self.worker = self.start_web(), self.start([*manage, "worker", "--workers=1"])
        self.start([*manage, "clock"])
        wait_for_site(self.web, self.address)

    def start_web(self) -> subprocess.Popen[str]:
        """A web process at the door; another one after the first was killed."""
        number = self.door.fileno()
        return self.start([sys.executable, "manage.py", "web", f"--fd={number}"], number)

    def start(self, command: list[str], *inherited: int) -> subprocess.Popen[str]:
        process = subprocess.Popen(
            command,
            cwd=settings.ROOT,
            env=self.environment,
            pass_fds=inherited,
            text=True,
            start_new_session=True,
        )
        self.stack.callback(self.end, process)
        return process

    def end(self, process: subprocess.Popen[str]) -> None:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait(DEADLINE)

    def is_ready(self) -> bool:
        return bool(get(f"{self.address}/health/ready")["status"] == "ok")

    def ask(self, path: str, token: str = "", data: bytes | None = None) -> tuple[int, str]:
        """Status and body of what is answered."""
        request = urllib.request.Request(f"{self.address}{path}", data=data)
        if token:
            request.add_header("Authorization", f"Token {token}")
        if data is not None:
            request.add_header("Content-Type", "application/json")
        try:
            with urllib.request.urlopen(request, timeout=DEADLINE) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode()


@pytest.fixture
def house(tmp_path: Path, transactional_db: None) -> Iterator[House]:
    with ExitStack() as stack:
        house = House(stack, tmp_path)
        eventually(house.is_ready, "the served house to be ready")
        yield house


@pytest.mark.served
@pytest.mark.worker
def test_a_queue_that_is_away_delays_jobs_and_breaks_nothing(house, record_property):
    tournament = league(4)
    token = issue_api_token(user=director_of(tournament), acting_user=None)
    with house.redis.cut():
        assert house.ask("/")[0] == 200
        assert house.ask("/api/v1/tournaments/")[0] == 200
        status, body = house.ask(f"/api/v1/tournaments/{tournament.slug}/play-out/", token, b"{}")
        assert status == 202, body
        job = json.loads(body)
        assert (job["state"], job["queue_away"]) == ("queued", True)
        ready = get(f"{house.address}/health/ready")
        assert (ready["status"], ready["checks"]["cache"]) == ("unavailable", False)
    path = f"/api/v1/jobs/{job['id']}/"
    recovered(
        lambda: Job.objects.get(pk=job["id"]).state == "done",
        "a job done that was queued while Redis was cut off",
        record_property,
    )
    assert json.loads(house.ask(path, token)[1])["queue_away"] is False
    eventually(house.is_ready, "the house to be ready again")


@pytest.mark.served
@pytest.mark.worker
def test_a_database_that_is_away_for_a_while_is_told_in_words_and_costs_no_job(
    house, tmp_path, record_property
):
    # A row is enough: the clock sends it.
    job = Job.objects.create(
        kind="hold",
        key="over-the-cut",
        scope="tournament:1",
        label="Holding",
        arguments={"folder": str(tmp_path)},
    )

    def state() -> str:
        job.refresh_from_db()
        return job.state

    eventually(lambda: state() == "running" and job.done == 1, "the job to be half done")
    with house.database.cut():
        # It goes on, and finds nobody to tell.
        (tmp_path / "go-on").touch()
        status, page = house.ask("/")
        assert status == 503
        assert "The database does not answer" in page
        status, body = house.ask("/api/v1/tournaments/")
        assert (status, json.loads(body)["error"]["code"]) == (503, "database-away")
        assert house.ask("/health/live")[0] == 200
    recovered(
        lambda: house.ask("/")[0] == 200, "pages after PostgreSQL was cut off", record_property
    )
    recovered(
        lambda: state() == "done", "a job done that PostgreSQL was cut off from", record_property
    )
    assert job.done == 2
    eventually(house.is_ready, "the house to be ready again")
