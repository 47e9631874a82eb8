"""Store the record of an event that is over, and compute its managers' all-time records."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from decimal import Decimal

from config.inserting import insert_rows
from config.people.models import User
from tournaments.models import (
    Encounter,
    EventRecord,
    Finish,
    ManagerFinish,
    ManagerRecord,
    Tournament,
)
from tournaments.rules.results import Tally
from tournaments.selectors.league import League
from tournaments.selectors.records import reckoned
from tournaments.selectors.reports import EventReport, ReportLine, report_of

COLUMNS = ("events", "titles", "finals_lost", "won", "lost", "tied", "playoffs_won")


def keep_record(league: League) -> EventRecord:
    """Write the record of an event that is over anew: finishes, points, and who met whom; the
    all-time records of its managers follow. In the caller's transaction."""
    report = report_of(league)
    before = _managers_in(league.tournament)
    record, _ = EventRecord.objects.update_or_create(
        tournament=league.tournament,
        defaults={"clubs": report.counts.clubs, "games": report.counts.counted},
    )
    record.finishes.all().delete()
    finishes = Finish.objects.bulk_create(_finish(record, report, line) for line in report.lines)
    ManagerFinish.objects.bulk_create(
        ManagerFinish(finish=finish, user=user, has_points=user == line.points_to)
        for finish, line in zip(finishes, report.lines, strict=True)
        for user in line.people
    )
    by_team = {finish.entrant.team_id: finish for finish in finishes}
    insert_rows(
        Encounter,
        ("finish", "other", "won", "lost", "tied"),
        [
            (by_team[one].pk, by_team[other].pk, met.won, met.lost, met.tied)
            for (one, other), met in _encounters(league).items()
            if one in by_team and other in by_team
        ],
    )
    _reckon({*before, *_managers_in(league.tournament)})
    return record


def take_back_record(tournament: Tournament) -> None:
    """An event that is open again has no record, in the caller's transaction."""
    people = _managers_in(tournament)
    EventRecord.objects.filter(tournament=tournament).delete()
    _reckon(people)


def reckon_managers_of(tournament: Tournament) -> None:
    """The all-time records of those who managed in an event, after it was opened to everybody or
    closed; in the caller's transaction."""
    _reckon(_managers_in(tournament))


def _managers_in(tournament: Tournament) -> set[int]:
    found = ManagerFinish.objects.filter(finish__record__tournament=tournament)
    return set(found.order_by().values_list("user", flat=True))


def _reckon(people: Collection[int]) -> None:
    # Of two events that close at once and share a manager the later one sees the earlier one's.
    list(User.objects.select_for_update().filter(pk__in=people).order_by("pk").only("pk"))
    found = reckoned(people)
    there = {record.user_id for record in found}
    ManagerRecord.objects.filter(user__in=set(people) - there).delete()
    ManagerRecord.objects.bulk_create(
        found,
        update_conflicts=True,
        unique_fields=["user"],
        update_fields=[*COLUMNS, "playoffs_lost", "points"],
    )


def _finish(record: EventRecord, report: EventReport, line: ReportLine) -> Finish:
    prize = ""
    if line.entrant in report.winners:
        prize = Finish.Prize.WINNER
    elif line.entrant == report.runner_up:
        prize = Finish.Prize.RUNNER_UP
    points = line.points.total
    return Finish(
        record=record,
        entrant=line.entrant,
        prize=prize,
        won=line.season.won,
        lost=line.season.lost,
        tied=line.season.tied,
        playoffs_won=line.playoffs.won,
        playoffs_lost=line.playoffs.lost,
        points=round(Decimal(points.numerator) / Decimal(points.denominator), 4),
    )


def _encounters(league: League) -> dict[tuple[int, int], Tally]:
    """How clubs, by their ids, fared against each other in all games that count."""
    found: dict[tuple[int, int], Tally] = defaultdict(Tally)
    for meeting in league.meetings:
        for game in meeting.counted:
            for one, other in ((game.home, game.away), (game.away, game.home)):
                before = found[one, other]
                won, lost = game.won_by(one), game.won_by(other)
                found[one, other] = Tally(
                    before.won + won, before.lost + lost, before.tied + (not won and not lost)
                )
    return found
