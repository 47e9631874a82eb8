"""Codes on paper that lead a phone to the page where it is entered."""

from __future__ import annotations

import segno
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from config.site import whole_address


def code_of(path: str, label: str) -> SafeString:
    """A QR code of the page's whole address, black on white whatever the theme; ``label`` says
    where it leads."""
    return code_of_text(whole_address(path), label)


def code_of_text(text: str, label: str) -> SafeString:
    """The same of any text."""
    made = segno.make(text, micro=False)
    # Drawn by segno from the address alone: modules of a code, no text of anybody's.
    drawn = mark_safe(made.svg_inline(omitsize=True, light="#fff", svgclass=None))
    return format_html('<span class="hh-code" role="img" aria-label="{}">{}</span>', label, drawn)
