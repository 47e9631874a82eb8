"""Who may look at what a club has laid down, and who may lay it down."""

from __future__ import annotations

from django.http import Http404

from config.inputs import whole_number
from config.people import scopes
from config.people.scopes import Visitor
from games.hooks import is_event_over
from games.planning.disclosure import reader_of
from rosters.access import visible_squad
from rosters.models import Squad


def may_plan(user: Visitor, squad: Squad) -> bool:
    """Whether the user lays down how the club plays: its people, and who directs the event."""
    return reader_of(user, squad.scope).is_inside(squad.team_id)


def may_direct(user: Visitor, squad: Squad) -> bool:
    """Whether the user directs what the squad plays in."""
    return scopes.may_direct(user, squad.scope)


def planned_squad(user: Visitor, pk: int) -> Squad:
    """The squad, for those who plan for it, until the event is over."""
    squad = visible_squad(user, pk)
    if not may_plan(user, squad) or is_event_over(squad.scope):
        raise Http404("No such squad.")
    return squad


def may_watch(user: Visitor, key: str) -> bool:
    """Whether the user may be told when the squad's plans change: whoever may read them. Opponents
    would learn when they are made."""
    number = whole_number(key)
    if number is None:
        return False
    try:
        return may_plan(user, visible_squad(user, number))
    except Http404:
        return False
