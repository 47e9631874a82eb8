"""Formats of whole events: stages that feed each other, with presets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields, replace
from typing import Any, Final

from config.refusals import Refusal, Refused
from tournaments.rules.advancing import BY_DIVISION, WINNERS_FIRST, AdvanceRule
from tournaments.rules.dividing import FEWEST_CLUBS
from tournaments.rules.home_patterns import best_of_pattern, default_pattern, read_pattern

ROUND_ROBIN: Final = "round-robin"
MATCHUPS: Final = "matchups"
KNOCKOUT: Final = "knockout"
KINDS: Final[Mapping[str, str]] = {
    ROUND_ROBIN: "round robin",
    MATCHUPS: "power matchups",
    KNOCKOUT: "knockout",
}
FIRST: Final = (ROUND_ROBIN, KNOCKOUT)
LATER: Final = (MATCHUPS, KNOCKOUT)


def kinds_of_stage(number: int) -> tuple[str, ...]:
    """Return the kinds that the stage with this number, from 1, may have."""
    return FIRST if number == 1 else LATER


LONGEST_SERIES: Final = 9
MOST_STAGES: Final = 8
MOST_DIVISIONS: Final = 10
"""More than any preset has: a director may define this many by hand."""


@dataclass(frozen=True)
class StageSpec:
    """A stage: its kind, the games of a series, and who advances to it from the stage before
    (``entry``; the first stage takes every club, seeded by number).

    Round robins: ``legs``, and ``crossover`` where a club with a bye in its division meets the club
    with the bye in the other. Matchups: ``rounds`` of them. Knockouts: ``games`` is the maximum for
    a series by round, the last for all later rounds, and each series ends once it is decided;
    ``losses`` eliminate a club; ``reseed`` after each round; ``shoot_outs`` where each series is
    one (T32), or a single game in systems without shoot-outs. ``pattern`` says who hosts which
    game; empty for the default. ``rotation_carries`` and ``bullpen_carries`` say whether starts and
    relief of the stage before count in this one (A-P10); where either does not, pitching has a
    phase and sheets of its own.
    """

    kind: str
    name: str
    series_length: int = 3
    legs: int = 1
    crossover: bool = False
    rounds: int = 1
    games: tuple[int, ...] = ()
    losses: int = 1
    reseed: bool = False
    shoot_outs: bool = False
    pattern: str = ""
    rotation_carries: bool = True
    bullpen_carries: bool = True
    entry: AdvanceRule | None = None

    def problems(self, number: int) -> list[Refusal]:
        """List everything that is wrong with the stage: ``stage-not-possible`` with the place, and
        the refusals of ``AdvanceRule`` and ``read_pattern``."""
        place = f"stage {number}"
        lengths = self.games or (self.series_length,)
        checks = (
            (self.kind in KINDS, "kind", f"A stage is {', '.join(KINDS.values())}."),
            (1 <= len(self.name.strip()) <= 40, "name", "A stage's name has 1 to 40 characters."),
            (
                all(1 <= games <= LONGEST_SERIES for games in lengths) and len(lengths) <= 8,
                "games",
                f"A series has 1 to {LONGEST_SERIES} games.",
            ),
            (
                not self.games or 1 <= self.series_length <= LONGEST_SERIES,
                "series_length",
                f"A series has 1 to {LONGEST_SERIES} games.",
            ),
            (
                not self.games or self.kind not in (ROUND_ROBIN, MATCHUPS),
                "games",
                "Rounds of a knockout alone say how many games their series have.",
            ),
            (
                self.kind != KNOCKOUT or all(games % 2 for games in lengths),
                "games",
                "A best-of has an odd number of games.",
            ),
            (
                not self.shoot_outs or (self.kind == KNOCKOUT and set(lengths) == {1}),
                "shoot_outs",
                "Shoot-outs are rounds of a knockout, one game each.",
            ),
            (1 <= self.legs <= 4, "legs", "Everybody meets everybody 1 to 4 times."),
            (1 <= self.rounds <= 8, "rounds", "There are 1 to 8 rounds of matchups."),
            (self.losses in (1, 2), "losses", "One loss is out, or two."),
            (
                (self.entry is None) == (number == 1),
                "entry",
                "Every stage but the first says who gets in.",
            ),
            (
                self.kind not in KINDS or self.kind in kinds_of_stage(number),
                "kind",
                "A round robin is the first stage; power matchups need a stage before them.",
            ),
            (
                self.kind != MATCHUPS
                or self.entry is None
                or self.entry.others > 0
                or self.entry.per_division > 1,
                "entry",
                "Power matchups need two clubs of a division at least.",
            ),
        )
        refusals = [
            Refusal("stage-not-possible", sentence, f"{place}.{key}")
            for holds, key, sentence in checks
            if not holds
        ]
        if self.entry is not None:
            refusals += self.entry.problems(f"{place}.entry")
        return refusals or self._pattern_problems(f"{place}.pattern")

    def _pattern_problems(self, place: str) -> list[Refusal]:
        """Check that the pattern fits the series; called once the lengths are valid."""
        try:
            self.hosts(self.series_length)
        except Refused as refused:
            return [replace(refusal, place=place) for refusal in refused.refusals]
        return []

    def length(self, round_number: int) -> int:
        """Return the maximum number of games of a series in a round, from 1."""
        if not self.games:
            return self.series_length
        return self.games[min(round_number, len(self.games)) - 1]

    def hosts(self, length: int) -> str:
        """Return who hosts which game of a series of ``length``, one letter for each game. Refused
        as in ``read_pattern``."""
        if self.kind == KNOCKOUT:
            return best_of_pattern(length)
        return read_pattern(self.pattern or default_pattern(length, self.legs), length)

    @property
    def hosts_told(self) -> str:
        """Who hosts which game, one letter for each game, by round where rounds differ."""
        games_by_round = self.games if self.kind == KNOCKOUT else ()
        lengths = dict.fromkeys(games_by_round or (self.series_length,))
        return ", then ".join(self.hosts(length) for length in lengths)

    @property
    def told(self) -> str:
        return self._told + self._pitching_told

    @property
    def _pitching_told(self) -> str:
        if self.rotation_carries and self.bullpen_carries:
            return ""
        if not (self.rotation_carries or self.bullpen_carries):
            return "; pitching begins afresh"
        return (
            "; the bullpen begins afresh" if self.rotation_carries else "; rotations begin afresh"
        )

    @property
    def _told(self) -> str:
        series = _series(self.series_length)
        if self.kind == KNOCKOUT:
            lengths = self.games or (self.series_length,)
            best = ", then ".join(
                f"best of {games}" if games > 1 else "one game" for games in lengths
            )
            if self.shoot_outs:
                best = "by shoot-out"
            note = "" if self.losses == 1 else ", two losses are out"
            return f"Knockout, {best}{note}{', drawn anew after each round' if self.reseed else ''}"
        if self.kind == MATCHUPS:
            return f"{self.rounds} power matchup{'s' if self.rounds > 1 else ''} by rank, {series}"
        legs = ("Single", "Double", "Triple", "Quadruple")[self.legs - 1]
        crossover_words = (
            ", who has a bye meets the bye of the other division" if self.crossover else ""
        )
        return f"{legs} round robin, {series}{crossover_words}"


@dataclass(frozen=True)
class EventFormat:
    """A whole event: the number of divisions, the stages, the tie order (a key of ``ties.ORDERS``),
    and the number of clubs it is meant for."""

    key: str
    name: str
    summary: str
    stages: Sequence[StageSpec]
    divisions: int = 1
    tie_order: str = "star"
    least: int = 3
    most: int = 30

    @property
    def for_clubs(self) -> str:
        """The number of clubs it is meant for, in words."""
        return (
            f"{self.least} clubs"
            if self.least == self.most
            else f"{self.least} to {self.most} clubs"
        )

    def in_divisions(self, count: int) -> EventFormat:
        """Return the same format with another number of divisions: as many clubs advance from stage
        to stage as before, as many as possible from each division and the rest as wild cards. Only
        two divisions can play crossovers."""
        stages = stages_in_divisions(self.stages, self.divisions, count)
        return replace(self, stages=stages, divisions=count)


CROSSING: Final = 2
"""The number of divisions whose clubs with byes can meet each other."""


def stages_in_divisions(
    stages: Sequence[StageSpec], before: int, count: int
) -> tuple[StageSpec, ...]:
    """Convert stages for ``before`` divisions to ``count`` divisions: as many clubs get into each
    stage as before."""
    if before == count:
        return tuple(stages)
    converted = []
    for stage in stages:
        entry = stage.entry
        if entry is not None:
            per_division, others = divmod(entry.per_division * before + entry.others, count)
            # As many clubs in all stay ahead of a consolation stage as before.
            first = 1 + -(-(entry.first - 1) * before // count)
            entry = replace(entry, per_division=per_division, others=others, first=first)
        crossover = stage.crossover and count == CROSSING
        converted.append(replace(stage, entry=entry, crossover=crossover))
    return tuple(converted)


def clubs_admitted(stage: StageSpec, sizes: Sequence[int]) -> int:
    """Return the maximum number of clubs in a stage, given the sizes of the divisions."""
    entry = stage.entry
    if entry is None:
        return sum(sizes)
    eligible = [max(size - entry.first + 1, 0) for size in sizes]
    by_place = sum(min(entry.per_division, size) for size in eligible)
    return by_place + min(entry.others, sum(eligible) - by_place)


def preset_problems(key: str, clubs: int, divisions: int = 0) -> list[Refusal]:
    """List what is wrong with the preset ``key`` for this number of clubs and, where it is not 0,
    of divisions: ``unknown-format``, ``clubs-for-format``, ``number-of-divisions``."""
    preset = FORMATS.get(key)
    if preset is None:
        sentence = f"There is no format {key[:40]!r}; there are {', '.join(FORMATS)}."
        return [Refusal("unknown-format", sentence, "preset", {"known": list(FORMATS)})]
    if preset.least <= clubs <= preset.most:
        return division_problems(clubs, divisions or preset.divisions)
    return [
        Refusal(
            "clubs-for-format",
            f"{preset.name} is for {preset.for_clubs}; {clubs} are entered.",
            "preset",
            {"least": preset.least, "most": preset.most, "given": clubs},
        )
    ]


def division_problems(clubs: int, divisions: int) -> list[Refusal]:
    """Check that the clubs can be split into this many divisions: ``number-of-divisions``."""
    if 1 <= divisions <= MOST_DIVISIONS and (divisions == 1 or clubs >= FEWEST_CLUBS * divisions):
        return []
    return [
        Refusal(
            "number-of-divisions",
            f"{clubs} clubs do not make {divisions} divisions of {FEWEST_CLUBS} or more.",
            "divisions",
            {"clubs": clubs, "divisions": divisions},
        )
    ]


def problems(stages: Sequence[StageSpec]) -> list[Refusal]:
    if not 1 <= len(stages) <= MOST_STAGES:
        return [Refusal("number-of-stages", f"An event has 1 to {MOST_STAGES} stages.", "stages")]
    return [
        problem
        for number, stage in enumerate(stages, start=1)
        for problem in stage.problems(number)
    ]


def spec_to_json(spec: StageSpec) -> dict[str, Any]:
    return asdict(spec) | {"games": list(spec.games)}


def spec_from_json(given: Mapping[str, Any], place: str = "stage") -> StageSpec:
    """Read what ``spec_to_json`` wrote or a client sent. Refused: ``stage-unreadable``. Use
    ``problems`` to check that the stage can be played."""
    entry = given.get("entry")
    if (
        not _reads(given, StageSpec("", ""))
        or not {"kind", "name"} <= set(given)
        or not (entry is None or (isinstance(entry, Mapping) and _reads(entry, AdvanceRule())))
    ):
        raise Refused(Refusal("stage-unreadable", "That is not a stage with its settings.", place))
    settings = {key: value for key, value in given.items() if key not in ("entry", "games")}
    return StageSpec(
        **settings,
        games=tuple(given.get("games", ())),
        entry=None if entry is None else AdvanceRule(**entry),
    )


def _reads(given: Mapping[str, Any], usual: StageSpec | AdvanceRule) -> bool:
    """Whether all keys are settings of ``usual``, each with a value of the same type."""
    defaults = {item.name: getattr(usual, item.name) for item in fields(usual)}
    return all(
        key in defaults
        and (
            key == "entry"
            or (
                key == "games"
                and isinstance(value, list | tuple)
                and all(type(item) is int for item in value)
            )
            or type(value) is type(defaults[key])
        )
        for key, value in given.items()
    )


def _series(length: int) -> str:
    return "single games" if length == 1 else f"series of {length}"


FORMATS: Final[Mapping[str, EventFormat]] = {
    each.key: each
    for each in (
        EventFormat(
            "purestrat-weekend",
            "Tournament weekend",
            "One division, everybody meets everybody in a series of four; the first four play for "
            "the title.",
            (
                StageSpec(ROUND_ROBIN, "Round robin", 4, pattern="HAHA"),
                StageSpec(KNOCKOUT, "Play-offs", games=(5, 7), entry=AdvanceRule(4)),
            ),
            tie_order="shoot-out",
            least=8,
            most=14,
        ),
        EventFormat(
            "netplay-10",
            "NetPlay, ten clubs",
            "Two divisions of five with crossovers, the last of each out, two power matchups, then "
            "best of seven: 28 games before the play-offs.",
            (
                StageSpec(ROUND_ROBIN, "Divisions", 4, crossover=True, pattern="HAHA"),
                StageSpec(
                    MATCHUPS,
                    "Power matchups",
                    4,
                    rounds=2,
                    pattern="HAHA",
                    entry=AdvanceRule(4, seeding=BY_DIVISION),
                ),
                StageSpec(
                    KNOCKOUT,
                    "Play-offs",
                    games=(7,),
                    rotation_carries=False,
                    entry=AdvanceRule(2, seeding=WINNERS_FIRST),
                ),
            ),
            divisions=2,
            least=10,
            most=10,
        ),
        EventFormat(
            "full-round-robin",
            "Full round robin",
            "Everybody meets everybody in a series of four; the table decides.",
            (StageSpec(ROUND_ROBIN, "Round robin", 4, pattern="HAHA"),),
            most=14,
        ),
        EventFormat(
            "nationals",
            "Nationals, three days",
            "Two divisions, a round robin of series of four in each; the first two of both play "
            "best-of-seven series.",
            (
                StageSpec(ROUND_ROBIN, "Divisions", 4, pattern="HAHA"),
                StageSpec(
                    KNOCKOUT, "Play-offs", games=(7,), entry=AdvanceRule(2, seeding=WINNERS_FIRST)
                ),
            ),
            divisions=2,
            least=16,
            most=28,
        ),
        EventFormat(
            "simple-league",
            "Simple league",
            "Everybody meets everybody twice in series of three; the table decides.",
            (StageSpec(ROUND_ROBIN, "League", 3, legs=2),),
            tie_order="runs",
        ),
        EventFormat(
            "simple-knockout",
            "Simple knockout",
            "Best of three, one loss is out; the best numbers have the byes.",
            (StageSpec(KNOCKOUT, "Knockout", games=(3,)),),
            tie_order="simple",
        ),
        EventFormat(
            "double-elimination",
            "Double elimination",
            "Best of three, two losses are out; byes go round before anybody has a second.",
            (StageSpec(KNOCKOUT, "Double elimination", games=(3,), losses=2),),
            tie_order="simple",
        ),
    )
}
