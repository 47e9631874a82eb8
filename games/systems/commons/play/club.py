"""A Commons club about to play: fifty batters and ten pitchers, each in the order of the deck.

Batters are numbers 1 to 50 and pitchers 51 to 60. A side that runs out of one or the other plays
with a player whom the opponent lends him (CB-121, CB-123); he is a guest: number 60 and his number
in the other deck.
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
    """One card of a deck, with which a player bats or pitches; ``bats`` is L, R or B, ``throws`` L
    or R."""

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
    """How the house's manager plays it."""
    is_sound: bool = False
    """Whether ``verify`` has found nothing: code that builds clubs for many games says so."""

    @property
    def players(self) -> tuple[CommonsPlayer, ...]:
        """Everybody in the order of numbers, guests last."""
        return (*self.batters, *self.pitchers, *self.guests)

    def name_of(self, player: int) -> str:
        """What a player is called."""
        players = self.players
        if not 1 <= player <= len(players):
            return "nobody"
        return players[player - 1].name + (" (lent)" if player > DECK_SIZE else "")

    def hands_of(self, player: int) -> tuple[str, str]:
        """How a player bats and throws."""
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
        """No player has a position: a batter is up because it is his turn."""
        return IN_TURN

    def starting_pitcher(self) -> int:
        """The first pitcher of the list, who does not bat."""
        return BATTERS + 1

    def verify(self, place: str) -> None:
        """The law of decks (``deck_law``) as far as the players of a club show it, and every card:
        all that is wrong at once, at ``place``."""
        faults = [
            Refusal(each.code, each.message, place, {**each.facts, "at": each.place})
            for each in deck_problems([_in_law(*each) for each in enumerate(self.own, start=1)])
        ]
        refuse_all([*faults, *self.card_faults(place)])

    @property
    def own(self) -> tuple[CommonsPlayer, ...]:
        """The players of this deck."""
        return (*self.batters, *self.pitchers)

    def card_faults(self, place: str) -> list[Refusal]:
        """What is wrong with single cards: thresholds, ranks, hands."""
        return [fault for player in self.own for fault in _faults_of(player, place)]


def _in_law(number: int, player: CommonsPlayer) -> DeckCard:
    """A player as the law of decks sees him. A rank that cannot be is told of his card. A club
    knows its players' names, which two of them may share: one person once is judged where squads
    are."""
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
    """What is wrong with a card, or with the hand of its player (CB-073)."""
    try:
        if player.batter is not None:
            player.batter.verify(player.name)
        if player.pitcher is not None:
            player.pitcher.verify(player.name)
    except Refused as refused:
        return [
            Refusal(found.code, found.message, f"{place}, {player.name}", found.facts)
            for found in refused.refusals
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
    """Both clubs, each with the other's players as the guests it may be lent."""
    return (
        replace(away, guests=(*home.batters, *home.pitchers)),
        replace(home, guests=(*away.batters, *away.pitchers)),
    )
