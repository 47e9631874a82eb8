"""What lies on the table in the middle of a game of cards, with the clubs whose it is."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from django.utils.safestring import SafeString

from config.ui.dice import Face
from games.card_games.registry import card_game
from games.card_games.table_view import FaceUp, Hand, Spares, TableView
from games.engine.record import Record
from games.engine.system import System
from games.presenters.boards import Club
from games.presenters.dice import face_of, throw
from games.presenters.now import Now


@dataclass(frozen=True)
class ShownTable:
    """A table as a page shows it: each card with its club and what its man did today, ``thrown``
    drawn, what the next faces mean with those faces."""

    view: TableView
    face_up: Sequence[tuple[Club, FaceUp, str]]
    hands: Sequence[tuple[Club, Hand]]
    thrown: Sequence[SafeString]
    meanings: Sequence[tuple[Sequence[Face], str, bool]]
    spares: Sequence[tuple[Club, Spares]] = ()


def has_table(system: System) -> bool:
    """Whether there is anything to see but where a game stands."""
    game = card_game(system)
    return game is not None and game.has_table


def shown_table(
    waiting: Record, clubs: tuple[Club, Club], now: Now, entries: Collection[str] = ()
) -> ShownTable | None:
    """The table of a record that waits and stands as ``now`` says, of which ``entries`` may be
    played by whoever looks; ``None`` in games without one."""
    game = card_game(waiting.system)
    view = game.table_view(waiting) if game is not None and game.has_table else None
    if view is None:
        return None
    view = view.allowing(frozenset(entries))
    today = {(man.club.name, man.name): man.today for man in (now.batter, now.pitcher) if man}
    return ShownTable(
        view,
        [
            (clubs[card.side], card, today.get((clubs[card.side].name, card.name), ""))
            for card in view.face_up
        ],
        [(clubs[hand.side], hand) for hand in view.hands],
        [throw(waiting.system, face) for face in view.thrown],
        [
            ([face_of(face) for face in each.faces], each.words, each.again)
            for each in view.meanings
        ],
        [(clubs[spares.side], spares) for spares in view.spares],
    )
