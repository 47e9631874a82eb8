"""Number of assertions in a test, counted in its source: a test that names more rules than that
cannot fail for each of them."""

import ast
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

Function = ast.FunctionDef | ast.AsyncFunctionDef

MANY: Final = 1_000
"""Counted for loops and parameters whose length the source does not show."""


@dataclass(frozen=True, slots=True)
class Crowded:
    """A test that names more rules than it makes assertions."""

    file: str
    line: int
    test: str
    rules: tuple[str, ...]
    assertions: int

    def __str__(self) -> str:
        counted = f"{self.assertions} assertion{'' if self.assertions == 1 else 's'}"
        return f"{self.file}:{self.line} {self.test}: {len(self.rules)} rules, {counted}"


def helpers(tree: ast.Module) -> Mapping[str, int]:
    """The assertions of a module's helper functions by name, for the tests that call them."""
    return {
        node.name: _within(node.body, {})
        for node in tree.body
        if isinstance(node, Function) and not node.name.startswith("test")
    }


def assertions(test: Function, known: Mapping[str, int]) -> int:
    """The assertions that a run of all cases of a test makes, at most ``MANY``."""
    cases = 1
    for mark in test.decorator_list:
        if isinstance(mark, ast.Call) and ast.unparse(mark.func).endswith("mark.parametrize"):
            cases *= _length(mark.args[1]) if len(mark.args) > 1 else MANY
    return min(MANY, cases * _within(test.body, known))


def _within(nodes: Iterable[ast.AST], known: Mapping[str, int]) -> int:
    return sum(_of(node, known) for node in nodes)


def _of(node: ast.AST, known: Mapping[str, int]) -> int:
    if isinstance(node, ast.For | ast.AsyncFor):
        return _length(node.iter) * _within(node.body, known)
    is_assertion = isinstance(node, ast.Assert) or (
        isinstance(node, ast.With | ast.AsyncWith)
        and any("raises" in ast.unparse(item.context_expr) for item in node.items)
    )
    if isinstance(node, ast.Call):
        name = node.func.attr if isinstance(node.func, ast.Attribute) else ast.unparse(node.func)
        # Checks of other modules count once.
        is_assertion = name.startswith(("assert_", "verify_"))
        return is_assertion + known.get(name, 0) + _within(ast.iter_child_nodes(node), known)
    return is_assertion + _within(ast.iter_child_nodes(node), known)


def _length(values: ast.expr) -> int:
    """The number of values of a loop or a parameter."""
    if isinstance(values, ast.List | ast.Tuple | ast.Set):
        if any(isinstance(value, ast.Starred) for value in values.elts):
            return MANY
        return len(values.elts)
    if isinstance(values, ast.Call) and ast.unparse(values.func) == "range":
        arguments = [getattr(value, "value", None) for value in values.args]
        bounds = [value for value in arguments if isinstance(value, int)]
        if len(bounds) == len(arguments):
            return len(range(*bounds))
    return MANY
