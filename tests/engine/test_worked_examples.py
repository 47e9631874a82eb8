"""The dice games by example: our own, and those that lie beside the project."""

import json
from pathlib import Path

import pytest

from tests.engine.examples import play_example, problems, same_labels

RULE_EXAMPLES = "tests/examples/dice.json"

ROOT = Path(__file__).resolve().parents[2]
SHARED = ROOT.parent / "shared" / "examples" / "dice-systems.json"
SYSTEMS = ("one-die", "two-dice", "three-dice", "poker-dice")


def load(path):
    found = json.loads(path.read_text(encoding="utf-8"))
    return [
        pytest.param(example, id=example["id"]) for example in found if example["system"] in SYSTEMS
    ]


def check(example):
    outcome = play_example(example["given"], example["system"])
    assert problems(same_labels(example["expect"]), outcome) == [], example["derivation"]


@pytest.mark.parametrize("example", load(ROOT / RULE_EXAMPLES))
def test_our_own_examples(example):
    check(example)


@pytest.mark.skipif(not SHARED.exists(), reason="no worked examples beside the project")
@pytest.mark.parametrize("example", load(SHARED) if SHARED.exists() else [])
def test_the_worked_examples(example):
    check(example)


def test_an_example_with_a_wrong_expectation_fails():
    example = json.loads((ROOT / RULE_EXAMPLES).read_text(encoding="utf-8"))[0]
    outcome = play_example(example["given"], example["system"])
    for wrong in ({"runs": 4}, {"outs": 2}, {"bases": {"3": "new"}}, {"refused": True}):
        assert problems(same_labels(example["expect"] | wrong), outcome)
