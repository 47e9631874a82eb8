"""A stage for Deep Drive's rules: two clubs of plain players, each with whatever cards a test
needs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from config.refusals import Refused
from games.engine.club import Clubs
from games.engine.events import DESIGNATED
from games.engine.folds.moments import moments_of
from games.engine.game import Game
from games.engine.record import Record, replay
from games.engine.situation import START, Situation
from games.engine.table import Pause, TranscriptTable
from games.systems.deep_drive.play.cards import (
    NO_EVENTS,
    NO_STEALING,
    SPEEDS,
    Batter,
    Column,
    Fielding,
    Pitcher,
    Stealing,
)
from games.systems.deep_drive.play.charts import Charts
from games.systems.deep_drive.play.game import DeepDriveGame
from games.systems.deep_drive.play.park import NEUTRAL_PARK, Park
from games.systems.deep_drive.play.readings import OUT_CODES, parse_reading
from games.systems.deep_drive.play.squad import (
    DeepDriveClub,
    DeepDrivePlayer,
    batting_player,
    pitching_player,
)
from games.systems.deep_drive.play.system import DeepDrive

SYSTEM = DeepDrive()

BATTER = 4
"""Who is up: the runners on third, second and first are the three before him."""
ON_BASE = {3: 1, 2: 2, 1: 3}
"""The place in the order of the runner on a base."""

PLAIN_OUTS = "G6 G4 G5 G3 L6 F8 F7 F9 Pf Pm"


def filled(ranges: Mapping[str, str], size: int, rest: str, first: int = 0) -> Column:
    """A column from ranges such as ``04-07`` and what fills the numbers that are left."""
    rows = [parse_reading(rest)] * size
    for span, word in ranges.items():
        low, _, high = span.partition("-")
        for number in range(int(low), int(high or low) + 1):
            rows[number - first] = parse_reading(word)
    return Column(rows)


def outs_of(codes: Mapping[str, str] | str) -> Column:
    """Ten out codes: all of them in a line, or some by modifier."""
    if isinstance(codes, str):
        return Column([OUT_CODES[code] for code in codes.split()])
    plain = PLAIN_OUTS.split()
    return Column([parse_reading(codes.get(str(at), plain[at])) for at in range(10)])


def batter(
    name: str = "batter",
    left: Mapping[str, str] | None = None,
    outs: Mapping[str, str] | str = PLAIN_OUTS,
    right: Mapping[str, str] | None = None,
    *,
    bats: str = "R",
    run: str = "-",
    steal: Sequence[int] = (NO_STEALING.jump, NO_STEALING.safe),
    dp: int = 0,
    field_: Mapping[int, int] | None = None,
    throw: int = 0,
    passed: Column = NO_EVENTS,
) -> Batter:
    return Batter(
        name,
        bats,
        filled(left or {}, 50, "OUT"),
        outs_of(outs),
        filled(right or {}, 100, "F8d"),
        SPEEDS.index(run),
        Stealing(steal[0], steal[1]),
        dp,
        tuple(Fielding(at, rating) for at, rating in (field_ or {}).items()),
        throw,
        passed,
    )


def pitcher(
    name: str = "pitcher",
    numbers: Mapping[str, str] | None = None,
    outs: Mapping[str, str] | str = PLAIN_OUTS,
    *,
    throws: str = "R",
    hold: int = 0,
    events: Column = NO_EVENTS,
    rating: int = 3,
    starter: int = 27,
    relief: int = 6,
) -> Pitcher:
    return Pitcher(
        name,
        throws,
        filled(numbers or {}, 50, "OUT", 50),
        outs_of(outs),
        hold,
        events,
        rating,
        starter,
        relief,
    )


@dataclass
class Stage:
    """Who plays. ``batter`` is up; ``runners`` by base; ``ratings`` of the side in the field by
    position; ``bench`` players who play everywhere."""

    batter: Batter = field(default_factory=batter)
    runners: dict[int, Batter] = field(default_factory=dict)
    pitcher: Pitcher = field(default_factory=pitcher)
    ratings: dict[int, int] = field(default_factory=dict)
    throw: int = 0
    passed: Column = NO_EVENTS
    park: Park | None = NEUTRAL_PARK
    charts: Charts | None = None
    settings: dict[str, object] = field(default_factory=dict)
    situation: Situation = START
    bench: int = 2

    def at_bat(self) -> DeepDriveClub:
        cards = [batter(f"player {slot}") for slot in range(1, 10)]
        for base, card in self.runners.items():
            cards[ON_BASE[base] - 1] = card
        cards[BATTER - 1] = self.batter
        return self._club(cards, pitcher("other pitcher"), {})

    def in_the_field(self) -> DeepDriveClub:
        return self._club(
            [batter(f"fielder {slot}") for slot in range(1, 10)], self.pitcher, self.ratings
        )

    def _club(
        self, cards: list[Batter], mound: Pitcher, ratings: Mapping[int, int]
    ) -> DeepDriveClub:
        positions = (2, 3, 4, 5, 6, 7, 8, 9, DESIGNATED)
        players: list[DeepDrivePlayer] = []
        for slot, card in enumerate(cards, start=1):
            position = positions[slot - 1]
            rated = (
                () if position == DESIGNATED else (Fielding(position, ratings.get(position, 3)),)
            )
            catches = position == 2
            players.append(
                batting_player(
                    slot,
                    card.name,
                    Batter(
                        card.name,
                        card.bats,
                        card.left,
                        card.outs,
                        card.right,
                        card.run,
                        card.stealing,
                        card.double_play,
                        rated,
                        self.throw if catches and mound is self.pitcher else 0,
                        self.passed if catches and mound is self.pitcher else NO_EVENTS,
                    ),
                )
            )
        rated_mound = Pitcher(
            mound.name,
            mound.throws,
            mound.numbers,
            mound.outs,
            mound.hold,
            mound.events,
            ratings.get(1, mound.rating),
            mound.starter,
            mound.relief,
        )
        players.append(pitching_player(10, mound.name, rated_mound))
        for at in range(self.bench):
            everywhere = dict.fromkeys(range(2, 10), 1)
            number = len(players) + 1
            players.append(
                batting_player(number, f"bench {at}", batter(f"bench {at}", field_=everywhere))
            )
        players.append(pitching_player(len(players) + 1, "reliever", pitcher("reliever")))
        return DeepDriveClub(
            "Club", tuple(players), tuple(range(1, 10)), positions, park=self.park, pitcher=10
        )

    @property
    def clubs(self) -> Clubs:
        """Visitors and home side."""
        both = (self.at_bat(), self.in_the_field())
        return both if self.situation.half == 0 else (both[1], both[0])

    @property
    def system(self) -> DeepDrive:
        found = DeepDrive()
        if self.charts is not None:
            found.charts = self.charts
        return found

    def play(self, *entries: str) -> Record:
        """As far as the entries go."""
        system = self.system
        return replay(
            system,
            system.settings(self.settings),
            entries,
            situation=self.situation,
            clubs=self.clubs,
        )

    def game(self, *entries: str) -> DeepDriveGame:
        """The game as it stands after the entries."""
        system = self.system
        table = TranscriptTable(entries)
        game = system.game(table, system.settings(self.settings), self.situation, self.clubs)
        assert isinstance(game, DeepDriveGame)
        table.game, table.decisions = game, system.decisions
        step(game)
        return game

    def refused(self, *entries: str) -> Refused:
        """The refusal of the last of the entries; those before it are accepted."""
        self.play(*entries[:-1])
        try:
            self.play(*entries)
        except Refused as refused:
            return refused
        raise AssertionError(f"{entries[-1]} was accepted")


def step(game: Game) -> None:
    """Play as far as there are entries."""
    try:
        game.play()
    except Pause:
        return


def on(
    outs: int = 0, *bases: int, half: str = "T", inning: int = 1, runs: str = "0-0"
) -> Situation:
    """A situation with runners on bases, the fourth player up."""
    players = ".".join(str(ON_BASE[base]) if base in bases else "-" for base in (1, 2, 3))
    return Situation.read(f"{half}{inning} {outs} {players} {runs} {BATTER}/{BATTER}")


@dataclass(frozen=True)
class Result:
    """After the plays of a record: who is on which base (``b`` the batter, ``r1`` who began on
    first), outs, runs, kinds of the plays."""

    bases: dict[int, str]
    outs: int
    runs: int
    kinds: tuple[int, ...]
    record: Record

    @property
    def runners(self) -> str:
        """``1b 3r1``."""
        return " ".join(f"{base}{player}" for base, player in self.bases.items())


def result_of(record: Record) -> Result:
    """What has happened in a record."""
    moments = [moment for moment in moments_of(record) if moment.is_play]
    after = moments[-1].after if moments else record.situation
    names = {slot: f"r{base}" for base, slot in ON_BASE.items()} | {BATTER: "b"}
    return Result(
        {base: names[player] for base, player in enumerate(after.runners, start=1) if player},
        after.outs,
        sum(moment.runs for moment in moments),
        tuple(int(moment.kind) for moment in moments),
        record,
    )


LEFT = {
    "00-03": "DD", "04-07": "SI+", "08-14": "SI", "15-18": "BB", "19": "HBP", "20-28": "SO",
    "29-30": "DEF",
}  # fmt: skip
"""A left side whose OUT has the numbers from 31 on."""
NUMBERS = {
    "50-53": "DD", "54-57": "SI+", "58-64": "SI", "65-70": "BB", "71": "HBP", "72-80": "SO",
    "81-82": "DEF",
}  # fmt: skip
RIGHT = {
    "00-09": "Park", "10-29": "HR", "30-34": "TR", "35-69": "DO", "70-79": "F7d", "80-89": "F8d",
    "90-99": "F9d",
}  # fmt: skip


def staged(
    *bases: int,
    outs: int = 0,
    code: str = "G6",
    speeds: Mapping[int, str] | None = None,
    half: str = "T",
    inning: int = 1,
    score: str = "0-0",
    ratings: Mapping[int, int] | None = None,
    settings: Mapping[str, object] | None = None,
    run: str = "-",
    steal: Mapping[int, Sequence[int]] | None = None,
    **card: Any,
) -> Stage:
    """The usual cards, ``code`` under every modifier of both OUTs, runners on ``bases`` with their
    ``speeds`` and STEAL."""
    codes = {str(at): code for at in range(10)}
    return Stage(
        batter=batter("b", LEFT, codes, RIGHT, run=run, **card),
        runners={
            base: batter(
                f"r{base}",
                run=(speeds or {}).get(base, "-"),
                steal=(steal or {}).get(base, (0, 5)),
            )
            for base in bases
        },
        pitcher=pitcher(numbers=NUMBERS, outs=codes),
        ratings=dict(ratings or {}),
        settings=dict(settings or {}),
        situation=on(outs, *bases, half=half, inning=inning, runs=score),
    )


def played(stage: Stage, *entries: str) -> Result:
    """What comes of entries."""
    return result_of(stage.play(*entries))
