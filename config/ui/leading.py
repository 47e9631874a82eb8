"""Names in running text made links to what they name. Pure, returns HTML."""

import re
from collections.abc import Mapping
from functools import lru_cache

from django.utils.html import escape, format_html
from django.utils.safestring import SafeString, mark_safe


def leading(text: str, links: Mapping[str, str]) -> SafeString:
    """The text with each name that has an address as a link to it; of two names that begin alike
    the longer one is meant."""
    known = {name: url for name, url in links.items() if name and url}
    if not known:
        return escape(text)
    parts = []
    for at, part in enumerate(_pattern(tuple(sorted(known))).split(text)):
        linked = at % 2 == 1
        parts.append(
            format_html('<a href="{}">{}</a>', known[part], part) if linked else escape(part)
        )
    return mark_safe("".join(parts))  # every part is escaped


@lru_cache(maxsize=64)
def _pattern(names: tuple[str, ...]) -> re.Pattern[str]:
    longest = sorted(names, key=len, reverse=True)
    return re.compile(rf"(?<!\w)({'|'.join(map(re.escape, longest))})(?!\w)")
