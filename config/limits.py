"""How much the API gives at once, and how often.

Apart from ``config.rest``, for the framework reads these while it builds the classes used there.
"""

from typing import TYPE_CHECKING

from rest_framework.pagination import PageNumberPagination
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request
from rest_framework.throttling import UserRateThrottle

if TYPE_CHECKING:
    from rest_framework.views import APIView


class Pages(PageNumberPagination):
    """Pages by number; their size is the client's to choose, within reason."""

    page_size_query_param = "page_size"
    max_page_size = 200


class WriteThrottle(UserRateThrottle):
    """Writing costs more than reading, so it has a limit of its own."""

    scope = "writes"

    def allow_request(self, request: Request, view: "APIView") -> bool:
        return request.method in SAFE_METHODS or super().allow_request(request, view)


class TokenThrottle(UserRateThrottle):
    """Nobody needs many tokens; who asks for many is no person."""

    scope = "tokens"

    def allow_request(self, request: Request, view: "APIView") -> bool:
        return request.method != "POST" or super().allow_request(request, view)
