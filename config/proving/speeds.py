"""What the engine's bench remembers: how many times the floor each system takes, in a file that is
committed, so that whoever makes it slower notices."""

import csv
from collections.abc import Mapping
from pathlib import Path
from typing import Final

LOST: Final = 0.15
"""The share more of the floor that is too much."""


def keep(path: Path, ratios: Mapping[str, float]) -> None:
    """Write ratios by the systems' names."""
    with path.open("w", encoding="utf-8", newline="") as file:
        rows = csv.writer(file, lineterminator="\n")
        rows.writerow(("system", "times the floor"))
        rows.writerows((name, f"{ratio:.2f}") for name, ratio in ratios.items())


def kept(path: Path) -> dict[str, float]:
    """The ratios in a file, by name."""
    with path.open(encoding="utf-8", newline="") as file:
        return {row["system"]: float(row["times the floor"]) for row in csv.DictReader(file)}


def slower(before: Mapping[str, float], now: Mapping[str, float]) -> dict[str, float]:
    """By which share each system that was kept takes more than then, where that is too much. One
    that is there no more, or new, has nothing to be held against."""
    return {
        name: now[name] / ratio - 1
        for name, ratio in before.items()
        if name in now and now[name] > ratio * (1 + LOST)
    }
