"""What the environment selects: the embedded set-up (nothing given) or the served one."""

import secrets
from pathlib import Path
from typing import Any

import environ
from django.core.exceptions import ImproperlyConfigured

# WAL lets pages read while a job writes; IMMEDIATE makes two writers queue instead of fail, and
# the timeout is how long the second one waits. They belong inside the database's own OPTIONS.
SQLITE_OPTIONS: dict[str, Any] = {
    "transaction_mode": "IMMEDIATE",
    "timeout": 30,
    "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
}


def database(env: environ.Env, var: Path) -> dict[str, Any]:
    """The `default` database: PostgreSQL by DATABASE_URL, else one SQLite file."""
    if not env.str("DATABASE_URL", ""):
        return {
            "ENGINE": "django.db.backends.sqlite3",
            "NAME": str(var / "horsehide.sqlite3"),
            "OPTIONS": dict(SQLITE_OPTIONS),
        }
    chosen: dict[str, Any] = env.db_url("DATABASE_URL")
    if chosen["ENGINE"].endswith("sqlite3"):
        chosen["OPTIONS"] = dict(SQLITE_OPTIONS)
    else:
        # Under ASGI each request has a fresh thread: a kept connection would leak, a pool does not.
        chosen["CONN_MAX_AGE"] = 0
        chosen["OPTIONS"] = {
            **chosen.get("OPTIONS", {}),
            "pool": {"min_size": 1, "max_size": env.int("DATABASE_POOL", 8), "timeout": 15},
        }
    return chosen


def cache(env: environ.Env) -> dict[str, Any]:
    """Redis by REDIS_URL; embedded, one web process keeps its counters in its own memory."""
    url = env.str("REDIS_URL", "")
    if url:
        return {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": url}
    return {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "LOCATION": "horsehide"}


def broker(env: environ.Env, var: Path) -> tuple[str, dict[str, Any]]:
    """Where Celery's messages go, and the transport's options."""
    url = env.str("REDIS_URL", "")
    if url:
        # A message unacknowledged this long is delivered again; the job's row keeps it single.
        return url, {"visibility_timeout": 6 * 3600}
    messages, control = var / "messages", var / "control"
    return "filesystem://localhost//", {
        # In and out are one folder, so that what one process sends another one finds.
        "data_folder_in": str(messages),
        "data_folder_out": str(messages),
        "control_folder": str(control),
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
        # Exclusive creation: of two processes starting at once, the first one's key is kept.
        try:
            with kept.open("x", encoding="ascii") as file:
                kept.chmod(0o600)
                file.write(secrets.token_urlsafe(50))
        except FileExistsError:
            pass
    return kept.read_text(encoding="ascii")
