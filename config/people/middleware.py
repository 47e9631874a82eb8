from collections.abc import Callable
from http import HTTPStatus
from typing import cast
from urllib.parse import urlencode, urlsplit

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.urls import reverse
from django.utils import timezone
from django.utils.deprecation import MiddlewareMixin

from config.addresses import client_address
from config.people.sessions import LONGEST_AGENT, SessionStore
from config.people.token_scopes import limit_request


class TimeZoneMiddleware(MiddlewareMixin):
    get_response: Callable[[HttpRequest], HttpResponseBase]

    def process_request(self, request: HttpRequest) -> None:
        if request.user.is_authenticated and request.user.time_zone:
            timezone.activate(request.user.time_zone)
        else:
            timezone.deactivate()


class TokenScopeMiddleware(MiddlewareMixin):
    """Reset the token limit before and after every request."""

    get_response: Callable[[HttpRequest], HttpResponseBase]

    def process_request(self, request: HttpRequest) -> None:
        limit_request(None)

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        limit_request(None)
        return response


class PartOfPageMiddleware(MiddlewareMixin):
    """If a partial page (htmx) redirects to sign-in or to the second factor, redirect the whole
    page (401) instead: otherwise the form would appear inside the page."""

    get_response: Callable[[HttpRequest], HttpResponseBase]

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        if "HX-Request" not in request.headers or response.status_code != HTTPStatus.FOUND:
            return response
        path = urlsplit(response.headers["Location"]).path
        if path not in (reverse("people:sign-in"), reverse("people:second-step")):
            return response
        current_url = urlsplit(request.headers.get("HX-Current-URL", ""))
        query = urlencode(
            {"next": current_url._replace(scheme="", netloc="").geturl() or "/"}, safe="/"
        )
        return HttpResponse(status=401, headers={"HX-Redirect": f"{path}?{query}"})


class SessionPlaceMiddleware(MiddlewareMixin):
    """Store in the session where, and that, it is used."""

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
