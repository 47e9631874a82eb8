import errno
import subprocess
import sys
from pathlib import Path

import environ
import pytest
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.test import Client
from django.utils import timezone

from config import __version__
from config.jobs import heartbeats
from config.jobs.models import Heartbeat
from config.people.tokens import issue_api_token
from config.settings import choices
from config.sqlite3.base import keep_private
from tests.builders import director_of, league, person

POSTGRES = "postgres://league:secret@db.example.org:5433/league"


def environment(**variables: str) -> environ.Env:
    env = environ.Env()
    env.ENVIRON = variables
    return env


def test_with_nothing_set_the_database_is_one_sqlite_file_that_lets_writers_queue(tmp_path):
    database = choices.database(environment(), tmp_path)
    assert database["ENGINE"] == "config.sqlite3"
    assert Path(database["NAME"]).parent == tmp_path
    assert database["OPTIONS"]["transaction_mode"] == "IMMEDIATE"
    assert database["OPTIONS"]["timeout"] >= 10
    assert "journal_mode=WAL" in database["OPTIONS"]["init_command"]


def test_database_url_selects_postgresql_with_a_pool_and_no_kept_connections(tmp_path):
    database = choices.database(environment(DATABASE_URL=POSTGRES, DATABASE_POOL="5"), tmp_path)
    assert database["ENGINE"] == "django.db.backends.postgresql"
    assert (database["HOST"], database["PORT"]) == ("db.example.org", 5433)
    assert database["CONN_MAX_AGE"] == 0
    assert database["OPTIONS"]["pool"]["max_size"] == 5


def test_a_sqlite_url_gets_the_same_options_as_the_default_file(tmp_path):
    database = choices.database(environment(DATABASE_URL="sqlite:////srv/x.sqlite3"), tmp_path)
    assert database["NAME"] == "/srv/x.sqlite3"
    assert database["OPTIONS"] == choices.SQLITE_OPTIONS


def test_redis_url_selects_broker_and_cache(tmp_path):
    env = environment(REDIS_URL="redis://cache.example.org/0")
    assert choices.cache(env)["LOCATION"] == "redis://cache.example.org/0"
    assert choices.broker(env, tmp_path)[0] == "redis://cache.example.org/0"


def test_without_redis_messages_are_files_that_every_process_finds(tmp_path):
    url, options = choices.broker(environment(), tmp_path)
    assert url.startswith("filesystem://")
    assert options["data_folder_in"] == options["data_folder_out"]
    assert "locmem" in choices.cache(environment())["BACKEND"]


def test_the_embedded_secret_key_is_made_once_and_kept_private(tmp_path):
    var = tmp_path / "var"
    first = choices.secret_key(environment(), var, served=False)
    assert len(first) >= 50
    assert choices.secret_key(environment(), var, served=False) == first
    assert (var / "secret-key").stat().st_mode & 0o077 == 0


def test_a_folder_or_a_database_that_may_not_be_written_is_named(tmp_path, monkeypatch):
    file = tmp_path / "horsehide.sqlite3"
    file.touch()
    env = environment(HORSEHIDE_VAR=str(tmp_path))
    monkeypatch.setattr(choices.os, "access", lambda path, mode: False)
    with pytest.raises(ImproperlyConfigured, match=f"{file}: Permission denied"):
        choices.var_folder(env, tmp_path)

    def refuse(dir: Path) -> None:
        raise OSError(errno.EROFS, "Read-only file system", str(dir / "tmp1"))

    monkeypatch.setattr(choices, "TemporaryFile", refuse)
    with pytest.raises(ImproperlyConfigured, match=f"folder {tmp_path}"):
        choices.var_folder(env, tmp_path)
    both = environment(HORSEHIDE_VAR=str(tmp_path), DATABASE_URL=POSTGRES, REDIS_URL="redis://r/")
    assert choices.var_folder(both, tmp_path) == tmp_path


def test_the_database_of_an_older_version_is_made_private(tmp_path):
    for name in ("house", "house-wal", "house-shm"):
        (tmp_path / name).write_bytes(b"")
        (tmp_path / name).chmod(0o644)
    keep_private(str(tmp_path / "house"))
    keep_private(str(tmp_path / "new"))
    assert {file.stat().st_mode & 0o777 for file in tmp_path.iterdir()} == {0o600}


def test_a_served_house_without_a_secret_key_does_not_start(tmp_path):
    with pytest.raises(ImproperlyConfigured, match="SECRET_KEY"):
        choices.secret_key(environment(), tmp_path, served=True)
    assert choices.secret_key(environment(SECRET_KEY="s"), tmp_path, served=True) == "s"


def test_passkeys_are_for_a_name_and_no_address():
    assert choices.passkey_domain(environment()) == ""
    assert choices.passkey_domain(environment(PASSKEY_DOMAIN=" Example.org ")) == "example.org"
    for wrong in ("https://example.org", "example.org:8000", "example..org", "*.example.org"):
        with pytest.raises(ImproperlyConfigured, match="PASSKEY_DOMAIN"):
            choices.passkey_domain(environment(PASSKEY_DOMAIN=wrong))


def loaded(tmp_path: Path, expression: str, **variables: str) -> str:
    """What an expression over the settings is, in a process that has only these variables."""
    code = f"from config.settings import base as s; print(({expression}))"
    answer = subprocess.run(
        [sys.executable, "-c", code],
        cwd=settings.ROOT,
        env={"HORSEHIDE_VAR": str(tmp_path), "PATH": "", **variables},
        capture_output=True,
        text=True,
        check=True,
    )
    return answer.stdout.strip()


@pytest.mark.long
def test_the_embedded_house_keeps_to_this_machine_and_speaks_plain_http(tmp_path):
    assert loaded(tmp_path, "s.SERVED, s.HTTPS, s.DEBUG") == "(False, False, False)"
    assert "127.0.0.1" in loaded(tmp_path, "s.ALLOWED_HOSTS")


