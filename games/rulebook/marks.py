"""Which rules have a test, read from the tests' source without importing or running it.

A test proves a rule by `@pytest.mark.rule("PD-061", ...)`. The mark counts on a test function or
test class, in a `pytestmark` of a module or test class, and in `pytest.param(..., marks=...)`;
ids are plain strings. A test that is switched off by `skip` or `xfail` beside the mark proves
nothing, and neither does a mark on anything that pytest does not collect: that one is a mistake.

A test module that runs examples from a file says so by a constant:

    RULE_EXAMPLES = "tests/examples/dice.json"

It names a JSON list of objects, each with a list `rules`, by its path from the project's root, and
those rules count for the module. The module has to read the constant itself, so that what is
counted and what is run are one file; running each example is up to the module's tests.
"""

import ast
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypeAlias

from games.rulebook.assertions import Crowded, assertions, helpers

EXAMPLES: Final = "RULE_EXAMPLES"
OFF: Final = frozenset({"skip", "xfail"})

Definition: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


@dataclass(frozen=True, slots=True)
class Mark:
    """A rule id named by a test, or by an example that a test module runs."""

    rule: str
    file: str
    line: int
    test: str


@dataclass(frozen=True, slots=True)
class Mistake:
    file: str
    line: int
    message: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.message}"


@dataclass(frozen=True, slots=True)
class Findings:
    marks: tuple[Mark, ...]
    mistakes: tuple[Mistake, ...]
    crowded: tuple[Crowded, ...] = ()
    """Tests that name more rules than they make assertions."""

    def unknown(self, ids: Iterable[str]) -> tuple[Mistake, ...]:
        """A mistake for every mark that names a rule outside `ids`."""
        known = frozenset(ids)
        return tuple(
            Mistake(mark.file, mark.line, f"{mark.rule} is no rule of the rulebook")
            for mark in self.marks
            if mark.rule not in known
        )


def collect(tests: Path, root: Path) -> Findings:
    """The marks of every Python file under `tests`; file names are relative to `root`."""
    marks: list[Mark] = []
    mistakes: list[Mistake] = []
    crowded: list[Crowded] = []
    for path in sorted(tests.rglob("*.py")):
        file = path.relative_to(root).as_posix() if path.is_relative_to(root) else str(path)
        findings = read_source(path.read_text(encoding="utf-8"), file, root)
        marks += findings.marks
        mistakes += findings.mistakes
        crowded += findings.crowded
    return Findings(tuple(marks), tuple(mistakes), tuple(crowded))


def read_source(source: str, file: str, root: Path) -> Findings:
    """The marks of a test module's text. RULE_EXAMPLES is relative to `root`."""
    reader = _Reader(file)
    try:
        tree = ast.parse(source, filename=file)
    except SyntaxError as fault:
        return Findings((), (Mistake(file, fault.lineno or 1, f"is not Python: {fault.msg}"),))
    reader.known = helpers(tree)
    reader.body(tree.body, test="", collected=True)
    reader.params(tree)
    reader.strays(tree)
    reader.examples(tree, root)
    return Findings(tuple(reader.marks), tuple(reader.mistakes), tuple(reader.crowded))


