"""What a director sends out after an event: who won, who came to what, and the season's points."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from config.people.models import User
from rosters.models import TeamMember
from tournaments.models import Entrant, Stage, Tournament
from tournaments.presenters import DIVISIONS_WON, champions_of, title_of
from tournaments.rules.counts import EventCounts
from tournaments.rules.points import (
    Finish,
    Partner,
    Points,
    bye_wins,
    credited,
    formula_in_words,
    points_of,
    show_points,
)
from tournaments.rules.results import Tally
from tournaments.selectors.league import League, load_league
from tournaments.selectors.meetings import Meeting
from tournaments.selectors.records import partners_of
from tournaments.selectors.tables import table
from tournaments.sending.models import Writing


@dataclass(frozen=True)
class ReportLine:
    """An entrant's line of the tournament report."""

    entrant: Entrant
    place: str
    people: Sequence[User]
    points_to: User | None
    season: Tally
    playoffs: Tally
    playoff_wins: int
    """Wins in the play-offs, with those of byes."""
    points: Points

    @property
    def managers(self) -> str:
        """Their names; where partners share the club, who is given the points."""
        names = ", ".join(each.name or "a manager" for each in self.people)
        if len(self.people) < 2:
            return names
        if self.points_to is None:
            return f"{names} (nobody declared for the points)"
        return f"{names} (points: {self.points_to.name or 'a manager'})"

    @property
    def won(self) -> int:
        """Games of the season."""
        return self.season.won

    @property
    def lost(self) -> int:
        """Games of the season."""
        return self.season.lost

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
    title: str
    """What the winners are called."""
    runner_up: Entrant | None
    final: Meeting | None
    counts: EventCounts
    thrown_out: Sequence[Entrant]
    """Clubs that dropped out and whose results count for nothing; ``counts`` leaves them out."""
    written: str = ""
    """What the director wrote instead of the first draft."""

    @property
    def write_up(self) -> str:
        """What is told of the event, to be sent on; empty until there is a winner."""
        return self.written if self.written and self.winners else self.first_draft

    @property
    def _games_in_words(self) -> str:
        games, shot = self.counts.counted, self.counts.shoot_outs
        words = [f"{games} game{'' if games == 1 else 's'}"] if games or not shot else []
        if shot:
            words.append(f"{shot} shoot-out{'' if shot == 1 else 's'}")
        return " and ".join(words)

    @property
    def first_draft(self) -> str:
        """The winner in a few sentences; empty until there is one."""
        if not self.winners:
            return ""
        names = " and ".join(each.team.name for each in self.winners)
        by_entrant = {line.entrant.pk: line for line in self.lines}
        said = []
        for each in self.winners:
            line = by_entrant[each.pk]
            people = ", ".join(user.name or "a manager" for user in line.people)
            who = f"{each.team.name} ({people})" if people else each.team.name
            # An event that is one knockout has no season, and one of shoot-outs no games.
            tally, where = (
                (line.season, "the season") if line.season.played else (line.playoffs, "it")
            )
            if tally.played:
                said.append(f"{who} won {tally.won} and lost {tally.lost} games of {where}.")
        if self.title == DIVISIONS_WON:
            first = f"{names} have won their divisions of {self.tournament}"
        else:
            first = f"{names} {'have' if len(self.winners) > 1 else 'has'} won {self.tournament}"
        if self.final is not None and self.runner_up is not None:
            won, lost = self.final.wins(self.winners[0]), self.final.wins(self.runner_up)
            other = self.runner_up.team.name
            if self.final.has_games:
                first += f", {won}-{lost} against {other} in the final"
            else:
                first += f", by a shoot-out against {other} in the final"
        said.append(f"{self.counts.clubs} clubs played {self._games_in_words}.")
        said += [
            f"{each.team.name} dropped out; its results do not count." for each in self.thrown_out
        ]
        return " ".join([f"{first}.", *said])


def event_report(tournament: Tournament) -> EventReport:
    """The report of an event as it stands, best points first; the table's queries and one."""
    return report_of(load_league(tournament))


