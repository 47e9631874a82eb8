"""The director's desk: unplayed and late series, the members, and the log."""

from collections.abc import Mapping
from dataclasses import dataclass

from config.events.models import EventRole
from config.jobs.models import Job
from config.jobs.selectors import latest_job
from config.journal.models import Action
from config.paging import Page, page_by_key
from rosters.models import TeamMember
from tournaments.models import Invite, Tournament
from tournaments.selectors.league import League
from tournaments.selectors.meetings import RoundOfPlay
from tournaments.services.play_out import play_out_key

LOG_PAGE = 12


@dataclass(frozen=True)
class Overview:
    """The progress of a tournament, and the latest job that plays it out."""

    league: League
    job: Job | None

    @property
    def unplayed_rounds(self) -> tuple[RoundOfPlay, ...]:
        return tuple(round_ for round_ in self.league.rounds if round_.unplayed)

    @property
    def left(self) -> int:
        """Number of series left to play."""
        return len(self.league.unplayed)

    @property
    def is_playing(self) -> bool:
        return self.job is not None and self.job.is_live


@dataclass(frozen=True)
class People:
    """The users with a role in a tournament, and its open invites."""

    directors: tuple[EventRole, ...]
    spectators: tuple[EventRole, ...]
    members: dict[int, tuple[TeamMember, ...]]
    invites: tuple[Invite, ...]

    @property
    def last_director(self) -> bool:
        """Whether the only director is left, who cannot be removed."""
        return len(self.directors) == 1


def overview(league: League) -> Overview:
    return Overview(league, latest_job(play_out_key(league.tournament)))


def people(tournament: Tournament) -> People:
    """Return the people of a tournament; ``members`` by club id, open invites only."""
    roles = list(tournament.roles.select_related("user"))
    members: dict[int, list[TeamMember]] = {}
    for member in TeamMember.objects.filter(team__entries__tournament=tournament).select_related(
        "user", "team"
    ):
        members.setdefault(member.team_id, []).append(member)
    invites = tournament.invites.filter(accepted_at=None, withdrawn_at=None).select_related(
        "entrant__team", "created_by", "tournament"
    )
    return People(
        directors=tuple(role for role in roles if role.role == EventRole.Role.DIRECTOR),
        spectators=tuple(role for role in roles if role.role == EventRole.Role.SPECTATOR),
        members={team_id: tuple(club_members) for team_id, club_members in members.items()},
        invites=tuple(invites),
    )


def managed_clubs(tournament: Tournament) -> frozenset[int]:
    """Return the ids of the clubs with a member."""
    members = TeamMember.objects.filter(team__entries__tournament=tournament)
    return frozenset(members.values_list("team_id", flat=True))


def log_page(tournament: Tournament, asked: Mapping[str, str]) -> Page:
    """Return a page of the audit log of a tournament, newest first."""
    actions = Action.objects.filter(scope=tournament.scope).select_related("actor")
    return page_by_key(actions.order_by("-pk"), LOG_PAGE, asked)
