"""The tournament report that a director sends out after an event: the winner, the final results,
and the season's points."""

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
    entrant: Entrant
    place: str
    people: Sequence[User]
    points_to: User | None
    season: Tally
    playoffs: Tally
    playoff_wins: int
    """Play-off wins, including those for byes."""
    points: Points

    @property
    def managers(self) -> str:
        """The managers' names; where they share the club, also who gets the points."""
        names = ", ".join(manager.name or "a manager" for manager in self.people)
        if len(self.people) < 2:
            return names
        if self.points_to is None:
            return f"{names} (nobody declared for the points)"
        return f"{names} (points: {self.points_to.name or 'a manager'})"

    @property
    def won(self) -> int:
        """Season games won."""
        return self.season.won

    @property
    def lost(self) -> int:
        """Season games lost."""
        return self.season.lost

    @property
    def total(self) -> str:
        return show_points(self.points.total)

    @property
    def parts(self) -> tuple[str, ...]:
        """Points for wins, for games over .500, for play-offs, and for the first two."""
        point_parts = (
            self.points.season,
            self.points.over_even,
            self.points.playoffs,
            self.points.bonus,
        )
        return tuple(show_points(points) for points in point_parts)


@dataclass(frozen=True)
class EventReport:
    """The report of an event. ``final`` is the series that decided it, if one did; points are final
    once the event is over."""

    tournament: Tournament
    lines: Sequence[ReportLine]
    winners: Sequence[Entrant]
    title: str
    """What the winners are called."""
    runner_up: Entrant | None
    final: Meeting | None
    counts: EventCounts
    thrown_out: Sequence[Entrant]
    """Clubs that dropped out and whose results do not count; ``counts`` leaves them out."""
    written: str = ""
    """The director's text in place of the first draft."""

    @property
    def write_up(self) -> str:
        """The text about the event; empty until there is a winner."""
        return self.written if self.written and self.winners else self.first_draft

    @property
    def _games_in_words(self) -> str:
        games, shoot_outs = self.counts.counted, self.counts.shoot_outs
        words = [f"{games} game{'' if games == 1 else 's'}"] if games or not shoot_outs else []
        if shoot_outs:
            words.append(f"{shoot_outs} shoot-out{'' if shoot_outs == 1 else 's'}")
        return " and ".join(words)

    @property
    def first_draft(self) -> str:
        """A few generated sentences about the winner; empty until there is one."""
        if not self.winners:
            return ""
        names = " and ".join(club.team.name for club in self.winners)
        by_entrant = {line.entrant.pk: line for line in self.lines}
        sentences = []
        for club in self.winners:
            line = by_entrant[club.pk]
            people = ", ".join(user.name or "a manager" for user in line.people)
            winner = f"{club.team.name} ({people})" if people else club.team.name
            # A knockout event has no season, and one of shoot-outs no games.
            tally, where = (
                (line.season, "the season") if line.season.played else (line.playoffs, "it")
            )
            if tally.played:
                sentences.append(
                    f"{winner} won {tally.won} and lost {tally.lost} games of {where}."
                )
        if self.title == DIVISIONS_WON:
            headline = f"{names} have won their divisions of {self.tournament}"
        else:
            headline = f"{names} {'have' if len(self.winners) > 1 else 'has'} won {self.tournament}"
        if self.final is not None and self.runner_up is not None:
            won, lost = self.final.wins(self.winners[0]), self.final.wins(self.runner_up)
            loser = self.runner_up.team.name
            if self.final.has_games:
                headline += f", {won}-{lost} against {loser} in the final"
            else:
                headline += f", by a shoot-out against {loser} in the final"
        sentences.append(f"{self.counts.clubs} clubs played {self._games_in_words}.")
        sentences += [
            f"{club.team.name} dropped out; its results do not count." for club in self.thrown_out
        ]
        return " ".join([f"{headline}.", *sentences])


def event_report(tournament: Tournament) -> EventReport:
    """Return the current report of an event, most points first; the table's queries and one."""
    return report_of(load_league(tournament))


def report_of(league: League) -> EventReport:
    winners = champions_of(league)
    final = _final(league)
    runner_up = _other(final, winners) if final is not None else None
    playoffs, byes = playoffs_of(league)
    people = _managers(league)
    shared = partners_of(league.tournament, [item for item in people.values() if len(item) > 1])
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
    report_lines = [
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
    ordered = sorted(report_lines, key=lambda line: -line.points.total)
    return EventReport(
        league.tournament,
        ordered,
        winners,
        title_of(league, len(winners)),
        runner_up,
        final,
        league.counts,
        [item for item in league.entrants if item.dropped == Entrant.Dropped.VOID],
        Writing.objects.filter(tournament=league.tournament).values_list("text", flat=True).first()
        or "",
    )


def _final(league: League) -> Meeting | None:
    """Return the last series of the knockout that decided the event."""
    stage = next((other for other in league.stages if other.kind == Stage.Kind.KNOCKOUT), None)
    if stage is None or league.tournament.state != Tournament.State.COMPLETE:
        return None
    rounds = league.of_stage(stage)
    return rounds[-1].series[-1] if rounds and rounds[-1].series else None


def _other(final: Meeting, winners: Sequence[Entrant]) -> Entrant | None:
    return final.away if final.home in winners else final.home


def playoffs_of(league: League) -> tuple[dict[int, Tally], dict[int, int]]:
    """Return by entrant the knockout games played, and the wins for byes: the number that wins the
    series, or the wins missing where the opponent dropped out (T0.08l). Shoot-outs do not count as
    games, and their byes not as wins."""
    played: dict[int, Tally] = defaultdict(Tally)
    byes: dict[int, int] = defaultdict(int)
    for stage in league.stages:
        if stage.kind != Stage.Kind.KNOCKOUT or not stage.has_games:
            continue
        for number, round_ in enumerate(league.of_stage(stage), start=1):
            for meeting in round_.meetings:
                if meeting.away is None:
                    byes[meeting.home.pk] += bye_wins(stage.spec.length(number))
                    continue
                won, lost = meeting.wins(meeting.home), meeting.wins(meeting.away)
                if meeting.called_off and meeting.winner:
                    side = meeting.home if meeting.winner == "home" else meeting.away
                    byes[side.pk] += bye_wins(stage.spec.length(number)) - meeting.wins(side)
                tied = len(meeting.finals) - won - lost
                for side, own_wins, opponent_wins in (
                    (meeting.home, won, lost),
                    (meeting.away, lost, won),
                ):
                    before = played[side.pk]
                    played[side.pk] = Tally(
                        before.won + own_wins, before.lost + opponent_wins, before.tied + tied
                    )
    return played, byes


def _scheduled(league: League, entrant: Entrant) -> int:
    return sum(
        meeting.length for meeting in league.season.meetings_of(entrant) if meeting.away is not None
    )


def _managers(league: League) -> dict[int, list[User]]:
    managers_of: dict[int, list[User]] = defaultdict(list)
    rows = TeamMember.objects.filter(
        team__in=league.by_team, role=TeamMember.Role.MANAGER
    ).select_related("user")
    for member in rows.order_by("pk"):
        managers_of[member.team_id].append(member.user)
    return managers_of


def _credited(
    entrant: Entrant, people: Sequence[User], shared: Mapping[int, Partner]
) -> User | None:
    if len(people) < 2:
        return people[0] if people else None
    person = credited([shared[user.pk] for user in people], entrant.points_to_id)
    return next((user for user in people if user.pk == person), None)


def report_data(report: EventReport) -> dict[str, Any]:
    return {
        "write_up": report.write_up,
        "winners": [winner.number for winner in report.winners],
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
