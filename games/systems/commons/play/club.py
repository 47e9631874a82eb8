"""A Commons club about to play: fifty batters and ten pitchers, each in the order of the deck.

Batters are numbers 1 to 50 and pitchers 51 to 60. A side that runs out of either plays with a
player lent by the opponent (CB-121, CB-123); he is a guest: his number is 60 plus his number in the
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
from games.systems.commons.play.deck_law import RANKS, DeckCard, deck_problems
from games.systems.commons.play.habits import USUAL, Habits

BATTERS: Final = 50
PITCHERS: Final = 10
DECK_SIZE: Final = BATTERS + PITCHERS

SWITCH: Final = "B"


@dataclass(frozen=True)
class CommonsPlayer:
    """A player of a deck with his card; ``bats`` is L, R or B, ``throws`` L or R."""

    name: str
    bats: str
    throws: str
    batter: CommonsBatter | None = None
    pitcher: CommonsPitcher | None = None


@dataclass(frozen=True)
class CommonsClub(Club):
    """A deck in its order. ``guests`` are the players of the other deck by their numbers there."""

    name: str
    batters: tuple[CommonsPlayer, ...]
    pitchers: tuple[CommonsPlayer, ...]
    guests: tuple[CommonsPlayer, ...] = ()
    habits: Habits = USUAL
    """How the computer manager plays it."""
    is_sound: bool = False
    """Whether ``verify`` has passed; set by code that builds clubs for many games."""

    @property
    def players(self) -> tuple[CommonsPlayer, ...]:
        """All players in the order of their numbers, guests last."""
        return (*self.batters, *self.pitchers, *self.guests)

    def name_of(self, player: int) -> str:
        players = self.players
        if not 1 <= player <= len(players):
            return "nobody"
        return players[player - 1].name + (" (lent)" if player > DECK_SIZE else "")

    def hands_of(self, player: int) -> tuple[str, str]:
        players = self.players
        return (
            (players[player - 1].bats, players[player - 1].throws)
            if 1 <= player <= len(players)
            else ("?", "?")
        )

    def batting_order(self) -> Sequence[int]:
        """The first nine of the list."""
        return range(1, SLOTS + 1)

    def position_of(self, slot: int) -> int:
        """No player has a position: batters come up in turn."""
        return IN_TURN

    def starting_pitcher(self) -> int:
        """The first pitcher of the list, who does not bat."""
        return BATTERS + 1

    def verify(self, place: str) -> None:
        """Refuse a club that violates the law of decks (``deck_law``), as far as its players show
        it, or has faulty cards: everything at once, at ``place``."""
        faults = [
            Refusal(entry.code, entry.message, place, {**entry.facts, "at": entry.place})
            for entry in deck_problems([_in_law(*entry) for entry in enumerate(self.own, start=1)])
        ]
        refuse_all([*faults, *self.card_faults(place)])

    @property
    def own(self) -> tuple[CommonsPlayer, ...]:
        """The players of this deck, without guests."""
        return (*self.batters, *self.pitchers)

    def card_faults(self, place: str) -> list[Refusal]:
        """Faults of single cards: thresholds, ranks, hands."""
        return [fault for player in self.own for fault in _faults_of(player, place)]


def _in_law(number: int, player: CommonsPlayer) -> DeckCard:
    """A player as the law of decks sees him. An impossible rank counts as 1 here, since it is
    refused as a fault of the card. Two players of a club may share a name: repeated persons are
    found where squads are verified."""
    card = player.pitcher or player.batter
    rank = card.rank if card is not None else 0
    return DeckCard(
        key=number,
        name=player.name,
        year=0,
        person=f"man:{number}",
        pitches=player.pitcher is not None,
        rank=rank if rank in RANKS else 1,
        reliever=player.pitcher is not None and player.pitcher.reliever,
    )


def _faults_of(player: CommonsPlayer, place: str) -> list[Refusal]:
    """Faults of a card, or of the hand of its player (CB-073)."""
    try:
        if player.batter is not None:
            player.batter.verify(player.name)
        if player.pitcher is not None:
            player.pitcher.verify(player.name)
    except Refused as refused:
        return [
            Refusal(refusal.code, refusal.message, f"{place}, {player.name}", refusal.facts)
            for refusal in refused.refusals
        ]
    if player.batter is not None and player.bats not in ("L", "R", SWITCH):
        return [_hand(player, place, "bats")]
    if player.pitcher is not None and player.throws not in ("L", "R"):
        return [_hand(player, place, "throws")]
    return []


def _hand(player: CommonsPlayer, place: str, does: str) -> Refusal:
    return Refusal(
        "hand-unknown",
        f"Nobody knows how {player.name} {does}.",
        f"{place}, {player.name}",
        {"rule": "CB-073"},
    )


def facing(away: CommonsClub, home: CommonsClub) -> tuple[CommonsClub, CommonsClub]:
    """Both clubs, each with the other's players as possible guests."""
    return (
        replace(away, guests=(*home.batters, *home.pitchers)),
        replace(home, guests=(*away.batters, *away.pitchers)),
    )
