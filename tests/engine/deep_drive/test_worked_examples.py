"""Deep Drive by example: our own, and those that lie beside the project."""

import json
from pathlib import Path

import pytest

from tests.engine.deep_drive.examples import Example, play_example, problems

ROOT = Path(__file__).resolve().parents[3]
OURS = ROOT / "tests" / "examples" / "deep-drive.json"
BESIDE = ROOT.parent / "shared" / "examples" / "dice-systems.json"


def load(path: Path) -> list[Example]:
    found: list[Example] = json.loads(path.read_text(encoding="utf-8"))
    return [example for example in found if example["system"] == "deep-drive"]


def check(example: Example) -> None:
    outcome = play_example(example["given"])
    assert problems(example["expect"], outcome) == [], example["derivation"]


@pytest.mark.parametrize("example", load(OURS), ids=lambda found: found["id"])
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
    [{"runs": 4}, {"outs": 2}, {"bases": {}}, {"refused": True}, {"result": "SI"}, {"jump": 3},
     {"events": ["WP"]}, {"game_over": True}],
)  # fmt: skip
def test_an_example_with_a_wrong_expectation_is_found_out(wrong: Example) -> None:
    (example,) = (found for found in load(OURS) if found["id"] == "our-06")
    outcome = play_example(example["given"])
    assert problems(example["expect"], outcome) == []
    assert len(problems({**example["expect"], **wrong}, outcome)) == 1
