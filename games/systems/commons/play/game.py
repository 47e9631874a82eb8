"""A game of Commons Baseball: one turn after another, every step of both sides in the order of the
book (CB-020 to CB-035).

Out god or super god, challenge; pitch or intentional walk, and a result of the pitch itself ends
the turn; steal, pinch hit, hit god or super god, video replay; fences, swing or bunt; advances.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from games.engine.bitsets import bit, lowest, set_of, size
from games.engine.decisions import Decision
from games.engine.dice import Dice
from games.engine.events import (
    FIRST,
    IN_TURN,
    KIND_MASK,
    NO_BAT,
    PINCH_HITTER,
    RUNS,
    SCORED,
    STEAL,
    TO_MASK,
    TO_SHIFT,
    act,
    change,
)
from games.engine.events import THIRD as LAST_BASE
from games.engine.game import Game
from games.engine.game_state import GameState
from games.engine.lineup import PITCHER, LineupState
from games.engine.runners import Runners
from games.engine.situation import AWAY, HOME, SLOTS, START, TOP, Situation
from games.engine.table import Table
from games.systems.commons.play.cards import THROWS, CommonsBatter, Threshold
from games.systems.commons.play.club import BATTERS, DECK_SIZE, CommonsClub
from games.systems.commons.play.decisions import (
    ADVANCE_FROM_SECOND,
    ADVANCE_FROM_THIRD,
    AWAY_PITCHER,
    BUNTS,
    CHALLENGE,
    CHALLENGES,
    DISCARDS,
    DOUBLE_CARD,
    FACES,
    FENCES,
    GOES_FOR_THE_FENCES,
    HIT_CARD,
    HIT_GOD,
    HOME_PITCHER,
    LEND_BATTER,
    LEND_PITCHER,
    LENT_ARM,
    LENT_BAT,
    OUT_CARD,
    OUT_GOD,
    PINCH_HIT,
    PITCH,
    PITCH_ON,
    PLAYS_ADVANCE,
    PLAYS_DOUBLE,
    PLAYS_HIT,
    PLAYS_OUT,
    PLAYS_TWO_OUTS,
    REPLAY,
    REPLAYS,
    STEAL_ON,
    STEAL_THROW,
    SWING,
    SWING_ON,
    SWING_THROW,
    TWO_OUTS,
    WALK,
)
from games.systems.commons.play.decisions import STEAL as STEAL_SECOND
from games.systems.commons.play.law import CommonsLaw
from games.systems.commons.play.moves import (
    ADVANCED_FROM_SECOND,
    ADVANCED_FROM_THIRD,
    CAUGHT,
    OUT_PLAY,
    SINGLES,
    STOLEN,
    WALKS,
    WALKS_ON_PURPOSE,
    hit_play,
)
from games.systems.commons.play.moves import BUNTS as BUNT_PLAYS
from games.systems.commons.play.side import CommonsSide
from games.systems.commons.play.state import OPEN, SPENT, CommonsState

DIGITS: Final = 4
BOTH: Final = 0b11
CANNOT: Final = THROWS
"""A limit that no roll reaches."""


def at_or_above(threshold: Threshold) -> i64:
    """The lowest roll at which the event happens."""
    return CANNOT if threshold is None else threshold


class CommonsGame(Game):
    """A game between two decks."""

    def __init__(
        self,
        table: Table,
        law: CommonsLaw,
        situation: Situation,
        clubs: tuple[CommonsClub, CommonsClub],
    ) -> None:
        self.commons_law = law
        self.sides = (CommonsSide(clubs[0]), CommonsSide(clubs[1]))
        self.runners = Runners()
        self.double: i64 = OPEN
        """The owner of the super god of a double: a side, ``OPEN`` or ``SPENT``."""
        self.two_outs: i64 = OPEN
        self.chosen = False
        """Whether the pitchers of this inning (or half) have been taken."""
        self.out_challenged = False
        """Whether the out god of this turn was challenged: the pitch must be thrown (CB-084)."""
        self.hit_challenged = False
        """Whether the hit god of this turn was challenged: the batter has to bat (CB-083)."""
        self.delivered = False
        """Whether the pitch of this turn is delivered."""
        self.for_the_fences = False
        """Whether the batter of this turn swings for the fences."""
        self.low: i64 = 0
        """The lowest possible result of the roll in progress, and the number of possible results
        (``width``)."""
        self.width: i64 = THROWS
        super().__init__(table, law, situation)
        if situation != START:
            for side in (AWAY, HOME):
                on_base = situation.runners if side == situation.batting else (0, 0, 0)
                self.sides[side].begin_at(situation.up[side] - 1, on_base, situation.inning)
            self.runners.take_up(situation, situation.up[situation.half])

    # The turn.

    def turn(self) -> None:
        """Play one turn at bat."""
        if not self.chosen:
            self._choose_pitchers()
        ours, theirs = self.sides[self.half], self.sides[1 - self.half]
        if theirs.coming:
            self._takes_the_mound(1 - self.half)
        batter = self._comes_to_bat(ours, theirs)
        theirs.worked |= self._own(theirs.on_mound)
        self.out_challenged = False
        self.hit_challenged = False
        self.delivered = False
        self.for_the_fences = False
        if self._god_of_the_pitching_side(ours, theirs):
            return
        if (not self.out_challenged or self.commons_law.may_walk) and self.table.choose(
            self, WALK, 1 - self.half, BOTH
        ):
            self.apply_play(WALKS_ON_PURPOSE[self.bases])
            return
        if self._pitch(ours, theirs, batter):
            return
        self.delivered = True
        self._bat(ours, theirs, batter)
        self.delivered = False

    def _bat(self, ours: CommonsSide, theirs: CommonsSide, batter: i64) -> None:
        """Play the batting side's part after the pitch is delivered (CB-051)."""
        if self.bases & 3 == 1 and self._steals(ours):
            return
        batter = self._pinch_hitter(ours, batter)
        hit = self._god_of_the_batting_side(ours, theirs)
        if hit:
            self._hit(ours, hit)
            return
        way = self.table.choose(self, SWING, self.half, 0b111)
        if way == BUNTS:
            self.apply_play(BUNT_PLAYS[self.outs][self.bases])
            return
        card = ours.batting_card(batter)
        if way == FENCES:
            self._note(act(self.half, GOES_FOR_THE_FENCES))
            self.for_the_fences = True
            hit = 4 if self._fences(card) else 0
        else:
            hit = self._swing(card)
        if hit:
            self._hit(ours, hit)
        else:
            self.apply_play(OUT_PLAY[self.bases])

    def _hit(self, ours: CommonsSide, hit: i64) -> None:
        """Play a hit of so many bases, and offer advances for the runners who were on base
        (CB-035)."""
        may_advance = self.bases != 0 and hit < 4
        if self.hit_challenged and not self.commons_law.advance_after_challenge:
            may_advance = False
        self.apply_play(hit_play(self.bases, hit))
        if not may_advance or self.is_over():
            return
        # The batter is now the runner on the base of his hit (CB-036).
        if self.bases & 4 and hit < 3:
            self._advance(ours, ADVANCE_FROM_THIRD, ADVANCED_FROM_THIRD)
        if self.bases & 6 == 2 and hit < 2 and not self.is_over():
            self._advance(ours, ADVANCE_FROM_SECOND, ADVANCED_FROM_SECOND)

    def _advance(self, ours: CommonsSide, decision: Decision, plays: tuple[int, ...]) -> None:
        """Offer an advance for one runner (CB-037, CB-085)."""
        if ours.advances and self.table.choose(self, decision, self.half, BOTH):
            ours.advances -= 1
            self._note(act(self.half, PLAYS_ADVANCE))
            self.apply_play(plays[self.bases])

    # Gods.

    def _god_of_the_pitching_side(self, ours: CommonsSide, theirs: CommonsSide) -> bool:
        """Offer a god before the pitch; return whether it ended the turn (CB-020 to CB-022, CB-042,
        CB-043)."""
        field = 1 - self.half
        mask: i64 = 1
        if theirs.outs:
            mask |= 2
        if self.two_outs == OPEN or self.two_outs == field:
            mask |= 4
        if mask == 1:
            return False
        god = self.table.choose(self, OUT_GOD, field, mask)
        if god == TWO_OUTS:
            self._note(act(field, PLAYS_TWO_OUTS))
            if self.double == OPEN:
                self.double = self.half
            self.two_outs = SPENT
            self.apply_play(OUT_PLAY[self.bases])
            if self.outs < 3:
                self._comes_to_bat(ours, theirs)
                self.apply_play(OUT_PLAY[self.bases])
            return True
        if god != OUT_CARD:
            return False
        theirs.outs -= 1
        self._note(act(field, PLAYS_OUT))
        if ours.challenges and self.table.choose(self, CHALLENGE, self.half, BOTH):
            ours.challenges -= 1
            self.out_challenged = True
            self._note(act(self.half, CHALLENGES))
            return False
        self.apply_play(OUT_PLAY[self.bases])
        return True

    def _god_of_the_batting_side(self, ours: CommonsSide, theirs: CommonsSide) -> i64:
        """Offer a god instead of the swing; return the bases of its hit, 0 without one (CB-030,
        CB-031, CB-078 to CB-083)."""
        mask: i64 = 1
        if ours.hits:
            mask |= 2
        if self.double == OPEN or self.double == self.half:
            mask |= 4
        if mask == 1:
            return 0
        god = self.table.choose(self, HIT_GOD, self.half, mask)
        if god == DOUBLE_CARD:
            self._note(act(self.half, PLAYS_DOUBLE))
            if self.two_outs == OPEN:
                self.two_outs = 1 - self.half
            self.double = SPENT
            return 2
        if god != HIT_CARD:
            return 0
        ours.hits -= 1
        self._note(act(self.half, PLAYS_HIT))
        if theirs.challenges and self.table.choose(self, REPLAY, 1 - self.half, BOTH):
            theirs.challenges -= 1
            self.hit_challenged = True
            self._note(act(1 - self.half, REPLAYS))
            return 0
        return 1

    # Rolls.

    def _throw(self, first: Dice, further: Dice, side: i64, one: i64, two: i64) -> i64:
        """Roll up to four dice, no more than needed; return how many of two limits are reached
        (CB-062 to CB-064)."""
        width = THROWS // FACES
        low = self.table.roll(first, side) * width
        while (low < one <= low + width - 1) or (low < two <= low + width - 1):
            self.low, self.width = low, width
            width //= FACES
            low += self.table.roll(further, side) * width
        face = self.table.surplus()
        if face >= 0:
            # The pitcher's OUT and HIT need a roll above the printed threshold.
            self._pass_over(face, low, width, (one, two - 1 if two < CANNOT else CANNOT))
        return int(low >= one) + int(low >= two)

    def _pass_over(self, face: i64, low: i64, width: i64, limits: tuple[int, ...]) -> None:
        """Accept surplus dice without effect: a side that compares digit by digit, as the book
        does, rolls on while all digits are equal (CB-063), even if the result is settled."""
        while face >= 0:
            near = False
            for limit in limits:
                near = near or low <= limit < low + width
            if width == 1 or not near or face >= FACES:
                self.table.refuse_surplus()
            width //= FACES
            low += face * width
            face = self.table.surplus()

    def _pitch(self, ours: CommonsSide, theirs: CommonsSide, batter: i64) -> bool:
        """Roll the pitch; return whether it settled the turn (CB-044 to CB-048)."""
        arm = theirs.arm
        if ours.bats_left(batter, against_left=theirs.left_handed):
            out, hit = arm.out_left, arm.hit_left
        else:
            out, hit = arm.out_right, arm.hit_right
        above = out if out is not None else hit
        walk: i64 = 0 if arm.walk is None else arm.walk
        over: i64 = CANNOT if above is None else above + 1
        reached = self._throw(PITCH, PITCH_ON, 1 - self.half, walk, over)
        if reached == 1:
            return False
        if reached == 0:
            self.apply_play(WALKS[self.bases])
        else:
            self.apply_play(OUT_PLAY[self.bases] if out is not None else SINGLES[self.bases])
        return True

    def _swing(self, card: CommonsBatter) -> i64:
        """Roll the swing; return the bases of the hit, 0 for an out (CB-052 to CB-057)."""
        single = at_or_above(card.single)
        double = at_or_above(card.double)
        triple = at_or_above(card.triple)
        homer = at_or_above(card.home_run)
        width: i64 = THROWS // FACES
        low = self.table.roll(SWING_THROW, self.half) * width
        while (
            low < single <= low + width - 1
            or low < double <= low + width - 1
            or low < triple <= low + width - 1
            or low < homer <= low + width - 1
        ):
            self.low, self.width = low, width
            width //= FACES
            low += self.table.roll(SWING_ON, self.half) * width
        face = self.table.surplus()
        if face >= 0:
            self._pass_over(face, low, width, (single, double, triple, homer))
        return int(low >= single) + int(low >= double) + int(low >= triple) + int(low >= homer)

    def _fences(self, card: CommonsBatter) -> bool:
        """Roll a swing for the fences: a double or more is a home run, anything else an out
        (CB-126, CB-127), so only the limit of the double counts."""
        double = at_or_above(card.double)
        width: i64 = THROWS // FACES
        low = self.table.roll(SWING_THROW, self.half) * width
        while low < double <= low + width - 1:
            self.low, self.width = low, width
            width //= FACES
            low += self.table.roll(SWING_ON, self.half) * width
        face = self.table.surplus()
        if face >= 0:
            single = at_or_above(card.single)
            triple = at_or_above(card.triple)
            homer = at_or_above(card.home_run)
            self._pass_over(face, low, width, (single, double, triple, homer))
        return low >= double

    # The bases and the list.

    def _steals(self, ours: CommonsSide) -> bool:
        """Offer and roll a steal; return whether it ended the half-inning: then the batter stays at
        bat (CB-025, CB-026, CB-049, CB-050)."""
        threshold = ours.batting_card(ours.players[self.runners.on[1]]).steal
        if threshold is None or not self.table.choose(self, STEAL_SECOND, self.half, BOTH):
            return False
        if self._throw(STEAL_THROW, STEAL_ON, self.half, threshold, CANNOT):
            self.apply_play(STOLEN[self.bases])
            return False
        self.apply_play(CAUGHT[self.bases])
        return self.outs >= 3

    def _pinch_hitter(self, ours: CommonsSide, batter: i64) -> i64:
        """Return the batter after offering a pinch hitter: a player of two teams may be replaced by
        any batter left (CB-027 to CB-029, CB-110)."""
        if batter > DECK_SIZE or batter == ours.lent_batter or not ours.batting_card(batter).pinch:
            return batter
        left = ours.batters & ~bit(batter)
        if not left:
            return batter
        chosen = self.table.choose(self, PINCH_HIT, self.half, left | 1)
        if not chosen:
            return batter
        ours.batters = left
        ours.batter = chosen
        ours.came_up |= bit(chosen)
        ours.players[ours.up] = chosen
        self._note(change(self.half, ours.up, PINCH_HITTER, chosen))
        return chosen

    def _comes_to_bat(self, ours: CommonsSide, theirs: CommonsSide) -> i64:
        """Bring up the batter who is due; a lent one where the list is used up."""
        batter = ours.batter or ours.next_batter() or ours.lent_batter
        if not batter:
            batter = self._lend_batter(ours, theirs)
        ours.batter = batter
        if batter <= DECK_SIZE:
            ours.came_up |= bit(batter)
        if ours.players[ours.up] != batter:
            ours.players[ours.up] = batter
            self._note(change(self.half, ours.up, IN_TURN, batter))
        return batter

    def _lend_batter(self, ours: CommonsSide, theirs: CommonsSide) -> i64:
        """Let the opponent choose who bats from now on: one of his own used batters who did not
        score (CB-123)."""
        chooser = theirs if self.commons_law.lent_from_chooser else ours
        used = chooser.came_up & ~chooser.scored or chooser.came_up
        used = used or set_of(range(1, BATTERS + 1))
        player = self.table.choose(self, LEND_BATTER, 1 - self.half, used)
        ours.lent_batter = player + DECK_SIZE if self.commons_law.lent_from_chooser else player
        self._note(act(self.half, LENT_BAT, ours.lent_batter))
        return ours.lent_batter

    def _choose_pitchers(self) -> None:
        """Let both sides take their next pitcher for this inning, visitors first (CB-015 to CB-017,
        E4.1); or only the side in the field, for this half."""
        self.chosen = True
        away_is_out = self._is_out_of_pitchers(AWAY)
        home_is_out = self._is_out_of_pitchers(HOME)
        if self.commons_law.chosen_each_half:
            if away_is_out if self.half else home_is_out:
                self._lend_pitcher(1 - self.half)
            else:
                self._next_pitcher(1 - self.half)
            return
        self._next_pitcher(AWAY)
        if home_is_out:
            self._lend_pitcher(HOME)
        self._next_pitcher(HOME)
        if away_is_out:
            self._lend_pitcher(AWAY)

    def _is_out_of_pitchers(self, side: i64) -> bool:
        return not self.sides[side].pitchers and not self.sides[side].lent_pitcher

    def _next_pitcher(self, side: i64) -> None:
        """Let a side bring in the next pitcher of its list, or discard some first."""
        own_side = self.sides[side]
        if own_side.lent_pitcher or not own_side.pitchers:
            return
        left = size(own_side.pitchers)
        discarded: i64 = 0
        if left > 1:
            decision = HOME_PITCHER if side else AWAY_PITCHER
            discarded = self.table.choose(self, decision, side, bit(left) - 1)
        for _ in range(discarded):
            self._note(act(side, DISCARDS, lowest(own_side.pitchers)))
            own_side.pitchers &= own_side.pitchers - 1
        own_side.coming = lowest(own_side.pitchers)
        own_side.pitchers &= own_side.pitchers - 1

    def _lend_pitcher(self, side: i64) -> None:
        """Let the opponent of a side without pitchers lend it one for the rest of the game: one of
        his own who has pitched a whole inning (CB-120, CB-121)."""
        own_side = self.sides[side]
        from_chooser = self.commons_law.lent_from_chooser
        chooser = self.sides[1 - side] if from_chooser else own_side
        used = chooser.complete or chooser.worked
        used = used or set_of(range(BATTERS + 1, DECK_SIZE + 1))
        player = self.table.choose(self, LEND_PITCHER, 1 - side, used)
        own_side.lent_pitcher = player + DECK_SIZE if from_chooser else player
        self._note(act(side, LENT_ARM, own_side.lent_pitcher))
        own_side.coming = own_side.lent_pitcher

    def _takes_the_mound(self, side: i64) -> None:
        """Bring in the chosen pitcher once his side takes the field: one whose half is not played
        has not pitched."""
        own_side = self.sides[side]
        player, own_side.coming = own_side.coming, 0
        if player != own_side.on_mound:
            own_side.comes_in(player)
            self._note(change(side, NO_BAT, PITCHER, player))

    def _own(self, player: i64) -> i64:
        """The mask of this player if he is the side's own; 0 if he was lent."""
        return bit(player) if player <= DECK_SIZE else 0

    def why_not(self, decision: Decision, choice: i64) -> str:
        """The rule that closes a choice; see ``reasons``."""
        from games.systems.commons.text.reasons import why_not

        return why_not(self, decision, choice)

    # Plays.

    def apply_play(self, event: i64) -> None:
        """Apply a play, and track the runners and who scored by card."""
        ours = self.sides[self.half]
        moves = event >> TO_SHIFT & TO_MASK
        if RUNS[moves]:
            self._score(ours, moves)
        batting = event & KIND_MASK < STEAL
        super().apply_play(event)
        self.runners.move(moves)
        if batting:
            if FIRST <= moves & 7 <= LAST_BASE:
                self.runners.on[moves & 7] = ours.up
            ours.turn_over(ours.players[ours.up])
            ours.up = ours.up % SLOTS + 1

    def _score(self, ours: CommonsSide, to: i64) -> None:
        """Record who scores: he cannot be lent (CB-123)."""
        for base in range(4):
            if to >> 3 * base & 7 == SCORED:
                player = ours.players[self.runners.on[base]] if base else ours.players[ours.up]
                if player <= DECK_SIZE:
                    ours.scored |= bit(player)

    def _close_half(self) -> None:
        theirs = self.sides[1 - self.half]
        theirs.complete |= self._own(theirs.on_mound)
        super()._close_half()

    def _begin_half(self, inning: i64, half: i64) -> None:
        self.runners.clear()
        if half == TOP or self.commons_law.chosen_each_half:
            self.chosen = False
        super()._begin_half(inning, half)

    def _place_runner(self) -> None:
        self.runners.on[2] = (self.sides[self.half].up - 2) % SLOTS + 1
        super()._place_runner()

    # Saving and restoring.

    def lineups(self) -> tuple[LineupState, LineupState]:
        """The players in the nine places."""
        away, home = (
            LineupState(tuple(side.players[1:]), (IN_TURN,) * SLOTS) for side in self.sides
        )
        return away, home

    def pitching(self) -> tuple[int, int]:
        return self.sides[0].on_mound, self.sides[1].on_mound

    def own_state(self) -> CommonsState:
        return CommonsState(
            (self.sides[0].state(), self.sides[1].state()), self.double, self.two_outs, self.chosen
        )

    def take_up(self, state: GameState) -> None:
        """Restore a state."""
        own = state.own
        if not isinstance(own, CommonsState) or state.lineups is None:
            return
        for side in (AWAY, HOME):
            self.sides[side].take_up(
                own.sides[side], state.lineups[side].order, state.pitching[side]
            )
            self.sides[side].up = state.situation.up[side]
        self.double = own.double
        self.two_outs = own.two_outs
        self.chosen = own.chosen
