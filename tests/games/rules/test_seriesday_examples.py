"""The worked examples of a series day; what else there is has tests of its own."""

import pytest

from tests.games.rules.examples import PLAYED
from tests.worked_examples import ROOT, Example, beside, check, load

RULE_EXAMPLES = "tests/examples/seriesday.json"


@pytest.mark.parametrize("example", load(ROOT / RULE_EXAMPLES), ids=lambda found: found["id"])
def test_our_examples(example: Example) -> None:
    check(example, PLAYED)


@pytest.mark.parametrize("example", beside(PLAYED))
def test_examples_beside_the_project(example: Example) -> None:
    check(example, PLAYED)
