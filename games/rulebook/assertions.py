"""How many assertions a test makes, read from its source: a test that names more rules than that
cannot fail for each of them."""

import ast
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

Function = ast.FunctionDef | ast.AsyncFunctionDef

MANY: Final = 1_000
"""Of a loop, or parameters, whose length the source does not show."""


@dataclass(frozen=True, slots=True)
class Crowded:
    """A test that names more rules than it makes assertions."""

    file: str
    line: int
    test: str
    rules: tuple[str, ...]
    assertions: int

    def __str__(self) -> str:
        made = f"{self.assertions} assertion{'' if self.assertions == 1 else 's'}"
        return f"{self.file}:{self.line} {self.test}: {len(self.rules)} rules, {made}"


def helpers(tree: ast.Module) -> Mapping[str, int]:
    """The assertions of a module's own functions by name, for the tests that call them."""
    return {
        node.name: _within(node.body, {})
        for node in tree.body
        if isinstance(node, Function) and not node.name.startswith("test")
    }


def assertions(test: Function, known: Mapping[str, int]) -> int:
    """How many assertions a run of all cases of a test makes, at most ``MANY``."""
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
    here = isinstance(node, ast.Assert) or (
        isinstance(node, ast.With | ast.AsyncWith)
        and any("raises" in ast.unparse(item.context_expr) for item in node.items)
    )
    if isinstance(node, ast.Call):
        name = node.func.attr if isinstance(node.func, ast.Attribute) else ast.unparse(node.func)
        # A check of another module is not looked into.
        here = name.startswith(("assert_", "verify_"))
        return here + known.get(name, 0) + _within(ast.iter_child_nodes(node), known)
    return here + _within(ast.iter_child_nodes(node), known)


def _length(values: ast.expr) -> int:
    """How many values a loop or a parameter has."""
    if isinstance(values, ast.List | ast.Tuple | ast.Set):
        if any(isinstance(each, ast.Starred) for each in values.elts):
            return MANY
        return len(values.elts)
    if isinstance(values, ast.Call) and ast.unparse(values.func) == "range":
        given = [getattr(each, "value", None) for each in values.args]
        bounds = [each for each in given if isinstance(each, int)]
        if len(bounds) == len(given):
            return len(range(*bounds))
    return MANY
