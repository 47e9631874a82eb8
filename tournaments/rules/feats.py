"""What is worth remembering of a game, and of players over many games: great games, streaks, and
the moments at which a player passes a mark.

All of it is read off the lines of games, and of nothing else, so that it follows every correction.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from tournaments.rules.measures import WEIGHTS, WEIGHTS_OF_LONG_HITS, Counts, singles, total_bases

NINE: Final = 27
"""Outs of a game of nine innings."""


@dataclass(frozen=True)
class Kind:
    """Something that a player can do in a game: its key, what it is called, the least of it that is
    kept, and from where on it is told when it happens (``told``). ``shown``: how its value is
    printed; ``mound``: by a pitcher."""

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
    """What a player of a side (0 the visitors) did in a game."""

    side: int
    card: int
    kind: str
    value: int

    @property
    def is_told(self) -> bool:
        """Whether it is told when it happens."""
        told = OF_A_GAME[self.kind].told
        return told is not None and self.value >= told


def game_score(of: Counts) -> int:
    """Bill James' game score (1988): 50, 1 an out, 2 an inning from the fifth on, 1 a strikeout,
    less 2 a hit, 4 an earned run, 2 another run, 1 a walk."""
    innings = max(0, of["outs"] // 3 - 4)
    good = 50 + of["outs"] + 2 * innings + of["strikeouts"]
    unearned = of["runs"] - of["earned_runs"]
    return good - 2 * of["hits"] - 4 * of["earned_runs"] - 2 * unearned - of["walks"]


def batting_game(of: Counts) -> int:
    """What a game at bat is worth: hundredths of the sum of wOBA's weights."""
    worth = sum(
        weight * (singles(of) if name == "singles" else of[name])
        for name, weight in {**WEIGHTS, **WEIGHTS_OF_LONG_HITS}.items()
    )
    return round(100 * worth)


def feats_of(
    batted: Mapping[tuple[Any, ...], Counts], pitched: Mapping[tuple[Any, ...], Counts]
) -> Iterator[Feat]:
    """What is kept of a game, of its lines by side and card."""
    for (side, card, *_), of in batted.items():
        for kind in AT_BAT:
            value = _at_bat(kind.key, of)
            if value >= kind.least:
                yield Feat(side, card, kind.key, value)
    for (side, card, *_), of in pitched.items():
        alone = sum(key[0] == side for key in pitched) == 1
        for kind in ON_MOUND:
            value = _on_mound(kind.key, of, alone=alone)
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
    whole = alone and of["outs"] >= NINE
    if key == "pitcher_strikeouts":
        return of["strikeouts"]
    if key == "game_score":
        return game_score(of) if of["started"] else 0
    if key == "shut_out":
        return int(whole and not of["runs"])
    if key == "no_hitter":
        return int(whole and not of["hits"])
    if key == "perfect_game":
        # What a report does not tell, how many came up, is nothing there.
        return int(whole and of["batters_faced"] == of["outs"] and not of["hits"])
    return of[key]


STREAKS: Final = {
    "hitting": "Games with a hit in a row",
    "scoreless": "Innings without a run in a row",
}

HITTING_TOLD: Final = (20, 5)
SCORELESS_TOLD: Final = (3 * 27, 3 * 9)
"""From where on streaks are told, and then every so many more; outs of the second."""

MARKS: Final[Mapping[str, tuple[tuple[int, int], str]]] = {
    "home_runs": ((30, 10), "home runs"),
    "hits": ((200, 50), "hits"),
    "runs_batted_in": ((100, 25), "runs batted in"),
    "stolen_bases": ((50, 25), "stolen bases"),
    "wins": ((20, 5), "wins"),
    "saves": ((30, 10), "saves"),
    "pitcher_strikeouts": ((200, 50), "strikeouts"),
}
"""Round numbers of a season: the first that is told and the step to the next, and what they
are of."""


@dataclass(frozen=True)
class Passed:
    """A player passed a mark with a game: ``hitting``, ``scoreless``, or one of ``MARKS``."""

    game: int
    kind: str
    value: int


@dataclass
class Run:
    """A streak: how long it is, and its first and last game; 0 where there is none."""

    length: int = 0
    first: int = 0
    last: int = 0

    def grow(self, by: int, game: int) -> None:
        """Add a game to the streak."""
        self.first = self.first if self.length else game
        self.length, self.last = self.length + by, game


@dataclass
class Course:
    """A player's way through the games of a season in their order: his streaks as they stand, the
    longest that he had, and what he has so far."""

    hitting: Run = field(default_factory=Run)
    best_hitting: Run = field(default_factory=Run)
    scoreless: Run = field(default_factory=Run)
    best_scoreless: Run = field(default_factory=Run)
    totals: dict[str, int] = field(default_factory=dict)

    def bats(self, game: int, of: Counts) -> list[Passed]:
        """The next game at bat. A streak is not broken by a game in which every turn was a walk, a
        batter hit, a sacrifice bunt or interference; a sacrifice fly without a hit breaks it
        (OBR 9.23(b))."""
        passed = self._counts(game, of, ("home_runs", "hits", "runs_batted_in", "stolen_bases"))
        if of["hits"]:
            self.hitting.grow(1, game)
            passed += _passed(game, "hitting", self.hitting.length - 1, self.hitting.length)
        elif of["at_bats"] or of["sacrifice_flies"]:
            self.hitting = Run()
        self.best_hitting = _longer(self.best_hitting, self.hitting)
        return passed

    def pitches(self, game: int, of: Counts, stretch: Sequence[int] | None) -> list[Passed]:
        """The next game on the mound: ``stretch`` are the runs charged to him, and the outs before
        the first, the most between two and since the last; without it nothing is known of a game in
        which he allowed runs, and it ends his streak."""
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
        """The feats as plain values, as they are stored."""
        runs = {name: [run.length, run.first, run.last] for name, run in self._runs()}
        return {**runs, "totals": self.totals}

    @classmethod
    def read(cls, told: Mapping[str, Any]) -> Course:
        """The course that was stored."""
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
    """The last of the marks between two counts, if any lies there."""
    told = {"hitting": HITTING_TOLD, "scoreless": SCORELESS_TOLD}
    first, step = told[kind] if kind in told else MARKS[kind][0]
    if after < first:
        return []
    mark = first + (after - first) // step * step
    return [Passed(game, kind, mark)] if before < mark else []


def told_in_words(kind: str, value: int) -> str:
    """What a player did, as it is told: ``hit 3 home runs``."""
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
