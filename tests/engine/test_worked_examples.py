"""The dice games by example: our own, and those that lie beside the project."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.engine.examples import play_example, problems

RULE_EXAMPLES = "tests/examples/dice.json"

ROOT = Path(__file__).resolve().parents[2]
BESIDE = ROOT.parent / "shared" / "examples" / "dice-systems.json"
SYSTEMS = ("one-die", "two-dice", "three-dice", "poker-dice")

Example = dict[str, Any]


def load(path: Path) -> list[Example]:
    """The examples of the systems there are."""
    found: list[Example] = json.loads(path.read_text(encoding="utf-8"))
    return [example for example in found if example["system"] in SYSTEMS]


def check(example: Example) -> None:
    outcome = play_example(example["given"], example["system"])
    assert problems(example["expect"], outcome) == [], example["derivation"]


@pytest.mark.parametrize("example", load(ROOT / RULE_EXAMPLES), ids=lambda found: found["id"])
def test_our_own_examples(example: Example) -> None:
    check(example)


@pytest.mark.skipif(not BESIDE.exists(), reason="no worked examples lie beside the project")
@pytest.mark.parametrize(
    "example", load(BESIDE) if BESIDE.exists() else [], ids=lambda found: found["id"]
)
def test_the_worked_examples(example: Example) -> None:
    check(example)


@pytest.mark.parametrize(
    "wrong",
    [
        {"runs": 4},
        {"outs": 2},
        {"half_over": True},
        {"bases": {}},
        {"bases": {"3": "new", "2": "m1"}},
        {"refused": True},
        {"outcome": "single"},
        {"band": "safe"},
        {"game_over": True},
        {"next": {"inning": 1, "half": "bottom"}},
        {"next": "same batter"},
    ],
)
def test_an_example_with_a_wrong_expectation_is_found_out(wrong: Example) -> None:
    # Runner on first, a two: he goes to third and the new runner stands on second.
    given = {
        "bases": {"1": "m1"},
        "outs": 0,
        "inning": 1,
        "half": "top",
        "score": {"away": 0, "home": 0},
        "rolls": [{"for": "throw", "dice": [2]}],
        "decisions": [],
    }
    right = {"bases": {"2": "new", "3": "m1"}, "outs": 0, "runs": 0, "half_over": False}
    outcome = play_example(given, "one-die")
    assert problems({**right, "game_over": False, "outcome": "double"}, outcome) == []
    assert len(problems({**right, **wrong}, outcome)) == 1
