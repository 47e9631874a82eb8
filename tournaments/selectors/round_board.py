"""The round board: every series of a round with what it waits for, in a fixed number of queries."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils import timezone

from config.jobs.uptime import silences, silent_for
from games.models import Game
from games.rules.suspensions import end_of_round, suspension_problems, time_limit
from games.scheduling.selectors import agreed_times
from games.seriesday.models import Absence, GameReport, Ruling, SeriesClock
from games.seriesday.selectors.absences import extended_deadlines
from games.seriesday.selectors.house import why_not_house
from games.seriesday.selectors.rulings import rulings_for_director
from pitching.selectors.sheets import sheets_to_sign
from rosters.models import TeamMember
from tournaments.models import Tournament
from tournaments.selectors.league import League
from tournaments.selectors.meetings import Meeting, RoundOfPlay


@dataclass(frozen=True)
class Sheet:
    """A sheet that is not signed yet after a finished series."""

    pk: int
    club: str
    signer: str
    series: int
    """The key of the series on the sheet, which is what is signed."""


@dataclass(frozen=True)
class BoardLine:
    """A series of the round. Minutes are whole ones; ``limit`` is 0 where there is none."""

    meeting: Meeting
    begun_at: datetime | None
    minutes: int | None
    limit: int
    extra: int
    waits_for: tuple[str, ...]
    sheets: tuple[Sheet, ...]
    rulings: tuple[Ruling, ...]
    to_rule: frozenset[int]
    """Those of the rulings, by key, that need a director."""
    suspended: tuple[int, ...]
    running: tuple[int, ...]
    absent: tuple[str, ...] = ()
    due_at: datetime | None = None
    overdue: bool = False
    meets_at: datetime | None = None
    """When its two sides have agreed to play."""
    may_suspend: bool = False
    """Whether something is being recorded that may be suspended."""
    why_not_house: str = ""
    """Why the house cannot play what is left; empty where it can."""

    @property
    def over(self) -> int:
        """Minutes beyond the limit (T33.0a); 0 for none, and once the series is complete."""
        if self.minutes is None or not self.limit or self.meeting.is_complete:
            return 0
        return max(0, self.minutes - self.limit)

    @property
    def level(self) -> str:
        """How urgent it is: over, near, waiting, done, or nothing."""
        if self.over or self.overdue:
            return "over"
        if self.rulings or self.suspended or self.waits_for or self.absent:
            return "waiting"
        if self.meeting.is_complete:
            return "waiting" if self.sheets else "done"
        if self.minutes is not None and self.limit and 5 * self.minutes >= 4 * self.limit:
            return "near"
        return ""

    @property
    def games_over(self) -> int:
        """Games that count."""
        return len(self.meeting.finals)


@dataclass(frozen=True)
class Behind:
    """A club with series open that later rounds have overtaken, and how many."""

    club: str
    series: int


@dataclass(frozen=True)
class RoundBoard:
    """The board of a round as it stands."""

    league: League
    round: RoundOfPlay
    lines: tuple[BoardLine, ...]
    ends_at: datetime | None
    behind: tuple[Behind, ...] = ()
    left_behind: tuple[BoardLine, ...] = ()
    """Series of other rounds that have begun, or were overtaken, and are not complete."""

    @property
    def under_way(self) -> int:
        """Series that have begun and are not complete."""
        return sum(
            line.begun_at is not None and not line.meeting.is_complete for line in self.lines
        )

    @property
    def over(self) -> int:
        """Series beyond their limit."""
        return sum(bool(line.over) for line in self.lines)


def minutes_per_game(tournament: Tournament) -> int:
    """T33.0a: what a series may take for each of its games, in this tournament."""
    return tournament.edition.series.minutes_per_game


def round_board(league: League, number: int | None = None) -> RoundBoard | None:
    """The board of that round, or of the one that is on; ``None`` without rounds."""
    if not league.rounds:
        return None
    usual = league.next_round or league.rounds[-1]
    shown = next((each for each in league.rounds if each.number == number), usual)
    here = [meeting for meeting in shown.series if meeting.series_id is not None]
    elsewhere = [
        meeting
        for meeting in league.unplayed
        if (meeting.late or meeting.games) and meeting.round_number != shown.number
    ]
    lines = _lines(league, [*here, *elsewhere])
    now = timezone.now()
    return RoundBoard(
        league,
        shown,
        tuple(lines[: len(here)]),
        _ends_at(lines[: len(here)], now),
        _behind(league),
        tuple(lines[len(here) :]),
    )


def _lines(league: League, meetings: Sequence[Meeting]) -> list[BoardLine]:
    """A line for each of these series, in as many questions however many there are."""
    ids = [meeting.series_id for meeting in meetings if meeting.series_id is not None]
    names = {entrant.team_id: entrant.team.name for entrant in league.entrants}
    now = timezone.now()
    clocks = {clock.series_id: clock for clock in SeriesClock.objects.filter(series__in=ids)}
    begun = _begun(ids)
    waits = _waits(ids, meetings, names)
    sheets = _unsigned(league.tournament.scope, meetings, names)
    rulings = _rulings(ids)
    to_rule = rulings_for_director([each for found in rulings.values() for each in found])
    agreed = agreed_times(ids)
    absent = _absent(ids, names)
    stops = why_not_house(ids)
    day = league.tournament.edition.series
    per_game = minutes_per_game(league.tournament)
    due_at = extended_deadlines(clocks.values(), now)
    starts = {pk: clock.begun_at for pk, clock in clocks.items() if clock.begun_at}
    starts = {**begun, **starts}
    silent = silences(min(starts.values()), now) if starts else []
    lines = []
    for meeting in meetings:
        pk = meeting.series_id or 0
        clock = clocks.get(pk)
        start = starts.get(pk)
        extra = clock.extra_minutes if clock else 0
        until = meeting.completed_at or now
        limit = time_limit(meeting.length, per_game)
        due = due_at.get(pk)
        lines.append(
            BoardLine(
                meeting=meeting,
                begun_at=start,
                minutes=None
                if start is None
                else max(
                    0,
                    (until - start - silent_for(silent, start, until)) // timedelta(minutes=1),
                ),
                limit=limit + extra if limit else 0,
                extra=extra,
                waits_for=tuple(waits[pk]),
                sheets=tuple(sheets[pk]),
                rulings=tuple(rulings[pk]),
                to_rule=to_rule,
                suspended=tuple(
                    game.number for game in meeting.games if game.status == Game.Status.SUSPENDED
                ),
                running=tuple(
                    game.number for game in meeting.games if game.status == Game.Status.IN_PROGRESS
                ),
                absent=tuple(absent[pk]),
                due_at=due,
                meets_at=agreed.get(pk),
                may_suspend=not meeting.is_complete
                and any(game.status == Game.Status.IN_PROGRESS for game in meeting.games)
                and not suspension_problems(day, best_of=not meeting.counts),
                why_not_house=stops[pk].message if pk in stops else "",
                overdue=due is not None and due <= now and not meeting.is_complete,
            )
        )
    return lines


def starts_of(series_ids: Iterable[int]) -> dict[int, datetime]:
    """When series began, of those that have: by their clocks, else by their first game."""
    ids = list(series_ids)
    clocks = SeriesClock.objects.filter(series__in=ids)
    rows = clocks.values_list("series_id", "begun_at")
    return {**_begun(ids), **{pk: begun for pk, begun in rows if begun is not None}}


def _behind(league: League) -> tuple[Behind, ...]:
    """The clubs that are behind pace, the furthest first."""
    open_series: Counter[str] = Counter()
    for meeting in league.late:
        clubs = [meeting.home, *([meeting.away] if meeting.away is not None else [])]
        open_series.update(entrant.team.name for entrant in clubs)
    return tuple(Behind(*each) for each in open_series.most_common())


def _begun(ids: Collection[int]) -> Mapping[int, datetime]:
    """When the first game of each series began, of games that were not reported afterwards."""
    rows = (
        Game.objects.filter(series__in=ids)
        .exclude(status=Game.Status.VOID)
        .exclude(source=Game.Source.REPORTED)
        .order_by("-started_at")
        .values_list("series_id", "started_at")
    )
    return dict(rows)


def _waits(
    ids: Collection[int], meetings: Collection[Meeting], names: Mapping[int, str]
) -> dict[int, list[str]]:
    """Who is waited for, in words."""
    found: dict[int, list[str]] = defaultdict(list)
    clubs = {
        meeting.series_id: (meeting.home.team_id, meeting.away.team_id)
        for meeting in meetings
        if meeting.away is not None
    }
    disputed: set[tuple[int, int]] = set()
    both = {team for pair in clubs.values() for team in pair}
    acts = set(TeamMember.objects.filter(team__in=both).values_list("team", "user"))
    rows = GameReport.objects.filter(
        game__series__in=ids,
        game__status=Game.Status.REPORTED,
        state__in=(GameReport.State.OPEN, GameReport.State.DISPUTED),
    ).order_by("game__series_id", "game__number")
    for series_id, number, state, team_id, teller in rows.values_list(
        "game__series_id", "game__number", "state", "team_id", "told_by_id"
    ):
        if state == GameReport.State.DISPUTED:
            if (series_id, number) not in disputed:
                disputed.add((series_id, number))
                found[series_id].append(f"The director settles game {number}")
            continue
        other = next((team for team in clubs[series_id] if team != team_id), 0)
        answers = any(team == other and person != teller for team, person in acts)
        who = names.get(other, "The other side") if answers else "The director"
        found[series_id].append(f"{who} confirms game {number}")
    return found


def _absent(ids: Collection[int], names: Mapping[int, str]) -> dict[int, list[str]]:
    """Words about the clubs that are reported absent, by series."""
    found: dict[int, list[str]] = defaultdict(list)
    rows = Absence.objects.filter(series__in=ids, outcome="").order_by("pk")
    for series_id, team_id, by_himself in rows.values_list("series_id", "team_id", "by_himself"):
        said = "cannot play" if by_himself else "did not show"
        found[series_id].append(f"{names.get(team_id, 'Somebody')} {said}")
    return found


def _unsigned(
    scope: str, meetings: Collection[Meeting], names: Mapping[int, str]
) -> dict[int, list[Sheet]]:
    """The sheets of complete series that wait for a signature."""
    keys = {
        f"series:{meeting.series_id}": meeting.series_id or 0
        for meeting in meetings
        if meeting.is_complete
    }
    found: dict[int, list[Sheet]] = defaultdict(list)
    if not keys:
        return found
    for each in sheets_to_sign(scope, keys).select_related("sheet"):
        found[keys[each.key]].append(
            Sheet(
                each.sheet_id,
                names.get(each.sheet.team_id, ""),
                names.get(each.opponent_id, ""),
                each.pk,
            )
        )
    return found


def _rulings(ids: Collection[int]) -> dict[int, list[Ruling]]:
    found: dict[int, list[Ruling]] = defaultdict(list)
    rows = Ruling.objects.waiting().filter(series__in=ids)
    for ruling in rows.select_related("offended", "game", "series").order_by("pk"):
        found[ruling.series_id].append(ruling)
    return found


def _ends_at(lines: Collection[BoardLine], now: datetime) -> datetime | None:
    """When the round ends at this pace; ``None`` where a series has nothing to go by."""
    left = [line for line in lines if not line.meeting.is_complete]
    if not left or any(line.begun_at is None for line in left):
        return None
    end = end_of_round(
        now.timestamp(),
        [
            (line.begun_at.timestamp(), line.games_over, line.meeting.length)
            for line in left
            if line.begun_at is not None
        ],
    )
    return None if end is None else datetime.fromtimestamp(end, tz=now.tzinfo)
