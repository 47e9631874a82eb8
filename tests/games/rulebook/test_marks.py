"""The collector reads marks where pytest does, and complains where they would be lost."""

import json
from pathlib import Path
from textwrap import dedent

import pytest

from games.rulebook.marks import Findings, collect, read_source


def read(source: str, root: Path = Path()) -> Findings:
    return read_source(dedent(source), "tests/test_toy.py", root)


def rules(source: str) -> set[tuple[str, str]]:
    found = read(source)
    assert found.mistakes == ()
    return {(mark.rule, mark.test) for mark in found.marks}


def test_marks_on_functions_classes_and_methods() -> None:
    assert rules(
        """
        import pytest
        from pytest import mark

        @pytest.mark.rule("A-1", "A-2")
        def test_one(): ...

        @mark.rule("A-3")
        async def test_two(): ...

        @pytest.mark.rule("A-4")
        class TestToy:
            @pytest.mark.rule("A-5")
            def test_three(self): ...
        """
    ) == {
        ("A-1", "test_one"),
        ("A-2", "test_one"),
        ("A-3", "test_two"),
        ("A-4", "TestToy"),
        ("A-5", "TestToy::test_three"),
    }


@pytest.mark.parametrize(
    "assignment",
    [
        'pytestmark = pytest.mark.rule("A-1")',
        'pytestmark = [pytest.mark.django_db, pytest.mark.rule("A-1")]',
        'pytestmark: list = [pytest.mark.rule("A-1")]',
    ],
)
def test_marks_of_a_module_and_of_a_class(assignment: str) -> None:
    assert rules(f"{assignment}\n\ndef test_one(): ...") == {("A-1", "")}
    in_class = f"class TestToy:\n    {assignment}\n\n    def test_one(self): ..."
    assert rules(in_class) == {("A-1", "TestToy")}


def test_marks_of_parameters() -> None:
    assert rules(
        """
        CASES = [
            pytest.param(1, marks=pytest.mark.rule("A-1")),
            pytest.param(2, marks=[pytest.mark.slow, pytest.mark.rule("A-2")]),
        ]

        @pytest.mark.parametrize("n", CASES)
        def test_one(n): ...
        """
    ) == {("A-1", "pytest.param"), ("A-2", "pytest.param")}


def test_a_test_that_is_switched_off_proves_nothing() -> None:
    source = """
        @pytest.mark.{off}
        @pytest.mark.rule("A-1")
        def test_one(): ...

        @pytest.mark.skipif(NO_SERVER, reason="served only")
        @pytest.mark.rule("A-2")
        def test_two(): ...
        """
    for off in ("skip", 'skip(reason="later")', "xfail"):
        assert rules(source.format(off=off)) == {("A-2", "test_two")}


@pytest.mark.parametrize(
    ("source", "line", "message"),
    [
        (
            '@pytest.mark.rule("A-1")\ndef helper(): ...',
            1,
            "the rule mark stands on nothing that pytest collects",
        ),
        (
            'pytestmark = pytest.mark.rule("A-1")\n',
            1,
            "the rule mark stands on nothing that pytest collects",
        ),
        (
            'class Helper:\n    @pytest.mark.rule("A-1")\n    def test_one(self): ...',
            2,
            "the rule mark stands on nothing that pytest collects",
        ),
        (
            "\n@pytest.mark.rule(*IDS)\ndef test_one(): ...",
            2,
            "a rule mark names its rules as plain strings",
        ),
        ("@pytest.mark.rule()\ndef test_one(): ...", 1, "the rule mark names no rule"),
        ("def test_one(:", 1, "is not Python: invalid syntax"),
    ],
)
def test_a_mark_that_would_be_lost_is_a_mistake(source: str, line: int, message: str) -> None:
    found = read(source)
    assert found.marks == ()
    assert [str(mistake) for mistake in found.mistakes] == [f"tests/test_toy.py:{line}: {message}"]


