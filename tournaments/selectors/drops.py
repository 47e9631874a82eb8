"""Clubs that dropped out: who could play for them, who has played, and who may take one over."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from datetime import datetime

from config.inputs import reason_of
from config.people.models import User
from config.refusals import Refusal, Refused
from games.models import Game, Series
from games.selectors import played_out
from games.seriesday.selectors.reports import waiting_reports
from games.sheets import sheet_facts
from rosters.models import TeamMember
from tournaments.models import Drop, Entrant, Replacement, Stage, Tournament
from tournaments.rules.advancing import AdvanceRule
from tournaments.rules.dropping import DropFacts, DropPlan, SeriesFacts, StandingDrop
from tournaments.rules.drops import (
    Candidate,
    Division,
    replacement_problem,
    take_over_problem,
)
from tournaments.selectors.league import League
from tournaments.selectors.meetings import Meeting
from tournaments.selectors.progress import current_stage, standing_of

DIVISION_PLAY = (Stage.Kind.ROUND_ROBIN, Stage.Kind.MATCHUPS)


def standing_drops(tournament: Tournament) -> list[Drop]:
    """Return the drops in force, oldest first, with their replacements."""
    return list(
        Drop.objects.filter(entrant__tournament=tournament, undone_at=None)
        .select_related("entrant__team", "made_by", "taken_over_by")
        .prefetch_related("replacements__user", "replacements__series__games")
        .order_by("pk")
    )


def division_of(league: League, entrant: Entrant) -> Division:
    """Return the club's division with its current number of clubs (A-Q7)."""
    playing = [
        other
        for other in league.entrants
        if other.division == entrant.division and not other.is_out
    ]
    return Division(entrant.division, len(playing))


def open_meetings(league: League, entrant: Entrant) -> list[Meeting]:
    """Return the series the club has still to play, in order."""
    return [meeting for meeting in league.meetings_of(entrant) if meeting.is_open]


def verify_begun(tournament: Tournament) -> None:
    """Refuse ``not-running`` while the event is being set up."""
    if tournament.state == Tournament.State.SETUP:
        raise Refused(
            Refusal("not-running", "No game has been played yet; take the club out instead.")
        )


def club_to_drop(league: League, number: int, *, covered_too: bool = False) -> Entrant:
    """Return the club with that number if it may drop out of the running event. Refused:
    ``not-running``, ``no-such-club``, ``dropped-already``."""
    verify_begun(league.tournament)
    if league.tournament.state != Tournament.State.RUNNING:
        raise Refused(Refusal("not-running", f"{league.tournament} is over."))
    entrant = next((club for club in league.entrants if club.number == number), None)
    if entrant is None:
        raise Refused(Refusal("no-such-club", f"There is no club No. {number}.", "club"))
    if entrant.is_out or (entrant.dropped and not covered_too):
        raise Refused(Refusal("dropped-already", f"{entrant} has dropped out already.", "club"))
    return entrant


def verify_given(reason: str, *, nobody_found: bool) -> str:
    """Return the cleaned reason for a drop. Refused: ``reason-missing``,
    ``look-for-replacements``."""
    reason = reason_of(reason)
    if not nobody_found:
        raise Refused(
            Refusal(
                "look-for-replacements",
                "First try to find managers to play the games that are left; say so if there is "
                "nobody.",
                "nobody_found",
                {"rule": "T0.08a"},
            )
        )
    return reason


def verify_clubs_left(league: League) -> None:
    """Refuse ``too-few-clubs`` where a drop would leave fewer than two clubs."""
    if sum(not club.is_out for club in league.entrants) <= 2:
        raise Refused(Refusal("too-few-clubs", "Two clubs are left at least.", "club"))


def drop_facts(league: League, entrant: Entrant, *, lock: bool = False) -> DropFacts:
    """Load what the drop of a club, or its undoing, is planned from, in up to eleven queries. With
    ``lock``, inside a transaction that holds the event and the club's series, no other request
    writes the pitching sheets until it ends."""
    counted_meetings = [item for item in league.meetings_of(entrant) if item.counts]
    drops = Drop.objects.filter(entrant__in=league.entrants, undone_at=None).order_by("pk")
    return DropFacts(
        entrant=entrant.pk,
        team=entrant.team_id,
        declared=league.tournament.dropped_results,
        division_play=current_stage(league).kind in DIVISION_PLAY,
        played=sum(len(meeting.finals) for meeting in counted_meetings),
        scheduled=sum(meeting.length for meeting in counted_meetings if not meeting.is_bye),
        rounds_drawn=league.rounds[-1].number,
        series=_series_facts(league, entrant),
        drops=tuple(
            StandingDrop(
                item.pk,
                item.entrant_id,
                item.entrant.team_id,
                item.way,
                frozenset(item.called_off),
                frozenset(item.struck),
                frozenset(item.bound),
                item.taken_over_by_id is not None,
            )
            for item in drops.select_related("entrant")
        ),
        sheets=sheet_facts(scope=league.tournament.scope, team_id=entrant.team_id, lock=lock),
    )


