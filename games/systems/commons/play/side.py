"""One side of a Commons game in progress: its used cards, its pitcher and its remaining gods."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from games.engine.bitsets import bit, lowest, members, set_of
from games.engine.situation import SLOTS
from games.systems.commons.play.cards import CommonsBatter, CommonsPitcher
from games.systems.commons.play.club import (
    BATTERS,
    DECK_SIZE,
    PITCHERS,
    SWITCH,
    CommonsClub,
    CommonsPlayer,
)
from games.systems.commons.play.state import SideState

EVERY_BATTER: Final[int] = set_of(range(1, BATTERS + 1))
EVERY_PITCHER: Final[int] = set_of(range(BATTERS + 1, DECK_SIZE + 1))

HITS: Final = 3
OUTS: Final = 3
ADVANCES: Final = 3
CHALLENGES: Final = 2


class CommonsSide:
    """Players are numbers in the squad, and sets of them masks. ``players`` maps the nine places
    that plays refer to (see ``System.listed``) to player numbers."""

    __slots__ = (
        "advances",
        "arm",
        "batter",
        "batters",
        "came_up",
        "challenges",
        "club",
        "coming",
        "complete",
        "hits",
        "left_handed",
        "lent_batter",
        "lent_pitcher",
        "on_mound",
        "outs",
        "pitchers",
        "players",
        "scored",
        "squad",
        "up",
        "worked",
    )

    def __init__(self, club: CommonsClub) -> None:
        self.club = club
        self.squad: tuple[CommonsPlayer, ...] = club.players
        self.players: list[int] = [0, *club.batting_order()]
        self.up: i64 = 1
        self.batters: i64 = EVERY_BATTER
        """Batters not used up; the one at bat is among them until his turn is over."""
        self.batter: i64 = 0
        """The batter who is up, or who stays at bat for the next turn; 0 until known."""
        self.came_up: i64 = 0
        self.scored: i64 = 0
        self.pitchers: i64 = EVERY_PITCHER
        """Pitchers who have neither pitched nor been discarded."""
        self.worked: i64 = 0
        """Pitchers who have faced a batter."""
        self.complete: i64 = 0
        """Pitchers who have pitched a whole inning of three outs."""
        self.on_mound: i64 = club.starting_pitcher()
        self.coming: i64 = 0
        """The pitcher chosen for this inning, who takes the mound when his side takes the field."""
        self.lent_batter: i64 = 0
        self.lent_pitcher: i64 = 0
        self.hits: i64 = HITS
        self.outs: i64 = OUTS
        self.advances: i64 = ADVANCES
        self.challenges: i64 = CHALLENGES
        self.arm: CommonsPitcher = self.pitching_card(self.on_mound)
        self.left_handed = self.throws_left(self.on_mound)

    # Cards.

    def batting_card(self, player: i64) -> CommonsBatter:
        card = self.squad[player - 1].batter
        assert card is not None  # noqa: S101 - the deck has been verified
        return card

    def pitching_card(self, player: i64) -> CommonsPitcher:
        card = self.squad[player - 1].pitcher
        assert card is not None  # noqa: S101 - the deck has been verified
        return card

    def throws_left(self, player: i64) -> bool:
        return self.squad[player - 1].throws == "L"

    def bats_left(self, player: i64, *, against_left: bool) -> bool:
        """Tell whether he bats left: a switch hitter opposite to the pitcher's arm (CB-128)."""
        bats = self.squad[player - 1].bats
        return not against_left if bats == SWITCH else bats == "L"

    # The two lists.

    def next_batter(self) -> i64:
        """The next batter of the list; 0 when it is used up."""
        return lowest(self.batters) if self.batters else 0

    def next_pitcher(self, discarded: i64) -> i64:
        """The next pitcher after ``discarded`` discards."""
        waiting = self.pitchers
        for _ in range(discarded):
            waiting &= waiting - 1
        return lowest(waiting)

    def comes_in(self, player: i64) -> None:
        """Put a pitcher on the mound."""
        self.on_mound = player
        self.arm = self.pitching_card(player)
        self.left_handed = self.throws_left(player)

    def turn_over(self, player: i64) -> None:
        """Use up his card (E4.2); a lent player bats again."""
        if player <= DECK_SIZE:
            self.batters &= ~bit(player)
        self.batter = 0

    # Saving and restoring.

    def begin_at(self, used: i64, on_base: tuple[int, int, int], inning: i64) -> None:
        """Start from a bare situation: the first ``used`` of the list have batted, and so have the
        runners on base; each earlier inning had the next pitcher of the list."""
        self.up = used + 1
        batted: i64 = set_of(range(1, used + 1))
        for place in on_base:
            if 1 <= place <= SLOTS:
                batted |= bit(place)
        self.batters &= ~batted
        self.came_up = batted
        before = min(inning - 1, PITCHERS)
        pitched: i64 = set_of(range(BATTERS + 1, BATTERS + 1 + before))
        self.pitchers &= ~pitched
        self.worked = self.complete = pitched

    def state(self) -> SideState:
        return SideState(
            used=members(EVERY_BATTER & ~self.batters),
            batter=self.batter,
            came_up=members(self.came_up),
            scored=members(self.scored),
            spent=members(EVERY_PITCHER & ~self.pitchers),
            worked=members(self.worked),
            complete=members(self.complete),
            coming=self.coming,
            lent_batter=self.lent_batter,
            lent_pitcher=self.lent_pitcher,
            hits=self.hits,
            outs=self.outs,
            advances=self.advances,
            challenges=self.challenges,
        )

    def take_up(self, state: SideState, order: tuple[int, ...], on_mound: i64) -> None:
        """Restore a state."""
        self.players = [0, *order]
        self.batters = EVERY_BATTER & ~set_of(state.used)
        self.batter = state.batter
        self.came_up = set_of(state.came_up)
        self.scored = set_of(state.scored)
        self.pitchers = EVERY_PITCHER & ~set_of(state.spent)
        self.worked = set_of(state.worked)
        self.complete = set_of(state.complete)
        self.coming = state.coming
        self.lent_batter = state.lent_batter
        self.lent_pitcher = state.lent_pitcher
        self.hits = state.hits
        self.outs = state.outs
        self.advances = state.advances
        self.challenges = state.challenges
        if on_mound:
            self.comes_in(on_mound)
