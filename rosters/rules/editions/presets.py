"""The named presets of the tournament law, each with the document it follows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from rosters.rules.editions.edition import RuleEdition


@dataclass(frozen=True)
class Preset:
    """An edition with its name: ``key`` is what is stored and asked for."""

    key: str
    name: str
    document: str
    date: str
    edition: RuleEdition


PURESTRAT_2013: Final = Preset(
    "purestrat-2013", "Purestrat 2013", "Purestrat tournament rules", "about 2013", RuleEdition()
)

PRESETS: Final[Mapping[str, Preset]] = {preset.key: preset for preset in (PURESTRAT_2013,)}

DEFAULT: Final = PURESTRAT_2013.edition
"""The law of everything for which nobody chose another."""
