"""A Commons club about to play: fifty batters and ten pitchers, each in the order of the deck.

Batters are numbers 1 to 50 and pitchers 51 to 60. Whoever runs out of one or the other plays with a
man whom the opponent lends him (CB-121, CB-123); he is a guest: number 60 and his number in the
other deck.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from config.refusals import Refusal, Refused, refuse_all
from games.engine.club import Club
from games.engine.events import IN_TURN
from games.engine.situation import SLOTS
from games.systems.commons.play.cards import CommonsBatter, CommonsPitcher

BATTERS: Final = 50
PITCHERS: Final = 10
MEN: Final = BATTERS + PITCHERS
RELIEVERS: Final = 4
POINTS: Final = 300

SWITCH: Final = "B"


@dataclass(frozen=True)
class Man:
    """One card of a deck, with which a man bats or pitches; ``bats`` is L, R or B, ``throws`` L or
    R."""

    name: str
    bats: str
    throws: str
    batter: CommonsBatter | None = None
    pitcher: CommonsPitcher | None = None


@dataclass(frozen=True)
class CommonsClub(Club):
    """A deck in its order. ``guests`` are the men of the other deck by their numbers there."""

    name: str
    batters: tuple[Man, ...]
    pitchers: tuple[Man, ...]
    guests: tuple[Man, ...] = ()
    is_sound: bool = False
    """Whether ``verify`` has found nothing: whoever builds clubs for many games says so."""

    @property
    def men(self) -> tuple[Man, ...]:
        """Everybody in the order of numbers, guests last."""
        return (*self.batters, *self.pitchers, *self.guests)

    def name_of(self, man: int) -> str:
        """What a man is called."""
        men = self.men
        if not 1 <= man <= len(men):
            return "nobody"
        return men[man - 1].name + (" (lent)" if man > MEN else "")

    def hands_of(self, man: int) -> tuple[str, str]:
        """How a man bats and throws."""
        men = self.men
        return (men[man - 1].bats, men[man - 1].throws) if 1 <= man <= len(men) else ("?", "?")

    def batting_order(self) -> Sequence[int]:
        """The first nine of the list."""
        return range(1, SLOTS + 1)

    def position_of(self, slot: int) -> int:
        """Nobody plays a position: whoever bats does so because it is his turn."""
        return IN_TURN

    def starting_pitcher(self) -> int:
        """The first pitcher of the list, who does not bat."""
        return BATTERS + 1

    def verify(self, place: str) -> None:
        """The law of a deck as far as a game depends on it, and every card (CB-001 to CB-003,
        CB-103): all that is wrong at once."""
        faults: list[Refusal] = []

        def fault(code: str, sentence: str, rule: str, **facts: object) -> None:
            faults.append(Refusal(code, sentence, place, {"rule": rule, **facts}))

        batters = [man.batter for man in self.batters if man.batter is not None]
        pitchers = [man.pitcher for man in self.pitchers if man.pitcher is not None]
        if len(batters) != BATTERS or len(self.batters) != BATTERS:
            fault(
                "not-fifty-batters",
                f"A deck has {BATTERS} batters, not {len(batters)}.",
                "CB-002",
                given=len(batters),
            )
        if len(pitchers) != PITCHERS or len(self.pitchers) != PITCHERS:
            fault(
                "not-ten-pitchers",
                f"A deck has {PITCHERS} pitchers, not {len(pitchers)}.",
                "CB-002",
                given=len(pitchers),
            )
        relievers = sum(card.reliever for card in pitchers)
        if relievers > RELIEVERS:
            fault(
                "too-many-relievers",
                f"{relievers} relievers; a deck has at most {RELIEVERS}.",
                "CB-003",
                given=relievers,
            )
        points = sum(card.rank for card in batters) + sum(card.rank for card in pitchers)
        if points > POINTS:
            fault(
                "salary-cap-exceeded",
                f"{points} points: {points - POINTS} more than {POINTS}.",
                "CB-103",
                given=points,
                over=points - POINTS,
            )
        for man in (*self.batters, *self.pitchers):
            faults += _faults_of(man, place)
        refuse_all(faults)


def _faults_of(man: Man, place: str) -> list[Refusal]:
    """What is wrong with a card, or with the hand of its man (CB-073)."""
    try:
        if man.batter is not None:
            man.batter.verify(man.name)
        if man.pitcher is not None:
            man.pitcher.verify(man.name)
    except Refused as refused:
        return [
            Refusal(found.code, found.message, f"{place}, {man.name}", found.facts)
            for found in refused.refusals
        ]
    if man.batter is not None and man.bats not in ("L", "R", SWITCH):
        return [_hand(man, place, "bats")]
    if man.pitcher is not None and man.throws not in ("L", "R"):
        return [_hand(man, place, "throws")]
    return []


def _hand(man: Man, place: str, does: str) -> Refusal:
    return Refusal(
        "hand-unknown",
        f"Nobody knows how {man.name} {does}.",
        f"{place}, {man.name}",
        {"rule": "CB-073"},
    )


def facing(away: CommonsClub, home: CommonsClub) -> tuple[CommonsClub, CommonsClub]:
    """Both clubs, each with the other's men as the guests it may be lent."""
    return (
        replace(away, guests=(*home.batters, *home.pitchers)),
        replace(home, guests=(*away.batters, *away.pitchers)),
    )