def report_of(league: League) -> EventReport:
    """The same of a league that has been read."""
    winners = champions_of(league)
    final = _final(league)
    runner_up = _other(final, winners) if final is not None else None
    playoffs, byes = playoffs_of(league)
    people = _managers(league)
    shared = partners_of(league.tournament, [each for each in people.values() if len(each) > 1])
    lines = table(league)
    finishes = [
        Finish(
            line.entrant.number,
            line.row.record.overall.won,
            line.row.record.overall.lost,
            _scheduled(league, line.entrant),
            playoffs[line.entrant.pk].won + byes[line.entrant.pk],
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
            _credited(line.entrant, people[line.entrant.team_id], shared),
            line.row.record.overall,
            playoffs[line.entrant.pk],
            finish.playoff_wins,
            points,
        )
        for line, finish, points in zip(
            lines, finishes, points_of(finishes, league.tournament.points_law), strict=True
        )
    ]
    ordered = sorted(found, key=lambda line: -line.points.total)
    return EventReport(
        league.tournament,
        ordered,
        winners,
        title_of(league, len(winners)),
        runner_up,
        final,
        league.counts,
        [each for each in league.entrants if each.dropped == Entrant.Dropped.VOID],
        Writing.objects.filter(tournament=league.tournament).values_list("text", flat=True).first()
        or "",
    )


def _final(league: League) -> Meeting | None:
    """The last series of a knockout that decided the event."""
    stage = next((each for each in league.stages if each.kind == Stage.Kind.KNOCKOUT), None)
    if stage is None or league.tournament.state != Tournament.State.COMPLETE:
        return None
    rounds = league.of_stage(stage)
    return rounds[-1].series[-1] if rounds and rounds[-1].series else None


def _other(final: Meeting, winners: Sequence[Entrant]) -> Entrant | None:
    return final.away if final.home in winners else final.home


def playoffs_of(league: League) -> tuple[dict[int, Tally], dict[int, int]]:
    """By entrant the games of knockouts that were played, and the wins of byes there: so many as
    would have won the series, or what was wanting of them where the other one dropped out (T0.08l).
    Shoot-outs are no games, and their byes no wins.
    """
    played: dict[int, Tally] = defaultdict(Tally)
    byes: dict[int, int] = defaultdict(int)
    for stage in league.stages:
        if stage.kind != Stage.Kind.KNOCKOUT or not stage.has_games:
            continue
        for at, round_ in enumerate(league.of_stage(stage), start=1):
            for meeting in round_.meetings:
                if meeting.away is None:
                    byes[meeting.home.pk] += bye_wins(stage.spec.length(at))
                    continue
                won, lost = meeting.wins(meeting.home), meeting.wins(meeting.away)
                if meeting.called_off and meeting.winner:
                    side = meeting.home if meeting.winner == "home" else meeting.away
                    byes[side.pk] += bye_wins(stage.spec.length(at)) - meeting.wins(side)
                tied = len(meeting.finals) - won - lost
                for side, mine, theirs in ((meeting.home, won, lost), (meeting.away, lost, won)):
                    before = played[side.pk]
                    played[side.pk] = Tally(
                        before.won + mine, before.lost + theirs, before.tied + tied
                    )
    return played, byes


def _scheduled(league: League, entrant: Entrant) -> int:
    return sum(
        meeting.length for meeting in league.season.meetings_of(entrant) if meeting.away is not None
    )


def _managers(league: League) -> dict[int, list[User]]:
    """The managers of every club by its id, partners among them."""
    found: dict[int, list[User]] = defaultdict(list)
    rows = TeamMember.objects.filter(
        team__in=league.by_team, role=TeamMember.Role.MANAGER
    ).select_related("user")
    for member in rows.order_by("pk"):
        found[member.team_id].append(member.user)
    return found


def _credited(
    entrant: Entrant, people: Sequence[User], shared: Mapping[int, Partner]
) -> User | None:
    if len(people) < 2:
        return people[0] if people else None
    person = credited([shared[user.pk] for user in people], entrant.points_to_id)
    return next((user for user in people if user.pk == person), None)


def report_data(report: EventReport) -> dict[str, Any]:
    """The tournament report as plain values."""
    return {
        "write_up": report.write_up,
        "winners": [each.number for each in report.winners],
        "runner_up": report.runner_up.number if report.runner_up else None,
        "games": report.counts.counted,
        "formula": formula_in_words(report.tournament.points_law),
        "lines": [
            {
                "entrant": line.entrant.number,
                "club": line.entrant.team.name,
                "managers": ", ".join(user.name or "a manager" for user in line.people),
                "points_to": (line.points_to.name or "a manager") if line.points_to else "",
                "place": line.place,
                "won": line.won,
                "lost": line.lost,
                "playoff_wins": line.playoff_wins,
                "points": line.total,
            }
            for line in report.lines
        ],
    }