class _Reader:
    def __init__(self, file: str) -> None:
        self.file = file
        self.marks: list[Mark] = []
        self.mistakes: list[Mistake] = []
        self.seen: set[ast.Call] = set()
        self.crowded: list[Crowded] = []
        self.known: Mapping[str, int] = {}

    def mistake(self, line: int, message: str) -> None:
        self.mistakes.append(Mistake(self.file, line, message))

    def body(self, statements: list[ast.stmt], *, test: str, collected: bool) -> None:
        """Take the decorators and `pytestmark` of a module or class and of everything in it."""
        holds_tests = any(isinstance(s, Definition) and _is_test(s) for s in statements)
        for statement in statements:
            if isinstance(statement, Definition):
                name = f"{test}::{statement.name}" if test else statement.name
                counts = collected and _is_test(statement)
                if counts:
                    before = len(self.marks)
                    self.take(statement.decorator_list, test=name)
                    if not isinstance(statement, ast.ClassDef):
                        self.weigh(statement, name, before)
                if isinstance(statement, ast.ClassDef):
                    self.body(statement.body, test=name, collected=counts)
            elif collected and holds_tests:
                for value in _assigned(statement, "pytestmark"):
                    self.take(_entries(value), test=test)

    def weigh(self, test: ast.FunctionDef | ast.AsyncFunctionDef, name: str, before: int) -> None:
        """Record a test with more marks, from number ``before`` on, than assertions."""
        rules = tuple(mark.rule for mark in self.marks[before:])
        if len(rules) > 1 and len(rules) > (asserted := assertions(test, self.known)):
            self.crowded.append(Crowded(self.file, test.lineno, name, rules, asserted))

    def params(self, tree: ast.Module) -> None:
        for call in _calls(tree):
            if _name(call.func) == "param":
                for keyword in call.keywords:
                    if keyword.arg == "marks":
                        self.take(_entries(keyword.value), test="pytest.param")

    def take(self, marks: Iterable[ast.expr], *, test: str) -> None:
        """Count the rule marks among `marks`, unless a neighboring mark switches the test off."""
        marks = list(marks)
        off = any(_mark_name(mark) in OFF for mark in marks)
        for mark in marks:
            if not (isinstance(mark, ast.Call) and _mark_name(mark) == "rule"):
                continue
            self.seen.add(mark)
            if not mark.args:
                self.mistake(mark.lineno, "the rule mark names no rule")
            for argument in mark.args:
                if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                    if not off:
                        self.marks.append(Mark(argument.value, self.file, argument.lineno, test))
                else:
                    self.mistake(argument.lineno, "a rule mark names its rules as plain strings")

    def strays(self, tree: ast.Module) -> None:
        for call in _calls(tree):
            if _mark_name(call) == "rule" and call not in self.seen:
                self.mistake(call.lineno, "the rule mark stands on nothing that pytest collects")

    def examples(self, tree: ast.Module, root: Path) -> None:
        for statement in tree.body:
            for value in _assigned(statement, EXAMPLES):
                line = statement.lineno
                if not (isinstance(value, ast.Constant) and isinstance(value.value, str)):
                    self.mistake(line, f"{EXAMPLES} has to be a plain string")
                elif not any(
                    isinstance(node, ast.Name)
                    and node.id == EXAMPLES
                    and isinstance(node.ctx, ast.Load)
                    for node in ast.walk(tree)
                ):
                    self.mistake(line, f"{EXAMPLES} is never read, so nothing runs the examples")
                else:
                    self.example_file(root / value.value, value.value, line)

    def example_file(self, path: Path, shown: str, line: int) -> None:
        try:
            entries = json.loads(path.read_text(encoding="utf-8"))
            listed = [(str(entry.get("id", "")), entry["rules"]) for entry in entries]
        except (OSError, ValueError, KeyError, TypeError, AttributeError) as fault:
            self.mistake(line, f"{shown} is no list of examples with rules ({fault!r})")
            return
        for example, rules in listed:
            self.marks += [Mark(str(rule), self.file, line, f"example {example}") for rule in rules]


def _calls(tree: ast.AST) -> Iterator[ast.Call]:
    return (node for node in ast.walk(tree) if isinstance(node, ast.Call))


def _name(node: ast.expr) -> str:
    """The last name of `a.b.c`; empty for anything else."""
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def _mark_name(node: ast.expr) -> str:
    """`rule` for pytest.mark.rule and for a call of it; empty where it is no mark."""
    target = node.func if isinstance(node, ast.Call) else node
    if isinstance(target, ast.Attribute) and _name(target.value) == "mark":
        return target.attr
    return ""


def _entries(value: ast.expr) -> list[ast.expr]:
    """The marks of `pytestmark = mark` or `[mark, mark]`."""
    return list(value.elts) if isinstance(value, ast.List | ast.Tuple) else [value]


def _assigned(statement: ast.stmt, name: str) -> Iterator[ast.expr]:
    """The value that a statement assigns to `name`, if any."""
    targets: list[ast.expr] = []
    if isinstance(statement, ast.Assign):
        targets = statement.targets
    elif isinstance(statement, ast.AnnAssign):
        targets = [statement.target]
    else:
        return
    if statement.value is not None and any(_name(target) == name for target in targets):
        yield statement.value


def _is_test(statement: Definition) -> bool:
    """pytest's naming: functions test*, classes Test*."""
    return statement.name.startswith("Test" if isinstance(statement, ast.ClassDef) else "test")
