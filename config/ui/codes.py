"""Codes on paper that lead a phone to the page where it is entered."""

from __future__ import annotations

from functools import lru_cache

import segno
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from config.site import whole_address


def code_of(path: str, label: str) -> SafeString:
    """A QR code of the page's whole address, black on white whatever the theme; ``label`` says
    where it leads."""
    return _with_label(_drawing_of_address(whole_address(path)), label)


def code_of_text(text: str, label: str) -> SafeString:
    """The same of any text."""
    return _with_label(_drawing(text), label)


def _drawing(text: str) -> SafeString:
    made = segno.make(text, micro=False)
    # Drawn by segno from the text alone: modules of a code, no text of anybody's.
    return mark_safe(made.svg_inline(omitsize=True, light="#fff", svgclass=None))


# An event is printed with a code for each of its games, 8 ms each; texts may be secrets.
_drawing_of_address = lru_cache(maxsize=512)(_drawing)


def _with_label(drawing: SafeString, label: str) -> SafeString:
    return format_html('<span class="hh-code" role="img" aria-label="{}">{}</span>', label, drawing)
