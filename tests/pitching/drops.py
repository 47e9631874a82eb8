"""A club is taken off the sheets of the others as the service of an event does it."""

from collections.abc import Collection, Sequence

from config.people.models import User
from games.sheets import sheet_facts
from pitching.rules.drops import put_back
from pitching.services.drops import Dropped, carry_out


def drop_from_sheets(
    *,
    scope: str,
    team_id: int,
    reason: str,
    acting_user: User | None,
    thrown_out: bool,
    out: Sequence[int] = (),
) -> Dropped:
    facts = sheet_facts(scope=scope, team_id=team_id)
    plan = facts.without(team_id, out=out, thrown_out=thrown_out)
    return carry_out(plan=plan, reason=reason, acting_user=acting_user)


def undo_drop(*, scope: str, struck: Collection[int], bound: Collection[int], reason: str) -> None:
    facts = sheet_facts(scope=scope, team_id=0)
    plan = put_back(facts.sheets, struck=struck, bound=bound, out=())
    carry_out(plan=plan, reason=reason, acting_user=None)
