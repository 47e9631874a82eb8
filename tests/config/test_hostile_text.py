"""Patterns that read what people send take time in proportion to its length, whatever it is."""

import ast
import re
import time
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest
from django.conf import settings

ROOMS = ("config", "games", "pitching", "rosters", "tournaments")
# What no visitor's text comes to.
INSIDE = ("games/compiling.py",)

SHORT, LONG = 1_500, 12_000
# Time in proportion grows with the length, by 8; with its square it grows by 64.
MOST_GROWTH = 26
# Below this the clock tells nothing.
LEAST_SECONDS = 5e-5


def sources() -> Iterator[Path]:
    for room in ROOMS:
        for path in sorted((settings.ROOT / room).rglob("*.py")):
            where = path.relative_to(settings.ROOT).as_posix()
            if not where.startswith(INSIDE) and "/migrations/" not in where:
                yield path


def uses_in(path: Path) -> Iterator[tuple[str, str]]:
    """Every pattern that a module writes out, with the method by which it is used."""
    named, used = {}, []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, (ast.Assign, ast.AnnAssign)) and isinstance(node.value, ast.Call):
            target = node.targets[0] if isinstance(node, ast.Assign) else node.target
            if of_re(node.value) == "compile" and isinstance(target, ast.Name):
                named[target.id] = literal(node.value.args[0])
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            method = of_re(node)
            if method and method != "compile" and literal(node.args[0]):
                yield literal(node.args[0]), method
            elif isinstance(node.func.value, ast.Name):
                used.append((node.func.value.id, node.func.attr))
    for name, method in used:
        if named.get(name):
            yield named[name], method


def of_re(call: ast.Call) -> str:
    function = call.func
    if isinstance(function, ast.Attribute) and isinstance(function.value, ast.Name):
        return function.attr if function.value.id == "re" else ""
    return ""


def literal(node: ast.expr) -> str:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


USES = sorted({use for path in sources() for use in uses_in(path)})


def hostile(pattern: str) -> Iterator[tuple[str, str, str]]:
    """A beginning, what is repeated, and an end that spoils it, of signs that the pattern knows."""
    signs = list(dict.fromkeys([*" 0a", *(sign for sign in pattern if sign not in "\\[]{}?")]))[:7]
    for one, other in product(signs, signs):
        yield one, other, "\x7f"
        if one != other:
            yield "", one + other, "\x7f"


def seconds(pattern: re.Pattern[str], method: str, text: str, tries: int) -> float:
    def read() -> None:
        if method in ("match", "fullmatch", "search"):
            getattr(pattern, method)(text)
        else:
            for _ in pattern.finditer(text):
                pass

    taken = []
    for _ in range(tries):
        began = time.process_time()
        read()
        taken.append(time.process_time() - began)
    return max(min(taken), LEAST_SECONDS)


def growth(pattern: str, method: str) -> float:
    """By how much more time the worst of the texts takes when it is eight times as long."""
    compiled = re.compile(pattern)
    worst = 0.0
    for begin, repeated, end in hostile(pattern):
        short, long = (
            begin + repeated * (length // len(repeated)) + end for length in (SHORT, LONG)
        )
        # What looks steep is looked at again: the machine may have been busy once.
        for tries in (2, 10):
            took = [seconds(compiled, method, text, tries) for text in (short, long)]
            steep = took[1] / took[0] > MOST_GROWTH
            if not steep:
                break
        worst = max(worst, took[1] / took[0])
        if steep:
            break
    return worst


@pytest.mark.parametrize(("pattern", "method"), USES)
def test_a_pattern_takes_time_in_proportion_to_the_text(pattern, method):
    assert growth(pattern, method) < MOST_GROWTH


@pytest.mark.long
def test_a_pattern_that_does_not_is_found():
    assert len(USES) > 20
    assert growth(r"(?P<lead>[0-9,\s-]+?)\s*/\s*x", "fullmatch") > MOST_GROWTH
    assert growth(r"\s*[-]\s*", "sub") > MOST_GROWTH
