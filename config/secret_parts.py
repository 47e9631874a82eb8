"""Secret parts of addresses (anyone who knows the address gets in), and how logs are kept free of
them.

A route marks its own with the converter ``secret`` (``boards/<secret:key>/``), a parameter of a
query is marked by ``mark_parameter`` where it is read, and a kind of live topic where it is
registered. What a log hides is made of these marks and of nothing else, and it hides it in whatever
any logger says: as it stands, or encoded within another address.
"""

from __future__ import annotations

import logging
import re
import sys
from collections.abc import Iterator
from typing import Any

from django.apps import apps
from django.conf import settings
from django.urls import get_resolver
from django.urls.converters import StringConverter

MASK = "..."

_SLASH = r"(?:/|%2F)"
_parameters: set[str] = set()
_topics: set[str] = set()
_routes: set[str] = set()
_made: dict[bool, re.Pattern[str]] = {}


class SecretConverter(StringConverter):
    """A part of a route that only those know who were given it."""


def mark_parameter(name: str) -> str:
    """A parameter of a query whose value is secret; its name."""
    _parameters.add(name)
    _made.clear()
    return name


def mark_topic(kind: str) -> None:
    """A kind of live topic whose key is secret."""
    _topics.add(kind)
    _made.clear()


def hidden(text: str) -> str:
    """The text with the secret parts of all addresses in it masked."""
    return _marks().sub(lambda found: f"{found.group(1)}{MASK}", text)


def hide_in_logs() -> None:
    """Have every record of every logger made without them: also of those that format and keep
    their records in their own way, as the web server's access log."""
    usual = logging.getLogRecordFactory()
    if getattr(usual, "hides", False):
        return

    def make(*args: Any, **more: Any) -> logging.LogRecord:
        record = usual(*args, **more)
        record.msg = _hidden(record.msg)
        if isinstance(record.args, dict):
            record.args = {key: _hidden(value) for key, value in record.args.items()}
        elif record.args:
            record.args = tuple(_hidden(value) for value in record.args)
        return record

    make.hides = True  # type: ignore[attr-defined]
    logging.setLogRecordFactory(make)


def _hidden(value: Any) -> Any:
    return hidden(value) if isinstance(value, str) else value


def _marks() -> re.Pattern[str]:
    """The marks as one pattern; of routes once there are any to be asked for."""
    known = _know_routes()
    if known not in _made:
        starts = [
            *(
                r"(?:(?<![\w-])|(?<=%2F))" + _SLASH.join(map(re.escape, parts)) + _SLASH
                for parts in sorted(map(_parts, _routes))
            ),
            *(rf"\b{re.escape(name)}(?:=|%3D)" for name in sorted(_parameters)),
            *(rf"\b{re.escape(kind)}(?::|%3A)(?=[\w-]{{8}})" for kind in sorted(_topics)),
        ]
        value = r"(?:(?!%2F|%26|%3F)[^/?#&\s\"'<>\\])+"
        _made[known] = re.compile(rf"({'|'.join(starts) or '(?!)'}){value}", re.IGNORECASE)
    return _made[known]


def _parts(route: str) -> tuple[str, ...]:
    return tuple(part for part in route.split("/") if part)


def _know_routes() -> bool:
    """Whether the routes' marks are known. Before the URLconf has been read no address is answered
    and none is made: a worker that needs none does not read it for its log."""
    if not _routes and apps.ready:
        urlconf = sys.modules.get(settings.ROOT_URLCONF)
        if getattr(urlconf, "urlpatterns", None):
            _routes.update(_marked(get_resolver().url_patterns))
    return bool(_routes)


def _marked(patterns: list[Any], before: str = "") -> Iterator[str]:
    """The text before each secret part of a route, back to the part before it."""
    for pattern in patterns:
        route = before + str(pattern.pattern)
        if hasattr(pattern, "url_patterns"):
            yield from _marked(pattern.url_patterns, route)
        elif "<secret:" in route:
            yield route.partition("<secret:")[0].rpartition(">")[2]
