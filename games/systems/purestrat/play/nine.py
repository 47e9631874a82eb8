"""A side while a game goes on: the nine who play, their cards in force, and who pitches.

What the plays read again and again (the hitter's card by slot; range, error and arm by position)
lies in flat lists that change only when somebody does.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from games.engine.bitsets import bit, members, set_of
from games.engine.events import DESIGNATED, NO_BAT, PINCH_RUNNER
from games.engine.lineup import CATCHER, LAST_POSITION, PITCHER, Lineup, LineupState
from games.engine.situation import SLOTS
from games.systems.purestrat.play.cards import Hitter, Pitcher
from games.systems.purestrat.play.fatigue import RELIEVER, STARTER, Endurance
from games.systems.purestrat.play.squad import (
    WORST_ERROR,
    Man,
    PurestratClub,
    emergency_pitcher,
    outsider,
)
from games.systems.purestrat.play.state import MoundState

WORST_RANGE: Final = 5
WORST_ARM: Final = 5
WORST_RATING: Final = 20
"""Of a man out of position: passed balls and throws of a catcher (T25.2g)."""


class Nine:
    """One side. Slots and positions count from 1; index 0 of the lists is not used."""

    __slots__ = (
        "arms",
        "changes",
        "club",
        "emergency",
        "endurance",
        "errors",
        "hitters",
        "lineup",
        "mound",
        "mound_outs",
        "mound_runs",
        "mound_started",
        "mound_weak",
        "on_mound",
        "passed_balls",
        "pitched",
        "ranges",
        "relievers",
        "squad",
        "throws",
        "up",
    )

    def __init__(self, club: PurestratClub) -> None:
        self.club = club
        self.squad: list[Man] = [*club.men, outsider(len(club.men) + 1)]
        bench: i64 = 0
        bullpen: i64 = 0
        pitchers: i64 = 0
        self.relievers: i64 = _relievers(club.men)
        """Pitchers who may relieve in this game at all."""
        for man in club.men:
            him = bit(man.number)
            if man.is_pitcher:
                pitchers |= him
            if man.number in club.order or man.number == club.pitcher:
                continue
            if man.is_pitcher:
                bullpen |= him
            else:
                bench |= him
        self.lineup = Lineup(
            club.order, club.positions, club.plays, bench, bullpen, pitchers, club.pitcher
        )
        pitcher = club.starting_pitcher()
        self.hitters: list[Hitter] = [
            club.men[pitcher - 1].hitter,
            *(self.squad[man - 1].hitter for man in club.order),
        ]
        """Hitting cards by slot."""
        self.ranges: list[int] = [0] * 10
        self.errors: list[int] = [0] * 10
        self.arms: list[int] = [0] * 10
        self.passed_balls: i64 = 0
        self.throws: i64 = 0
        """The catcher's T rating."""
        self.up: i64 = 1
        self.changes: i64 = 0
        """Pitching changes made (T10.11f)."""
        self.endurance = Endurance()
        self.pitched: i64 = bit(pitcher)
        """Men who have pitched in this game."""
        self.on_mound: i64 = pitcher
        """Who pitches, or did until somebody hit or ran for him."""
        self.mound: Pitcher = self._pitching_card(pitcher)
        self.emergency = False
        """Whether somebody pitches who is no pitcher."""
        self.mound_started = True
        self.mound_outs: i64 = 0
        self.mound_runs: i64 = 0
        self.mound_weak = False
        for slot in range(NO_BAT, SLOTS + 1):
            self._stand(slot)
        self.endurance.start(STARTER, self.mound.starter, 0, 1)

    # Asking.

    @property
    def pitcher(self) -> i64:
        """The man on the mound, 0 while nobody is."""
        return self.lineup.at[PITCHER]

    def man(self, number: i64) -> Man:
        """The man with a number."""
        return self.squad[number - 1]

    def man_in(self, slot: i64) -> Man:
        """The man who bats in a slot."""
        return self.squad[self.lineup.slots[slot] - 1]

    def bench(self) -> i64:
        """Hitters who may still come in, as a mask."""
        return self.lineup.bench & ~self.lineup.hurt

    def can_spare(self, number: i64) -> bool:
        """Whether the bench has another catcher when he comes in."""
        return self.lineup.plays[CATCHER] & self.bench() != bit(number)

    def eligible_relievers(self) -> i64:
        """Pitchers of the bullpen who may enter now, as a mask (T27.62, T10.2n)."""
        return self.lineup.bullpen & self.relievers

    # Changing.

    def allow(self, men: tuple[Man, ...]) -> None:
        """The same men, who are allowed something else from now on (T33.0h)."""
        self.squad = [*men, self.squad[-1]]
        self.relievers = _relievers(men)

    def replace(self, slot: i64, number: i64, where: i64) -> None:
        """``number`` takes over a slot as pinch hitter, pinch runner or at a position; the man who
        was there is gone."""
        self.lineup.replace(slot, number, where)
        self.hitters[slot] = self.squad[number - 1].hitter
        self._stand(slot)

    def move(self, slot: i64, position: i64) -> None:
        """The man in a slot goes to a position; whoever stood there has none for the moment."""
        self.lineup.move(slot, position, PINCH_RUNNER)
        self._stand(slot)

    def designate(self, slot: i64) -> None:
        """The man in a slot, who came in for the designated hitter, is he now (5.11(a)(4), (6))."""
        self.lineup.give_up_position(slot, DESIGNATED, DESIGNATED)

    def drop_designated(self, slot: i64, position: i64) -> None:
        """The pitcher takes a slot and plays a position: nobody bats for pitchers any longer."""
        self.lineup.drop_designated(slot, position)
        self.hitters[slot] = self.squad[self.lineup.slots[slot] - 1].hitter
        self._stand(slot)

    def take_the_mound(self, outs: i64 = 0) -> None:
        """The man at the pitcher's position begins to pitch."""
        number = self.lineup.at[PITCHER]
        self.on_mound = number
        self.mound = self._pitching_card(number)
        self.emergency = not self.squad[number - 1].is_pitcher
        self.mound_started = False
        self.mound_outs = outs
        self.mound_runs = 0
        self.mound_weak = False
        self.pitched |= bit(number)
        self.changes += 1

    # Put away and taken up again.

    def mound_state(self) -> MoundState:
        """How tired whoever pitches is."""
        endurance = self.endurance
        return MoundState(
            started=self.mound_started,
            outs=self.mound_outs,
            runs=self.mound_runs,
            weak=self.mound_weak,
            tired=endurance.tired,
            closing=endurance.closing,
            closer_outs=endurance.left,
            inning=endurance.inning,
            hits_and_walks=endurance.hits_and_walks,
            recent_runs=endurance.recent_runs,
            changes=self.changes,
            pitched=members(self.pitched & ~bit(self.on_mound)),
        )

    def take_up(self, lineup: LineupState | None, pitcher: i64, mound: MoundState) -> None:
        """Stand as a state says, in a side that has just begun; ``pitcher`` 0: as it began."""
        if lineup is not None:
            self.lineup.take_up(lineup)
            for slot in range(NO_BAT, SLOTS + 1):
                if slot != NO_BAT or lineup.tenth:
                    self.hitters[slot] = self.squad[self.lineup.slots[slot] - 1].hitter
                    self._stand(slot)
        self.on_mound = pitcher or self.lineup.at[PITCHER]
        self.mound = self._pitching_card(self.on_mound)
        self.emergency = not self.squad[self.on_mound - 1].is_pitcher
        self.mound_started = mound.started
        self.mound_outs = mound.outs
        self.mound_runs = mound.runs
        self.mound_weak = mound.weak
        self.changes = mound.changes
        self.pitched = set_of(mound.pitched) | bit(self.on_mound)
        if mound.started:
            self.endurance.start(STARTER, self.mound.starter, 0, mound.inning)
        else:
            self.endurance.start(RELIEVER, self.mound.relief, self.mound.closer, mound.inning)
        self.endurance.take_up(
            mound.outs,
            mound.inning,
            mound.hits_and_walks,
            mound.recent_runs,
            tired=mound.tired,
            closing=mound.closing,
            left=mound.closer_outs,
        )

    def _stand(self, slot: i64) -> None:
        """Put the ratings of the man in a slot in force, where he plays a position."""
        position = self.lineup.where[slot]
        if not PITCHER <= position <= LAST_POSITION:
            return
        number = self.lineup.slots[slot]
        rating = self.squad[number - 1].fielding[position]
        if position == PITCHER and rating is None:
            rating = emergency_pitcher(self.squad[number - 1]).fielding
        if rating is None:
            self.lineup.out_of_position |= bit(number)
            self.ranges[position] = WORST_RANGE
            self.errors[position] = WORST_ERROR
            self.arms[position] = WORST_ARM
            if position == CATCHER:
                self.passed_balls = WORST_RATING
                self.throws = WORST_RATING
            return
        self.ranges[position] = rating.range
        self.errors[position] = rating.error
        self.arms[position] = rating.arm
        if position == CATCHER:
            self.passed_balls = rating.pb
            self.throws = rating.t

    def _pitching_card(self, number: i64) -> Pitcher:
        man = self.squad[number - 1]
        return man.pitcher if man.pitcher is not None else emergency_pitcher(man)


def _relievers(men: tuple[Man, ...]) -> i64:
    """Those who may relieve, as a mask."""
    mask: i64 = 0
    for man in men:
        if man.may_relieve and man.relief_outs > 0:
            mask |= bit(man.number)
    return mask