def _series_facts(league: League, entrant: Entrant) -> tuple[SeriesFacts, ...]:
    own = [item.series_id for item in league.meetings_of(entrant) if item.series_id is not None]
    called_off = [
        meeting.series_id
        for meeting in league.meetings
        if meeting.called_off and meeting.series_id in own
    ]
    decided = played_out(list(Series.objects.filter(pk__in=called_off)))
    waiting: dict[int, set[int]] = defaultdict(set)
    for series_id, game_id in waiting_reports(own):
        waiting[series_id].add(game_id)
    return tuple(
        SeriesFacts(
            meeting.series_id,
            meeting.round_number,
            (meeting.home.pk, meeting.away.pk),
            meeting.is_open,
            meeting.called_off,
            meeting.series_id in decided,
            tuple(sorted(waiting.get(meeting.series_id, ()))),
        )
        for meeting in league.meetings
        if meeting.series_id is not None and meeting.away is not None
    )


def league_after(league: League, entrant: Entrant, plan: DropPlan, now: datetime) -> League:
    """Return the league as it would be after a plan is carried out."""
    dropped_entrant = copy(entrant)
    dropped_entrant.dropped = plan.way
    entrants = {
        item.pk: dropped_entrant if item.pk == entrant.pk else item for item in league.entrants
    }
    return replace(
        league,
        entrants=tuple(entrants.values()),
        rounds=tuple(
            replace(round_, drawn=tuple(_after(item, entrants, plan, now) for item in round_.drawn))
            for round_ in league.rounds
        ),
    )


def _after(
    meeting: Meeting, entrants: Mapping[int, Entrant], plan: DropPlan, now: datetime
) -> Meeting:
    away = None if meeting.away is None else entrants[meeting.away.pk]
    meeting = replace(meeting, home=entrants[meeting.home.pk], away=away)
    if meeting.series_id in plan.called_off:
        return replace(
            meeting, completed_at=now, called_off=True, late=False, length=len(meeting.games)
        )
    if meeting.series_id in plan.on:
        return replace(meeting, called_off=False)
    return meeting


def on_bye(league: League, division: int, round_number: int) -> list[int]:
    """Return the clubs of a division with a bye in a round, by number."""
    return [
        club.number
        for round_ in league.rounds
        if round_.number == round_number
        for club in round_.resting
        if club.division == division
    ]


@dataclass(frozen=True)
class People:
    users: Mapping[int, User]
    clubs: Mapping[int, Mapping[int, int]]
    shared: frozenset[int]
    """The users whose club has two or more managers, who could split up (T0.08d)."""
    acts: Mapping[int, frozenset[int]]
    """The clubs in which a user has any role."""

    def candidate(self, user: User) -> Candidate:
        return Candidate(str(user), self.clubs.get(user.pk, {}), self.acts.get(user.pk, ()))

    def able_on_bye(self, on_bye: Collection[int], opponent: int | None) -> list[int]:
        """Return the clubs among those with a bye that have a manager who could play a series for
        another club: an imputed club has none, and no manager plays against their own club."""
        able_clubs = {
            club
            for user, clubs in self.clubs.items()
            if opponent not in self.acts.get(user, ())
            for club in clubs
        }
        return [club for club in on_bye if club in able_clubs]


def people_of(league: League) -> People:
    """Load the managers of an event's clubs; clubs that are out have none."""
    acts: dict[int, set[int]] = {}
    users: dict[int, User] = {}
    clubs: dict[int, dict[int, int]] = {}
    by_club: dict[int, list[int]] = {}
    rows = TeamMember.objects.filter(team__in=league.by_team).select_related("user")
    for member in rows.order_by("pk"):
        entrant = league.by_team[member.team_id]
        acts.setdefault(member.user_id, set()).add(entrant.number)
        if entrant.dropped or member.role != TeamMember.Role.MANAGER:
            continue
        users[member.user_id] = member.user
        clubs.setdefault(member.user_id, {})[entrant.number] = entrant.division
        by_club.setdefault(entrant.number, []).append(member.user_id)
    shared = {user for members in by_club.values() if len(members) > 1 for user in members}
    clubs_acted_for = {user: frozenset(numbers) for user, numbers in acts.items()}
    return People(users, clubs, frozenset(shared), clubs_acted_for)


