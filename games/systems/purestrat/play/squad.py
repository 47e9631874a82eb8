"""A Purestrat club: its squad of cards, its starting lineup, and its manager's tendencies."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
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
from games.systems.purestrat.play.cards import CLOSER_N, WAYS, Fielding, Hitter, Pitcher
from games.systems.purestrat.play.park import Park
from games.systems.purestrat.play.run_value import glove_worth, side_run_value
from games.systems.purestrat.text.house_cards import hitters_pitching_card, hitting_card

FIRST_BASE: Final = 3

WORST_ERROR: Final = 99
"""An error rating beyond every printed row: the last row applies."""

FOUR_INNINGS: Final = 12
"""Outs that a reliever may record in any four games (T10.2i)."""

OUTSIDER_CODE: Final = "1WR"
"""The hitting card of an emergency player (T25.2f)."""


@dataclass(frozen=True)
class Tendencies:
    """A manager's tendencies, 0 to 10: 5 is by the book, 0 as seldom and 10 as often as a sound
    manager would.

    The book follows the era of the cards, where they state it. ``era_stealing`` and ``era_walks``:
    thousandths of a run that a steal or an intentional walk may cost more than in the book of 2012.
    ``era_patience``: how long relievers stay, 0 to 10. ``era_bunting``: thousandths of a run by
    which a batter who bunts may be better than in the book. ``era_length``: how long starters go,
    in half innings; 0: not stated. ``era_relief`` and ``era_starts``: against so many tenths of the
    order, its last ones, relievers stay an out longer and starters an inning. ``era_sacrifices``:
    how good a pitcher who bunts may be (see the manager); 0: not stated, and pitchers bunt whenever
    it advances a runner, while hitters wait until it is late unless their era is one of bunts.
    """

    stealing: int = 5
    bunting: int = 5
    hit_and_run: int = 5
    running: int = 5
    pinch_hitting: int = 5
    quick_hook: int = 5
    infield_in: int = 5
    intentional_walks: int = 5
    holding: int = 5
    era_stealing: int = 0
    era_walks: int = 0
    era_patience: int = 0
    era_bunting: int = 0
    era_length: int = 0
    era_sacrifices: int = 0
    era_relief: int = 0
    era_starts: int = 0


class PurestratPlayer(SquadPlayer):
    """A player of a squad: ``number`` from 1, his hitting card (a pitcher's is one of the pitchers'
    hitting cards) and, of a pitcher, his pitching card.

    ``may_start``, ``may_relieve`` and ``relief_outs`` (T10.2i) are what the pitching sheet allows
    him in this game. For managers, the run values are runs per roll on his card against left- and
    right-handed pitchers, the pitching ones what his pitching card gives up to left- and
    right-handed batters.
    """

    __slots__ = (
        "caught_ways",
        "closing",
        "fielding",
        "hitter",
        "is_weakest_bat",
        "lead_ways",
        "pitch_left",
        "pitch_right",
        "pitcher",
        "run_value_left",
        "run_value_right",
    )

    def __init__(
        self,
        number: int,
        name: str,
        hitter: Hitter,
        pitcher: Pitcher | None = None,
        *,
        may_start: bool = True,
        may_relieve: bool = True,
        relief_outs: int = FOUR_INNINGS,
        like: PurestratPlayer | None = None,
    ) -> None:
        """``like``: a player with the same cards, whose computed worth is reused."""
        super().__init__(
            number,
            name,
            is_pitcher=pitcher is not None,
            may_start=pitcher is not None and pitcher.starter > 0 and may_start,
            may_relieve=pitcher is not None and pitcher.relief > 0 and may_relieve,
            relief_outs=relief_outs,
            throws=pitcher.throws if pitcher is not None else "R",
        )
        self.hitter = hitter
        self.pitcher = pitcher
        self.is_weakest_bat = pitcher is not None and pitcher.hitting.startswith("1W")
        """A pitcher with hitting card 1W may not hit and run (T19.11)."""
        if like is not None:
            self.run_value_left: float = like.run_value_left
            self.run_value_right: float = like.run_value_right
            self.pitch_left: float = like.pitch_left
            self.pitch_right: float = like.pitch_right
        else:
            self.run_value_left = side_run_value(hitter.left)
            self.run_value_right = side_run_value(hitter.right)
            self.pitch_left = side_run_value(pitcher.left) if pitcher is not None else 0.0
            self.pitch_right = side_run_value(pitcher.right) if pitcher is not None else 0.0
        self.lead_ways = sum(
            WAYS[total] for total in range(2, 13) if hitter.stealing.lead >> total & 1
        )
        """Number of the 36 rolls of two dice that give him his lead."""
        caught = hitter.stealing.caught & ~hitter.stealing.lead
        self.caught_ways = sum(WAYS[total] for total in range(2, 13) if caught >> total & 1)
        """Number of the 36 rolls that put him out."""
        self.closing = -1
        """His closer endurance, -1 for N and for those who do not relieve."""
        if pitcher is not None and 0 <= pitcher.closer < CLOSER_N:
            self.closing = pitcher.closer
        self.fielding: list[Fielding | None] = [None] * 10
        """His ratings by position; a hitter without any is a 1b-5e30 (T10.11c)."""
        if pitcher is not None:
            self.fielding[PITCHER] = pitcher.fielding
            return
        for rating in hitter.fielding:
            self.fielding[rating.position] = rating
        if not hitter.fielding:
            self.fielding[FIRST_BASE] = Fielding(FIRST_BASE, 5, 30, 0, 0, 0)

    @property
    def positions(self) -> tuple[int, ...]:
        return tuple(position for position in range(1, 10) if self.fielding[position] is not None)

    def plays(self, position: int) -> bool:
        return self.fielding[position] is not None

    def at_bat(self, throws: str) -> float:
        """Runs a game that he is worth at bat against a pitcher's hand."""
        worth = self.run_value_left if throws == "L" else self.run_value_right
        return TURNS * worth + 0.012 * (self.hitter.running - 12)

    def in_field(self, position: int) -> float:
        """Runs a game that he is worth at a position on his card."""
        rating = self.fielding[position]
        return glove_worth(rating) if rating is not None else 0.0

    def on_base(self) -> int:
        return self.hitter.running

    def allows(self) -> float:
        """Runs per roll that his card gives up, both hands added."""
        return self.pitch_left + self.pitch_right


