"""Whether a test that proves a rule came to it as the product does: by a page or the API, a
service, a command, or a game that the engine plays. What calls a function of the law alone proves
that the function is right, and nothing about the product.

``pytest --proof FILE`` writes down what was entered, rule by rule; ``manage.py rules --proof FILE``
lists the rules that unit tests alone prove.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

PAGE, SERVICE, COMMAND, ENGINE = "page", "service", "command", "engine"
PROPERTY = "proof"


@contextmanager
def watched() -> Iterator[set[str]]:
    """By which doors the product is entered meanwhile."""
    from django.core.management.base import BaseCommand
    from django.core.signals import request_started
    from django.db.transaction import Atomic

    from games.systems.registry import SYSTEMS

    entered: set[str] = set()
    begin, execute = Atomic.__enter__, BaseCommand.execute

    def begins(self: Any) -> Any:
        # What writes does so in a transaction, and nothing but a service writes.
        if ".services" in sys._getframe(1).f_globals.get("__name__", ""):
            entered.add(SERVICE)
        return begin(self)

    def executes(self: Any, *args: Any, **options: Any) -> Any:
        entered.add(COMMAND)
        return execute(self, *args, **options)

    def asked(**sent: Any) -> None:
        entered.add(PAGE)

    request_started.connect(asked)
    try:
        with (
            patch.object(Atomic, "__enter__", begins),
            patch.object(BaseCommand, "execute", executes),
            _games({type(each) for each in SYSTEMS.values()}, entered),
        ):
            yield entered
    finally:
        request_started.disconnect(asked)


@contextmanager
def _games(systems: set[type], entered: set[str]) -> Iterator[None]:
    """Every game of these systems says that it is played; of compiled ones nobody can tell."""
    usual: dict[type, Callable[..., Any]] = {}
    for each in systems:
        game = each.__dict__.get("game")
        if game is None:
            continue

        def plays(self: Any, *args: Any, _game: Callable[..., Any] = game, **more: Any) -> Any:
            entered.add(ENGINE)
            return _game(self, *args, **more)

        try:
            each.game = plays  # type: ignore[attr-defined]
        except TypeError:
            continue
        usual[each] = game
    try:
        yield
    finally:
        for each, game in usual.items():
            each.game = game  # type: ignore[attr-defined]


def rules_of(item: pytest.Item) -> list[str]:
    """The rules that a test proves: of its marks, and of the example that it runs."""
    marked = [str(rule) for mark in item.iter_markers("rule") for rule in mark.args]
    file = getattr(getattr(item, "module", None), "RULE_EXAMPLES", None)
    called = getattr(item, "callspec", None)
    if isinstance(file, str) and called is not None:
        examples = json.loads((item.config.rootpath / file).read_text(encoding="utf-8"))
        marked += [
            str(rule)
            for each in examples
            if str(each.get("id")) in called.id.split("-")
            for rule in each["rules"]
        ]
    return marked


def proved(properties: Iterator[tuple[str, Any]]) -> Mapping[str, list[str]]:
    """By rule the doors by which any test came to it, of the properties of tests that passed."""
    found: dict[str, set[str]] = {}
    for name, value in properties:
        if name == PROPERTY:
            rules, doors = value
            for rule in rules:
                found.setdefault(rule, set()).update(doors)
    return {rule: sorted(doors) for rule, doors in sorted(found.items())}


def write(path: Path, found: Mapping[str, list[str]]) -> None:
    """Keep it for ``manage.py rules --proof``."""
    path.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
