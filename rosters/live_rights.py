"""What the reader of a live page may do with what it shows, each right with the sentence that says
that it has ended."""

from __future__ import annotations

from collections.abc import Mapping

from config.events.models import Event
from config.live.topics import LOOK, Concern
from config.people import scopes
from config.people.scopes import Visitor
from rosters.models import TeamMember

DIRECT = "direct"


def rights_of(user: Visitor, concerns: Mapping[str, Concern]) -> dict[str, dict[str, str]]:
    """By topic the rights of a user who may look there; by few queries for all of them."""
    keys = {concern.scope for concern in concerns.values()}
    events = Event.objects.filter(key__in=keys)
    in_event = {event.key: _in_event(user, event) for event in events}
    found = {topic: dict(in_event.get(each.scope, {})) for topic, each in concerns.items()}
    if user.is_authenticated:
        clubs = {club for concern in concerns.values() for club in concern.clubs}
        members = TeamMember.objects.filter(user=user.pk, team__in=clubs).order_by("team")
        for club, name in members.values_list("team", "team__name"):
            for topic, concern in concerns.items():
                if club in concern.clubs:
                    found[topic][f"club:{club}"] = f"You no longer manage {name}."
    return found


def _in_event(user: Visitor, event: Event) -> dict[str, str]:
    is_public = event.visibility == Event.Visibility.PUBLIC
    found = {
        LOOK: f"{event.name} is no longer public."
        if is_public
        else f"You may no longer look at {event.name}."
    }
    if user.is_authenticated and scopes.may_direct(user, event.key):
        found[DIRECT] = f"You no longer direct {event.name}."
    return found
