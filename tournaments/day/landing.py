"""What a participant sees after check-in: the club, where and when it plays, and what to do
next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse

from config.people.scopes import Visitor
from rosters.drafts.models import Draft
from tournaments.day.models import SignUp
from tournaments.day.selectors import tables_of, timetable_of
from tournaments.models import Entrant, Tournament
from tournaments.selectors.access import own_teams
from tournaments.selectors.drafts import draft_of
from tournaments.selectors.league import League, load_league
from tournaments.selectors.meetings import Meeting


@dataclass(frozen=True)
class Step:
    """Something to do next; ``url`` leads to its page, if there is one."""

    told: str
    url: str = ""


@dataclass(frozen=True)
class Landing:
    """A participant's day. ``opponent`` is None where the club has no one to play now; times are
    expected ones, if there is a timetable."""

    name: str
    club: Entrant | None
    opponent: Entrant | None
    at_home: bool
    round: str
    table: int | None
    begins: datetime | None
    steps: Sequence[Step]


def landing_of(tournament: Tournament, person: SignUp, user: Visitor, now: datetime) -> Landing:
    """Return the page of a person on the list; ``user`` is the user of the phone."""
    league = load_league(tournament)
    club = _club(league, person, user)
    meeting = _next(league, club) if club is not None else None
    timed_round = None
    if meeting is not None and (times := timetable_of(league, now)) is not None:
        timed_round = times.of_round(meeting.round_number)
    at_home = meeting is not None and meeting.home == club
    return Landing(
        person.name,
        club,
        (meeting.away if at_home else meeting.home) if meeting is not None else None,
        at_home,
        meeting.round_name if meeting is not None else "",
        tables_of(league).get(meeting.series_id or 0) if meeting is not None else None,
        timed_round.expected_begins if timed_round is not None else None,
        _steps(league, club, meeting),
    )


def _club(league: League, person: SignUp, user: Visitor) -> Entrant | None:
    """Return a participant's club: the one they act for, else the one entered for them, or the one
    with the name they gave."""
    own_ids = own_teams(user)
    acted_for = next((club for club in league.entrants if club.team_id in own_ids), None)
    if acted_for is not None:
        return acted_for
    entered = next((club for club in league.entrants if club.pk == person.entrant_id), None)
    if entered is not None or not person.club:
        return entered
    name = person.club.casefold()
    return next((club for club in league.entrants if club.team.name.casefold() == name), None)


def _next(league: League, club: Entrant) -> Meeting | None:
    return next(
        (
            meeting
            for meeting in league.meetings_of(club)
            if meeting.is_open and not meeting.called_off and meeting.away is not None
        ),
        None,
    )


def _steps(league: League, club: Entrant | None, meeting: Meeting | None) -> list[Step]:
    tournament = league.tournament
    page = reverse("tournaments:overview", args=[tournament.slug])
    if club is None:
        return [
            Step("No club is entered for you yet: go and see the director."),
            Step("The event", page),
        ]
    own = Step(
        f"The page of {club.team.name}",
        reverse("tournaments:team", args=[tournament.slug, club.number]),
    )
    if tournament.state == Tournament.State.SETUP:
        return [_before(tournament), own]
    if tournament.state == Tournament.State.COMPLETE:
        return [Step("The event is over: how it ended", page), own]
    if meeting is None:
        return [Step("Nothing is left for you to play as far as the schedule is drawn.", page), own]
    series = reverse("games:series", args=[meeting.series_id])
    return [Step("Go to your table and play; report each game from here", series), own]


def _before(tournament: Tournament) -> Step:
    draft = draft_of(tournament) if tournament.card_set_id is not None else None
    if tournament.card_set_id is None or (
        draft is not None and draft.state == Draft.State.COMPLETE
    ):
        return Step("Wait until the director starts play.")
    if draft is None:
        return Step("Wait until the director sets up the draft.")
    if draft.state == Draft.State.PREPARING:
        return Step("Say in the draft room that you are here, and roll", draft.get_absolute_url())
    return Step("The draft is on: go to its room", draft.get_absolute_url())
