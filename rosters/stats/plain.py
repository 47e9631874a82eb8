"""Statistic lines as plain values, as they are stored and exported, and back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from rosters.stats.lines import BattingLine, FieldingLine, PitchingLine
from rosters.stats.seasons import Splits

Plain = dict[str, Any]


def plain(line: BattingLine | PitchingLine | FieldingLine | None) -> Plain | None:
    return None if line is None else asdict(line)


def plain_splits(splits: Splits | None) -> Plain | None:
    if splits is None:
        return None
    return {"left": asdict(splits.left), "right": asdict(splits.right)}


def batting_line(stored: Mapping[str, Any] | None) -> BattingLine | None:
    return None if stored is None else BattingLine(**stored)


def pitching_line(stored: Mapping[str, Any] | None) -> PitchingLine | None:
    return None if stored is None else PitchingLine(**stored)


def fielding_line(stored: Mapping[str, Any]) -> FieldingLine:
    return FieldingLine(**stored)


def splits(stored: Mapping[str, Any] | None) -> Splits | None:
    if stored is None:
        return None
    return Splits(BattingLine(**stored["left"]), BattingLine(**stored["right"]))
