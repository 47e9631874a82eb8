"""What the reader of a live page may do with what it shows, each right with the sentence that says
that it has ended."""

from __future__ import annotations

from collections.abc import Collection

from config.live.topics import LOOK
from config.people import scopes
from config.people.scopes import Visitor
from rosters.models import TeamMember

DIRECT = "direct"


def rights_of(user: Visitor, scope: str, clubs: Collection[int] = ()) -> dict[str, str]:
    """The rights of a user who may look at an event, in which these clubs are concerned."""
    event = scopes.way_back(scope)
    if event is None:
        return {}
    name = event[0]
    is_public = scopes.viewers((), scope) is None
    ended = f"{name} is no longer public." if is_public else f"You may no longer look at {name}."
    found = {LOOK: ended}
    if not user.is_authenticated:
        return found
    if scopes.may_direct(user, scope):
        found[DIRECT] = f"You no longer direct {name}."
    members = TeamMember.objects.filter(user=user.pk, team__in=clubs)
    for team_id, team in members.order_by("team").values_list("team", "team__name"):
        found[f"club:{team_id}"] = f"You no longer manage {team}."
    return found