def replacement_refusal(
    league: League, entrant: Entrant, meeting: Meeting, people: People, user: User
) -> Refusal | None:
    """Return why a user may not play a series for a dropped club, if so."""
    division = division_of(league, entrant)
    opponent = meeting.home if meeting.away == entrant else meeting.away
    number = opponent.number if opponent is not None else None
    clubs_on_bye = on_bye(league, division.number, meeting.round_number)
    able_clubs = people.able_on_bye(clubs_on_bye, number)
    return replacement_problem(people.candidate(user), division, able_clubs, number)


@dataclass(frozen=True)
class Proposal:
    """A series of a dropped club, with the users who could play it and the reason for each."""

    meeting: Meeting
    candidates: Sequence[tuple[User, str]]


def proposals(league: League, entrant: Entrant, people: People) -> list[Proposal]:
    """T0.08b, d: for each series left, propose the manager with the bye; in an even division,
    managers of shared clubs elsewhere and those with a bye in odd divisions."""
    proposed = []
    for meeting in open_meetings(league, entrant):
        clubs_on_bye = {
            club.number
            for round_ in league.rounds
            if round_.number == meeting.round_number
            for club in round_.resting
        }
        able_users = []
        for pk, user in people.users.items():
            if replacement_refusal(league, entrant, meeting, people, user) is not None:
                continue
            if set(people.clubs[pk]) & clubs_on_bye:
                able_users.append((user, f"has a bye in {meeting.round_told}"))
            elif pk in people.shared:
                able_users.append((user, "shares a club with another"))
        proposed.append(Proposal(meeting, able_users))
    return proposed


@dataclass(frozen=True)
class Heir:
    """A manager who has played for a dropped club: the number of games, and why they may not take
    it over, if so."""

    user: User
    played: int
    problem: Refusal | None


def heirs(
    league: League, drop: Drop, people: People, advancing: Sequence[int] | None = None
) -> list[Heir]:
    """T0.08e to g: return all who played for the club, and whether they may take it over.
    ``advancing`` are the clubs that advance; computed where not given."""
    played: Counter[int] = Counter()
    users: dict[int, User] = {}
    for replacement in drop.replacements.all():
        users[replacement.user_id] = replacement.user
        played[replacement.user_id] += sum(
            game.status == Game.Status.FINAL and game.started_at >= drop.made_at
            for game in replacement.series.games.all()
        )
    division = division_of(league, league.by_team[drop.entrant.team_id])
    if advancing is None:
        advancing = _advancing(league)
    return [
        Heir(
            user,
            played[pk],
            take_over_problem(
                people.candidate(user), division, played=played[pk], advancing=advancing
            ),
        )
        for pk, user in users.items()
    ]


def open_take_overs(league: League, rule: AdvanceRule, stage: Stage) -> list[Refusal]:
    """Return refusals for dropped clubs that would enter a stage and that somebody who played for
    them may still take over (T0.08e)."""
    covered = [item for item in league.entrants if item.dropped == Entrant.Dropped.COVERED]
    if not covered:
        return []
    advancement = standing_of(league, rule, stage, as_if_taken=True)
    qualifying = {item.entrant for item in advancement.qualifiers}
    if advancement.open:
        qualifying = {member for tie in advancement.open for member in tie.members}
    drops = {drop.entrant_id: drop for drop in standing_drops(league.tournament)}
    people = people_of(league)
    refusals = []
    for entrant in covered:
        drop = drops.get(entrant.pk)
        if drop is None or entrant.number not in qualifying:
            continue
        able_heirs = [heir for heir in heirs(league, drop, people) if heir.problem is None]
        if able_heirs:
            names = ", ".join(str(heir.user) for heir in able_heirs)
            refusals.append(
                Refusal(
                    "take-over-open",
                    f"{entrant.team} qualifies, and {names} may take it over: let that be decided "
                    "first, or say that nobody does.",
                    "take_over",
                    {"rule": "T0.08e", "club": entrant.number},
                )
            )
    return refusals


def _advancing(league: League) -> list[int]:
    """Return the clubs that would enter the next stage now; empty while ties are open."""
    later_stages = [
        stage
        for stage in league.stages
        if stage.spec.entry is not None and not league.of_stage(stage)
    ]
    if not later_stages or later_stages[0].spec.entry is None:
        return []
    advancement = standing_of(league, later_stages[0].spec.entry, later_stages[0])
    return [qualifier.entrant for qualifier in advancement.qualifiers]


def replacement_of(drop: Drop, series_id: int | None) -> Replacement | None:
    return next((row for row in drop.replacements.all() if row.series_id == series_id), None)
