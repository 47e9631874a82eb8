"""What the environment selects: the embedded set-up (nothing given) or the served one."""

import errno
import os
import re
import secrets
from collections.abc import Sequence
from contextlib import suppress
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any

import environ
from django.core.exceptions import ImproperlyConfigured

_DOMAIN = re.compile(r"[a-z0-9-]+(\.[a-z0-9-]+)*")

LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1", "[::1]"})

SQLITE = "config.sqlite3"
"""The database backend of the embedded set-up."""
SQLITE_FILE = "horsehide.sqlite3"

# WAL lets pages read while a job writes; IMMEDIATE makes two writers queue instead of fail, and
# the timeout is how long the second one waits. They belong inside the database's own OPTIONS.
SQLITE_OPTIONS: dict[str, Any] = {
    "transaction_mode": "IMMEDIATE",
    "timeout": 30,
    "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
}

# A server that has gone without a word is noticed after seconds, not after the system's hours.
PATIENCE: dict[str, Any] = {
    "connect_timeout": 3,
    "tcp_user_timeout": 10_000,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
}


# A turning disk is what the planner takes for granted. On it a list of one league would be read
# from the oldest row of all on, in the order in which the rows lie; today rows lie on no such disk,
# and most are in memory.
POSTGRESQL_OPTIONS = "-c random_page_cost=1.1"


def system_apps(root: Path) -> list[str]:
    """The apps of the game systems: one for every folder of theirs that has a face."""
    faces = (root / "games" / "systems").glob("*/game_system.py")
    return sorted(f"games.systems.{face.parent.name}" for face in faces)


def owned_charts(env: environ.Env, root: Path) -> dict[str, str]:
    """The folders of charts that the operator of the house owns, by the key of the game system:
    PURESTRAT_CHARTS and so on, after the folder of the system."""
    found = {}
    for app in system_apps(root):
        name = app.rpartition(".")[2]
        folder = env.str(f"{name.upper()}_CHARTS", "")
        if folder:
            found[name.replace("_", "-")] = folder
    return found


def var_folder(env: environ.Env, root: Path) -> Path:
    """The folder of HORSEHIDE_VAR, made where it is missing. Database and messages have to be
    written there, unless both are on servers."""
    folder = Path(env.str("HORSEHIDE_VAR", str(root / "var")))
    served = env.str("DATABASE_URL", "") and env.str("REDIS_URL", "")
    file = folder / SQLITE_FILE
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if not served:
            TemporaryFile(dir=folder).close()
            if file.exists() and not os.access(file, os.W_OK):
                raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(file))
    except OSError as error:
        raise ImproperlyConfigured(
            f"Horsehide cannot write to {error.filename}: {error.strerror}. Its database and its "
            f"messages are in the folder {folder}; make that writable, or name another one with "
            "HORSEHIDE_VAR."
        ) from error
    return folder


def database(env: environ.Env, var: Path) -> dict[str, Any]:
    """The `default` database: PostgreSQL by DATABASE_URL, else one SQLite file."""
    if not env.str("DATABASE_URL", ""):
        return {
            "ENGINE": SQLITE,
            "NAME": str(var / SQLITE_FILE),
            "OPTIONS": dict(SQLITE_OPTIONS),
        }
    chosen: dict[str, Any] = env.db_url("DATABASE_URL")
    if chosen["ENGINE"].endswith("sqlite3"):
        chosen |= {"ENGINE": SQLITE, "OPTIONS": dict(SQLITE_OPTIONS)}
    else:
        # Under ASGI each request has a fresh thread: a kept connection would leak, a pool does not.
        chosen["CONN_MAX_AGE"] = 0
        # What the pool kept over a restart of the database is not given to anybody.
        chosen["CONN_HEALTH_CHECKS"] = True
        chosen["OPTIONS"] = {
            **PATIENCE,
            "options": POSTGRESQL_OPTIONS,
            **chosen.get("OPTIONS", {}),
            "pool": {
                "min_size": 1,
                "max_size": env.int("DATABASE_POOL", 8),
                # A visitor waits so long for a connection, and is then told in words.
                "timeout": 5,
                # The pool's pauses between tries double: it is to begin anew before they are long.
                "reconnect_timeout": 4,
            },
        }
    return chosen


