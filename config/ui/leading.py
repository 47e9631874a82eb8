"""Turn names in running text into links. Pure, returns HTML."""

import re
from collections.abc import Mapping
from functools import lru_cache

from django.utils.html import escape, format_html
from django.utils.safestring import SafeString, mark_safe


def leading(text: str, links: Mapping[str, str]) -> SafeString:
    """The text with each name that has an address as a link; of two names that begin alike the
    longer one wins."""
    known = {name: url for name, url in links.items() if name and url}
    if not known:
        return escape(text)
    parts = []
    for index, part in enumerate(_pattern(tuple(sorted(known))).split(text)):
        linked = index % 2 == 1
        parts.append(
            format_html('<a href="{}">{}</a>', known[part], part) if linked else escape(part)
        )
    return mark_safe("".join(parts))  # every part is escaped


@lru_cache(maxsize=64)
def _pattern(names: tuple[str, ...]) -> re.Pattern[str]:
    longest = sorted(names, key=len, reverse=True)
    return re.compile(rf"(?<!\w)({'|'.join(map(re.escape, longest))})(?!\w)")
