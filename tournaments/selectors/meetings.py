"""The meetings of clubs by round, with their games."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import NamedTuple

from django.db.models import QuerySet

from games.models import Game
from tournaments.models import Entrant, Stage
from tournaments.rules.results import GameResult, outs_on_defence

TIE = "Tie"


class Played(NamedTuple):
    """The part of a game that tables need; ``away`` and ``home`` are ids of clubs."""

    pk: int
    series_id: int
    number: int
    away: int
    home: int
    away_runs: int
    home_runs: int
    inning: int
    half: int | None
    outs: int | None
    status: str
    source: str = ""

    @property
    def is_simulated(self) -> bool:
        """Whether a final game was simulated."""
        return self.is_final and self.source == Game.Source.SIMULATED

    @property
    def is_final(self) -> bool:
        return self.status == Game.Status.FINAL

    def result(self, numbers: Mapping[int, int], order: int, round_number: int) -> GameResult:
        """Return the result for the tables; ``numbers`` maps the ids of clubs to entrants'
        numbers."""
        away_outs, home_outs = outs_on_defence(self.inning, self.half, self.outs)
        return GameResult(
            numbers[self.home],
            numbers[self.away],
            self.home_runs,
            self.away_runs,
            order,
            round_number,
            home_outs,
            away_outs,
        )

    def runs_of(self, team_id: int) -> int:
        return self.home_runs if team_id == self.home else self.away_runs

    def won_by(self, team_id: int) -> bool:
        """Whether that club won; False for both clubs while the game is not final or if it was
        tied."""
        runs = self.runs_of(team_id)
        return self.is_final and runs > self.away_runs + self.home_runs - runs


@dataclass(frozen=True)
class Meeting:
    """A pairing of a round: a series with its games so far, or a bye (``away`` is None)."""

    round_number: int
    home: Entrant
    away: Entrant | None
    series_id: int | None
    length: int
    completed_at: datetime | None
    games: tuple[Played, ...]
    late: bool = False
    counts: bool = True
    """Whether it counts in the season's tables; play-offs do not."""
    has_games: bool = True
    """Whether its games count as games; tie-break games and shoot-outs do not."""
    called_off: bool = False
    """Whether no more games are played because one of the two dropped out (T0.08l)."""
    own_round_name: str = ""
    """The name of its round, if it has one of its own."""
    round_place: int | None = None
    """The place of its round in the event, not counting tie-break games."""

    @property
    def round_name(self) -> str:
        """The name of its round: ``Round 3``, or ``Semi-finals``."""
        return self.own_round_name or f"Round {self.round_place or self.round_number}"

    @property
    def round_mark(self) -> str:
        """The short name of its round: ``3``, or ``Tie`` for a tie-break game."""
        return TIE if self.round_place == 0 else str(self.round_place or self.round_number)

    @property
    def round_told(self) -> str:
        """Its round within a sentence: ``round 3``, or ``the semi-finals``."""
        own = self.own_round_name
        return f"the {own[0].lower()}{own[1:]}" if own else f"round {self.round_mark}"

    @property
    def is_bye(self) -> bool:
        return self.away is None

    @property
    def is_complete(self) -> bool:
        return self.completed_at is not None

    @property
    def is_open(self) -> bool:
        return not self.is_bye and not self.is_complete

    @cached_property
    def is_void(self) -> bool:
        """Whether its games count for neither club: one of the two is out of the pool (T0.08j)."""
        return any(
            side is not None and side.dropped == Entrant.Dropped.VOID
            for side in (self.home, self.away)
        )

    @property
    def is_of_schedule(self) -> bool:
        """Whether it counts as a series of the schedule: not a bye, not thrown out, and not called
        off before any of its games was final."""
        if self.is_bye or self.is_void:
            return False
        return bool(self.finals) or not self.called_off

    @property
    def games_to_play(self) -> int:
        """The maximum number of games still to be played."""
        return self.length - len(self.finals) if self.is_of_schedule and self.is_open else 0

    @cached_property
    def finals(self) -> tuple[Played, ...]:
        return tuple(game for game in self.games if game.is_final)

    @property
    def counted(self) -> tuple[Played, ...]:
        """The games that count: final, not thrown out, and neither tie-break game nor shoot-out."""
        return self.finals if self.has_games and not self.is_void else ()

    @property
    def state(self) -> str:
        """bye, void (thrown out), called-off, complete, unconfirmed, suspended, running, late or
        scheduled."""
        if self.is_bye:
            return "bye"
        if self.is_void and self.games:
            return "void"
        if self.called_off:
            return "called-off"
        if self.is_complete:
            return "complete"
        if any(game.status == Game.Status.REPORTED for game in self.games):
            return "unconfirmed"
        if any(game.status == Game.Status.SUSPENDED for game in self.games):
            return "suspended"
        if self.late:
            return "late"
        return "running" if self.games else "scheduled"

    def wins(self, entrant: Entrant | None) -> int:
        if entrant is None:
            return 0
        return sum(game.won_by(entrant.team_id) for game in self.games)

    @property
    def winner(self) -> str:
        """``home`` or ``away`` for a complete series that one side won, else empty."""
        if not self.is_complete or self.is_bye:
            return ""
        if self.called_off and not self.counts and self.away is not None:
            # The remaining club advances.
            return "home" if self.away.is_out else "away" if self.home.is_out else ""
        difference = self.wins(self.home) - self.wins(self.away)
        return "home" if difference > 0 else "away" if difference < 0 else ""

    def has(self, entrant: Entrant) -> bool:
        """Whether the entrant plays in it or has this bye."""
        return entrant.pk in (self.home.pk, self.away.pk if self.away else None)


