"""Notable games, streaks, and season marks that players pass.

All of it is computed from the lines of games and nothing else, so that every correction of a game
is reflected.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from tournaments.rules.measures import WEIGHTS, WEIGHTS_OF_LONG_HITS, Counts, singles, total_bases

NINE: Final = 27
"""Outs in a game of nine innings."""


@dataclass(frozen=True)
class Kind:
    """A single-game feat: its key, its title, the least value that is stored, and the value from
    which it is announced (``told``). ``shown`` formats the value; ``mound`` marks feats of
    pitchers."""

    key: str
    title: str
    least: int
    told: int | None = None
    shown: str = "{}"
    mound: bool = False


AT_BAT: Final = (
    Kind("hits", "Hits", 3, 6),
    Kind("home_runs", "Home runs", 2, 3),
    Kind("runs_batted_in", "Runs batted in", 4, 8),
    Kind("runs", "Runs", 3, 6),
    Kind("doubles", "Doubles", 2, 4),
    Kind("triples", "Triples", 2, 3),
    Kind("stolen_bases", "Stolen bases", 2, 5),
    Kind("walks", "Bases on balls", 3, 5),
    Kind("total_bases", "Bases on hits", 8, 14),
    Kind("batting_game", "Best games at bat", 350),
    Kind("cycle", "Cycles", 1, 1),
)

ON_MOUND: Final = (
    Kind("pitcher_strikeouts", "Strikeouts", 8, 15, mound=True),
    Kind("game_score", "Best games on the mound", 60, 95, mound=True),
    Kind("outs", "Innings", 27, None, mound=True),
    Kind("shut_out", "Shut-outs", 1, None, mound=True),
    Kind("no_hitter", "No-hitters", 1, 1, mound=True),
    Kind("perfect_game", "Perfect games", 1, 1, mound=True),
)

OF_A_GAME: Final[Mapping[str, Kind]] = {kind.key: kind for kind in (*AT_BAT, *ON_MOUND)}


@dataclass(frozen=True)
class Feat:
    """What a player of a side (0: the visitors) did in a game."""

    side: int
    card: int
    kind: str
    value: int

    @property
    def is_told(self) -> bool:
        threshold = OF_A_GAME[self.kind].told
        return threshold is not None and self.value >= threshold


def game_score(of: Counts) -> int:
    """Bill James' game score (1988): start at 50; add 1 for each out, 2 for each inning from the
    fifth on, 1 for each strikeout; subtract 2 for each hit, 4 for each earned run, 2 for each
    unearned run, 1 for each walk."""
    innings = max(0, of["outs"] // 3 - 4)
    before_deductions = 50 + of["outs"] + 2 * innings + of["strikeouts"]
    unearned = of["runs"] - of["earned_runs"]
    return before_deductions - 2 * of["hits"] - 4 * of["earned_runs"] - 2 * unearned - of["walks"]


def batting_game(of: Counts) -> int:
    """Return a game's batting value: the sum of the wOBA weights, in hundredths."""
    total = sum(
        weight * (singles(of) if name == "singles" else of[name])
        for name, weight in {**WEIGHTS, **WEIGHTS_OF_LONG_HITS}.items()
    )
    return round(100 * total)


def feats_of(
    batted: Mapping[tuple[Any, ...], Counts], pitched: Mapping[tuple[Any, ...], Counts]
) -> Iterator[Feat]:
    """Yield the feats of a game, from its batting and pitching lines by side and card."""
    for (side, card, *_), counts in batted.items():
        for kind in AT_BAT:
            value = _at_bat(kind.key, counts)
            if value >= kind.least:
                yield Feat(side, card, kind.key, value)
    for (side, card, *_), counts in pitched.items():
        is_only_pitcher = sum(key[0] == side for key in pitched) == 1
        for kind in ON_MOUND:
            value = _on_mound(kind.key, counts, alone=is_only_pitcher)
            if value >= kind.least:
                yield Feat(side, card, kind.key, value)


def _at_bat(key: str, of: Counts) -> int:
    if key == "total_bases":
        return total_bases(of)
    if key == "batting_game":
        return batting_game(of)
    if key == "cycle":
        return int(singles(of) > 0 < min(of["doubles"], of["triples"], of["home_runs"]))
    return of[key]


def _on_mound(key: str, of: Counts, *, alone: bool) -> int:
    complete_game = alone and of["outs"] >= NINE
    if key == "pitcher_strikeouts":
        return of["strikeouts"]
    if key == "game_score":
        return game_score(of) if of["started"] else 0
    if key == "shut_out":
        return int(complete_game and not of["runs"])
    if key == "no_hitter":
        return int(complete_game and not of["hits"])
    if key == "perfect_game":
        # A reported game may leave out the batters faced, which then count as 0.
        return int(complete_game and of["batters_faced"] == of["outs"] and not of["hits"])
    return of[key]


STREAKS: Final = {
    "hitting": "Games with a hit in a row",
    "scoreless": "Innings without a run in a row",
}

HITTING_TOLD: Final = (20, 5)
SCORELESS_TOLD: Final = (3 * 27, 3 * 9)
"""The first streak that is announced, and the step to the next; scoreless innings are given in
outs."""

MARKS: Final[Mapping[str, tuple[tuple[int, int], str]]] = {
    "home_runs": ((30, 10), "home runs"),
    "hits": ((200, 50), "hits"),
    "runs_batted_in": ((100, 25), "runs batted in"),
    "stolen_bases": ((50, 25), "stolen bases"),
    "wins": ((20, 5), "wins"),
    "saves": ((30, 10), "saves"),
    "pitcher_strikeouts": ((200, 50), "strikeouts"),
}
"""Season totals: the first that is announced, the step to the next, and the noun."""


