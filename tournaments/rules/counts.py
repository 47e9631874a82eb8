"""How much of an event has been played: the one source of this figure for pages, reports, mails,
the API, exports and commands."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class GamesOf:
    """Games of a schedule: those that count, and those still to be played."""

    counted: int = 0
    to_play: int = 0

    @property
    def total(self) -> int:
        return self.counted + self.to_play

    def __add__(self, other: GamesOf) -> GamesOf:
        return GamesOf(self.counted + other.counted, self.to_play + other.to_play)

    def __str__(self) -> str:
        return f"{self.counted} of {self.total}"


@dataclass(frozen=True)
class EventCounts:
    """``season`` is what the tables are made of, ``playoffs`` the knockouts. Tie-break games and
    shoot-outs (T32) decide but do not count as games, rounds or series.

    Every game that has begun is one of ``counted``, ``tie_games``, ``shoot_outs`` (those that are
    over), ``thrown_out`` (of clubs whose results count for nothing, T0.08j), ``void`` (removed, or
    called off unfinished), ``suspended``, ``unconfirmed`` and ``under_way``. ``rounds`` are those
    of the season; ``round`` is the latest one with a game played.
    """

    clubs: int
    dropped: int
    rounds: int
    round: int
    series: int
    series_done: int
    season: GamesOf
    playoffs: GamesOf
    shoot_outs: int
    shoot_outs_to_play: int
    tie_games: int
    thrown_out: int
    void: int
    suspended: int
    unconfirmed: int
    under_way: int

    @property
    def games(self) -> GamesOf:
        return self.season + self.playoffs

    @property
    def counted(self) -> int:
        return self.games.counted

    @property
    def is_shot_out(self) -> bool:
        return bool(self.shoot_outs_to_play or (self.shoot_outs and not self.games.total))

    @property
    def beside(self) -> tuple[str, ...]:
        """Describe games played or begun that do not count; kinds without a game are left out."""
        kinds = (
            (0 if self.is_shot_out else self.shoot_outs, "shoot-out", "shoot-outs"),
            (self.tie_games, "tie-break game", "tie-break games"),
            (self.thrown_out, "thrown out", "thrown out"),
            (self.void, "void", "void"),
            (self.suspended, "suspended", "suspended"),
            (self.unconfirmed, "to be confirmed", "to be confirmed"),
            (self.under_way, "under way", "under way"),
        )
        return tuple(
            f"{count} {singular if count == 1 else plural}"
            for count, singular, plural in kinds
            if count
        )
