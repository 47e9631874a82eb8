"""The round board: every series of a round and what it waits for, in a fixed number of queries."""

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
    """An unsigned sheet of a finished series."""

    pk: int
    club: str
    signer: str
    series: int
    """The key of the series on the sheet, which is signed."""


@dataclass(frozen=True)
class BoardLine:
    """A series of the round. Minutes are whole numbers; ``limit`` is 0 where there is none."""

    meeting: Meeting
    begun_at: datetime | None
    minutes: int | None
    limit: int
    extra: int
    waits_for: tuple[str, ...]
    sheets: tuple[Sheet, ...]
    rulings: tuple[Ruling, ...]
    to_rule: frozenset[int]
    """The keys of the rulings that need a director."""
    suspended: tuple[int, ...]
    running: tuple[int, ...]
    absent: tuple[str, ...] = ()
    due_at: datetime | None = None
    overdue: bool = False
    meets_at: datetime | None = None
    """The time that both sides have agreed on."""
    may_suspend: bool = False
    """Whether a game is in progress that may be suspended."""
    why_not_house: str = ""
    """Why the computer managers cannot play the rest; empty where they can."""

    @property
    def over(self) -> int:
        """Minutes beyond the limit (T33.0a); 0 for none, and once the series is complete."""
        if self.minutes is None or not self.limit or self.meeting.is_complete:
            return 0
        return max(0, self.minutes - self.limit)

    @property
    def level(self) -> str:
        """The urgency: over, near, waiting, done, or empty."""
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
        return len(self.meeting.finals)


@dataclass(frozen=True)
class Behind:
    """A club with late series, and how many."""

    club: str
    series: int


@dataclass(frozen=True)
class RoundBoard:
    league: League
    round: RoundOfPlay
    lines: tuple[BoardLine, ...]
    ends_at: datetime | None
    behind: tuple[Behind, ...] = ()
    left_behind: tuple[BoardLine, ...] = ()
    """Incomplete series of other rounds that have begun or are late."""

    @property
    def under_way(self) -> int:
        """Number of series that have begun and are not complete."""
        return sum(
            line.begun_at is not None and not line.meeting.is_complete for line in self.lines
        )

    @property
    def over(self) -> int:
        return sum(bool(line.over) for line in self.lines)


def minutes_per_game(tournament: Tournament) -> int:
    """T33.0a: the minutes a series may take for each of its games, in this tournament."""
    return tournament.edition.series.minutes_per_game


def round_board(league: League, number: int | None = None) -> RoundBoard | None:
    """Return the board of that round, or of the current one; ``None`` without rounds."""
    if not league.rounds:
        return None
    current = league.next_round or league.rounds[-1]
    shown = next((other for other in league.rounds if other.number == number), current)
    of_round = [meeting for meeting in shown.series if meeting.series_id is not None]
    others = [
        meeting
        for meeting in league.unplayed
        if (meeting.late or meeting.games) and meeting.round_number != shown.number
    ]
    lines = _lines(league, [*of_round, *others])
    now = timezone.now()
    return RoundBoard(
        league,
        shown,
        tuple(lines[: len(of_round)]),
        _ends_at(lines[: len(of_round)], now),
        _behind(league),
        tuple(lines[len(of_round) :]),
    )


def _lines(league: League, meetings: Sequence[Meeting]) -> list[BoardLine]:
    """Return a line for each of these series; the number of queries does not depend on theirs."""
    ids = [meeting.series_id for meeting in meetings if meeting.series_id is not None]
    names = {entrant.team_id: entrant.team.name for entrant in league.entrants}
    now = timezone.now()
    clocks = {clock.series_id: clock for clock in SeriesClock.objects.filter(series__in=ids)}
    begun = _begun(ids)
    waits_by_series = _waits(ids, meetings, names)
    sheets = _unsigned(league.tournament.scope, meetings, names)
    rulings = _rulings(ids)
    to_rule = rulings_for_director(
        [ruling for series_rulings in rulings.values() for ruling in series_rulings]
    )
    agreed = agreed_times(ids)
    absent = _absent(ids, names)
    refusals = why_not_house(ids)
    day = league.tournament.edition.series
    per_game = minutes_per_game(league.tournament)
    due_at = extended_deadlines(clocks.values(), now)
    starts = {pk: clock.begun_at for pk, clock in clocks.items() if clock.begun_at}
    starts = {**begun, **starts}
    silence = silences(min(starts.values()), now) if starts else []
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
                    (until - start - silent_for(silence, start, until)) // timedelta(minutes=1),
                ),
                limit=limit + extra if limit else 0,
                extra=extra,
                waits_for=tuple(waits_by_series[pk]),
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
                why_not_house=refusals[pk].message if pk in refusals else "",
                overdue=due is not None and due <= now and not meeting.is_complete,
            )
        )
    return lines


