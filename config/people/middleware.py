from collections.abc import Callable

from django.http import HttpRequest, HttpResponseBase
from django.utils import timezone
from django.utils.deprecation import MiddlewareMixin

from config.people.token_scopes import limit_request


class TimeZoneMiddleware(MiddlewareMixin):
    """Show a signed-in person the times of their own zone."""

    get_response: Callable[[HttpRequest], HttpResponseBase]

    def process_request(self, request: HttpRequest) -> None:
        if request.user.is_authenticated and request.user.time_zone:
            timezone.activate(request.user.time_zone)
        else:
            timezone.deactivate()


class TokenScopeMiddleware(MiddlewareMixin):
    """No request begins, and none leaves behind, what the token of another was limited to."""

    get_response: Callable[[HttpRequest], HttpResponseBase]

    def process_request(self, request: HttpRequest) -> None:
        limit_request(None)

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        limit_request(None)
        return response
