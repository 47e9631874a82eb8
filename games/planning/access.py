"""Access to a club's plans: who may read them and who may change them."""

from __future__ import annotations

from django.http import Http404

from config.inputs import whole_number
from config.live.topics import Concern
from config.people import scopes
from config.people.scopes import Visitor
from games.hooks import is_event_over
from games.planning.disclosure import reader_of
from rosters.access import visible_squad
from rosters.models import Squad


def may_plan(user: Visitor, squad: Squad) -> bool:
    """Allow members of the club and the directors of the event."""
    return reader_of(user, squad.scope).is_inside(squad.team_id)


def may_direct(user: Visitor, squad: Squad) -> bool:
    return scopes.may_direct(user, squad.scope)


def planned_squad(user: Visitor, pk: int) -> Squad:
    """Return the squad to a user who plans for it; 404 for others and after the event."""
    squad = visible_squad(user, pk)
    if not may_plan(user, squad) or is_event_over(squad.scope):
        raise Http404("No such squad.")
    return squad


def concern_of_squad(user: Visitor, key: str) -> Concern | None:
    """The event and the club of a squad."""
    squad = Squad.objects.filter(pk=int(key)).first()
    return None if squad is None else Concern(squad.scope, (squad.team_id,))


def may_watch(user: Visitor, key: str) -> bool:
    """Allow a live subscription only to users who may read the plans: opponents would learn when
    plans are changed."""
    number = whole_number(key)
    if number is None:
        return False
    try:
        return may_plan(user, visible_squad(user, number))
    except Http404:
        return False
