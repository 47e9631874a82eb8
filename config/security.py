"""Headers of answers: the content security policy, strict for the site, with its own one for the
back offices; and who may keep an answer."""

from collections.abc import Callable
from typing import Final

from csp.middleware import CSPMiddleware, PolicyParts
from django.conf import settings
from django.http import HttpRequest, HttpResponseBase
from django.utils.deprecation import MiddlewareMixin

OFFICES: Final = ("/admin/", "/office/")
"""The back offices: the operator's and the directors' own."""


class SitePolicyMiddleware(CSPMiddleware):
    """The offices' theme evaluates expressions in the browser, which the site's policy forbids:
    their pages get one that differs in nothing else. What else is answered there (the page to sign
    in, scripts, redirects, files) has the site's own.
    """

    def get_policy_parts(
        self, request: HttpRequest, response: HttpResponseBase, report_only: bool = False
    ) -> PolicyParts:
        parts = super().get_policy_parts(request, response, report_only)
        page = response.get("Content-Type", "").startswith("text/html")
        is_page = page and not 300 <= response.status_code < 400
        is_of_theme = request.path_info.startswith(OFFICES) and not is_sign_in(request)
        if not report_only and is_page and is_of_theme:
            parts.config = settings.ADMIN_CONTENT_SECURITY_POLICY["DIRECTIVES"]
        return parts


def is_sign_in(request: HttpRequest) -> bool:
    """Whether an office answers with its page to sign in, which is not made of its theme."""
    return request.resolver_match is not None and request.resolver_match.url_name == "login"


class PrivateAnswerMiddleware(MiddlewareMixin):
    """What is answered to a session or a token, or sets a cookie, is kept by nobody: neither by a
    proxy for others nor by the browser for the next user of the machine. A view that says how its
    answer is kept knows better.
    """

    get_response: Callable[[HttpRequest], HttpResponseBase]

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        if not response.has_header("Cache-Control") and _is_personal(request, response):
            response["Cache-Control"] = "private, no-store"
        return response


def _is_personal(request: HttpRequest, response: HttpResponseBase) -> bool:
    session = getattr(request, "session", None)
    knows_visitor = session is not None and session.accessed and not session.is_empty()
    return knows_visitor or "Authorization" in request.headers or bool(response.cookies)
