"""Two questions from outside: does this process answer, and is the whole house at work?"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import structlog
from django.core.cache import cache, caches
from django.db import connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from config.cache import SharedCache
from config.jobs import heartbeats

log = structlog.get_logger(__name__)


class Silent(Exception):  # noqa: N818 - a fact about a part, not a fault of ours
    """A part that answers badly, or not at all."""


@dataclass(frozen=True)
class Part:
    """Something the house needs: how it is asked, and what is the matter without it."""

    name: str
    ask: Callable[[], None]
    without: str


@never_cache
@require_safe
def live(request: HttpRequest) -> HttpResponse:
    return JsonResponse({"status": "ok"})


@never_cache
@require_safe
def ready(request: HttpRequest) -> HttpResponse:
    """All that the house consists of is there. Why something is not is for the log, not for
    strangers."""
    missing = [part for part in PARTS if not answers(part)]
    facts = {
        "status": "unavailable" if missing else "ok",
        "checks": {part.name: part not in missing for part in PARTS},
        "missing": [part.without for part in missing],
    }
    return JsonResponse(facts, status=503 if missing else 200)


def answers(part: Part) -> bool:
    try:
        part.ask()
    except Silent as silent:
        log.warning("not_ready", check=part.name, reason=str(silent))
    except Exception:
        log.exception("not_ready", check=part.name)
    else:
        return True
    return False


def ask_database() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")


def ask_cache() -> None:
    shared = caches["default"]
    if isinstance(shared, SharedCache):
        # Past what would stand in for it.
        shared.ask()
    cache.set("health", "ok", 10)
    if cache.get("health") != "ok":
        raise Silent("the cache forgot what it was told")


def ask_process(part: str) -> None:
    if not heartbeats.is_alive(part, now=timezone.now()):
        raise Silent(f"no sign of life for {heartbeats.SILENT.seconds} s")


PARTS = (
    Part("database", ask_database, "The database does not answer: no page can be shown."),
    Part("cache", ask_cache, "Redis does not answer: new jobs wait, and limits count by process."),
    Part("worker", partial(ask_process, "worker"), "No worker is at work: jobs wait."),
    Part("clock", partial(ask_process, "clock"), "No clock is running: lost jobs stay lost."),
)
