"""A Purestrat club: its squad of cards, who of it begins, and how its manager likes to play."""

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
"""An error rating beyond every printed row: the last row is read."""

FOUR_INNINGS: Final = 12
"""Outs a reliever may get in any four games (T10.2i)."""

OUTSIDER_CODE: Final = "1WR"
"""How somebody from the stands bats (T25.2f)."""


@dataclass(frozen=True)
class Tendencies:
    """How a manager likes to play, 0 to 10: 5 is by the book, 0 as seldom and 10
    as often as a sound manager would.

    By the book is as in the era of the cards, where they tell it: how many thousandths of a run
    more a steal (``era_stealing``) or an intentional walk (``era_walks``) may cost than the book of
    2012 has it, and from 0 to 10 how long relievers stay (``era_patience``). ``era_bunting`` is by
    how many thousandths of a run better than the book's a batter may be who bunts, and
    ``era_length`` in half innings how long starters go; 0 is cards that do not tell it.
    ``era_relief`` and ``era_starts`` are tenths of a step of patience (an out) and of length (an
    inning): against so many tenths of the order, its last ones, they are one step longer.
    ``era_sacrifices`` is how good a pitcher may be who bunts (see the manager); 0 is cards that do
    not tell it, whose pitchers bunt whenever it moves somebody, and whose hitters wait until it is
    late unless their era is one of bunts.
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
    """One of a squad: ``number`` from 1, his card as a hitter (a pitcher's is one of the pitchers'
    hitting cards) and, of a pitcher, his pitching card.

    ``may_start`` and ``may_relieve`` say whether he is eligible in this game, ``relief_outs`` how
    many outs he may still get in relief (T10.2i): what the pitching sheet allows him. For managers,
    the run values are runs a roll on his card against left- and right-handed pitchers, the pitching
    ones what his pitching card gives up to left- and right-handed batters.
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
        self.hitter = hitter
        self.pitcher = pitcher
        self.is_weakest_bat = pitcher is not None and pitcher.hitting.startswith("1W")
        """A pitcher who hits off card 1W may not be asked to hit and run (T19.11)."""
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
        self.lead_ways = sum(WAYS[at] for at in range(2, 13) if hitter.stealing.lead >> at & 1)
        """How many of 36 throws of two dice give him his lead."""
        caught = hitter.stealing.caught & ~hitter.stealing.lead
        self.caught_ways = sum(WAYS[at] for at in range(2, 13) if caught >> at & 1)
        """How many put him out."""
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
        """The positions he may play."""
        return tuple(at for at in range(1, 10) if self.fielding[at] is not None)

    def plays(self, position: int) -> bool:
        """Whether a position is on his card."""
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
        """His running."""
        return self.hitter.running

    def allows(self) -> float:
        """Runs that his card gives up, by both hands."""
        return self.pitch_left + self.pitch_right


@dataclass(frozen=True)
class Resumed:
    """A suspended game goes on once its transcript has so many ``entries``: from then on these are
    the club's ``players``, the same with what their pitching sheet allows them by now (T33.0h). Who
    is on the mound as the starter goes on only if he may start."""

    entries: int
    players: tuple[PurestratPlayer, ...]
    at_once: bool = False
    """Also among the changes of a dead ball, before the next roll."""


@dataclass(frozen=True)
class PurestratClub(Club):
    """Who plays: the squad, the nine numbers in batting order and the position of each.

    Where one of them is ``DESIGNATED`` to bat for the pitcher, ``pitcher`` is the tenth player, who
    pitches; otherwise it is 0. ``verify`` refuses what the rules do; nothing else does.
    ``tendencies`` are for a game that plays itself.
    """

    name: str
    players: tuple[PurestratPlayer, ...]
    order: tuple[int, ...]
    positions: tuple[int, ...]
    tendencies: Tendencies = field(default_factory=Tendencies)
    park: Park | None = None
    """Where it plays at home (S30.0); without one, where the game's settings say."""
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
        """How he bats; the cards of hitters do not say how they throw."""
        if not 1 <= player <= len(self.players):
            return "R", "R"
        who = self.players[player - 1]
        bats = "B" if who.hitter.bats == "S" else who.hitter.bats
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
        """Refuse an illegal line-up, everything wrong with it at once: ``squad-too-large``,
        ``lineup-not-nine`` (T0.01h), ``no-such-man``, ``man-twice``, ``position-twice``,
        ``position-missing``, ``position-not-on-card`` (T0.01g), ``pitcher-designated``,
        ``starter-not-eligible`` (T27.53). Whether anybody may be designated to hit is for the law
        of the game to say."""
        refuse_all(faults_of_nine(self.players, self.order, self.positions, self.pitcher, place))


def hitting_player(number: int, name: str, card: Hitter) -> PurestratPlayer:
    """A player of the squad who is no pitcher."""
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
    bat = replace(
        hitting_card(card.hitting), name=name, running=card.running, stealing=card.stealing
    )
    return PurestratPlayer(
        number,
        name,
        bat,
        card,
        may_start=may_start,
        may_relieve=may_relieve,
        relief_outs=relief_outs,
    )


def with_allowance(
    player: PurestratPlayer, *, may_start: bool, may_relieve: bool, relief_outs: int
) -> PurestratPlayer:
    """The same player in another game, where his pitching sheet allows him something else."""
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
    """Somebody from the stands: bats as a 1WR pitcher, pitches with the hitters' pitching card
    from the right, plays nowhere (T25.2f, T25.3d)."""
    player = PurestratPlayer(number, "a player from the stands", hitting_card(OUTSIDER_CODE))
    player.fielding = [None] * 10
    return player


def emergency_pitcher(player: PurestratPlayer) -> Pitcher:
    """The pitching card of a player who is no pitcher: left-handed if he bats left (T25.3)."""
    return hitters_pitching_card("L" if player.hitter.bats == "L" else "R")
