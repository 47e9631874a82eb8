"""Who speaks for which club of a series, and who directs it."""

from __future__ import annotations

from dataclasses import dataclass

from config.people.models import User
from config.people.scopes import Visitor
from config.refusals import Refusal, Refused
from games.access import may_direct
from games.models import Series
from games.planning.disclosure import Reader
from rosters.models import TeamMember


@dataclass(frozen=True)
class SeriesPart:
    """What a user is in a series: the clubs the user acts for, those for which anybody acts, and
    whether the user directs it."""

    clubs: frozenset[int]
    managed: frozenset[int]
    directs: bool

    @property
    def has_part(self) -> bool:
        """Whether the user has a part in the series at all."""
        return bool(self.clubs) or self.directs

    @property
    def reader(self) -> Reader:
        """The user as a reader of both clubs' plans."""
        return Reader(self.clubs, self.directs)

    def verify_directs(self) -> None:
        """Refuse with ``director-only`` a user who does not direct it."""
        if not self.directs:
            raise Refused(Refusal("director-only", "Only a director may do that."))

    def opponent_of(self, series: Series, team_id: int) -> int:
        """The other club."""
        return series.away_id if team_id == series.home_id else series.home_id


def part_in(user: Visitor, series: Series) -> SeriesPart:
    """What the user is in that series."""
    members = TeamMember.objects.filter(team__in=(series.home_id, series.away_id))
    rows = list(members.values_list("team_id", "user_id"))
    mine = frozenset(team for team, person in rows if user.is_authenticated and person == user.pk)
    directs = user.is_authenticated and may_direct(user, series)
    return SeriesPart(mine, frozenset(team for team, _ in rows), directs)


def part_of(user: User | None, series: Series) -> SeriesPart:
    """The same for a service, where ``None`` is the house itself, which directs everything."""
    return SeriesPart(frozenset(), frozenset(), True) if user is None else part_in(user, series)
