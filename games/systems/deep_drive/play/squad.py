"""A Deep Drive club: its squad of cards, who of it begins, and how its manager likes to play."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

from config.refusals import Refused, refuse_all
from games.engine.bitsets import bit
from games.engine.club import Club
from games.engine.lineup import PITCHER
from games.engine.nine.club import Roles, WorkedOut, faults_of_nine, nothing_yet
from games.engine.nine.decisions import MOST_PLAYERS
from games.engine.nine.lineups import TURNS
from games.engine.nine.player import SquadPlayer
from games.systems.deep_drive.play.cards import POOR, Batter, Pitcher
from games.systems.deep_drive.play.park import Park
from games.systems.deep_drive.play.readings import PARK
from games.systems.deep_drive.play.run_value import (
    batter_value,
    glove_worth,
    leg_worth,
    pitcher_value,
)
from games.systems.deep_drive.text.house_cards import hitters_pitching_card, hitting_card

FULL_GAME: Final = 999
"""Outs a reliever may get where no sheet says otherwise."""

LEAST_TENDENCY: Final = 0
MOST_TENDENCY: Final = 10


@dataclass(frozen=True)
class Tendencies:
    """How a manager likes to play, 0 to 10: 5 is by the book, 0 as seldom and 10
    as often as a sound manager would.

    By the book is as in the era of the cards, where they tell it: how many thousandths of a run
    more a bunt (``era_bunting``) or an intentional walk (``era_walks``) may cost, and how many
    batters more than on his card a starter who gives up no run may face (``era_length``), two fewer
    for every run; ``era_contact`` is how many numbers of SO a batter has at most for whom a hit and
    run is ordered. 0 is cards that do not tell it.
    """

    stealing: int = 5
    bunting: int = 5
    hit_and_run: int = 5
    running: int = 5
    pinch_hitting: int = 5
    quick_hook: int = 5
    infield_in: int = 5
    intentional_walks: int = 5
    era_bunting: int = 0
    era_walks: int = 0
    era_length: int = 0
    era_contact: int = 0


class DeepDrivePlayer(SquadPlayer):
    """One of a squad: his batter's card (a pitcher's is one of the house's) and, of a pitcher, his
    pitcher's card; ``ratings`` by position, -1 where he does not play.

    For managers, ``bat`` and ``arm`` are runs a plate appearance on his card, against the average
    (``run_value``).
    """

    __slots__ = ("arm", "bat", "batter", "pitcher", "ratings")

    def __init__(
        self,
        number: int,
        name: str,
        batter: Batter,
        pitcher: Pitcher | None = None,
        *,
        may_start: bool = True,
        may_relieve: bool = True,
        relief_outs: int = FULL_GAME,
        like: DeepDrivePlayer | None = None,
    ) -> None:
        """``like``: a player with the same cards, from whom what they are worth is taken over."""
        super().__init__(
            number,
            name,
            is_pitcher=pitcher is not None,
            may_start=pitcher is not None and pitcher.starter > 0 and may_start,
            may_relieve=pitcher is not None and pitcher.relief > 0 and may_relieve,
            relief_outs=relief_outs,
            throws=pitcher.throws if pitcher is not None else "R",
        )
        self.batter = batter
        self.pitcher = pitcher
        if like is not None:
            self.bat: float = like.bat
            self.arm: float = like.arm
        else:
            self.bat = batter_value(batter)
            self.arm = pitcher_value(pitcher) if pitcher is not None else 0.0
        self.ratings: list[int] = [-1] * 10
        if pitcher is not None:
            self.ratings[PITCHER] = pitcher.rating
        else:
            for rated in batter.fielding:
                self.ratings[rated.position] = rated.rating

    @property
    def positions(self) -> tuple[int, ...]:
        """The positions he may play."""
        return tuple(at for at in range(1, 10) if self.ratings[at] >= 0)

    def plays(self, position: int) -> bool:
        """Whether a position is on his card."""
        return self.ratings[position] >= 0

    def at_bat(self, throws: str) -> float:
        """Runs a game at bat and on the bases; his card is the same against either hand."""
        return TURNS * self.bat + leg_worth(self.batter)

    def in_field(self, position: int) -> float:
        """Runs a game that he is worth at a position on his card."""
        return glove_worth(position, self.ratings[position], self.batter.throw)

    def on_base(self) -> int:
        """His RUN."""
        return self.batter.run

    def allows(self) -> float:
        """Runs a plate appearance on his card."""
        return self.arm


@dataclass(frozen=True)
class Resumed:
    """A suspended game goes on once its transcript has so many ``entries``: from then on these are
    the club's ``players``, the same with what their pitching sheet allows them by now (T33.0h)."""

    entries: int
    players: tuple[DeepDrivePlayer, ...]
    at_once: bool = False
    """Also among the changes of a dead ball, before the next roll."""


