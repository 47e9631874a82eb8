"""A club's page in a tournament."""

from dataclasses import dataclass

from rosters.models import TeamMember
from tournaments.models import Entrant
from tournaments.selectors.league import League
from tournaments.selectors.meetings import Meeting


@dataclass(frozen=True)
class TeamSeason:
    entrant: Entrant
    meetings: tuple[Meeting, ...]
    people: tuple[TeamMember, ...]

    @property
    def played(self) -> tuple[Meeting, ...]:
        """Series with a final game, the latest round first."""
        return tuple(meeting for meeting in reversed(self.meetings) if meeting.finals)

    @property
    def ahead(self) -> tuple[Meeting, ...]:
        """Series with a game left to play, with byes from the first of them on."""
        first_open = next(
            (meeting.round_number for meeting in self.meetings if meeting.is_open), None
        )
        if first_open is None:
            return ()
        return tuple(
            meeting
            for meeting in self.meetings
            if meeting.is_open or (meeting.is_bye and meeting.round_number >= first_open)
        )


def team_season(league: League, entrant: Entrant) -> TeamSeason:
    """Return what a club's page shows besides its line of the standings."""
    people = TeamMember.objects.filter(team_id=entrant.team_id).select_related("user")
    return TeamSeason(entrant, league.meetings_of(entrant), tuple(people))
