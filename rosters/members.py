"""Who acts for clubs, for many clubs at once."""

from __future__ import annotations

from collections.abc import Iterable

from rosters.models import TeamMember


class Members:
    """The people of some clubs, in one query."""

    def __init__(self, teams: Iterable[int]) -> None:
        self._of: dict[int, set[int]] = {}
        rows = TeamMember.objects.filter(team__in=set(teams)).values_list("team", "user")
        for team, user in rows:
            self._of.setdefault(team, set()).add(user)

    def of(self, team_id: int) -> frozenset[int]:
        """The ids of the users who act for a club."""
        return frozenset(self._of.get(team_id, ()))

    @property
    def managed(self) -> frozenset[int]:
        """The ids of those of the clubs for which a user acts."""
        return frozenset(self._of)
