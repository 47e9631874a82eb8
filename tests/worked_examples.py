"""Worked examples: ours, and those beside the project where there are any."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[1]
BESIDE = ROOT.parent / "shared" / "examples" / "purestrat.json"

Example = dict[str, Any]
Played = Mapping[str, Callable[[Any], Any]]
"""What plays an example, by its operation."""


def load(path: Path) -> list[Example]:
    found: list[Example] = json.loads(path.read_text(encoding="utf-8"))
    return found


def beside(played: Played) -> list[Any]:
    """Those beside the project that these operations play."""
    if not BESIDE.exists():
        why = pytest.mark.skip(reason="no worked examples lie beside the project")
        return [pytest.param({}, marks=why, id="beside")]
    return [
        pytest.param(example, id=example["id"])
        for example in load(BESIDE)
        if example["given"]["op"] in played
    ]


def check(example: Example, played: Played) -> None:
    """Play it, and hold what came of it against what the example says."""
    found = played[example["given"]["op"]](example["given"])
    for key, expected in example["expect"].items():
        assert found[key] == expected, (key, example.get("derivation", ""))
