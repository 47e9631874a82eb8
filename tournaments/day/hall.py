"""The contents of the hall screen, the same for everybody."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from config.people.times import zone_of
from games.engine.endings import ordinal
from rosters.drafts.models import Draft
from rosters.drafts.views.parts import divisions_of, wall_context
from tournaments.day.models import Day
from tournaments.day.selectors import Timetable, day_of, tables_of, timetable_of
from tournaments.day.services import PARTS
from tournaments.models import Tournament
from tournaments.presenters import champions_of
from tournaments.selectors import tables
from tournaments.selectors.drafts import draft_of
from tournaments.selectors.league import League, load_league
from tournaments.selectors.meetings import Meeting, Played
from tournaments.selectors.round_board import BoardLine, RoundBoard, round_board
from tournaments.views import cards

SHOWN_ROUNDS = 8
"""Maximum number of rounds shown in the timetable: current ones, and the next."""


@dataclass(frozen=True)
class HallLine:
    """A series on the screen: its table number if any, the wins, and its state in words."""

    table: int | None
    meeting: Meeting
    away_wins: int
    home_wins: int
    told: str
    state: str
    """``done``, ``on``, ``late`` or empty."""


@dataclass(frozen=True)
class Countdown:
    to: datetime
    told: str


def hall_context(tournament: Tournament, now: datetime) -> dict[str, Any]:
    league = load_league(tournament)
    day = day_of(tournament)
    board = round_board(league)
    times = timetable_of(league, now)
    draft = draft_of(tournament) if tournament.card_set_id is not None else None
    parts = _parts(day, league, board, times, draft)
    context: dict[str, Any] = {
        "tournament": tournament,
        "day": day,
        "board": board,
        "parts": parts,
        "now": now,
        "zone": str(zone_of(tournament.time_zone)),
        "champions": champions_of(league) if tournament.state != Tournament.State.SETUP else [],
        "topics": [tournament.scope],
        "countdown": _countdown(board, times, now) if board is not None else None,
    }
    if "play" in parts and board is not None:
        context["lines"] = _lines(board, tables_of(league))
        context["resting"] = [item.team.name for item in board.round.resting]
    if "standings" in parts:
        context["divisions"] = [
            cards.standings_rows(tournament, list(item.lines), frozenset())
            for item in tables.division_tables(league)
        ]
    if "times" in parts and times is not None:
        remaining = [item for item in times.rounds if item.round.over is None]
        context |= {"times": (remaining or list(times.rounds))[:SHOWN_ROUNDS], "timetable": times}
    if "draft" in parts and draft is not None:
        walls = [wall_context(draft, number, alone=True) for number in divisions_of(draft) or (1,)]
        context["walls"] = walls
        context["topics"] += [draft.topic_of(item["division"]) for item in walls]
        context["last_pick"] = sum(item["room"].board.number for item in walls)
    return context


def _parts(
    day: Day,
    league: League,
    board: RoundBoard | None,
    times: Timetable | None,
    draft: Draft | None,
) -> list[str]:
    """Return the parts to show, of those the director chose; by default the draft alone while it is
    running."""
    available = {
        "play": board is not None,
        "standings": board is not None and league.has_table,
        "draft": draft is not None and draft.state != Draft.State.PREPARING,
        "times": times is not None,
    }
    drafting = draft is not None and draft.state == Draft.State.RUNNING
    default_parts = ["draft"] if drafting else ["play", "standings", "times"]
    return [part for part in PARTS if available[part] and part in (day.shows or default_parts)]


def _lines(board: RoundBoard, numbers: Mapping[int, int]) -> list[HallLine]:
    hall_lines = [_line(line, numbers.get(line.meeting.series_id or 0)) for line in board.lines]
    return sorted(hall_lines, key=lambda line: line.table or 0)


def _line(line: BoardLine, table: int | None) -> HallLine:
    meeting = line.meeting
    state = (
        "done" if meeting.is_complete else "late" if line.over else "on" if meeting.games else ""
    )
    return HallLine(
        table,
        meeting,
        meeting.wins(meeting.away),
        meeting.wins(meeting.home),
        _state_in_words(line),
        state,
    )


def _state_in_words(line: BoardLine) -> str:
    """Describe the state of a series: ``game 4, 7th``, ``final``."""
    meeting = line.meeting
    if meeting.called_off:
        return "called off"
    if meeting.is_complete:
        return "final"
    if line.suspended:
        return "suspended"
    running = [game for game in meeting.games if game.number in line.running]
    if running:
        return _where(running[-1])
    waiting = [game for game in meeting.games if not game.is_final]
    if waiting:
        return f"game {waiting[0].number} reported"
    if line.begun_at is None and not meeting.games:
        return "not begun"
    return f"game {len(meeting.finals) + 1}"


def _where(game: Played) -> str:
    inning = f", {ordinal(game.inning)}" if game.inning else ""
    return f"game {game.number}{inning} {game.away_runs}–{game.home_runs}"


def _countdown(board: RoundBoard, times: Timetable | None, now: datetime) -> Countdown | None:
    """Count down until the last series of the current round is out of time, or the next round
    begins."""
    open_lines = [line for line in board.lines if not line.meeting.is_complete]
    minutes_left = [
        line.limit - line.minutes for line in open_lines if line.minutes is not None and line.limit
    ]
    if minutes_left:
        return Countdown(now + timedelta(minutes=max(minutes_left)), "left")
    timed_round = times.of_round(board.round.number) if times is not None else None
    if timed_round is not None and open_lines and timed_round.round.begun is None:
        return Countdown(timed_round.begins, "until it begins")
    return None
