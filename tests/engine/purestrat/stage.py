"""A stage for single plays: two clubs whose every card reads the same, in any situation.

``play`` gives a transcript to a game that begins in a situation and says what came of it. Cards,
arms, ranges, ratings and the park are what the test sets; everything else is average.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from games.engine.events import destinations, kind_of
from games.engine.folds.moments import current_situation
from games.engine.record import Record, replay
from games.engine.situation import Situation
from games.systems.purestrat.play.cards import (
    CELLS,
    Fielding,
    Hitter,
    Pages,
    Pitcher,
    Side,
    Stealing,
)
from games.systems.purestrat.play.squad import (
    PurestratClub,
    PurestratPlayer,
    hitting_player,
    pitching_player,
)
from games.systems.purestrat.play.system import Purestrat
from games.systems.purestrat.text.notation import parse_cell

SYSTEM = Purestrat()
THIEF = Stealing(asterisk=True, lead=0b11100000000, caught=0b1100000000000, first=19, second=14)
"""The line *8-10/11,12 (19-14)."""


def side(text: str) -> Side:
    """A side on which every cell reads ``text``."""
    pages = Pages()
    parts = parse_cell(text)
    for _ in range(CELLS):
        if len(parts) == 1:
            pages.whole(parts[0][0])
        else:
            pages.split(parts)
    return pages.side()


def hitter(reads: str = "K", **ratings: object) -> Hitter:
    """A hitter's card that reads one thing."""
    plain = Hitter("Hitter", "R", side(reads), side(reads), running=12)
    return replace(plain, **ratings)  # type: ignore[arg-type]


def pitcher(reads: str = "K", **ratings: object) -> Pitcher:
    """A pitcher's card that reads one thing; a starter who does not tire soon."""
    plain = Pitcher("Pitcher", "R", side(reads), side(reads), starter=9)
    return replace(plain, **ratings)  # type: ignore[arg-type]


@dataclass
class Stage:
    """What a test sets. Fielders by position: (range, error, arm) of the side in the field."""

    reads: str = "K"
    pitcher_reads: str = ""
    batter: dict[str, object] = field(default_factory=dict)
    """Ratings of every hitter of the side at bat."""
    mound: dict[str, object] = field(default_factory=dict)
    fielders: dict[int, tuple[int, int, int]] = field(default_factory=dict)
    catcher: dict[str, int] = field(default_factory=dict)
    options: dict[str, object] = field(default_factory=dict)
    bench: Sequence[Hitter] = ()
    bullpen: Sequence[Pitcher] = ()

    def clubs(self) -> tuple[PurestratClub, PurestratClub]:
        """Both sides have the same cards."""
        club = self.club()
        return club, club

    def club(self) -> PurestratClub:
        """Nine players, number and slot alike, the pitcher last; then bench and bullpen."""
        players: list[PurestratPlayer] = []
        for position in (2, 3, 4, 5, 6, 7, 8, 9):
            reach, error, arm = self.fielders.get(position, (3, 0, 0))
            rating = Fielding(position, reach, error, arm)
            if position == 2:
                rating = replace(rating, **self.catcher)
            card = replace(hitter(self.reads, **self.batter), fielding=(rating,))
            players.append(hitting_player(len(players) + 1, f"Player {len(players) + 1}", card))
        card = pitcher(self.pitcher_reads or self.reads, **self.mound)
        players.append(pitching_player(9, "Ace", card))
        for extra in self.bench:
            players.append(hitting_player(len(players) + 1, f"Player {len(players) + 1}", extra))
        for arm_ in self.bullpen:
            players.append(pitching_player(len(players) + 1, f"Player {len(players) + 1}", arm_))
        return PurestratClub(
            "Club", tuple(players), tuple(range(1, 10)), (2, 3, 4, 5, 6, 7, 8, 9, 1)
        )

    def play(self, words: str, situation: str = "T1 0 -.-.- 0-0 1/1") -> Outcome:
        """The game from a situation with these entries; refusals are raised."""
        record = replay(
            SYSTEM,
            SYSTEM.settings(self.options),
            words.split(),
            situation=Situation.read(situation),
            clubs=self.clubs(),
        )
        return Outcome(record)

    def throw_after(self, words: str, situation: str = "T1 0 -.-.- 0-0 1/1") -> str:
        """The dice that come next when everything not decided takes its usual answer."""
        while True:
            found = self.play(words, situation)
            waits = found.record.awaiting
            if waits is None or waits.decision is None:
                return found.asks
            words += f" {waits.decision.name}={waits.choices[0].key}"


@dataclass(frozen=True)
class Outcome:
    """What came of it."""

    record: Record

    @property
    def events(self) -> list[int]:
        """Plays, without what is only noted."""
        return [event for event in self.record.events if kind_of(event) >= 10]

    @property
    def last(self) -> int:
        """The kind of the last play."""
        return kind_of(self.events[-1])

    @property
    def to(self) -> tuple[int, int, int, int]:
        """Where batter and runners went on the last play."""
        return destinations(self.events[-1])

    @property
    def now(self) -> Situation:
        """Where the game stands."""
        return current_situation(self.record)

    @property
    def bases(self) -> tuple[int, int, int]:
        """Who stands on base."""
        return self.now.runners

    @property
    def outs(self) -> int:
        """Outs of the half-inning."""
        return self.now.outs

    @property
    def runs(self) -> int:
        """Runs of the visitors."""
        return self.now.runs[0]

    @property
    def asks(self) -> str:
        """The decision, or the dice, that come next; empty when the game is over."""
        waits = self.record.awaiting
        if waits is None:
            return ""
        return waits.decision.name if waits.decision is not None else waits.dice.name  # type: ignore[union-attr]

    @property
    def choices(self) -> list[str]:
        """What may be chosen."""
        waits = self.record.awaiting
        return [choice.key for choice in waits.choices] if waits is not None else []
