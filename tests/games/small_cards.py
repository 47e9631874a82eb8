"""The small card game of the tests as the rooms above the engine meet it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace

from config.refusals import Refusal, Refused
from games.card_games.base import CardGame, ClubBuilder, MeasuredLeague, Mound, Side, Stored
from games.engine.club import Club, Clubs
from games.engine.decisions import Choice, Decision
from games.engine.folds.people import People
from games.engine.game_state import GameState
from games.engine.options import Settings, Value
from games.engine.situation import Situation
from games.systems.face import GameSystem
from pitching.rules.one_inning import OneInning
from pitching.rules.sheet import Pitcher
from rosters.makers.base import HITTER, PITCHER, CardRow, Maker, Subject
from rosters.models import Card as StoredCard
from rosters.presenters.systems import CardPresenter
from rosters.rules.draft.settings import DraftSettings
from rosters.rules.draft.squad_law import Need
from rosters.rules.imputed import Prospect
from tests.engine.small_card_game import (
    BATTERS,
    PITCHERS,
    SMALL,
    Arm,
    Card,
    SmallClub,
    small_club,
)

PLAYERS_NAMED = ("arm", "glove", "bat")


class SmallMaker(Maker):
    """Cards that people type: thresholds, positions and glove, or a pitcher's control."""

    system = "small"
    version = 1
    columns = ("thresholds", "places", "glove", "control")

    def verify(self, row: CardRow) -> None:
        """Four thresholds that rise, or a control."""
        try:
            card_of(row.kind, row.name, row.cells)
        except ValueError as wrong:
            raise Refused(Refusal("card-unreadable", str(wrong), row.key)) from wrong

    def value(self, row: CardRow) -> float:
        """The lower his thresholds, the better."""
        return 0.0 if row.kind == PITCHER else -float(row.cells["thresholds"].split()[0])

    def judges(self) -> bool:
        """Whoever has a card may be drafted."""
        return True

    def pitching_roles(self, cells: Mapping[str, str]) -> tuple[bool, bool]:
        """Whoever pitches starts and relieves."""
        return True, True


def card_of(kind: str, name: str, cells: Mapping[str, str]) -> Card | Arm:
    """The card that these cells print."""
    if kind == PITCHER:
        return Arm(name, int(cells["control"]))
    single, double, triple, homer = sorted(int(word) for word in cells["thresholds"].split())
    where = tuple(int(place) for place in cells["places"].split())
    return Card(name, (single, double, triple, homer), where, int(cells["glove"]))


def rows_of(club: SmallClub) -> list[CardRow]:
    """The cards of an invented club as somebody would type them."""

    def row(name: str, kind: str, **cells: str) -> CardRow:
        every = dict.fromkeys(SmallMaker.columns, "") | cells
        return CardRow(f"{club.name}-{name}", name, 1986, (), kind, "R", "R", (), every)

    batters = [
        row(
            card.name,
            HITTER,
            places=" ".join(map(str, card.positions)),
            thresholds=" ".join(map(str, card.thresholds)),
            glove=str(card.glove),
        )
        for card in club.batters
    ]
    return batters + [row(arm.name, PITCHER, control=str(arm.control)) for arm in club.arms]


class SmallBuilder:
    """Builds clubs of fifty batters and ten pitchers, in the order of the squad."""

    def __init__(self, cards: Mapping[int, StoredCard]) -> None:
        self.cards = cards

    def draw_up(self, away: Side, home: Side, settings: Settings) -> tuple[Stored, Stored]:
        """Everybody of the squad; refused where it is not fifty and ten."""
        stored = []
        for side, place in ((away, "away"), (home, "home")):
            self._built(place, side.squad.cards).verify(place)
            stored.append({"cards": list(side.squad.cards)})
        return stored[0], stored[1]

    def club(self, name: str, stored: Stored, settings: Settings) -> Club:
        """The same club again."""
        return self._built(name, stored["cards"])

    def staff(self, cards: Sequence[int]) -> Mapping[int, Pitcher]:
        """There are no pitching sheets."""
        return {}

    def _built(self, name: str, keys: Sequence[int]) -> SmallClub:
        found = [self.cards[key] for key in keys]
        read = [card_of(card.kind, card.name, card.cells) for card in found]
        return SmallClub(
            name,
            tuple(card for card in read if isinstance(card, Card)),
            tuple(card for card in read if isinstance(card, Arm)),
        )


