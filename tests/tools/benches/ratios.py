"""What the engine's bench remembers: how many times the floor each system takes, in a file that is
committed, so that a slower one is noticed."""

import csv
import platform
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final

from config.spreadsheets import write_rows

COLUMNS: Final = ("machine", "system", "times the floor")
LOST: Final = 0.15
"""The share more of the floor that is too much."""


def machine() -> str:
    """The kind of processor: what is kept of one says nothing about another."""
    with suppress(OSError):
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def keep(path: Path, ratios: Mapping[str, float], on: str) -> None:
    """Write ratios by the systems' names, measured ``on`` a kind of processor; those of others
    stay."""
    before = _read(path) if path.exists() else []
    others = [[row[column] for column in COLUMNS] for row in before if row["machine"] != on]
    here = [[on, name, f"{ratio:.2f}"] for name, ratio in ratios.items()]
    path.write_text(write_rows([COLUMNS, *others, *here]), encoding="utf-8", newline="")


def kept(path: Path, on: str) -> dict[str, float]:
    """The ratios that a file has of a kind of processor, by name; none of one it does not know."""
    return {
        row["system"]: float(row["times the floor"]) for row in _read(path) if row["machine"] == on
    }


def _read(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def slower(before: Mapping[str, float], now: Mapping[str, float]) -> dict[str, float]:
    """By which share each system that was kept takes more than then, where that is too much. One
    that is there no more, or new, has nothing to be held against."""
    return {
        name: now[name] / ratio - 1
        for name, ratio in before.items()
        if name in now and now[name] > ratio * (1 + LOST)
    }
