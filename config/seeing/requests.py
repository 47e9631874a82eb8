"""Each request has an id: in the answer's header, on error pages, in every line of the log."""

from __future__ import annotations

import re
from collections.abc import Callable
from time import perf_counter
from typing import Any
from uuid import uuid4

from asgiref.sync import iscoroutinefunction, markcoroutinefunction
from django.conf import settings
from django.http import HttpRequest, HttpResponseBase

HEADER = "X-Request-ID"
META = "HTTP_X_REQUEST_ID"
_TAKEN = re.compile(r"[A-Za-z0-9._-]{8,64}")
"""An id that the client may give; anything that is no such id is replaced, and no log bears it."""


def id_of(request: HttpRequest) -> str:
    """The request's id; empty where it has come past the middleware."""
    return str(request.META.get(META, ""))


class RequestMiddleware:
    """Settles the id of a request, and counts it where figures are asked for."""

    sync_capable = True
    async_capable = True

    def __init__(self, get_response: Callable[[HttpRequest], Any]) -> None:
        self.get_response = get_response
        if iscoroutinefunction(get_response):
            markcoroutinefunction(self)

    def __call__(self, request: HttpRequest) -> Any:
        if iscoroutinefunction(self):
            return self._answer_later(request)
        began = self._begin(request)
        return self._end(request, self.get_response(request), began)

    async def _answer_later(self, request: HttpRequest) -> HttpResponseBase:
        began = self._begin(request)
        return self._end(request, await self.get_response(request), began)

    def _begin(self, request: HttpRequest) -> float:
        given = request.META.get(META, "")
        request.META[META] = given if _TAKEN.fullmatch(given) else uuid4().hex
        return perf_counter()

    def _end(
        self, request: HttpRequest, response: HttpResponseBase, began: float
    ) -> HttpResponseBase:
        response.headers[HEADER] = request.META[META]
        if settings.METRICS_TOKEN:
            from config.seeing.metrics import count_request

            count_request(request, response, perf_counter() - began)
        return response
