"""The meetings of clubs, round by round, with the games that were played in them."""

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
    """A game as far as the tables need it; ``away`` and ``home`` are ids of clubs."""

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
        """Whether the house alone has played it."""
        return self.is_final and self.source == Game.Source.SIMULATED

    @property
    def is_final(self) -> bool:
        """Whether the result counts."""
        return self.status == Game.Status.FINAL

    def result(self, numbers: Mapping[int, int], order: int, round_number: int) -> GameResult:
        """The game's result for the tables; ``numbers``: the entrants' by the ids of their
        clubs."""
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
        """The runs of one of its two clubs."""
        return self.home_runs if team_id == self.home else self.away_runs

    def won_by(self, team_id: int) -> bool:
        """Whether that club won; neither did while the game is not final or when it was tied."""
        mine = self.runs_of(team_id)
        return self.is_final and mine > self.away_runs + self.home_runs - mine


@dataclass(frozen=True)
class Meeting:
    """Who meets whom in a round: a series with its games so far, or a bye (``away`` is None)."""

    round_number: int
    home: Entrant
    away: Entrant | None
    series_id: int | None
    length: int
    completed_at: datetime | None
    games: tuple[Played, ...]
    late: bool = False
    counts: bool = True
    """Whether it is part of the season that the tables are made of; play-offs are not."""
    has_games: bool = True
    """Whether its games are counted as games: those that break ties and shoot-outs are not."""
    called_off: bool = False
    """Whether nothing more is played in it: one of the two dropped out (T0.08l)."""
    own_round_name: str = ""
    """What its round is called where it has a name of its own."""
    round_place: int | None = None
    """Where its round stands among those of the event, games that break ties apart."""

    @property
    def round_name(self) -> str:
        """What its round is called: ``Round 3``, or ``Semi-finals``."""
        return self.own_round_name or f"Round {self.round_place or self.round_number}"

    @property
    def round_mark(self) -> str:
        """Its round in a word: ``3``, or ``Tie`` for a game that breaks one."""
        return TIE if self.round_place == 0 else str(self.round_place or self.round_number)

    @property
    def round_told(self) -> str:
        """Its round within a sentence: ``round 3``, or ``the semi-finals``."""
        own = self.own_round_name
        return f"the {own[0].lower()}{own[1:]}" if own else f"round {self.round_mark}"

    @property
    def is_bye(self) -> bool:
        """Whether the home entrant sits this round out."""
        return self.away is None

    @property
    def is_complete(self) -> bool:
        """Whether every game of the series has been played."""
        return self.completed_at is not None

    @property
    def is_open(self) -> bool:
        """Whether there is something left to play."""
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
        """Whether it is counted among the series of the schedule: no bye, not thrown out, and not
        called off before any of its games was over."""
        if self.is_bye or self.is_void:
            return False
        return bool(self.finals) or not self.called_off

    @property
    def games_to_play(self) -> int:
        """The games of it that are still to be played, at most."""
        return self.length - len(self.finals) if self.is_of_schedule and self.is_open else 0

    @cached_property
    def finals(self) -> tuple[Played, ...]:
        """The games that are over, in order."""
        return tuple(game for game in self.games if game.is_final)

    @property
    def counted(self) -> tuple[Played, ...]:
        """The games that count: over, not thrown out, and neither tie-break game nor shoot-out."""
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
        """Games of the series that this entrant has won."""
        if entrant is None:
            return 0
        return sum(game.won_by(entrant.team_id) for game in self.games)

    @property
    def winner(self) -> str:
        """``home`` or ``away`` for a complete series that one side won, else empty."""
        if not self.is_complete or self.is_bye:
            return ""
        if self.called_off and not self.counts and self.away is not None:
            # Who is left goes on.
            return "home" if self.away.is_out else "away" if self.home.is_out else ""
        difference = self.wins(self.home) - self.wins(self.away)
        return "home" if difference > 0 else "away" if difference < 0 else ""

    def has(self, entrant: Entrant) -> bool:
        """Whether the entrant is in it, playing or sitting out."""
        return entrant.pk in (self.home.pk, self.away.pk if self.away else None)


@dataclass(frozen=True)
class RoundOfPlay:
    """A round with its meetings as they were ``drawn``, and the stage it belongs to."""

    number: int
    drawn: tuple[Meeting, ...]
    stage: Stage

    @cached_property
    def meetings(self) -> tuple[Meeting, ...]:
        """Its meetings, byes last."""
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
        """Its place in a word: ``3``, or ``Tie`` for a game that breaks one."""
        return self.meetings[0].round_mark

    @property
    def series(self) -> tuple[Meeting, ...]:
        """The meetings that are played."""
        return tuple(meeting for meeting in self.meetings if not meeting.is_bye)

    @property
    def byes(self) -> tuple[Meeting, ...]:
        """The entrants who sit the round out."""
        return tuple(meeting for meeting in self.meetings if meeting.is_bye)

    @property
    def resting(self) -> tuple[Entrant, ...]:
        """The clubs that sit the round out: drawn so, or because their opponent is out (T0.08l)."""
        drawn = [meeting.home for meeting in self.byes]
        drawn += [
            side
            for meeting in self.series
            if meeting.called_off and not meeting.finals
            for side in (meeting.home, meeting.away)
            if side is not None
        ]
        return tuple(each for each in drawn if not each.is_out)

    @property
    def is_begun(self) -> bool:
        """Whether a game of it is over and was not thrown out."""
        return any(meeting.finals and not meeting.is_void for meeting in self.meetings)

    @property
    def unplayed(self) -> tuple[Meeting, ...]:
        """The series with something left to play."""
        return tuple(meeting for meeting in self.meetings if meeting.is_open)

    @property
    def total(self) -> int:
        """Series that are played in it, or to be played."""
        return sum(meeting.is_of_schedule for meeting in self.meetings)

    @property
    def done(self) -> int:
        """The series that are complete."""
        return sum(meeting.is_of_schedule and meeting.is_complete for meeting in self.meetings)

    @property
    def late(self) -> tuple[Meeting, ...]:
        """The series that later rounds have overtaken."""
        return tuple(meeting for meeting in self.meetings if meeting.late)

    @property
    def state(self) -> str:
        """complete, late, running or scheduled."""
        if not self.unplayed:
            return "complete"
        if self.late:
            return "late"
        return "running" if any(meeting.games for meeting in self.meetings) else "scheduled"


def games_by_series(games: QuerySet[Game]) -> dict[int, tuple[Played, ...]]:
    """Games by the id of their series, in order; void ones are left out, transcripts not read."""
    return by_series(read_games(games))


def read_games(games: QuerySet[Game]) -> list[Played]:
    """Games by series, in order; transcripts are not read."""
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
    """The same by the id of their series, without void ones."""
    found: dict[int, list[Played]] = {}
    for game in games:
        if game.status != Game.Status.VOID:
            found.setdefault(game.series_id, []).append(game)
    return {series_id: tuple(rows) for series_id, rows in found.items()}
