"""Where tests run: once each, and twice for a reason that stands in ``tests/stages.py``."""

from types import SimpleNamespace
from typing import Any

import pytest
from django.conf import settings

from config.people.models import User
from tests import stages, statements, sweeps

ROOT = settings.ROOT


def item(*marks: pytest.MarkDecorator, fixtures: tuple[str, ...] = ()) -> Any:
    """A test with these marks."""
    given = [mark.mark for mark in marks]

    def iter_markers(name: str | None = None) -> list[pytest.Mark]:
        return [mark for mark in given if name in (None, mark.name)]

    return SimpleNamespace(
        nodeid="tests/test_it.py::test_it",
        fixturenames=fixtures,
        iter_markers=iter_markers,
        get_closest_marker=lambda name: next(iter(iter_markers(name)), None),
    )


MARK = pytest.mark


@pytest.mark.parametrize(
    ("test", "where"),
    [
        (item(), ["embedded"]),
        (item(MARK.django_db), ["embedded"]),
        (item(MARK.django_db(transaction=True)), ["embedded", "servers"]),
        (item(fixtures=("transactional_db",)), ["embedded", "servers"]),
        (item(MARK.django_db(transaction=True), MARK.long), ["servers"]),
        (item(MARK.django_db(transaction=True), MARK.long, MARK.embedded), ["embedded"]),
        (item(MARK.servers("plans"), MARK.long), ["servers"]),
        (item(MARK.servers("backup", "plans"), MARK.long), ["embedded", "servers"]),
        (item(MARK.worker), ["embedded", "servers"]),
        (item(MARK.servers("backup")), ["embedded", "servers"]),
        (item(MARK.servers("backup"), MARK.embedded), ["embedded"]),
        (item(MARK.served, MARK.worker), ["servers"]),
        (item(MARK.browser, fixtures=("transactional_db",)), ["servers"]),
        (item(MARK.browser, MARK.smoke, fixtures=("transactional_db",)), ["embedded"]),
    ],
)
def test_a_test_runs_once_unless_it_depends_on_the_database_or_the_broker(test, where):
    assert [stage for stage in stages.STAGES if stages.runs_in(stage, test)] == where


@pytest.mark.parametrize("mark", [MARK.servers, MARK.servers("taste"), MARK.servers("bulk", "x")])
def test_a_reason_is_one_of_those_that_are_written_down(mark):
    with pytest.raises(pytest.UsageError, match="no such reason"):
        stages.runs_in("servers", item(mark))


def test_the_list_of_what_runs_twice_says_why():
    lines = stages.twice_by_reason([item(MARK.servers("paging")), item(MARK.browser), item()])
    assert "   1 tests/test_it.py" in lines[lines.index(line_of("paging", lines)) + 1]
    assert line_of("bulk", lines).startswith("bulk: 0 tests")


def line_of(reason: str, lines: list[str]) -> str:
    return next(line for line in lines if line.startswith(reason))


def test_each_statement_is_sent_by_one_test_and_by_the_quickest():
    sent = {
        "slow": ["a", "b"],
        "quick": ["a", "b"],
        "other": ["c", "x"],
        "same": ["c"],
        "first": ["x"],
    }
    seconds = {"slow": 2.0, "quick": 0.1, "other": 0.1, "same": 0.2, "first": 9.0}
    assert statements.cover(sent, seconds, {"first"}) == ["other", "quick"]


def test_one_test_is_worth_less_once_another_has_sent_its_statements():
    sent = {"whole": list("abcdef"), "half": list("abcg"), "rest": list("gh")}
    seconds = dict.fromkeys(sent, 0.1)
    assert statements.cover(sent, seconds, ()) == ["rest", "whole"]


def test_a_statement_is_the_same_with_other_values_and_other_numbers_of_rows(db):
    def sent(*names: str) -> set[str]:
        with statements.watched() as found:
            list(User.objects.filter(name__in=names)[: len(names)])
        return found

    assert sent("Vera") == sent("Dana", "Hugo", "Iris") != set()
    with statements.watched() as other:
        User.objects.filter(name="Vera").exists()
    assert other.isdisjoint(sent("Vera"))


@pytest.mark.parametrize(
    ("tests", "option"),
    [(statements.listed_tests(), "--statements"), (sweeps.slow_tests(), "--measure")],
)
def test_the_tests_of_the_lists_are_there(tests, option):
    for test in tests:
        file, _, name = test.partition("::")
        assert f"def {name.partition('[')[0].rpartition('::')[2]}(" in (ROOT / file).read_text(), (
            f"{test}: it is gone; pytest --stage=embedded {option} writes the list anew"
        )


def test_every_long_test_has_one_turn():
    names = [f"tests/test_it.py::test_it[{number}]" for number in range(100)]
    turns = [sweeps.Turn.read(f"{number}/6") for number in range(1, 7)]
    shares = [{name for name in names if turn.takes(name)} for turn in turns]
    assert all(shares)
    assert sorted(name for share in shares for name in share) == sorted(names)


@pytest.mark.parametrize("text", ["0/6", "7/6", "6", "one/six", "1/0"])
def test_a_turn_is_one_of_its_shares(text):
    with pytest.raises(ValueError):  # noqa: PT011 - in whatever words
        sweeps.Turn.read(text)


def test_what_was_measured_replaces_what_was_known_of_the_same_tests(tmp_path, monkeypatch):
    monkeypatch.setattr(sweeps, "LIST", tmp_path / "slow.txt")
    sweeps.LIST.write_text("a::kept\na::quicker\n")
    sweeps.slow_tests.cache_clear()
    try:
        sweeps.write_slow({"a::quicker": 0.1, "a::slower": 2.0})
    finally:
        sweeps.slow_tests.cache_clear()
    assert sweeps.LIST.read_text().split() == ["a::kept", "a::slower"]