@dataclass(frozen=True)
class Resumed:
    """The ``players`` of a suspended game resumed after ``entries`` entries, with what their
    pitching sheet allows them by then (T33.0h). A starter on the mound continues only if he may
    start."""

    entries: int
    players: tuple[PurestratPlayer, ...]
    at_once: bool = False
    """Whether it applies among the changes of a dead ball, before the next roll."""


@dataclass(frozen=True)
class PurestratClub(Club):
    """A club about to play: the squad, the nine numbers in batting order and the position of each.

    Where one of them is ``DESIGNATED`` to bat for the pitcher, ``pitcher`` is the tenth player, who
    pitches; otherwise it is 0. Only ``verify`` refuses illegal clubs. ``tendencies`` are for the
    computer manager.
    """

    name: str
    players: tuple[PurestratPlayer, ...]
    order: tuple[int, ...]
    positions: tuple[int, ...]
    tendencies: Tendencies = field(default_factory=Tendencies)
    park: Park | None = None
    """Its home park (S30.0); None: the one in the game's settings."""
    roles: Roles = field(default_factory=Roles)
    pitcher: int = 0
    resumed: tuple[Resumed, ...] = ()
    _worked_out: WorkedOut = field(
        default_factory=nothing_yet, init=False, repr=False, compare=False
    )

    def name_of(self, player: int) -> str:
        return (
            self.players[player - 1].name
            if 1 <= player <= len(self.players)
            else "a player from the stands"
        )

    def hands_of(self, player: int) -> tuple[str, str]:
        """Batting side and throwing arm, "?" where the card, as a hitter's, does not name the
        arm."""
        if not 1 <= player <= len(self.players):
            return "R", "R"
        owner = self.players[player - 1]
        bats = "B" if owner.hitter.bats == "S" else owner.hitter.bats
        return bats, owner.pitcher.throws if owner.pitcher is not None else "?"

    def batting_order(self) -> Sequence[int]:
        return self.order

    def position_of(self, slot: int) -> int:
        return self.positions[slot - 1]

    def starting_pitcher(self) -> int:
        return self.pitcher or super().starting_pitcher()

    @property
    def plays(self) -> list[int]:
        """By position, the players who have it on their cards, as a mask (bit = number)."""
        masks = self._worked_out.plays
        if masks is None:
            masks = self._worked_out.plays = [
                sum(
                    bit(player.number)
                    for player in self.players
                    if not player.is_pitcher and player.plays(position)
                )
                for position in range(10)
            ]
        return masks

    @property
    def is_sound(self) -> bool:
        """Whether ``verify`` passes; cached."""
        sound = self._worked_out.is_sound
        if sound is None:
            sound = True
            try:
                self.verify()
            except Refused:
                sound = False
            self._worked_out.is_sound = sound
        return sound

    def verify(self, place: str = "lineup") -> None:
        """Refuse an illegal lineup, with all faults at once: ``squad-too-large``,
        ``lineup-not-nine`` (T0.01h), ``no-such-man``, ``man-twice``, ``position-twice``,
        ``position-missing``, ``position-not-on-card`` (T0.01g), ``pitcher-designated``,
        ``starter-not-eligible`` (T27.53). The law of the game decides whether a designated hitter
        is allowed."""
        refuse_all(faults_of_nine(self.players, self.order, self.positions, self.pitcher, place))


def hitting_player(number: int, name: str, card: Hitter) -> PurestratPlayer:
    return PurestratPlayer(number, name, card)


def pitching_player(
    number: int,
    name: str,
    card: Pitcher,
    *,
    may_start: bool = True,
    may_relieve: bool = True,
    relief_outs: int = FOUR_INNINGS,
) -> PurestratPlayer:
    """A pitcher of the squad, with the hitting card that his own names."""
    hitter = replace(
        hitting_card(card.hitting), name=name, running=card.running, stealing=card.stealing
    )
    return PurestratPlayer(
        number,
        name,
        hitter,
        card,
        may_start=may_start,
        may_relieve=may_relieve,
        relief_outs=relief_outs,
    )


def with_allowance(
    player: PurestratPlayer, *, may_start: bool, may_relieve: bool, relief_outs: int
) -> PurestratPlayer:
    """The same player with what his pitching sheet allows in another game."""
    return PurestratPlayer(
        player.number,
        player.name,
        player.hitter,
        player.pitcher,
        may_start=may_start,
        may_relieve=may_relieve,
        relief_outs=relief_outs,
        like=player,
    )


@lru_cache(maxsize=MOST_PLAYERS)
def outsider(number: int) -> PurestratPlayer:
    """An emergency player: bats as a 1WR pitcher, pitches right-handed with the hitters' pitching
    card, plays nowhere (T25.2f, T25.3d)."""
    player = PurestratPlayer(number, "a player from the stands", hitting_card(OUTSIDER_CODE))
    player.fielding = [None] * 10
    return player


def emergency_pitcher(player: PurestratPlayer) -> Pitcher:
    """The pitching card of a position player: left-handed if he bats left (T25.3)."""
    return hitters_pitching_card("L" if player.hitter.bats == "L" else "R")