@dataclass(frozen=True)
class DeepDriveClub(Club):
    """Who plays: the squad, the nine numbers in batting order and the position of each.

    Where one of them is ``DESIGNATED`` to bat for the pitcher, ``pitcher`` is the tenth player, who
    pitches; otherwise it is 0. ``verify`` refuses what baseball does; nothing else does.
    """

    name: str
    players: tuple[DeepDrivePlayer, ...]
    order: tuple[int, ...]
    positions: tuple[int, ...]
    tendencies: Tendencies = field(default_factory=Tendencies)
    park: Park | None = None
    """Its park card at home (DD-029)."""
    roles: Roles = field(default_factory=Roles)
    pitcher: int = 0
    resumed: tuple[Resumed, ...] = ()
    _worked_out: WorkedOut = field(
        default_factory=nothing_yet, init=False, repr=False, compare=False
    )

    def name_of(self, player: int) -> str:
        """What a player is called."""
        return (
            self.players[player - 1].name
            if 1 <= player <= len(self.players)
            else "a player from the stands"
        )

    def hands_of(self, player: int) -> tuple[str, str]:
        """How he bats; the cards of batters do not say how they throw."""
        if not 1 <= player <= len(self.players):
            return "R", "R"
        who = self.players[player - 1]
        bats = "B" if who.batter.bats == "S" else who.batter.bats
        return bats, who.pitcher.throws if who.pitcher is not None else "?"

    def batting_order(self) -> Sequence[int]:
        """The nine who begin."""
        return self.order

    def position_of(self, slot: int) -> int:
        """Where the player in a slot begins."""
        return self.positions[slot - 1]

    def starting_pitcher(self) -> int:
        """Who begins on the mound."""
        return self.pitcher or super().starting_pitcher()

    @property
    def plays(self) -> list[int]:
        """By position, the players who have it on their cards, as a mask (bit = number)."""
        found = self._worked_out.plays
        if found is None:
            found = self._worked_out.plays = [
                sum(
                    bit(player.number)
                    for player in self.players
                    if not player.is_pitcher and player.plays(position)
                )
                for position in range(10)
            ]
        return found

    @property
    def reads_park(self) -> bool:
        """Whether somebody's card sends the throw to the park card."""
        return any(player.batter.right.count(PARK) for player in self.players)

    @property
    def is_sound(self) -> bool:
        """Whether ``verify`` has nothing against it: asked before every game, worked out once."""
        found = self._worked_out.is_sound
        if found is None:
            found = True
            try:
                self.verify()
            except Refused:
                found = False
            self._worked_out.is_sound = found
        return found

    def verify(self, place: str = "lineup") -> None:
        """Refuse an illegal line-up, everything wrong with it at once."""
        refuse_all(faults_of_nine(self.players, self.order, self.positions, self.pitcher, place))


def batting_player(number: int, name: str, card: Batter) -> DeepDrivePlayer:
    """A player of the squad who is no pitcher."""
    return DeepDrivePlayer(number, name, card)


def pitching_player(
    number: int,
    name: str,
    card: Pitcher,
    *,
    may_start: bool = True,
    may_relieve: bool = True,
    relief_outs: int = FULL_GAME,
) -> DeepDrivePlayer:
    """A pitcher of the squad, with the house's card with which he bats."""
    return DeepDrivePlayer(
        number,
        name,
        hitting_card(card),
        card,
        may_start=may_start,
        may_relieve=may_relieve,
        relief_outs=relief_outs,
    )


def with_allowance(
    player: DeepDrivePlayer, *, may_start: bool, may_relieve: bool, relief_outs: int
) -> DeepDrivePlayer:
    """The same player in another game, where he may do something else."""
    return DeepDrivePlayer(
        player.number,
        player.name,
        player.batter,
        player.pitcher,
        may_start=may_start,
        may_relieve=may_relieve,
        relief_outs=relief_outs,
        like=player,
    )


@lru_cache(maxsize=MOST_PLAYERS)
def outsider(number: int) -> DeepDrivePlayer:
    """Somebody from the stands: bats like a poor pitcher, plays nowhere (rated 0)."""
    card = hitters_pitching_card("R")
    return DeepDrivePlayer(number, "a player from the stands", hitting_card(card, POOR))


@lru_cache(maxsize=2)
def _emergency(throws: str) -> Pitcher:
    return hitters_pitching_card(throws)


def emergency_pitcher(player: DeepDrivePlayer) -> Pitcher:
    """The pitching card of a player who is no pitcher: left-handed if he bats left."""
    return _emergency("L" if player.batter.bats == "L" else "R")
