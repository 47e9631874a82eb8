"""T33.0j: how a club's next games reduce what its pitchers may do in a suspended game that waits to
be finished."""

from __future__ import annotations

from dataclasses import dataclass

from pitching.models import PitchingSheet
from pitching.rules.eligibility import Role
from pitching.rules.innings import innings_of
from pitching.rules.sheet import Outing, Sheet
from pitching.selectors.pages import WholeSheet, whole_sheet

GAMES: int = 3
"""The text's next three games."""

INNING: int = 3
START: int = 15
"""The outs that are tried: one inning of relief, and a start of five."""


@dataclass(frozen=True)
class Left:
    """A pitcher's outs left in the waiting game: as things stand, after an inning of relief, and
    after a start (``None``: does not start), in each of the next games."""

    name: str
    now: int
    relief: tuple[int, ...]
    start: tuple[int, ...] | None

    @property
    def cells(self) -> tuple[str, ...]:
        """The outs as innings: now, after relief, after a start; a dash for no start."""
        start = self.start or (None,) * len(self.relief)
        outs = (self.now, *self.relief, *start)
        return tuple("–" if outs_left is None else innings_of(outs_left) for outs_left in outs)

    @property
    def loses(self) -> bool:
        return any(outs_left < self.now for outs_left in (*self.relief, *(self.start or ())))


@dataclass(frozen=True)
class Waiting:
    """A club's pitchers in a game that waits: its column, those of the next games, and the pitchers
    whom the next games can cost something there."""

    sheet: PitchingSheet
    column: int
    games: tuple[int, ...]
    pitchers: tuple[Left, ...]


def waiting_of(sheet: PitchingSheet, column: int) -> Waiting | None:
    """What a club's next games cost its pitchers until its waiting game is finished; ``None`` if
    that game has no such column on the sheet, or the games that count after it have been played."""
    whole = whole_sheet(sheet)
    if column not in whole.waiting:
        return None
    games = _next_games(whole, column)
    if not games:
        return None
    pitchers = (_left(whole, place, column, games) for place in range(len(whole.staff)))
    return Waiting(sheet, column, games, tuple(pitcher for pitcher in pitchers if pitcher.loses))


def _next_games(whole: WholeSheet, column: int) -> tuple[int, ...]:
    """Those of the three games after a column in which a pitcher may yet pitch: not played, or
    waiting to be finished themselves."""
    played = {line.column for line in whole.lines} - set(whole.waiting)
    following = [column]
    for _ in range(GAMES):
        following.append(whole.value.column_after(following[-1]))
    return tuple(game for game in following[1:] if game not in played)


def _left(whole: WholeSheet, place: int, column: int, games: tuple[int, ...]) -> Left:
    pitcher = whole.staff[place]

    def left(sheet: Sheet) -> int:
        return whole.law.eligibility(sheet, pitcher, column, Role.RELIEF).outs

    def after(game: int, outs: int, *, started: bool) -> int:
        return left(whole.value.with_outings([Outing(pitcher.key, game, outs, started)]))

    return Left(
        pitcher.name,
        left(whole.value),
        tuple(after(game, INNING, started=False) for game in games),
        tuple(after(game, START, started=True) for game in games) if pitcher.starts else None,
    )
