"""The last error handler of a request: it tells a fault of ours from a database or cache that
cannot be reached.

A database that is restarting does not answer for some seconds. That is told in words and with 503,
so that people and programs come back; everything else is a fault, with 500. Programs are answered
in the API's envelope.
"""

import sys
from dataclasses import replace

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.utils.cache import add_never_cache_headers

from config.api.errors import envelope
from config.refusals import Refusal
from config.seeing.requests import id_of

RETRY_SECONDS = 5

# Of SQLSTATE: connection, rollback by the server, resources, locks, intervention by its operator.
PASSING_CLASSES = {"08", "40", "53", "55", "57"}
# What SQLite says that is not about the query.
PASSING_WORDS = ("locked", "busy", "unable to open", "disk i/o error", "disk is full")

AWAY = Refusal(
    "database-away",
    "The database does not answer at the moment. Nothing half-done was kept; try again.",
)
FAULT = Refusal(
    "server-error",
    "Something broke on our side, and it has been written down. Nothing half-done was kept.",
)


def is_passing(error: BaseException | None) -> bool:
    """Whether this is the database being away or busy, and not a query that cannot work."""
    if isinstance(error, InterfaceError):
        return True
    if not isinstance(error, OperationalError):
        return False
    cause = error.__cause__
    if hasattr(cause, "sqlite_errorcode") or "sqlite" in type(cause).__module__:
        return any(word in str(error).lower() for word in PASSING_WORDS)
    # Where there was no connection there is no state either.
    state = getattr(cause, "sqlstate", None)
    return state is None or state[:2] in PASSING_CLASSES


def server_error(request: HttpRequest) -> HttpResponse:
    """Django's ``handler500``, called while the exception is at hand."""
    passing = is_passing(sys.exc_info()[1])
    status, refusal = (503, AWAY) if passing else (500, FAULT)
    request_id = id_of(request)
    answer: HttpResponse
    if request.path_info.startswith("/api/v1/"):
        answer = JsonResponse(
            envelope([replace(refusal, facts={"request": request_id})]), status=status
        )
    else:
        # Looking may be tried again by itself, sending something may not.
        context = {
            "again_seconds": RETRY_SECONDS if request.method == "GET" else None,
            "request_id": request_id,
        }
        answer = HttpResponse(render_to_string(f"{status}.html", context), status=status)
    if passing:
        answer["Retry-After"] = str(RETRY_SECONDS)
    add_never_cache_headers(answer)
    return answer
