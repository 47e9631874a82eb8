"""The squads of a tournament."""

from collections.abc import Sequence
from dataclasses import dataclass

from pitching.selectors.sheets import latest_sheets
from rosters.models import Card, RosterSpot, Squad
from tournaments.models import Entrant, Tournament


@dataclass(frozen=True)
class HeldSquad:
    """A club's squad with its cards, and the key of its pitching sheet if it has one."""

    id: int
    entrant: int
    sheet: int | None
    cards: Sequence[Card]


def squad_of(tournament: Tournament, entrant: Entrant) -> Squad | None:
    """Return a club's squad in the tournament; ``None`` before it has one."""
    return (
        Squad.objects.select_related("ballpark", "team__ballpark")
        .filter(event__key=tournament.scope, team=entrant.team_id)
        .first()
    )


def squad_names(tournament: Tournament) -> list[tuple[int, str]]:
    """Return card and name of each player in a squad of the tournament; one query."""
    spots = RosterSpot.objects.filter(squad__event__key=tournament.scope).order_by("card")
    return list(spots.values_list("card", "card__name"))


def squads_of(tournament: Tournament) -> list[HeldSquad]:
    """Return every squad of the tournament, by club number; four queries."""
    numbers = dict(tournament.entrants.values_list("team", "number"))
    squads = Squad.objects.filter(event__key=tournament.scope, team__in=numbers)
    sheets = latest_sheets(tournament.scope, numbers)
    held_squads = [
        HeldSquad(
            squad.pk,
            numbers[squad.team_id],
            sheets[squad.team_id].pk if squad.team_id in sheets else None,
            [spot.card for spot in squad.spots.all()],
        )
        for squad in squads.prefetch_related("spots__card")
    ]
    return sorted(held_squads, key=lambda squad: squad.entrant)
