"""Rendering of a page and its live part, which share an address."""

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
    """The page, or for an htmx request only its live part; both have the same address."""
    partial = wants_part(request)
    response = render(
        request, part if partial else page, {**context, "partial": partial}, status=status
    )
    patch_vary_headers(response, ["HX-Request"])
    return response


def wants_part(request: HttpRequest) -> bool:
    """Whether htmx requests a part, and not a page of its history."""
    htmx = getattr(request, "htmx", None)
    return htmx is not None and bool(htmx) and not htmx.history_restore_request


MARK_HERE = f"mark-{uuid4()}"
UNMARKED = re.compile('\x02[^\x02\x03]*\x03|(?<=csrfmiddlewaretoken" value=")[^"]+')
"""What ``{% unmarked %}`` encloses while a part is rendered for its mark; and CSRF tokens."""


def show_marked(
    request: HttpRequest, page: str, part: str, context: Mapping[str, Any], *, status: int = 200
) -> HttpResponse:
    """The page with its live part (``{{ part }}`` in the page), or the part alone, which contains
    its ``mark``: a digest of all it shows. 204 if the requested part still has the mark that was
    sent.

    ``{% unmarked %}`` (of ``live``) encloses what is no reason to update: running clocks, and the
    messages after an act.
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