@pytest.mark.long
def test_the_served_house_is_strict_about_transport(tmp_path):
    served = {"DATABASE_URL": POSTGRES, "REDIS_URL": "redis://r/0", "SECRET_KEY": "k"}
    facts = "s.SESSION_COOKIE_SECURE, s.CSRF_COOKIE_SECURE, s.SECURE_SSL_REDIRECT"
    assert loaded(tmp_path, facts, **served) == "(True, True, True)"
    assert loaded(tmp_path, facts, **served, HTTPS="False") == "(False, False, False)"
    assert int(loaded(tmp_path, "s.SECURE_HSTS_SECONDS", **served)) > 0
    assert loaded(tmp_path, "s.ALLOWED_HOSTS", **served, ALLOWED_HOSTS="a.org,b.org") == str(
        ["a.org", "b.org"]
    )


@pytest.mark.django_db
def test_pages_may_run_no_foreign_and_no_written_in_script_but_the_offices_evaluate(client):
    policy = client.get("/account/sign-in/")["Content-Security-Policy"]
    assert "unsafe" not in policy
    assert "script-src 'self' 'nonce-" in policy
    assert "frame-ancestors 'none'" in policy
    for office in ("/admin/login/", "/office/login/"):
        policy = client.get(office)["Content-Security-Policy"]
        assert "default-src 'self'" in policy
        assert "unsafe-inline" not in policy
    # The theme's expressions are evaluated in its pages, and nowhere else.
    page = client.get("/admin/login/")
    assert "unsafe" not in page["Content-Security-Policy"]
    assert b"x-data" not in page.content
    wrong = client.post("/admin/login/", {"username": "x@example.org", "password": "y"})
    assert "unsafe" not in wrong["Content-Security-Policy"]
    client.force_login(person("Nobody"))
    assert b"may not open the admin" in client.get("/admin/login/").content
    client.force_login(person("Staff", is_staff=True))
    assert "'unsafe-eval'" in client.get("/admin/")["Content-Security-Policy"]
    assert "unsafe" not in client.get("/office/login/")["Content-Security-Policy"]


@pytest.mark.django_db
def test_what_is_shown_to_a_visitor_who_has_signed_in_is_kept_by_nobody(client):
    event = league(4, started=False)
    mine = ("/", f"/t/{event.slug}/", f"/t/{event.slug}/announcement/people.csv", "/nowhere/")
    programs = ("/api/v1/me/", f"/api/v1/tournaments/{event.slug}/", "/api/v1/ballparks/")
    # The public pages of strangers may be kept; one that gives them a cookie may not.
    assert "Cache-Control" not in client.get("/api/v1/ballparks/")
    signing_in = client.get("/account/sign-in/")
    assert signing_in.cookies
    assert "no-store" in signing_in["Cache-Control"]
    casey = director_of(event)
    client.force_login(casey, backend="django.contrib.auth.backends.ModelBackend")
    for address in (*mine, *programs):
        assert client.get(address)["Cache-Control"] == "private, no-store", address
    token = issue_api_token(user=casey, name="Scoreboard", acting_user=casey)
    for address in programs:
        answer = Client().get(address, headers={"Authorization": f"Token {token}"})
        assert answer.status_code == 200
        assert answer["Cache-Control"] == "private, no-store", address


@pytest.mark.django_db
def test_the_health_pages_say_alive_and_ready(client):
    assert client.get("/health/live").json() == {"status": "ok", "version": __version__}
    for part in Heartbeat.Part.values:
        heartbeats.beat(part)
    answer = client.get("/health/ready")
    assert answer.status_code == 200
    assert answer.json() == {
        "status": "ok",
        "version": __version__,
        "checks": {"database": True, "cache": True, "worker": True, "clock": True},
        "missing": [],
        "oldest_message_seconds": 0,
    }
    assert client.post("/health/ready").status_code == 405


@pytest.mark.django_db
def test_a_house_without_its_cache_is_alive_but_not_ready(client, monkeypatch):
    monkeypatch.setattr("config.health.cache.get", lambda key: None)
    assert client.get("/health/live").status_code == 200
    answer = client.get("/health/ready")
    assert answer.status_code == 503
    assert answer.json()["checks"]["database"]
    assert not answer.json()["checks"]["cache"]


@pytest.mark.django_db
@pytest.mark.parametrize("part", [Heartbeat.Part.WORKER, Heartbeat.Part.CLOCK])
def test_a_house_without_worker_or_clock_is_not_ready_and_says_which(client, part):
    for other in Heartbeat.Part.values:
        heartbeats.beat(other)
    Heartbeat.objects.filter(part=part).update(at=timezone.now() - heartbeats.SILENT * 2)
    answer = client.get("/health/ready")
    assert answer.status_code == 503
    assert [name for name, well in answer.json()["checks"].items() if not well] == [part]
    assert part in answer.json()["missing"][0]


@pytest.mark.parametrize(
    ("given", "hosts", "https", "address"),
    [
        ("https://league.example.org", ["other.example"], True, "https://league.example.org"),
        ("", ["127.0.0.1", "league.example.org", "b.org"], True, "https://league.example.org"),
        ("", ["league.example.org"], False, "http://league.example.org"),
        ("", [".example.org", "*"], True, "http://127.0.0.1:8000"),
        ("", ["localhost", "127.0.0.1", "[::1]"], False, "http://127.0.0.1:8000"),
    ],
)
def test_mailed_links_have_an_address_that_nobody_sends(given, hosts, https, address):
    env = environment(**({"SITE_ADDRESS": given} if given else {}))
    assert choices.site_address(env, hosts, https=https) == address
