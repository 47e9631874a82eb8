"""An event by days: recent results and the series to come."""

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
"""Games of a day shown one by one."""

MOST_AHEAD: Final = 40
"""Series to come shown one by one."""


@dataclass(frozen=True)
class Result:
    """A game that ended on a day; ``innings`` if more than regulation, else 0."""

    meeting: Meeting
    game: Played
    finished_at: datetime
    away: Team
    home: Team
    innings: int = 0

    @property
    def url(self) -> str:
        return f"/games/{self.game.pk}/"


@dataclass(frozen=True)
class ToCome:
    """A series to be played: ``begins`` where a time is agreed, the deadline, the next game, and
    the starters of the visitors and the home side as far as the reader may know."""

    meeting: Meeting
    begins: datetime | None
    due: datetime | None
    number: int
    away: Team
    home: Team
    starters: tuple[str, str] = ("", "")

    @property
    def when(self) -> datetime | None:
        return self.begins or self.due


def days_played(tournament: Tournament) -> list[date]:
    """Return the days on which a game ended, the latest first, in the reader's time zone."""
    games = Game.objects.filter(series__event__key=tournament.scope, status=Game.Status.FINAL)
    return [
        moment.date() for moment in games.order_by().datetimes("finished_at", "day", order="DESC")
    ]


def day_before(days: Sequence[date], day: date) -> date | None:
    """Return the last day with a game before ``day``."""
    return next((earlier for earlier in days if earlier < day), None)


def bounds(day: date) -> tuple[datetime, datetime]:
    """Return the start of a day and of the next."""
    zone = timezone.get_current_timezone()
    begins = datetime.combine(day, time(), zone)
    return begins, datetime.combine(day + timedelta(days=1), time(), zone)


def results_on(league: League, day: date, club: Entrant | None = None) -> list[Result]:
    """Return the games that ended on a day and were not thrown out, the latest first; one query."""
    begins, ends = bounds(day)
    rows = Game.objects.filter(
        series__event__key=league.tournament.scope,
        status=Game.Status.FINAL,
        finished_at__gte=begins,
        finished_at__lt=ends,
    )
    finished = {pk: moment for pk, moment in rows.values_list("pk", "finished_at") if moment}
    innings = law_of(league.tournament.settings).innings
    results = []
    for meeting in league.meetings:
        if meeting.away is None or (club is not None and not meeting.has(club)):
            continue
        if meeting.is_void:
            continue
        teams = {item.team_id: item.team for item in (meeting.home, meeting.away)}
        for game in meeting.finals:
            if game.pk in finished:
                extra = game.inning if game.inning > innings else 0
                results.append(
                    Result(
                        meeting, game, finished[game.pk], teams[game.away], teams[game.home], extra
                    )
                )
    return sorted(results, key=lambda item: (item.finished_at, item.game.pk), reverse=True)


def series_to_come(
    league: League, reader: Reader, club: Entrant | None = None, most: int = MOST_AHEAD
) -> list[ToCome]:
    """Return the series to be played: those with a time or a deadline first, in order, then the
    earliest rounds. Six queries, and two more where clubs have named starters."""
    ahead = [
        meeting
        for meeting in league.unplayed
        if not meeting.called_off and (club is None or meeting.has(club))
    ]
    keys = [meeting.series_id for meeting in ahead if meeting.series_id is not None]
    agreed = agreed_times(keys)
    clocks = SeriesClock.objects.filter(series__in=keys, due_at__isnull=False)
    due = dict(clocks.values_list("series", "due_at"))
    never = datetime.max.replace(tzinfo=timezone.get_current_timezone())

    def order(meeting: Meeting) -> tuple[datetime, int]:
        key = meeting.series_id or 0
        return agreed.get(key) or due.get(key) or never, meeting.round_number

    chosen = sorted(ahead, key=order)[:most]
    rows = Series.objects.in_bulk([item.series_id for item in chosen if item.series_id])
    numbers = {
        meeting.series_id: next(
            (
                candidate
                for candidate in range(1, meeting.length + 1)
                if candidate not in {game.number for game in meeting.finals}
            ),
            meeting.length,
        )
        for meeting in chosen
    }
    games = [(rows[pk], number) for pk, number in numbers.items() if pk in rows]
    starters_by_series = (
        starters_seen_in(reader, league.tournament.scope, games)
        if league.tournament.card_set_id is not None
        else {}
    )
    cards = {card for starters in starters_by_series.values() for card in starters.values()}
    names = dict(Card.objects.filter(pk__in=cards).values_list("pk", "name")) if cards else {}

    def named(starters: Mapping[int, int], team: int) -> str:
        return names.get(starters.get(team, 0), "")

    coming = []
    for meeting in chosen:
        series = rows.get(meeting.series_id or 0)
        if series is None or meeting.away is None:
            continue
        number = numbers[meeting.series_id]
        sides = series.sides(number)
        teams = {item.team_id: item.team for item in (meeting.home, meeting.away)}
        starters = starters_by_series.get(series.pk, {})
        coming.append(
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
    return coming


def to_come_data(each: ToCome) -> dict[str, Any]:
    """Convert to plain data; clubs by the keys of their teams."""
    return {
        "series": each.meeting.series_id,
        "number": each.number,
        "away": each.away.pk,
        "home": each.home.pk,
        "begins": each.begins,
        "due": each.due,
        "starters": list(each.starters),
    }
