"""Where the site is, for what leaves it and for what comes back.

A link in a mail leads where the setting says, and never to the host that a client named when it
asked for it; and the person who asks to be led back is led to a page of ours or nowhere.
"""

from django.conf import settings
from django.http import HttpRequest
from django.utils.http import url_has_allowed_host_and_scheme


def whole_address(path: str) -> str:
    """The address, on the site that was configured, of a path that begins with a slash."""
    return f"{settings.SITE_ADDRESS.rstrip('/')}{path}"


def own_page(request: HttpRequest, target: str) -> str:
    """The address a user asks to be led to, if it is a page of ours; else nothing."""
    is_ours = url_has_allowed_host_and_scheme(target, {request.get_host()}, request.is_secure())
    # Without a slash it would be taken for the name of a page.
    return target if is_ours and "/" in target else ""
