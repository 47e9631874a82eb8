"""What every page has in common: a page and the part of it that asks anew share an address."""

import re
from collections.abc import Mapping
from hashlib import sha256
from typing import Any
from uuid import uuid4

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.cache import patch_vary_headers
from django.utils.safestring import mark_safe


def show(
    request: HttpRequest, page: str, part: str, context: Mapping[str, Any], *, status: int = 200
) -> HttpResponse:
    """The page, or for its own live part asking anew that part alone; both under one address."""
    partial = wants_part(request)
    response = render(
        request, part if partial else page, {**context, "partial": partial}, status=status
    )
    patch_vary_headers(response, ["HX-Request"])
    return response


def wants_part(request: HttpRequest) -> bool:
    """Whether htmx asks, and not for a page of its history."""
    htmx = getattr(request, "htmx", None)
    return htmx is not None and bool(htmx) and not htmx.history_restore_request


MARK_HERE = f"mark-{uuid4()}"
UNMARKED = re.compile('\x02[^\x02\x03]*\x03|(?<=csrfmiddlewaretoken" value=")[^"]+')
"""What ``{% unmarked %}`` encloses while a part is rendered to be marked; and tokens."""


def show_marked(
    request: HttpRequest, page: str, part: str, context: Mapping[str, Any], *, status: int = 200
) -> HttpResponse:
    """The page with its live part (``{{ part }}`` in the page), or the part alone, which names
    its ``mark``: a digest of all it shows. 204 for a part asked for with the mark it would have.

    ``{% unmarked %}`` (of ``live``) encloses what is no reason to come anew: running clocks, and
    what only the answer to an act shows.
    """
    partial = wants_part(request)
    hidden = {"partial": partial, "mark": MARK_HERE, "is_marked": True}
    html = render_to_string(part, {**context, **hidden}, request)
    mark = sha256(UNMARKED.sub("", html).encode()).hexdigest()[:16]
    if partial and request.method == "GET" and request.GET.get("mark") == mark:
        return HttpResponse(status=204)
    bare = html.replace("\x02", "").replace("\x03", "").replace(MARK_HERE, mark)
    shown = mark_safe(bare)
    if partial:
        response = HttpResponse(shown, status=status)
    else:
        response = render(
            request, page, {**context, "partial": partial, "part": shown}, status=status
        )
    patch_vary_headers(response, ["HX-Request"])
    return response
