"""A shoot-out: Purestrat's quick way to break a tie (T32).

From the third inning on the side that leads at the end of an inning wins. Every inning has new
pitchers, one inning each; position players stay in, and no pitcher tires. Both pitchers of an
inning are named before it begins, the visitors' first (A-O3); the visitors' takes the mound, and
his place in the order, in the bottom half, so that a pinch hitter for him costs them nothing
(T32.0j).
"""

from __future__ import annotations

from dataclasses import replace

from mypy_extensions import i64

from games.engine.bitsets import bit, lowest, members, set_of, size
from games.engine.events import KIND_MASK, PINCH_HITTER, STEAL
from games.engine.game_state import GameState
from games.engine.lineup import PITCHER
from games.engine.nine.changes import bring_in, fill
from games.engine.nine.decisions import PINCH_HIT, PITCH
from games.engine.nine.positions import designate, move_players
from games.engine.nine.relief import mount
from games.engine.options import Settings
from games.engine.situation import AWAY, HOME, TOP, Situation
from games.engine.table import Table
from games.systems.purestrat.play.charts import Charts
from games.systems.purestrat.play.game import PurestratGame
from games.systems.purestrat.play.law import PurestratLaw
from games.systems.purestrat.play.manager import PurestratManager, run_value_against
from games.systems.purestrat.play.nine import Nine
from games.systems.purestrat.play.park import Park
from games.systems.purestrat.play.squad import PurestratClub
from games.systems.purestrat.play.state import PurestratState, ShootoutState


def shootout_law(settings: Settings) -> PurestratLaw:
    """The law of T32.0d: three innings, then on until one side leads; no mercy rule, no ties and no
    extra runners. A home side that leads after the visitors' half has won (A-O10)."""
    return PurestratLaw(
        {
            **settings,
            "innings": settings["shootout_decided_from"],
            "walk_off": True,
            "max_innings": 0,
            "extra_runner_from": 0,
            "mercy_margin": 0,
        }
    )