def starts_of(series_ids: Iterable[int]) -> dict[int, datetime]:
    """Return when series began, of those that have: by their clocks, else by their first game."""
    ids = list(series_ids)
    clocks = SeriesClock.objects.filter(series__in=ids)
    rows = clocks.values_list("series_id", "begun_at")
    return {**_begun(ids), **{pk: begun_at for pk, begun_at in rows if begun_at is not None}}


def _behind(league: League) -> tuple[Behind, ...]:
    """Return the clubs with late series, most first."""
    open_series: Counter[str] = Counter()
    for meeting in league.late:
        clubs = [meeting.home, *([meeting.away] if meeting.away is not None else [])]
        open_series.update(entrant.team.name for entrant in clubs)
    return tuple(Behind(*entry) for entry in open_series.most_common())


def _begun(ids: Collection[int]) -> Mapping[int, datetime]:
    """Return when the first game of each series began, ignoring games reported afterwards."""
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
    waits: dict[int, list[str]] = defaultdict(list)
    clubs = {
        meeting.series_id: (meeting.home.team_id, meeting.away.team_id)
        for meeting in meetings
        if meeting.away is not None
    }
    disputed: set[tuple[int, int]] = set()
    teams = {team for pair in clubs.values() for team in pair}
    members = set(TeamMember.objects.filter(team__in=teams).values_list("team", "user"))
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
                waits[series_id].append(f"The director settles game {number}")
            continue
        other_team = next((team for team in clubs[series_id] if team != team_id), 0)
        has_other_member = any(team == other_team and person != teller for team, person in members)
        confirmer = names.get(other_team, "The other side") if has_other_member else "The director"
        waits[series_id].append(f"{confirmer} confirms game {number}")
    return waits


def _absent(ids: Collection[int], names: Mapping[int, str]) -> dict[int, list[str]]:
    words_by_series: dict[int, list[str]] = defaultdict(list)
    rows = Absence.objects.filter(series__in=ids, outcome="").order_by("pk")
    for series_id, team_id, by_himself in rows.values_list("series_id", "team_id", "by_himself"):
        words = "cannot play" if by_himself else "did not show"
        words_by_series[series_id].append(f"{names.get(team_id, 'Somebody')} {words}")
    return words_by_series


def _unsigned(
    scope: str, meetings: Collection[Meeting], names: Mapping[int, str]
) -> dict[int, list[Sheet]]:
    """Return the sheets of complete series that wait for a signature."""
    keys = {
        f"series:{meeting.series_id}": meeting.series_id or 0
        for meeting in meetings
        if meeting.is_complete
    }
    sheets_by_series: dict[int, list[Sheet]] = defaultdict(list)
    if not keys:
        return sheets_by_series
    for series_row in sheets_to_sign(scope, keys).select_related("sheet"):
        sheets_by_series[keys[series_row.key]].append(
            Sheet(
                series_row.sheet_id,
                names.get(series_row.sheet.team_id, ""),
                names.get(series_row.opponent_id, ""),
                series_row.pk,
            )
        )
    return sheets_by_series


def _rulings(ids: Collection[int]) -> dict[int, list[Ruling]]:
    rulings_by_series: dict[int, list[Ruling]] = defaultdict(list)
    rows = Ruling.objects.waiting().filter(series__in=ids)
    for ruling in rows.select_related("offended", "game", "series").order_by("pk"):
        rulings_by_series[ruling.series_id].append(ruling)
    return rulings_by_series


def _ends_at(lines: Collection[BoardLine], now: datetime) -> datetime | None:
    """Return when the round ends at this pace; ``None`` where a series has not begun."""
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