@dataclass(frozen=True)
class Passed:
    """A game with which a player passed a mark: ``hitting``, ``scoreless``, or one of ``MARKS``."""

    game: int
    kind: str
    value: int


@dataclass
class Run:
    """A streak: its length, and its first and last game; all 0 where there is none."""

    length: int = 0
    first: int = 0
    last: int = 0

    def grow(self, by: int, game: int) -> None:
        self.first = self.first if self.length else game
        self.length, self.last = self.length + by, game


@dataclass
class Course:
    """A player's streaks and totals through the games of a season in order: the current streaks,
    the longest ones, and the totals so far."""

    hitting: Run = field(default_factory=Run)
    best_hitting: Run = field(default_factory=Run)
    scoreless: Run = field(default_factory=Run)
    best_scoreless: Run = field(default_factory=Run)
    totals: dict[str, int] = field(default_factory=dict)

    def bats(self, game: int, of: Counts) -> list[Passed]:
        """Add the next game at bat. A streak is not broken by a game in which every plate
        appearance was a walk, hit batter, sacrifice bunt or interference; a sacrifice fly without a
        hit breaks it (OBR 9.23(b))."""
        passed = self._counts(game, of, ("home_runs", "hits", "runs_batted_in", "stolen_bases"))
        if of["hits"]:
            self.hitting.grow(1, game)
            passed += _passed(game, "hitting", self.hitting.length - 1, self.hitting.length)
        elif of["at_bats"] or of["sacrifice_flies"]:
            self.hitting = Run()
        self.best_hitting = _longer(self.best_hitting, self.hitting)
        return passed

    def pitches(self, game: int, of: Counts, stretch: Sequence[int] | None) -> list[Passed]:
        """Add the next game on the mound. ``stretch`` is the runs charged to the pitcher, then the
        outs before the first run, the most between two, and those since the last. Without it a game
        in which runs were allowed ends the streak."""
        named = {**of, "pitcher_strikeouts": of["strikeouts"]}
        passed = self._counts(game, named, ("wins", "saves", "pitcher_strikeouts"))
        runs, first, longest, last = stretch or (of["runs"], 0, 0, 0)
        before = self.scoreless.length
        if not runs:
            first = of["outs"]
        if first:
            self.scoreless.grow(first, game)
            passed += _passed(game, "scoreless", before, self.scoreless.length)
            self.best_scoreless = _longer(self.best_scoreless, self.scoreless)
        if runs:
            self.best_scoreless = _longer(self.best_scoreless, Run(longest, game, game))
            self.scoreless = Run(last, game, game) if last else Run()
        return passed

    def _counts(self, game: int, of: Mapping[str, int], names: Sequence[str]) -> list[Passed]:
        passed = []
        for name in names:
            if count := of.get(name, 0):
                before = self.totals.get(name, 0)
                self.totals[name] = before + count
                passed += _passed(game, name, before, self.totals[name])
        return passed

    def as_json(self) -> dict[str, Any]:
        """Return the streaks and totals as plain values for storage."""
        runs = {name: [run.length, run.first, run.last] for name, run in self._runs()}
        return {**runs, "totals": self.totals}

    @classmethod
    def read(cls, told: Mapping[str, Any]) -> Course:
        """Restore what ``as_json`` returned."""
        runs = {name: Run(*value) for name, value in told.items() if name != "totals"}
        return cls(**runs, totals=dict(told.get("totals", {})))

    def _runs(self) -> list[tuple[str, Run]]:
        return [
            ("hitting", self.hitting),
            ("best_hitting", self.best_hitting),
            ("scoreless", self.scoreless),
            ("best_scoreless", self.best_scoreless),
        ]


def _longer(best: Run, now: Run) -> Run:
    return Run(now.length, now.first, now.last) if now.length > best.length else best


def _passed(game: int, kind: str, before: int, after: int) -> list[Passed]:
    """Return the last mark between two counts, if there is one."""
    streak_marks = {"hitting": HITTING_TOLD, "scoreless": SCORELESS_TOLD}
    first, step = streak_marks[kind] if kind in streak_marks else MARKS[kind][0]
    if after < first:
        return []
    mark = first + (after - first) // step * step
    return [Passed(game, kind, mark)] if before < mark else []


def told_in_words(kind: str, value: int) -> str:
    """Describe what a player did: ``hit 3 home runs``."""
    if kind == "hitting":
        return f"hit in {value} games in a row"
    if kind == "scoreless":
        return f"went {value // 3} innings without a run"
    if kind.startswith("season_"):
        return f"has {value} {MARKS[kind.removeprefix('season_')][1]} this season"
    return _IN_A_GAME[kind].format(value)


_IN_A_GAME: Final = {
    "hits": "had {} hits in a game",
    "home_runs": "hit {} home runs in a game",
    "runs_batted_in": "drove in {} runs in a game",
    "runs": "scored {} runs in a game",
    "doubles": "hit {} doubles in a game",
    "triples": "hit {} triples in a game",
    "stolen_bases": "stole {} bases in a game",
    "walks": "walked {} times in a game",
    "total_bases": "had {} bases on hits in a game",
    "cycle": "hit for the cycle",
    "pitcher_strikeouts": "struck out {} in a game",
    "game_score": "pitched a game with a score of {}",
    "no_hitter": "pitched a no-hitter",
    "perfect_game": "pitched a perfect game",
}
