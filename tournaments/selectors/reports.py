"""What a director sends out after an event: who won, who came to what, and the season's points."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rosters.models import TeamMember
from tournaments.models import Entrant, Stage, Tournament
from tournaments.presenters import champions_of
from tournaments.rules.points import Finish, Points, bye_wins, points_of, show_points
from tournaments.selectors.league import League, Meeting, load_league
from tournaments.selectors.tables import table


@dataclass(frozen=True)
class ReportLine:
    """An entrant's line of the tournament report."""

    entrant: Entrant
    place: str
    managers: str
    won: int
    lost: int
    playoff_wins: int
    points: Points

    @property
    def total(self) -> str:
        """The season's points as they are printed."""
        return show_points(self.points.total)

    @property
    def parts(self) -> tuple[str, ...]:
        """For wins, for games over .500, for play-offs, for the first two."""
        made = (
            self.points.season,
            self.points.over_even,
            self.points.playoffs,
            self.points.bonus,
        )
        return tuple(show_points(each) for each in made)


@dataclass(frozen=True)
class EventReport:
    """An event as it is reported. ``final`` is the series that decided it, where one did; points
    are final once the event is over."""

    tournament: Tournament
    lines: Sequence[ReportLine]
    winners: Sequence[Entrant]
    runner_up: Entrant | None
    final: Meeting | None
    games: int

    @property
    def write_up(self) -> str:
        """The winner in a few sentences, to be sent on; empty until there is one."""
        if not self.winners:
            return ""
        names = " and ".join(each.team.name for each in self.winners)
        by_entrant = {line.entrant.pk: line for line in self.lines}
        said = []
        for each in self.winners:
            line = by_entrant[each.pk]
            who = f"{each.team.name} ({line.managers})" if line.managers else each.team.name
            said.append(f"{who} won {line.won} and lost {line.lost} games of the season.")
        first = f"{names} {'have' if len(self.winners) > 1 else 'has'} won {self.tournament}"
        if self.final is not None and self.runner_up is not None:
            won, lost = self.final.wins(self.winners[0]), self.final.wins(self.runner_up)
            first += f", {won}-{lost} against {self.runner_up.team.name} in the final"
        return " ".join([f"{first}.", *said, f"{len(self.lines)} clubs played {self.games} games."])


def event_report(tournament: Tournament) -> EventReport:
    """The report of an event as it stands, best points first; the table's queries and one."""
    return report_of(load_league(tournament))


def report_of(league: League) -> EventReport:
    """The same of a league that has been read."""
    champions = {team.pk for team in champions_of(league)}
    winners = [each for each in league.entrants if each.team_id in champions]
    final = _final(league)
    runner_up = _other(final, winners) if final is not None else None
    playoffs = _playoff_wins(league)
    people = _managers(league)
    lines = table(league)
    finishes = [
        Finish(
            line.entrant.number,
            line.row.record.overall.won,
            line.row.record.overall.lost,
            _scheduled(league, line.entrant),
            playoffs[line.entrant.pk],
            is_winner=line.entrant in winners,
            is_runner_up=line.entrant == runner_up,
        )
        for line in lines
    ]
    found = [
        ReportLine(
            line.entrant,
            line.row.place.label,
            people[line.entrant.team_id],
            finish.won,
            finish.lost,
            finish.playoff_wins,
            points,
        )
        for line, finish, points in zip(lines, finishes, points_of(finishes), strict=True)
    ]
    games = sum(len(meeting.finals) for meeting in league.meetings)
    ordered = sorted(found, key=lambda line: -line.points.total)
    return EventReport(league.tournament, ordered, winners, runner_up, final, games)


def _final(league: League) -> Meeting | None:
    """The last series of a knockout that decided the event."""
    stage = next((each for each in league.stages if each.kind == Stage.Kind.KNOCKOUT), None)
    if stage is None or league.tournament.state != Tournament.State.COMPLETE:
        return None
    rounds = league.of_stage(stage)
    return rounds[-1].series[-1] if rounds and rounds[-1].series else None


def _other(final: Meeting, winners: Sequence[Entrant]) -> Entrant | None:
    return final.away if final.home in winners else final.home


def _playoff_wins(league: League) -> dict[int, int]:
    """Wins of knockouts by entrant, byes as so many as would have won the series."""
    found: dict[int, int] = defaultdict(int)
    for stage in league.stages:
        if stage.kind != Stage.Kind.KNOCKOUT:
            continue
        for at, round_ in enumerate(league.of_stage(stage), start=1):
            for meeting in round_.meetings:
                if meeting.away is None:
                    found[meeting.home.pk] += bye_wins(stage.spec.length(at))
                    continue
                found[meeting.home.pk] += meeting.wins(meeting.home)
                found[meeting.away.pk] += meeting.wins(meeting.away)
    return found


def _scheduled(league: League, entrant: Entrant) -> int:
    return sum(
        meeting.length for meeting in league.season.meetings_of(entrant) if meeting.away is not None
    )


def _managers(league: League) -> dict[int, str]:
    """The managers of every club by its id, partners among them."""
    found: dict[int, list[str]] = defaultdict(list)
    rows = TeamMember.objects.filter(
        team__in=league.by_team, role=TeamMember.Role.MANAGER
    ).select_related("user")
    for member in rows.order_by("pk"):
        found[member.team_id].append(member.user.name or "a manager")
    return defaultdict(str, {team: ", ".join(names) for team, names in found.items()})


def report_data(report: EventReport) -> dict[str, Any]:
    """The tournament report as plain values."""
    return {
        "write_up": report.write_up,
        "winners": [each.number for each in report.winners],
        "runner_up": report.runner_up.number if report.runner_up else None,
        "games": report.games,
        "lines": [
            {
                "entrant": line.entrant.number,
                "club": line.entrant.team.name,
                "managers": line.managers,
                "place": line.place,
                "won": line.won,
                "lost": line.lost,
                "playoff_wins": line.playoff_wins,
                "points": line.total,
            }
            for line in report.lines
        ],
    }
