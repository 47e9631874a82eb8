from collections.abc import Callable
from typing import cast

from django.http import HttpRequest, HttpResponseBase
from django.utils import timezone
from django.utils.deprecation import MiddlewareMixin

from config.addresses import client_address
from config.people.sessions import LONGEST_AGENT, SessionStore
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


class SessionPlaceMiddleware(MiddlewareMixin):
    """Tell a session where it is used, and that it is."""

    get_response: Callable[[HttpRequest], HttpResponseBase]

    def process_request(self, request: HttpRequest) -> None:
        session = cast(SessionStore, request.session)
        agent = request.headers.get("User-Agent", "")
        session.place = (client_address(request)[:64], agent[:LONGEST_AGENT])

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        if not request.session.modified:
            cast(SessionStore, request.session).note_seen()
        return response
