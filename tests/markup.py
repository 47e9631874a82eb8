"""Markup as a browser takes it: where a template breaks its lines means nothing."""

import re

OPENED = r"<[^/!<>][^<>]*>"
CLOSED = r"</[^<>]*>"


def even(html: str) -> str:
    """Without the line breaks of templates: in a tag and in a text they are one space, at the
    border of an element, and between two, nothing. Spaces that are no line break stay."""
    html = re.sub(r"\s*\n\s*(?=/?>)", "", html)
    html = re.sub(rf"({OPENED})\s*\n\s*", r"\1", html)
    html = re.sub(rf"\s*\n\s*(?={CLOSED})", "", html)
    html = re.sub(r"(?<=>)\s*\n\s*(?=<)", "", html)
    return re.sub(r"\s*\n\s*", " ", html)