class SmallCards(CardGame):
    """The small card game."""

    system_key = "small"
    has_line_ups = False

    def builder(self, cards: Mapping[int, StoredCard]) -> ClubBuilder:
        """A builder of clubs."""
        return SmallBuilder(cards)

    def exhibition(self) -> Clubs:
        """Two invented clubs."""
        return small_club(1), small_club(2)

    def staff_of(self, club: Club) -> Sequence[tuple[int, str]]:
        """Whoever begins."""
        pitcher = club.starting_pitcher()
        return [(pitcher, club.name_of(pitcher))]

    def taken_up(
        self, situation: Situation, clubs: Clubs, mounds: tuple[Mound, Mound]
    ) -> GameState:
        """Everybody is where he began."""
        return GameState(situation)

    def choice_in_words(
        self, decision: Decision, choice: Choice, side: int, people: People
    ) -> str | None:
        """A player's name for his number."""
        if decision.name in PLAYERS_NAMED and choice.key.isdigit():
            return people.name(side, int(choice.key))
        return None

    def measured_league(
        self,
        subjects: Iterable[Subject],
        games: int,
        seed: str,
        settings: Sequence[Mapping[str, Value]] = ({},),
    ) -> MeasuredLeague | None:
        """There are no real games to lay beside it."""
        return None


class SmallPresenter(CardPresenter):
    """Its cards on pages."""

    system = "small"
    name = "Small"


SMALL_SYSTEM = GameSystem(
    "small",
    place=999,
    rules=SMALL,
    maker=SmallMaker(),
    presenter=SmallPresenter(),
    card_game=SmallCards(),
)


class KeepingBuilder(SmallBuilder):
    """Knows its pitchers."""

    def staff(self, cards: Sequence[int]) -> Mapping[int, Pitcher]:
        """Each starts and relieves."""
        return {key: Pitcher(key, self.cards[key].name, True, True) for key in cards[BATTERS:]}


class KeepingCards(SmallCards):
    """The small card game in a league that keeps sheets."""

    def builder(self, cards: Mapping[int, StoredCard]) -> ClubBuilder:
        """A builder that knows its pitchers."""
        return KeepingBuilder(cards)

    def keeps_sheets(self, settings: Settings) -> bool:
        """Always."""
        return True


class SmallLaw:
    """Fifty batters and ten pitchers, whoever they are."""

    system = "small"
    parks = 0

    def players(self, settings: DraftSettings) -> int:
        """Everybody of a squad."""
        return BATTERS + PITCHERS

    def needs(self, players: Sequence[Prospect], left: int, settings: DraftSettings) -> list[Need]:
        """Of each kind so many."""
        pitchers = sum(player.pitches for player in players)
        return [
            Need("bat", "Batters", len(players) - pitchers, BATTERS),
            Need("arm", "Pitchers", pitchers, PITCHERS),
        ]

    def holes(
        self,
        players: Sequence[Prospect],
        left: int,
        pool: Collection[Prospect],
        settings: DraftSettings,
    ) -> list[Refusal]:
        """``too-many-men`` of a kind."""
        return [
            Refusal("too-many-men", f"{need.label}: {need.has} of {need.wants}.", need.key)
            for need in self.needs(players, left, settings)
            if need.has > need.wants
        ]

    def plan(self, settings: DraftSettings) -> Sequence[str]:
        """Batters first."""
        return ("bat",) * BATTERS + ("arm",) * PITCHERS

    def fills(self, player: Prospect, need: str) -> bool:
        """A batter or a pitcher."""
        return player.pitches == (need == "arm")

    def playing_time(self, need: str, nth: int) -> float:
        """Everybody plays."""
        return 1.0


WHOLE_SYSTEM = replace(
    SMALL_SYSTEM,
    card_game=KeepingCards(),
    squad_law=SmallLaw(),
    pitching_law=lambda edition: OneInning(),
    editions=("house-league",),
)
"""The same with a draft and pitching sheets: all that a system can have."""
