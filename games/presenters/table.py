"""What lies on the table in the middle of a game of cards, with the clubs whose it is."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from django.utils.safestring import SafeString

from config.ui.dice import Face
from games.card_games.registry import card_game
from games.card_games.table_view import FaceUp, Hand, Spares, TableView
from games.engine.record import Record
from games.engine.situation import AWAY
from games.engine.system import System
from games.presenters.boards import Club
from games.presenters.dice import face_of, throw
from games.presenters.now import Now, PlayerNow

Season = Callable[[PlayerNow, bool], tuple[str, str]]
"""What a player, who pitches or bats, has done in his event before this game: his line, and what
its figures are; empty where it is not known."""


def unknown(player: PlayerNow, pitches: bool) -> tuple[str, str]:
    """The season of a player in a game that is of no event: nothing."""
    return "", ""


@dataclass(frozen=True)
class ShownCard:
    """A card that lies face up, with what its player did ``today`` and this ``season``, whose
    figures are what ``means`` says."""

    card: FaceUp
    today: str = ""
    season: str = ""
    means: str = ""


@dataclass(frozen=True)
class ShownSide:
    """What lies on one side of the table: the cards of a club, its hand where the game has hands,
    and who may come in now."""

    club: Club
    cards: Sequence[ShownCard]
    hand: Hand | None = None
    spares: Spares | None = None


@dataclass(frozen=True)
class ShownTable:
    """A table as a page shows it: the side at bat and that in the field, ``thrown`` drawn, what the
    next faces mean with those faces; ``spares`` of this moment first, then the others."""

    view: TableView
    sides: Sequence[ShownSide]
    thrown: Sequence[SafeString]
    meanings: Sequence[tuple[Sequence[Face], str, bool]]
    spares: Sequence[tuple[Club, Spares]] = ()

    @property
    def later(self) -> Sequence[tuple[Club, Spares]]:
        """The spare players who may come in once the sides have changed."""
        return self.spares[len(self.sides) :]


def has_table(system: System) -> bool:
    """Whether there is anything to see but where a game stands."""
    game = card_game(system)
    return game is not None and game.has_table


def shown_table(
    waiting: Record,
    clubs: tuple[Club, Club],
    now: Now,
    entries: Collection[str] = (),
    season: Season = unknown,
) -> ShownTable | None:
    """The table of a record that waits and stands as ``now`` says, of which ``entries`` may be
    played by the person who looks; ``None`` in games without one."""
    game = card_game(waiting.system)
    view = game.table_view(waiting) if game is not None and game.has_table else None
    if view is None:
        return None
    view = view.allowing(frozenset(entries))
    players = {
        (player.side, player.name): (player, pitches)
        for player, pitches in ((now.batter, False), (now.pitcher, True))
        if player
    }
    batting = now.batter.side if now.batter else AWAY
    return ShownTable(
        view,
        [
            ShownSide(
                clubs[side],
                [
                    _shown(card, players.get((side, card.name)), season)
                    for card in view.face_up
                    if card.side == side
                ],
                next((hand for hand in view.hands if hand.side == side), None),
                next((spares for spares in view.spares if spares.side == side), None),
            )
            for side in (batting, 1 - batting)
        ],
        [throw(waiting.system, face) for face in view.thrown],
        [
            ([face_of(face) for face in each.faces], each.words, each.again)
            for each in view.meanings
        ],
        [(clubs[spares.side], spares) for spares in view.spares],
    )


def _shown(card: FaceUp, whose: tuple[PlayerNow, bool] | None, season: Season) -> ShownCard:
    """The card of a player who bats or pitches; the others have no lines."""
    if whose is None:
        return ShownCard(card)
    line, means = season(*whose)
    return ShownCard(card, whose[0].today, line, means)
