"""The worked examples of a series day: ours, and those beside the project where there are any."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.games.rules.examples import PLAYED

RULE_EXAMPLES = "tests/examples/seriesday.json"

ROOT = Path(__file__).resolve().parents[3]
BESIDE = ROOT.parent / "shared" / "examples" / "purestrat.json"

Example = dict[str, Any]


def load(path: Path) -> list[Example]:
    found: list[Example] = json.loads(path.read_text(encoding="utf-8"))
    return found


def beside() -> list[Any]:
    """Those of a series day; pitching, play, drafts and standings have tests of their own."""
    if not BESIDE.exists():
        why = pytest.mark.skip(reason="no worked examples lie beside the project")
        return [pytest.param({}, marks=why, id="beside")]
    return [
        pytest.param(example, id=example["id"])
        for example in load(BESIDE)
        if example["given"]["op"] in PLAYED
    ]


def check(example: Example) -> None:
    found = PLAYED[example["given"]["op"]](example["given"])
    for key, expected in example["expect"].items():
        assert found[key] == expected, (key, example.get("derivation", ""))


@pytest.mark.parametrize("example", load(ROOT / RULE_EXAMPLES), ids=lambda found: found["id"])
def test_our_examples(example: Example) -> None:
    check(example)


@pytest.mark.parametrize("example", beside())
def test_examples_beside_the_project(example: Example) -> None:
    check(example)
