"""The squads of a tournament."""

from rosters.models import Squad
from tournaments.models import Entrant, Tournament


def squad_of(tournament: Tournament, entrant: Entrant) -> Squad | None:
    """A club's squad in the tournament; ``None`` before it has one."""
    return (
        Squad.objects.select_related("ballpark", "team__ballpark")
        .filter(scope=tournament.scope, team=entrant.team_id)
        .first()
    )