@dataclass(frozen=True)
class RoundOfPlay:
    """A round of a stage with its meetings in the order ``drawn``."""

    number: int
    drawn: tuple[Meeting, ...]
    stage: Stage

    @cached_property
    def meetings(self) -> tuple[Meeting, ...]:
        return tuple(sorted(self.drawn, key=lambda meeting: meeting.is_bye))

    @property
    def name(self) -> str:
        """The round's name: ``Round 3``, or ``Semi-finals``."""
        return self.meetings[0].round_name

    @property
    def told(self) -> str:
        """Its name within a sentence: ``round 3``, or ``the semi-finals``."""
        return self.meetings[0].round_told

    @property
    def mark(self) -> str:
        """Its short name: ``3``, or ``Tie`` for a tie-break game."""
        return self.meetings[0].round_mark

    @property
    def series(self) -> tuple[Meeting, ...]:
        return tuple(meeting for meeting in self.meetings if not meeting.is_bye)

    @property
    def byes(self) -> tuple[Meeting, ...]:
        return tuple(meeting for meeting in self.meetings if meeting.is_bye)

    @property
    def resting(self) -> tuple[Entrant, ...]:
        """The clubs that do not play in the round: by the draw, or because their opponent is out
        (T0.08l)."""
        clubs = [meeting.home for meeting in self.byes]
        clubs += [
            side
            for meeting in self.series
            if meeting.called_off and not meeting.finals
            for side in (meeting.home, meeting.away)
            if side is not None
        ]
        return tuple(club for club in clubs if not club.is_out)

    @property
    def is_begun(self) -> bool:
        """Whether it has a final game that was not thrown out."""
        return any(meeting.finals and not meeting.is_void for meeting in self.meetings)

    @property
    def unplayed(self) -> tuple[Meeting, ...]:
        """The series with a game left to play."""
        return tuple(meeting for meeting in self.meetings if meeting.is_open)

    @property
    def total(self) -> int:
        """The number of its series in the schedule."""
        return sum(meeting.is_of_schedule for meeting in self.meetings)

    @property
    def done(self) -> int:
        return sum(meeting.is_of_schedule and meeting.is_complete for meeting in self.meetings)

    @property
    def late(self) -> tuple[Meeting, ...]:
        """The series of an earlier round than the latest with games that are not complete."""
        return tuple(meeting for meeting in self.meetings if meeting.late)

    @property
    def state(self) -> str:
        if not self.unplayed:
            return "complete"
        if self.late:
            return "late"
        return "running" if any(meeting.games for meeting in self.meetings) else "scheduled"


def games_by_series(games: QuerySet[Game]) -> dict[int, tuple[Played, ...]]:
    """Return games by the id of their series, in order, without void ones; transcripts are not
    loaded."""
    return by_series(read_games(games))


def read_games(games: QuerySet[Game]) -> list[Played]:
    """Return games ordered by series and number; transcripts are not loaded."""
    rows = games.order_by("series_id", "number").values_list(
        "pk",
        "series_id",
        "number",
        "away_id",
        "home_id",
        "away_runs",
        "home_runs",
        "inning",
        "half",
        "outs",
        "status",
        "source",
    )
    return [Played._make(row) for row in rows]


def by_series(games: Iterable[Played]) -> dict[int, tuple[Played, ...]]:
    games_of: dict[int, list[Played]] = {}
    for game in games:
        if game.status != Game.Status.VOID:
            games_of.setdefault(game.series_id, []).append(game)
    return {series_id: tuple(rows) for series_id, rows in games_of.items()}
