"""The one face of a game system: everything that the house ever asks of it.

Each part is a protocol of the floor that asks for it, and a system brings the parts that it has:
one of dice its rules alone, one whose cards are there before its rules everything but those.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rest_framework.routers import BaseRouter

    from games.card_games.base import CardGame
    from games.card_games.own_squads import OwnSquads
    from games.engine.options import Settings
    from games.engine.system import System
    from games.rules.box_shapes import BoxShape
    from games.rules.standing_orders import Topic
    from pitching.rules.laws import LawOfPitching
    from rosters.makers.base import Maker
    from rosters.presenters.systems import CardPresenter
    from rosters.rules.draft.squad_law import SquadLaw
    from rosters.rules.editions.edition import RuleEdition
    from rosters.rules.imputed import Prospect
    from rosters.rules.parks import ParkCards
    from rosters.rules.tendencies import Tendency


@dataclass(frozen=True)
class Introduction:
    """What a stranger is told of a game before he plays it: its idea in a few sentences; about how
    many ``throws`` a game of nine innings takes when the house plays both sides; and what the parts
    of a card say, by what stands there."""

    idea: tuple[str, ...]
    throws: int
    card: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class GameSystem:
    """A game system with all its parts.

    ``place`` is its place among the others as people are shown them; ``usual``: it is offered to
    those who have not chosen. ``introduction`` is what a stranger reads of it. ``rules`` play it.
    ``maker`` makes and reads its cards, ``presenter`` shows them (by their columns where nothing
    more is said), ``squad_law`` says what its drafts come to, and ``deal`` makes whole squads of a
    pool for so many clubs under an event's settings, where rounds of needs do not; ``own_squads``
    are those that managers make themselves. ``card_game`` builds clubs of its cards; ``tendencies``
    are what a manager can say of how his club plays, and ``topics`` on what he can be asked while
    he plays (its decisions, each for itself, where nothing more is said). ``pitching_law`` is the
    law of pitching sheets of its events under an edition; where there is none, no sheets are kept.
    ``box`` is the shape in which people tell the players' lines of a game under its settings; of a
    system that names none they are told as of nine players with positions, and only where its games
    are on pitching sheets. ``park_cards`` are for a system that prints a card of every ballpark.
    ``computer_game``: its publisher sells one, on which results may be played (T0.17).
    ``terms`` are patterns of what this system alone calls so: no page of another's event says it.
    ``editions`` are the keys of the presets of tournament law that its events may be played under,
    the usual one first; none: all there are. ``urls`` is the module of pages that only this system
    has, ``api`` hangs its resources on the router.
    """

    key: str
    place: int
    usual: bool = False
    introduction: Introduction | None = None
    rules: System | None = None
    maker: Maker | None = None
    presenter: CardPresenter | None = None
    squad_law: SquadLaw | None = None
    deal: Callable[[Collection[Prospect], int, Settings], list[list[int]]] | None = None
    own_squads: OwnSquads | None = None
    card_game: CardGame | None = None
    tendencies: tuple[Tendency, ...] = ()
    topics: tuple[Topic, ...] = ()
    pitching_law: Callable[[RuleEdition], LawOfPitching] | None = None
    box: Callable[[Settings], BoxShape] | None = None
    park_cards: ParkCards | None = None
    computer_game: bool = False
    terms: tuple[str, ...] = ()
    editions: tuple[str, ...] = ()
    urls: str = ""
    api: Callable[[BaseRouter], None] | None = None