def test_an_unknown_rule_is_named_with_its_file_and_line() -> None:
    found = read('@pytest.mark.rule(\n    "A-1",\n    "A-9",\n)\ndef test_one(): ...')
    assert [str(mistake) for mistake in found.unknown({"A-1"})] == [
        "tests/test_toy.py:3: A-9 is no rule of the rulebook"
    ]


EXAMPLE_MODULE = """
    RULE_EXAMPLES = "tests/examples/toy.json"

    @pytest.mark.parametrize("example", load(RULE_EXAMPLES))
    def test_example(example): ...
    """


def test_rules_of_an_example_file_count_for_the_module_that_runs_it(tmp_path: Path) -> None:
    examples = tmp_path / "tests" / "examples" / "toy.json"
    examples.parent.mkdir(parents=True)
    examples.write_text(
        json.dumps([{"id": "toy-1", "rules": ["A-1", "A-2"]}, {"id": "toy-2", "rules": []}])
    )
    found = read(EXAMPLE_MODULE, tmp_path)
    assert found.mistakes == ()
    assert [(mark.rule, mark.test) for mark in found.marks] == [
        ("A-1", "example toy-1"),
        ("A-2", "example toy-1"),
    ]


def test_an_example_file_that_nothing_runs_or_nobody_can_read_is_a_mistake(tmp_path: Path) -> None:
    (unread,) = read('RULE_EXAMPLES = "toy.json"\n', tmp_path).mistakes
    assert unread.message == "RULE_EXAMPLES is never read, so nothing runs the examples"
    (absent,) = read(EXAMPLE_MODULE, tmp_path).mistakes
    assert absent.message.startswith("tests/examples/toy.json is no list of examples with rules")
    (computed,) = read("RULE_EXAMPLES = NAME\nload(RULE_EXAMPLES)\n", tmp_path).mistakes
    assert computed.message == "RULE_EXAMPLES has to be a plain string"


def test_a_folder_is_read_without_importing_it(tmp_path: Path) -> None:
    room = tmp_path / "tests" / "room"
    room.mkdir(parents=True)
    (room / "test_toy.py").write_text(
        'raise SystemExit\n\n\n@pytest.mark.rule("A-1")\ndef test_one(): ...\n'
    )
    (mark,) = collect(tmp_path / "tests", tmp_path).marks
    assert (mark.rule, mark.file, mark.line) == ("A-1", "tests/room/test_toy.py", 4)


@pytest.mark.parametrize(
    ("body", "made"),
    [
        ("assert 1", 1),
        ("assert 1\n    assert 2", 2),
        ("with pytest.raises(ValueError):\n        int('x')", 1),
        ("for one in (1, 2, 3):\n        assert one", 3),
        ("for one in range(2, 4):\n        assert one", 2),
        ("for one in EVERYTHING:\n        assert one", None),
        ("check(1)", 2),
        ("verify_all(1)", 1),
    ],
)
def test_a_test_with_more_rules_than_assertions_is_noted(body: str, made: int | None) -> None:
    helper = "def check(one):\n    assert one\n    assert 2\n"
    marks = '"A-1", "A-2", "A-3"' if made != 3 else '"A-1", "A-2", "A-3", "A-4"'
    crowded = read(f"{helper}@pytest.mark.rule({marks})\ndef test_one():\n    {body}\n").crowded
    if made is None:
        assert crowded == ()
        return
    (found,) = crowded
    assert (found.test, found.assertions) == ("test_one", made)
    assert found.rules[:2] == ("A-1", "A-2")


def test_cases_count_and_one_rule_is_never_too_many() -> None:
    source = (
        '@pytest.mark.parametrize("one", [1, 2])\n@pytest.mark.rule("A-1", "A-2")\n'
        "def test_one(one):\n    assert one\n\n"
        '@pytest.mark.rule("A-3")\ndef test_two(): ...\n'
    )
    assert read(source).crowded == ()