class Shootout(PurestratGame):
    """A game under T32, by ``shootout_law``."""

    def __init__(
        self,
        table: Table,
        law: PurestratLaw,
        situation: Situation,
        clubs: tuple[PurestratClub, PurestratClub],
        charts: Charts,
        park: Park,
    ) -> None:
        super().__init__(table, law, situation, clubs, charts, park, tires=False)
        self.only_the_hurt_leave = True
        self.spots: list[int] = [nine.lineup.slot_at(PITCHER) for nine in self.nines]
        """The batting slot of each side's pitchers."""
        self.named: list[int] = [nine.lineup.at[PITCHER] for nine in self.nines]
        """The pitcher of this inning, by side."""
        self.worked: list[int] = [bit(player) for player in self.named]
        """Players who have pitched or hit for a pitcher since all became free again, as masks."""
        self.naming: i64 = AWAY
        """The side that is naming its pitcher."""
        self._hit_for: i64 = 0
        """The pinch hitter of this plate appearance, 0 for none."""
        # The lineups name the pitchers of the first inning.
        self._names_due = situation.inning > 1 and situation.half == TOP and not situation.outs

    def dead_ball(self) -> bool:
        """Name new pitchers where an inning begins, and offer a pinch hitter for one."""
        if self.new_half:
            if self.half == TOP and self._names_due:
                self.free_pitchers()
                self._name(AWAY)
                self._name(HOME)
            self._names_due = False
            self._take_the_mound(1 - self.half)
        self._hit_for_pitcher(self.half)
        return False

    def apply_play(self, event: i64) -> None:
        super().apply_play(event)
        if event & KIND_MASK < STEAL:
            self._hit_for = 0

    # Saving and restoring.

    def own_state(self) -> PurestratState:
        """Add the named pitchers and those who have worked."""
        worked = self.worked
        return replace(
            super().own_state(),
            shootout=ShootoutState(
                named=(self.named[0], self.named[1]),
                worked=(members(worked[0]), members(worked[1])),
                hit_for=self._hit_for,
            ),
        )

    def take_up(self, state: GameState) -> None:
        super().take_up(state)
        own = state.own
        if isinstance(own, PurestratState) and own.shootout is not None:
            self.named = list(own.shootout.named)
            self.worked = [set_of(own.shootout.worked[0]), set_of(own.shootout.worked[1])]
            self._hit_for = own.shootout.hit_for

    # Pitchers.

    def may_pitch(self, side: i64) -> i64:
        """Pitchers who may be named for this inning, as a mask (T32.0e to g); 0 for none left."""
        mask = 0
        for player in self.nines[side].club.players:
            fits = (
                player.may_start
                if self.inning <= self.rules.shootout_starters_until
                else player.is_pitcher
            )
            if fits and not self.worked[side] >> player.number & 1:
                mask |= bit(player.number)
        nine = self.nines[side]
        lineup = nine.lineup
        elsewhere = lineup.playing & ~bit(lineup.slots[self.spots[side]])
        return mask & ~lineup.hurt & ~elsewhere

    def free_pitchers(self) -> None:
        """In the ninth all may pitch again, also those who have hit for one (T32.0g)."""
        if self.inning == self.rules.shootout_return_inning:
            self.worked = [0, 0]

    def _name(self, side: i64) -> None:
        eligible = self.may_pitch(side)
        number = 0
        if eligible:
            self.naming = side
            number = self.table.choose(self, PITCH, side, eligible)
            self.worked[side] |= bit(number)
        self.named[side] = number

    def _take_the_mound(self, side: i64) -> None:
        """Bring in the named pitcher, or, when no pitcher is left, a position player (A-O5); then
        fill every position."""
        nine = self.nines[side]
        lineup = nine.lineup
        slot = self.spots[side]
        number = self.named[side]
        if not number:
            current = lineup.slots[slot]
            bench = nine.bench()
            if not nine.player(current).is_pitcher:
                number = current
            elif bench:
                number = lowest(bench)
            else:
                number = len(nine.squad)
            self.named[side] = number
        if lineup.slots[slot] != number:
            mount(self, side, slot, number)
        elif lineup.at[PITCHER] != number:
            nine.move(slot, PITCHER)
            nine.take_the_mound()
            self.note_change(side, slot)
        designate(self, side)
        move_players(self, side, free=True)
        fill(self, side)
        lineup.take_the_field()

    # Substitutions (T32.0h, i).

    def hitters_for(self, side: i64) -> i64:
        """Players who may hit for the pitcher, once each time through the order (T32.0i): a bench
        player, or a pitcher (A-R15) whose inning is not needed."""
        nine = self.nines[side]
        lineup = nine.lineup
        if nine.up != self.spots[side] or self._hit_for or self.two_strikes:
            return 1
        candidates = lineup.bench | self._spare_pitchers(side)
        return candidates & ~lineup.hurt | 1

    def _spare_pitchers(self, side: i64) -> i64:
        """Pitchers who may hit: none who has worked or is named, and in the first inning no starter
        without whom no pitcher could start the second (A-O4)."""
        spare = starters = 0
        for player in self.nines[side].club.players:
            if player.is_pitcher and not self.worked[side] >> player.number & 1:
                spare |= bit(player.number)
                if player.may_start:
                    starters |= bit(player.number)
        if self.inning < self.rules.shootout_starters_until and size(starters) == 1:
            spare &= ~starters
        return spare

    def _hit_for_pitcher(self, side: i64) -> None:
        mask = self.hitters_for(side)
        number = self.table.choose(self, PINCH_HIT, side, mask) if mask > 1 else 0
        if number:
            nine = self.nines[side]
            nine.replace(nine.up, number, PINCH_HITTER)
            self.worked[side] |= bit(number)
            self._hit_for = number
            self.note_change(side, nine.up)

    def replace_hurt(self, side: i64, slot: i64, base: i64) -> None:
        """A substitute replaces a hurt player (T25.2); a pitcher only on base, and he still pitches
        his inning (A-O8)."""
        if slot != self.spots[side]:
            super().replace_hurt(side, slot, base)
        elif base:
            nine = self.nines[side]
            substitutes = (nine.lineup.bench | self._spare_pitchers(side)) & ~nine.lineup.hurt
            bring_in(self, side, slot, substitutes, base)
            self.worked[side] |= bit(nine.lineup.slots[slot])

    def _begin_half(self, inning: i64, half: i64) -> None:
        super()._begin_half(inning, half)
        self._names_due = half == TOP


class ShootoutManager(PurestratManager):
    """Plays like ``PurestratManager``, but lets the best pitchers pitch first and the bench hit for
    them."""

    def pitch(self, game: PurestratGame, mask: i64) -> i64:
        """The best of those who may be named."""
        assert isinstance(game, Shootout)  # noqa: S101 - the system pairs them
        nine = game.nines[game.naming]
        best, worth = 0, 9.0
        rest = mask & ~1
        while rest:
            number = lowest(rest)
            rest &= rest - 1
            player = nine.squad[number - 1]
            allowed = player.pitch_left + player.pitch_right
            if allowed < worth:
                best, worth = number, allowed
        return best

    def hit(self, game: PurestratGame, mask: i64) -> i64:
        """The best hitter of the bench, if he is better than the batter whose turn it is."""
        nine: Nine = game.offence
        throws = game.defence.mound.throws
        best = self._best_hitter(nine, mask, throws)
        if not best:
            return 0
        batter = nine.squad[nine.lineup.slots[nine.up] - 1]
        better = run_value_against(nine.squad[best - 1], throws) > run_value_against(batter, throws)
        return best if better else 0
