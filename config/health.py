"""Two questions from outside: does this process answer, and is the whole house at work?"""

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import structlog
from django.core.cache import cache, caches
from django.db import connection, connections
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from config import __version__
from config.cache import SharedCache
from config.jobs import heartbeats, probes
from config.jobs.models import Heartbeat

log = structlog.get_logger(__name__)

# Who asks is answered within a second.
PATIENCE_SECONDS = 0.7
OWED: set[str] = set()


class Silent(Exception):  # noqa: N818 - a fact about a part, not a fault of ours
    """A part that answers badly, or not at all."""


@dataclass(frozen=True)
class Need:
    """Something the house needs: how it is asked, and what is the matter without it."""

    name: str
    ask: Callable[[], object]
    without: str


@dataclass(frozen=True)
class Answer:
    well: bool
    fact: object = None


NO_ANSWER = Answer(well=False)


class HealthMiddleware:
    """Answers before anything is asked of sessions, accounts or the host: those need parts of the
    house that may be away."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        view = {"/health/live": live, "/health/ready": ready}.get(request.path_info)
        if view is None:
            return self.get_response(request)
        response = view(request)
        # What would do this otherwise stands further in.
        response["Content-Length"] = str(len(response.content))
        return response


@never_cache
@require_safe
def live(request: HttpRequest) -> HttpResponse:
    return JsonResponse({"status": "ok", "version": __version__})


@never_cache
@require_safe
def ready(request: HttpRequest) -> HttpResponse:
    """All that the house consists of is there, and how old the oldest message is that no worker
    took. Why something is not there is for the log, not for strangers. Whatever does not answer in
    time counts as away."""
    asked = (*PARTS, OLDEST_MESSAGE)
    if connection.in_atomic_block:
        # A test's own transaction, which no other thread sees into.
        found = {part.name: answer(part) for part in asked}
    else:
        found = ask_together(asked)
    missing = [part for part in PARTS if not found[part.name].well]
    facts = {
        "status": "unavailable" if missing else "ok",
        "version": __version__,
        "checks": {part.name: part not in missing for part in PARTS},
        "missing": [part.without for part in missing],
        OLDEST_MESSAGE.name: found[OLDEST_MESSAGE.name].fact,
    }
    return JsonResponse(facts, status=503 if missing else 200)


def ask_together(parts: Sequence[Need]) -> dict[str, Answer]:
    """Ask all at once, each in a thread of its own. Who still owes an answer to an earlier visitor
    is not asked again."""
    answers: dict[str, Answer] = {}

    def ask(part: Need) -> None:
        try:
            answers[part.name] = answer(part)
        finally:
            connections.close_all()
            OWED.discard(part.name)

    threads = []
    for part in parts:
        if part.name not in OWED:
            OWED.add(part.name)
            threads.append(threading.Thread(target=ask, args=[part], daemon=True))
            threads[-1].start()
    until = time.monotonic() + PATIENCE_SECONDS
    for thread in threads:
        thread.join(max(until - time.monotonic(), 0))
    return {part.name: answers.get(part.name, NO_ANSWER) for part in parts}


def answer(part: Need) -> Answer:
    try:
        return Answer(well=True, fact=part.ask())
    except Silent as silent:
        log.warning("not_ready", check=part.name, reason=str(silent))
    except Exception:
        log.exception("not_ready", check=part.name)
    return NO_ANSWER


def ask_database() -> None:
    # A database that cannot be written to is of no use to anybody.
    heartbeats.beat(Heartbeat.Part.WEB)


def ask_cache() -> None:
    shared = caches["default"]
    if isinstance(shared, SharedCache):
        # Past what would stand in for it.
        shared.ask()
    cache.set("health", "ok", 10)
    if cache.get("health") != "ok":
        raise Silent("the cache forgot what it was told")


def ask_worker() -> None:
    if not probes.messages_are_taken(now=timezone.now()):
        raise Silent(f"no message was taken for {heartbeats.SILENT.seconds} s")


def ask_clock() -> None:
    if not heartbeats.is_alive(Heartbeat.Part.CLOCK, now=timezone.now()):
        raise Silent(f"no sign of life for {heartbeats.SILENT.seconds} s")


PARTS = (
    Need("database", ask_database, "The database does not answer: no page can be shown."),
    Need("cache", ask_cache, "Redis does not answer: new jobs wait, and limits count by process."),
    Need("worker", ask_worker, "No worker takes messages: jobs wait."),
    Need("clock", ask_clock, "No clock is running: lost jobs stay lost."),
)
OLDEST_MESSAGE = Need(
    "oldest_message_seconds",
    lambda: int(probes.longest_wait(now=timezone.now()).total_seconds()),
    "The database does not answer: how long messages wait is not known.",
)
