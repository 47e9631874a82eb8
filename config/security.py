"""Content security policy: strict for the site, with its own one for the back offices."""

from typing import Final

from csp.middleware import CSPMiddleware, PolicyParts
from django.conf import settings
from django.http import HttpRequest, HttpResponseBase

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