def cache(env: environ.Env) -> dict[str, Any]:
    """Redis by REDIS_URL; embedded, one web process keeps its counters in its own memory."""
    url = env.str("REDIS_URL", "")
    if url:
        return {
            "BACKEND": "config.cache.SharedCache",
            "LOCATION": url,
            "OPTIONS": {"socket_connect_timeout": 1, "socket_timeout": 1},
        }
    return {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "LOCATION": "horsehide"}


def broker(env: environ.Env, var: Path) -> tuple[str, dict[str, Any]]:
    """Where Celery's messages go, and the transport's options."""
    url = env.str("REDIS_URL", "")
    if url:
        # A message unacknowledged this long is delivered again; the job's row keeps it single.
        return url, {
            "visibility_timeout": 6 * 3600,
            "socket_connect_timeout": 2,
            # A wire that has fallen silent is given up after so many seconds and two more.
            "health_check_interval": 5,
        }
    # In and out are one folder, so that what one process sends another one finds.
    messages = str(var / "messages")
    return "filesystem://localhost//", {
        "data_folder_in": messages,
        "data_folder_out": messages,
        "polling_interval": 0.2,
    }


def secret_key(env: environ.Env, var: Path, *, served: bool) -> str:
    """SECRET_KEY from the environment; embedded, one made at the first start and kept."""
    given = env.str("SECRET_KEY", "")
    if given:
        return given
    if served:
        raise ImproperlyConfigured("Set SECRET_KEY: DATABASE_URL or REDIS_URL select serving.")
    kept = var / "secret-key"
    if not kept.exists():
        var.mkdir(parents=True, exist_ok=True)
        part = kept.with_name(f"{kept.name}.{os.getpid()}")
        descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "w", encoding="ascii") as file:
            file.write(secrets.token_urlsafe(50))
        # Of two processes starting at once the first one's key is kept, and is there as a whole.
        with suppress(FileExistsError):
            os.link(part, kept)
        part.unlink()
    return kept.read_text(encoding="ascii")


def site_address(env: environ.Env, hosts: Sequence[str], *, https: bool) -> str:
    """SITE_ADDRESS, or what can be known without it: the first host that is a name of the site."""
    given = env.str("SITE_ADDRESS", "")
    if given:
        return given
    names = [host for host in hosts if host not in LOOPBACK and host[0] not in "*."]
    if names:
        return f"{'https' if https else 'http'}://{names[0]}"
    return "http://127.0.0.1:8000"


def trusted_proxies(env: environ.Env) -> tuple[IPv4Network | IPv6Network, ...]:
    """The addresses and networks of TRUSTED_PROXIES; none by default."""
    try:
        return tuple(ip_network(written) for written in env.list("TRUSTED_PROXIES", default=[]))
    except ValueError as error:
        raise ImproperlyConfigured(f"TRUSTED_PROXIES: {error}.") from error


def second_factor(env: environ.Env) -> str:
    """Who has to have a second factor, by SECOND_FACTOR; empty, by default: no one."""
    given = env.str("SECOND_FACTOR", "").strip()
    if given not in ("", "staff", "directors"):
        raise ImproperlyConfigured(f"SECOND_FACTOR is staff or directors, and not {given!r}.")
    return given


def passkey_domain(env: environ.Env) -> str:
    """The name that passkeys are made for, by PASSKEY_DOMAIN; empty: that of the page asked for."""
    given = env.str("PASSKEY_DOMAIN", "").strip().lower()
    if given and not _DOMAIN.fullmatch(given):
        raise ImproperlyConfigured(
            f"PASSKEY_DOMAIN is a name such as example.org, without scheme and port, and not "
            f"{given!r}."
        )
    return given
