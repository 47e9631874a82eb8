"""The players of a fictional league for card makers, for games that need cards at once."""

from __future__ import annotations

from rosters.makers.base import Subject
from rosters.sources.fictional.league import invent_league

YEAR = 2012


def invented_subjects(seed: str) -> list[Subject]:
    return [
        Subject(
            player.person.key,
            f"{player.person.first_name} {player.person.last_name}",
            player.person.bats,
            player.person.throws,
            player.season,
        )
        for player in invent_league(seed, YEAR)
    ]
