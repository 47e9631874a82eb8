"""Content security policy: strict for the site, with its own one for the admin."""

from csp.middleware import CSPMiddleware, PolicyParts
from django.conf import settings
from django.http import HttpRequest, HttpResponseBase


class SitePolicyMiddleware(CSPMiddleware):
    """The admin's theme evaluates expressions in the browser, which the site's policy forbids.

    So it gets a policy of its own, and nothing that users wrote as HTML is shown there.
    """

    def get_policy_parts(
        self, request: HttpRequest, response: HttpResponseBase, report_only: bool = False
    ) -> PolicyParts:
        parts = super().get_policy_parts(request, response, report_only)
        if not report_only and request.path_info.startswith("/admin/"):
            parts.config = settings.ADMIN_CONTENT_SECURITY_POLICY["DIRECTIVES"]
        return parts
