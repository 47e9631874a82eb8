"""How things stand in a tournament, told so that two moments can be compared."""

from __future__ import annotations

from collections.abc import Mapping

from tournaments.models import Tournament
from tournaments.selectors.league import load_league
from tournaments.selectors.tables import table


def standing(key: str) -> Mapping[str, str]:
    """Every club's place and record: ``2=, 7-3``."""
    tournament = Tournament.objects.filter(pk=key).first()
    if tournament is None or tournament.state == Tournament.State.SETUP:
        return {}
    return {
        line.entrant.team.name: f"{line.row.place.label}, {line.row.record.overall}"
        for line in table(load_league(tournament))
    }
