"""Everybody of a season, read off the files of the Lahman database without storing anybody."""

from __future__ import annotations

from pathlib import Path

from rosters.makers.base import Subject
from rosters.sources.lahman import Lahman


def subjects_of_files(path: Path, year: int, league: str = "") -> list[Subject]:
    """Everybody of a year, or of one of its leagues; refused as importing it would be."""
    lahman = Lahman(path)
    return [
        Subject(
            key,
            f"{person.first_name} {person.last_name}".strip(),
            person.bats,
            person.throws,
            season,
        )
        for found in lahman.years([year])
        for key, seasons in found.seasons.items()
        for person in (lahman.people[key],)
        for season in seasons
        if (season.league == league if league else season.whole)
    ]
