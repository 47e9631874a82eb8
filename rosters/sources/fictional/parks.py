"""The ballparks of the fictional league: one for each of its clubs, all invented."""

from __future__ import annotations

import csv
from pathlib import Path

from rosters.rules.parks import NUMBERS, ParkNumbers
from rosters.sources.facts import ParkFacts


def house_parks() -> list[ParkFacts]:
    """The list, as it lies beside this module; on the whole they are neutral parks."""
    path = Path(__file__).with_name("parks.csv")
    with path.open(encoding="utf-8", newline="") as stream:
        return [
            ParkFacts(
                row["key"],
                row["name"],
                row["city"],
                ParkNumbers(*(int(row[number]) for number in NUMBERS)),
            )
            for row in csv.DictReader(stream)
        ]
