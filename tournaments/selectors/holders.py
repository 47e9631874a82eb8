"""The squads that players are in, over all events that a user may see."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from django.urls import reverse

from config.people.scopes import Visitor
from rosters.done_here import EventWithPlayers, HeldPlayer
from rosters.models import RosterSpot
from rosters.presenters.squads import came
from tournaments.models import Entrant
from tournaments.permissions import visible_to

EVENTS: Final = 12
"""Number of events shown, the latest ones."""


def events_with(user: Visitor, cards: Sequence[int]) -> list[EventWithPlayers]:
    """Return the latest events that ``user`` may see in whose squads some of these cards are, with
    the holders by name. Four queries."""
    held_spots = RosterSpot.objects.filter(card__in=cards).order_by()
    scopes = set(held_spots.values_list("squad__event__key", flat=True).distinct())
    numbers = [scope.partition(":")[2] for scope in scopes if scope.startswith("tournament:")]
    events = list(visible_to(user).filter(pk__in=numbers).order_by("-pk")[:EVENTS])
    if not events:
        return []
    by_scope = {event.scope: event for event in events}
    places = {
        (event, team): number
        for event, team, number in Entrant.objects.filter(tournament__in=events)
        .order_by()
        .values_list("tournament", "team", "number")
    }
    players: dict[str, list[HeldPlayer]] = {}
    spots = held_spots.filter(squad__event__key__in=by_scope).select_related("squad__team", "card")
    for spot in spots.order_by("card__name", "card", "squad__team"):
        event = by_scope[spot.squad.scope]
        number = places.get((event.pk, spot.squad.team_id))
        players.setdefault(spot.squad.scope, []).append(
            HeldPlayer(
                spot.card_id,
                spot.card.name,
                reverse("tournaments:player", args=[event.slug, spot.card_id]),
                spot.squad.team.name,
                reverse("tournaments:team", args=[event.slug, number]) if number else "",
                came(spot),
            )
        )
    return [
        EventWithPlayers(
            event.name, reverse("tournaments:overview", args=[event.slug]), players[event.scope]
        )
        for event in events
    ]
