"""Two clubs to try a game of cards with: the first two of the house's fictional league."""

from __future__ import annotations

from functools import lru_cache
from random import Random

from games.calibration.league import franchises, hand_of
from games.engine.club import Clubs
from games.engine.system import CARDS, System
from rosters.makers.base import Subject
from rosters.sources.fictional.league import invent_league


def exhibition_clubs(system: System) -> Clubs | None:
    """Clubs for a sample game; ``None`` for systems that need none."""
    return _clubs() if system.need.kind == CARDS else None


@lru_cache(maxsize=1)
def _clubs() -> Clubs:
    everybody = [
        Subject(
            each.person.key,
            f"{each.person.first_name} {each.person.last_name}",
            each.person.bats,
            each.person.throws,
            each.season,
        )
        for each in invent_league("exhibition", 2012)
    ]
    names = sorted({subject.season.teams[0] for subject in everybody})
    away, home = franchises(everybody, only=names[:2])
    random = Random("exhibition")
    visiting, hosting = away.starter(random), home.starter(random)
    return (
        away.club(random, hand_of(hosting), visiting),
        home.club(random, hand_of(visiting), hosting),
    )
