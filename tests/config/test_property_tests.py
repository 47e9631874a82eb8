"""No property test may fail because the machine is busy."""

import ast
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

TESTS = Path(__file__).resolve().parents[1]


def test_property_tests_have_no_deadline():
    assert settings().deadline is None
    assert HealthCheck.too_slow in settings().suppress_health_check


@pytest.mark.long
def test_no_test_brings_a_deadline_back():
    said = [
        f"{path.relative_to(TESTS)}:{call.lineno}"
        for path in sorted(TESTS.rglob("*.py"))
        if path != TESTS / "conftest.py"
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(call, ast.Call)
        and ast.unparse(call.func).rpartition(".")[2] in {"settings", "register_profile"}
        for keyword in call.keywords
        if keyword.arg == "deadline"
        # A list of its own has to name every check by speed: all of them do.
        or (
            keyword.arg == "suppress_health_check"
            and ast.unparse(keyword.value) != "list(HealthCheck)"
        )
    ]
    assert said == []
