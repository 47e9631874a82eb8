"""Two questions of a load balancer: is the process alive, and may it be sent visitors?"""

from collections.abc import Callable

import structlog
from django.core.cache import cache
from django.db import connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

log = structlog.get_logger(__name__)


@never_cache
@require_safe
def live(request: HttpRequest) -> HttpResponse:
    return JsonResponse({"status": "ok"})


@never_cache
@require_safe
def ready(request: HttpRequest) -> HttpResponse:
    """Everything a page needs answers. Why something does not is for the log, not for strangers."""
    checks = {"database": answers(ask_database), "cache": answers(ask_cache)}
    status = "ok" if all(checks.values()) else "unavailable"
    return JsonResponse({"status": status, "checks": checks}, status=200 if status == "ok" else 503)


def answers(ask: Callable[[], None]) -> bool:
    try:
        ask()
    except Exception:
        log.exception("not_ready", check=ask.__name__)
        return False
    return True


def ask_database() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")


def ask_cache() -> None:
    cache.set("health", "ok", 10)
    if cache.get("health") != "ok":
        raise RuntimeError("the cache forgot what it was told")
