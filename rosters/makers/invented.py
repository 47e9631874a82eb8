"""The players of a fictional league as card makers take them, for games that need cards at once."""

from __future__ import annotations

from rosters.makers.base import Subject
from rosters.sources.fictional.league import invent_league

YEAR = 2012


def invented_subjects(seed: str) -> list[Subject]:
    """Everybody of the league that follows from a seed."""
    return [
        Subject(
            each.person.key,
            f"{each.person.first_name} {each.person.last_name}",
            each.person.bats,
            each.person.throws,
            each.season,
        )
        for each in invent_league(seed, YEAR)
    ]
