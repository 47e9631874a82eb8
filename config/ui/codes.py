"""QR codes on paper that open a page on a phone."""

from __future__ import annotations

from functools import lru_cache

import segno
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from config.site import whole_address


def code_of(path: str, label: str) -> SafeString:
    """A QR code of the page's absolute address, black on white in every theme; ``label`` describes
    it."""
    return _with_label(_drawing_of_address(whole_address(path)), label)


def code_of_text(text: str, label: str) -> SafeString:
    return _with_label(_drawing(text), label)


def _drawing(text: str) -> SafeString:
    qr_code = segno.make(text, micro=False)
    # Drawn by segno from the text alone: modules of a code, no user's text.
    return mark_safe(qr_code.svg_inline(omitsize=True, light="#fff", svgclass=None))


# Cached, since an event is printed with a code for each of its games, 8 ms each. Other texts may be
# secrets and are not cached.
_drawing_of_address = lru_cache(maxsize=512)(_drawing)


def _with_label(drawing: SafeString, label: str) -> SafeString:
    return format_html('<span class="hh-code" role="img" aria-label="{}">{}</span>', label, drawing)
