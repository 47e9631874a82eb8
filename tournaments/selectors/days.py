"""An event by days: what was played last night and today, and what is to be played when."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Any, Final

from django.utils import timezone

from games.models import Game, Series
from games.planning.disclosure import Reader, starters_seen_in
from games.rules.endings import law_of
from games.scheduling.selectors import agreed_times
from games.seriesday.models import SeriesClock
from rosters.models import Card, Team
from tournaments.models import Entrant, Tournament
from tournaments.selectors.league import League
from tournaments.selectors.meetings import Meeting, Played

MOST_RESULTS: Final = 60
"""Games of a day that are told one by one."""

MOST_AHEAD: Final = 40
"""Series to come that are told one by one."""


@dataclass(frozen=True)
class Result:
    """A game that ended on a day; ``innings`` where it took more than usual, 0 otherwise."""

    meeting: Meeting
    game: Played
    finished_at: datetime
    away: Team
    home: Team
    innings: int = 0

    @property
    def url(self) -> str:
        """Where it is told."""
        return f"/games/{self.game.pk}/"


@dataclass(frozen=True)
class ToCome:
    """A series to be played: when, where its people have agreed, and until when; its next game, and
    who starts that for the visitors and for the home side as far as the reader may know."""

    meeting: Meeting
    begins: datetime | None
    due: datetime | None
    number: int
    away: Team
    home: Team
    starters: tuple[str, str] = ("", "")

    @property
    def when(self) -> datetime | None:
        """The moment by which it is put in order."""
        return self.begins or self.due


def days_played(tournament: Tournament) -> list[date]:
    """The days on which a game ended, the last first, by the clock of the person who looks."""
    games = Game.objects.filter(series__event__key=tournament.scope, status=Game.Status.FINAL)
    return [
        moment.date() for moment in games.order_by().datetimes("finished_at", "day", order="DESC")
    ]


def day_before(days: Sequence[date], day: date) -> date | None:
    """The last day before that on which something was played."""
    return next((each for each in days if each < day), None)


def bounds(day: date) -> tuple[datetime, datetime]:
    """When a day begins, and when the next does."""
    zone = timezone.get_current_timezone()
    begins = datetime.combine(day, time(), zone)
    return begins, datetime.combine(day + timedelta(days=1), time(), zone)


def results_on(league: League, day: date, club: Entrant | None = None) -> list[Result]:
    """The games that ended on a day and were not thrown out, the last first; a query."""
    begins, ends = bounds(day)
    rows = Game.objects.filter(
        series__event__key=league.tournament.scope,
        status=Game.Status.FINAL,
        finished_at__gte=begins,
        finished_at__lt=ends,
    )
    finished = {pk: moment for pk, moment in rows.values_list("pk", "finished_at") if moment}
    innings = law_of(league.tournament.settings).innings
    found = []
    for meeting in league.meetings:
        if meeting.away is None or (club is not None and not meeting.has(club)):
            continue
        if meeting.is_void:
            continue
        teams = {each.team_id: each.team for each in (meeting.home, meeting.away)}
        for game in meeting.finals:
            if game.pk in finished:
                more = game.inning if game.inning > innings else 0
                found.append(
                    Result(
                        meeting, game, finished[game.pk], teams[game.away], teams[game.home], more
                    )
                )
    return sorted(found, key=lambda each: (each.finished_at, each.game.pk), reverse=True)


def series_to_come(
    league: League, reader: Reader, club: Entrant | None = None, most: int = MOST_AHEAD
) -> list[ToCome]:
    """What is to be played: what has a time or a deadline first, in their order, then the first
    rounds. Six queries, and two more for series whose clubs have named starters."""
    ahead = [
        meeting
        for meeting in league.unplayed
        if not meeting.called_off and (club is None or meeting.has(club))
    ]
    keys = [meeting.series_id for meeting in ahead if meeting.series_id is not None]
    agreed = agreed_times(keys)
    clocks = SeriesClock.objects.filter(series__in=keys, due_at__isnull=False)
    due = dict(clocks.values_list("series", "due_at"))
    far = datetime.max.replace(tzinfo=timezone.get_current_timezone())

    def order(meeting: Meeting) -> tuple[datetime, int]:
        key = meeting.series_id or 0
        return agreed.get(key) or due.get(key) or far, meeting.round_number

    chosen = sorted(ahead, key=order)[:most]
    rows = Series.objects.in_bulk([each.series_id for each in chosen if each.series_id])
    numbers = {
        meeting.series_id: next(
            (
                n
                for n in range(1, meeting.length + 1)
                if n not in {game.number for game in meeting.finals}
            ),
            meeting.length,
        )
        for meeting in chosen
    }
    games = [(rows[pk], number) for pk, number in numbers.items() if pk in rows]
    seen = (
        starters_seen_in(reader, league.tournament.scope, games)
        if league.tournament.card_set_id is not None
        else {}
    )
    cards = {card for starters in seen.values() for card in starters.values()}
    names = dict(Card.objects.filter(pk__in=cards).values_list("pk", "name")) if cards else {}

    def named(starters: Mapping[int, int], team: int) -> str:
        return names.get(starters.get(team, 0), "")

    found = []
    for meeting in chosen:
        series = rows.get(meeting.series_id or 0)
        if series is None or meeting.away is None:
            continue
        number = numbers[meeting.series_id]
        sides = series.sides(number)
        teams = {each.team_id: each.team for each in (meeting.home, meeting.away)}
        starters = seen.get(series.pk, {})
        found.append(
            ToCome(
                meeting,
                agreed.get(series.pk),
                due.get(series.pk),
                number,
                teams[sides[0]],
                teams[sides[1]],
                (
                    names.get(starters.get(sides[0], 0), ""),
                    names.get(starters.get(sides[1], 0), ""),
                ),
            )
        )
    return found


def to_come_data(each: ToCome) -> dict[str, Any]:
    """A series to be played as plain data; clubs by the keys of their teams."""
    return {
        "series": each.meeting.series_id,
        "number": each.number,
        "away": each.away.pk,
        "home": each.home.pk,
        "begins": each.begins,
        "due": each.due,
        "starters": list(each.starters),
    }
