"""A manager who plays Purestrat soundly.

He weighs every decision by a run-expectancy table and the safe ranges that the game has computed
for it; late in a close game the chance of one run counts instead. The club's tendencies move the
break-even points. He reads only the state of the game, so that a transcript without his default
choices replays the same.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from games.engine.bitsets import bit, lowest, size
from games.engine.decisions import FIELDING, Decision, Manager
from games.engine.events import PINCH_HITTER
from games.engine.lineup import PITCHER
from games.engine.nine.decisions import ENTER, MOVE, PINCH_HIT, PINCH_RUN, PITCH, WALK
from games.engine.nine.removal import must_leave_mound
from games.systems.purestrat.play import expectancy
from games.systems.purestrat.play.decisions import (
    CONCEDE_BASE,
    FORFEIT_CHECK,
    HOLD,
    INFIELD,
    OUTFIELD,
    SEND,
    STEAL,
    SURE_OUT,
    SWING,
    TARGET,
    THROW,
    TRAIL,
)
from games.systems.purestrat.play.diamond import CORNERS, IN
from games.systems.purestrat.play.game import PurestratGame
from games.systems.purestrat.play.nine import Nine
from games.systems.purestrat.play.squad import PurestratPlayer
from games.systems.purestrat.play.steals import SECOND_NOW, chance, has_automatic_lead

BY_THE_BOOK: Final = 5

LATE: Final = 7
"""From this inning on he plays a close game for one run."""

ONE_INNING: Final = 3
ENOUGH_OUTS: Final = 9
"""Relief outs beyond this do not make a reliever better."""

ROUNDING: Final = 1e-9
"""Tolerance about an average: a reliever alone in the bullpen is no better than it."""

_BEGINS_ANOTHER: Final[tuple[int, ...]] = (99, 99, 99, 99, 99, 4, 3, 3, 99)
"""By completed innings, the most runs with which a starter begins another inning."""

_BEFORE_HE_IS_ASKED: Final = 15
"""Outs before which a starter's length is not considered."""

WORSE_AN_INNING: Final = 0.012
"""Runs by which a batter has to be worse to bunt, for each inning before ``LATE``."""
NO_BUNT_WITH_ONE_OUT: Final = -30
"""With ``era_bunting`` up to this, not even pitchers bunt with one out."""

HOPELESS: Final = -0.4
"""Runs per time at bat below which a pitcher bunts in every era with ``era_sacrifices``."""
SECOND_OUT: Final = 0.04
EACH_RUN_APART: Final = 0.015
"""Runs by which a pitcher has to be worse to bunt, for each out and for each run between the
clubs, up to ``FAR_APART``."""
FAR_APART: Final = 5

SACRIFICE: Final = 1
SQUEEZE: Final = 2
HIT_AND_RUN: Final = 3


def run_value_against(man: PurestratPlayer, throws: str) -> float:
    """Runs per plate appearance against a pitcher's hand."""
    return man.run_value_left if throws == "L" else man.run_value_right


OFF_AT_ONCE: Final = 0.02
LEAD_TO_SECOND: Final = -0.017
LEAD_TO_THIRD: Final = -0.05
"""Expected runs that a steal has to gain, or may lose if negative."""

HOME_PLATE: Final = 4
_HOME_FROM: Final[tuple[tuple[int, ...], ...]] = (
    (18, 17, 14),
    (18, 17, 14),
    (17, 16, 13),
    (18, 17, 14),
)
"""By the runner's base and the outs; from first, on a double, the next batter could still bring
him in from third."""
_THIRD_FROM_FIRST: Final[tuple[int, ...]] = (19, 19, 19)
_NEXT_BASE: Final[tuple[int, ...]] = (19, 18, 19)

Hopes = tuple[list[float], ...]
"""The worth of states, ``hopes[outs][bases]``; see ``expectancy``."""

HOLD_FIRST: Final = 2
"""The choice that always holds the runner on first."""


@mypyc_attr(allow_interpreted_subclasses=True)
class PurestratManager(Manager):
    def choose(self, game: PurestratGame, decision: Decision, mask: i64) -> i64:  # type: ignore[override]
        """Return a legal choice. Called about four hundred times a game: frequent decisions
        first."""
        choice = 0
        if decision is WALK:
            choice = self.walk(game, mask)
        elif decision is ENTER or decision is FORFEIT_CHECK or decision is MOVE:
            return 0
        elif decision is PITCH:
            choice = self.pitch(game, mask)
        elif decision is HOLD:
            choice = self.hold(game, mask)
        elif decision is STEAL:
            choice = self.steal(game, mask)
        elif decision is PINCH_HIT:
            choice = self.hit(game, mask)
        elif decision is INFIELD:
            choice = self.infield(game, mask)
        elif decision is SWING:
            choice = self.swing(game, mask)
        elif decision is PINCH_RUN[0]:
            choice = self.run_for(game, mask, 1)
        elif decision is PINCH_RUN[1]:
            choice = self.run_for(game, mask, 2)
        elif decision is SEND:
            choice = self.send(game, mask)
        elif decision is CONCEDE_BASE:
            choice = self.concede_base(game, mask)
        elif decision is TRAIL:
            choice = self.trail(game, mask)
        elif decision is TARGET:
            choice = self.target(game, mask)
        elif decision is SURE_OUT:
            choice = self.sure_out(game, mask)
        elif decision is THROW:
            choice = self.throw(game, mask)
        elif decision is OUTFIELD:
            choice = self.outfield(game, mask)
        return choice if mask >> choice & 1 else 0

    def at_rest(self, game: PurestratGame, asked: i64) -> bool:  # type: ignore[override]
        """True for the side in the field unless it wants another pitcher or walks the batter; for
        the side at bat until late in the game, and as long as it leads, unless its pitcher is up
        (see ``hit`` and ``run_for``)."""
        if asked == FIELDING:
            return self.walk(game, 1) == 0 and not self._wants_change(game, game.defence)
        nine = game.offence
        if nine.lineup.slots[nine.up] == nine.lineup.at[PITCHER]:
            return False
        return game.inning < LATE or game.lead > 0

    # Batting.

    def hit(self, game: PurestratGame, mask: i64) -> i64:
        """Bat for the pitcher when he is spent or runs are needed, for others late and only for a
        clear gain."""
        nine = game.offence
        lineup = nine.lineup
        number = lineup.slots[nine.up]
        batter = nine.squad[number - 1]
        eager = nine.club.tendencies.pinch_hitting - BY_THE_BOOK
        if number == lineup.at[PITCHER]:
            return self._hit_for_pitcher(game, nine, mask, eager)
        if lineup.where[nine.up] == PINCH_HITTER or game.inning < LATE or game.lead > 0:
            return 0
        best = self._best_hitter(nine, mask, game.defence.mound.throws)
        if not best:
            return 0
        throws = game.defence.mound.throws
        gain = run_value_against(nine.squad[best - 1], throws) - run_value_against(batter, throws)
        return best if gain > 0.035 - 0.005 * eager else 0

    def _hit_for_pitcher(self, game: PurestratGame, nine: Nine, mask: i64, eager: i64) -> i64:
        if not nine.eligible_relievers():
            return 0
        spent = nine.endurance.tired or self._used_up(game, nine)
        behind = game.lead <= 0
        patience = nine.club.tendencies.era_patience
        length = nine.club.tendencies.era_length
        innings_later = (length > 8) + (length > 14) if length else patience > 5
        from_inning = 7 - (eager > 2) + (eager < -2) + innings_later
        chance = bool(game.bases & 6) and game.inning >= from_inning - 1
        wanted = spent or (behind and game.inning >= from_inning) or (behind and chance)
        if length:
            wanted = wanted or (game.inning > from_inning and game.lead <= 0)
        elif game.inning >= 8 and game.lead < 3 - patience:
            wanted = True
        closing = not nine.mound_started and game.inning >= 8 and game.lead > 0
        if not wanted or closing:
            return 0
        if game.outs == 0 and game.bases & 3 and not game.bases & 4 and game.inning < 6:
            return 0
        return self._best_hitter(nine, mask, game.defence.mound.throws)

    def _used_up(self, game: PurestratGame, nine: Nine) -> bool:
        patience = nine.club.tendencies.era_patience
        if nine.mound_started:
            if nine.club.tendencies.era_length:
                return game.inning >= 6 and not self._goes_on(nine, game.defence.up)
            return nine.mound_outs >= 18 + patience and game.inning >= 7
        return nine.mound_outs >= ONE_INNING + patience + self._faces_the_last(
            game.defence.up, nine.club.tendencies.era_relief
        )

    def _goes_on(self, nine: Nine, up: i64) -> bool:
        """Tell whether a starter begins another inning, with ``up`` of the order, as starters of
        his era did: the longer he lasts by his card and the fewer runs he has given up, the later
        he is taken out."""
        if nine.mound_outs < _BEFORE_HE_IS_ASKED:
            return True
        tendencies = nine.club.tendencies
        begun = nine.mound_outs // 3 + 1
        hook = tendencies.quick_hook - BY_THE_BOOK
        length = tendencies.era_length + 2 * self._faces_the_last(up, tendencies.era_starts)
        return 2 * (begun - nine.endurance.point + nine.mound_runs) + hook <= length

    def _faces_the_last(self, up: i64, tenths: i64) -> i64:
        """1 when the next batter is among the last ``tenths`` tenths of the order."""
        return int(10 * up > 9 * (10 - tenths))

    def _best_hitter(self, nine: Nine, mask: i64, throws: str) -> i64:
        """The first available pinch hitter of the manager's instructions; or else the best
        hitter."""
        roles = nine.club.roles
        candidates = mask & nine.lineup.bench
        for preferred in roles.pinch_hitters:
            if candidates >> preferred & 1 and nine.can_spare(preferred):
                return preferred
        best, worth = 0, -9.0
        rest = candidates & ~roles.avoided
        while rest:
            number = lowest(rest)
            rest &= rest - 1
            value = run_value_against(nine.squad[number - 1], throws)
            if value > worth and nine.can_spare(number):
                best, worth = number, value
        return best

    def run_for(self, game: PurestratGame, mask: i64, base: i64) -> i64:
        """A fast runner for a slow one who is the run that matters, late in the game."""
        if game.inning < 8 or not -1 <= game.lead <= 0 or (game.outs == 2 and base == 1):
            return 0
        if base == 1 and game.bases & 6:
            return 0
        nine = game.offence
        slow = game.runner(base).running
        if slow > 12:
            return 0
        best, speed = 0, slow + 3
        rest = mask & nine.lineup.bench & ~nine.club.roles.avoided
        while rest:
            number = lowest(rest)
            rest &= rest - 1
            running = nine.squad[number - 1].hitter.running
            if running > speed and nine.can_spare(number):
                best, speed = number, running
        return best

    def steal(self, game: PurestratGame, mask: i64) -> i64:
        """Steal when the expected runs increase."""
        tendencies = game.offence.club.tendencies
        if tendencies.era_stealing and not tendencies.stealing:
            return 0
        eager = 0.012 * (tendencies.stealing - BY_THE_BOOK) + tendencies.era_stealing / 1000
        hoped = expectancy.SOME if self._one_run(game) else expectancy.RUNS
        if mask >> SECOND_NOW & 1 and self._gain_of_going(game, 1, False, hoped) > (
            OFF_AT_ONCE - eager
        ):
            return SECOND_NOW
        if mask & 2 and self._gain_of_lead(game, 1, hoped) > LEAD_TO_SECOND - eager:
            return 1
        if (
            mask & 8
            and game.outs < 2
            and self._gain_of_lead(game, 2, hoped) > (LEAD_TO_THIRD - eager)
        ):
            return 3
        return 0

    def _gain_of_going(self, game: PurestratGame, base: i64, lead: bool, hoped: Hopes) -> float:
        """Gain of a steal by a table of worths, ``hoped[outs][bases]``."""
        safe = min(chance(game, base, lead), 20) / 20
        bases, outs = game.bases, game.outs
        runner_bit = bit(base - 1)
        if_safe = hoped[outs][bases & ~runner_bit | runner_bit << 1]
        if_out = hoped[outs + 1][bases & ~runner_bit]
        return safe * if_safe + (1 - safe) * if_out - hoped[outs][bases]

    def _gain_of_lead(self, game: PurestratGame, base: i64, hoped: Hopes) -> float:
        """Gain of trying for the lead: the runner may get it and go, be caught, or go back."""
        going = self._gain_of_going(game, base, True, hoped)
        if has_automatic_lead(game, base):
            return going
        runner = game.runner_at(base)
        bases, outs = game.bases, game.outs
        lost = hoped[outs + 1][bases & ~bit(base - 1)] - hoped[outs][bases]
        picked = (20 - runner.hitter.stealing.second) / 400
        return 0.9 * (runner.lead_ways * going + runner.caught_ways * lost) / 36 + picked * lost

    def swing(self, game: PurestratGame, mask: i64) -> i64:
        """Pitchers sacrifice; others when one run counts and they cannot do better."""
        nine = game.offence
        lineup = nine.lineup
        bunting = nine.club.tendencies.bunting - BY_THE_BOOK
        batter = game.batter()
        weak = lineup.slots[nine.up] == lineup.at[PITCHER]
        if mask >> SACRIFICE & 1:
            era = nine.club.tendencies.era_bunting
            sacrifices = nine.club.tendencies.era_sacrifices
            if weak and sacrifices:
                return SACRIFICE if self._pitcher_bunts(game, sacrifices) else 0
            moves_somebody = game.outs == 0 or (game.bases & 1 and era > NO_BUNT_WITH_ONE_OUT)
            if weak and moves_somebody and bunting > -5 and batter.bunt <= 3:
                return SACRIFICE
            early = max(0, LATE - game.inning)
            begins = not early or ((era > 0 or sacrifices > 0) and bunting > -5)
            one_run = -1 <= game.lead <= 1 and begins
            if one_run and game.outs == 0 and not game.bases & 4 and batter.bunt <= 2:
                player = nine.player_in(nine.up)
                throws = game.defence.mound.throws
                most = 0.01 * bunting + 0.02 + era / 1000 - WORSE_AN_INNING * float(early)
                if run_value_against(player, throws) < most:
                    return SACRIFICE
        running = nine.club.tendencies.hit_and_run - BY_THE_BOOK
        if mask >> HIT_AND_RUN & 1 and game.bases == 1 and game.outs == 1:
            fast = game.runner(1).stealing.second + running >= 13
            return HIT_AND_RUN if fast and batter.hit_and_run == 0 else 0
        return 0

    def _pitcher_bunts(self, game: PurestratGame, told: i64) -> bool:
        """Tell whether a batting pitcher bunts, as pitchers of his era did: the more often the
        worse he hits, sooner with nobody out and in a close game."""
        nine = game.offence
        bunting = nine.club.tendencies.bunting - BY_THE_BOOK
        if bunting <= -BY_THE_BOOK or (game.outs and not game.bases & 1):
            return False
        apart = min(game.lead if game.lead > 0 else -game.lead, FAR_APART)
        worth = run_value_against(nine.player_in(nine.up), game.defence.mound.throws)
        cost = SECOND_OUT * float(game.outs) + EACH_RUN_APART * float(apart)
        return worth + cost < HOPELESS + told / 1000 + 0.02 * bunting

    def send(self, game: PurestratGame, mask: i64) -> i64:
        """Send the lead runner when the odds favor it."""
        eager = game.offence.club.tendencies.running - BY_THE_BOOK
        return int(game.safe_lead >= self._break_even(game) - eager // 2)

    def _break_even(self, game: PurestratGame) -> i64:
        """The least safe range worth trying, by outs: the third out at home costs least."""
        if game.lead_goal == HOME_PLATE:
            return _HOME_FROM[game.lead_from][game.outs]
        return (_THIRD_FROM_FIRST if game.lead_from == 1 else _NEXT_BASE)[game.outs]

    def trail(self, game: PurestratGame, mask: i64) -> i64:
        """Send the others when the throw behind the lead runner is no great risk."""
        return int(game.safe_trail >= 12 or (game.safe_trail >= 8 and game.safe_lead <= 10))

    # In the field.

    def pitch(self, game: PurestratGame, mask: i64) -> i64:
        """Take out a tired pitcher, and bring in the best one for the situation."""
        nine = game.defence
        may_stay = nine.lineup.at[PITCHER] and not must_leave_mound(game, 1 - game.half)
        if may_stay and not self._wants_change(game, nine):
            return 0
        return self._best_reliever(game, nine, mask)

    def _wants_change(self, game: PurestratGame, nine: Nine) -> bool:
        if nine.endurance.tired:
            return True
        hook = nine.club.tendencies.quick_hook - BY_THE_BOOK
        patience = nine.club.tendencies.era_patience
        lead = -game.lead
        length = nine.club.tendencies.era_length
        finishes = nine.mound_started and (
            self._goes_on(nine, game.offence.up) if length else nine.mound_runs < patience
        )
        if game.inning >= 9 and 1 <= lead <= 3 and game.new_half and not finishes:
            # The best closer pitches the ninth.
            best = self._best_closer(nine)
            current = nine.player(nine.lineup.at[PITCHER])
            if best and best == nine.club.roles.closer:
                return True
            if best and (
                nine.mound_started or not current.pitcher or current.pitcher.closer in (0, 7)
            ):
                return nine.squad[best - 1].closing > current.closing
        if nine.mound_started:
            roles = nine.club.roles
            if roles.hook_runs and nine.mound_runs >= roles.hook_runs:
                return True
            if roles.hook_outs and nine.mound_outs >= roles.hook_outs and game.new_half:
                return True
            most = 6 - (hook > 2) + patience // 4
            if nine.mound_runs >= most and game.inning >= 5 and game.bases != 0:
                return True
            if length:
                return game.new_half and not self._goes_on(nine, game.offence.up)
            innings = min(nine.mound_outs // 3, len(_BEGINS_ANOTHER) - 1)
            most = _BEGINS_ANOTHER[innings] - hook // 3 + patience // 3
            return game.new_half and nine.mound_runs > most
        return self._has_done_his_inning(game, nine)

    def _has_done_his_inning(self, game: PurestratGame, nine: Nine) -> bool:
        """A reliever comes out after an inning of work while enough others are left; a closer
        stays."""
        tendencies = nine.club.tendencies
        longer = self._faces_the_last(game.offence.up, tendencies.era_relief)
        stays = ONE_INNING + tendencies.era_patience + longer
        if not game.new_half or nine.mound_outs < stays or game.inning < LATE:
            return False
        if game.inning >= 9 and nine.endurance.closing:
            return False
        return size(nine.eligible_relievers()) >= 2

    def _best_closer(self, nine: Nine) -> i64:
        """The closer of the manager's instructions, or else the best one."""
        best, endurance = 0, 0
        roles = nine.club.roles
        rest = nine.eligible_relievers()
        if rest >> roles.closer & 1 and roles.closer:
            return roles.closer
        rest &= ~roles.avoided
        while rest:
            number = lowest(rest)
            rest &= rest - 1
            closing = nine.squad[number - 1].closing
            if closing > endurance:
                best, endurance = number, closing
        return best

    def _best_reliever(self, game: PurestratGame, nine: Nine, mask: i64) -> i64:
        """The best reliever for a close game, one of the lesser for any other; the closer in the
        ninth with a lead to save."""
        lead = -game.lead
        if game.inning >= 9 and 1 <= lead <= 3:
            closer = self._best_closer(nine)
            if closer:
                return closer
        batter = game.offence
        left = batter.hitters[batter.up].bats
        close = (-2 <= lead <= 2 and game.inning >= 6) or (game.bases and -3 <= lead <= 3)
        roles = nine.club.roles
        rest = mask & nine.lineup.bullpen
        rest = rest & ~roles.avoided or rest
        rest = rest & ~bit(roles.closer) or rest
        if not close:
            rest = rest & ~roles.setup or rest
            return self._spare_reliever(nine, rest & roles.long or rest)
        if game.inning < LATE:
            rest = rest & roles.long or rest & ~roles.setup or rest
        elif lead > 0:
            rest = rest & roles.setup or rest
        best, worth = 0, 9.0
        while rest:
            number = lowest(rest)
            rest &= rest - 1
            reliever = nine.squad[number - 1]
            against = reliever.pitch_left if left == "L" else reliever.pitch_right
            if left == "S":
                against = (reliever.pitch_left + reliever.pitch_right) / 2
            allowed = (reliever.pitch_left + reliever.pitch_right) / 4 + against / 2
            if reliever.closing >= 4 and game.inning < 8:
                allowed += 0.05
            if allowed < worth:
                best, worth = number, allowed
        return best

    def _spare_reliever(self, nine: Nine, able: i64) -> i64:
        """The best of the lesser half of the bullpen who lasts: the good relievers are kept for
        games that need them. A single reliever is taken."""
        if not able:
            return 0
        total = 0.0
        rest = able
        while rest:
            reliever = nine.squad[lowest(rest) - 1]
            rest &= rest - 1
            total += reliever.pitch_left + reliever.pitch_right
        average = total / size(able)
        best, worth = 0, 9.0
        rest = able
        while rest:
            number = lowest(rest)
            rest &= rest - 1
            reliever = nine.squad[number - 1]
            allowed = reliever.pitch_left + reliever.pitch_right
            if allowed < average - ROUNDING:
                continue
            allowed -= 0.04 * min(reliever.relief_outs, ENOUGH_OUTS)
            if allowed < worth:
                best, worth = number, allowed
        return best

    def walk(self, game: PurestratGame, mask: i64) -> i64:
        """First base open, a run in scoring position, two out and an easier batter next."""
        if game.bases & 1 or not game.bases & 6 or game.outs < 1:
            return 0
        nine = game.offence
        lineup = nine.lineup
        batter = nine.squad[lineup.slots[nine.up] - 1]
        following = nine.squad[lineup.slots[nine.up % 9 + 1] - 1]
        throws = game.defence.mound.throws
        gap = run_value_against(batter, throws) - run_value_against(following, throws)
        tendencies = game.defence.club.tendencies
        taste = tendencies.intentional_walks - BY_THE_BOOK
        era = tendencies.era_walks / 1000
        least = (0.20 if game.outs == 2 else 0.26) - 0.02 * taste - era
        if following.is_pitcher and game.outs == 2 and game.inning <= 7:
            return int(gap > 0.08 - 0.01 * taste - era)
        return int(game.inning >= LATE and -2 <= game.lead <= 2 and gap > least)

    def infield(self, game: PurestratGame, mask: i64) -> i64:
        """In when the run on third must not score; the corners when it should not, or when a bunt
        is likely."""
        lead = -game.lead
        taste = game.defence.club.tendencies.infield_in - BY_THE_BOOK
        if game.bases & 4:
            if mask >> IN & 1 and game.inning >= 8 - (taste > 2) and lead in (0, 1, -1):
                return IN
            if game.inning >= 5 and -2 <= lead <= 1 and game.bases & 1 == 0:
                return CORNERS
            return 0
        nine = game.offence
        lineup = nine.lineup
        if game.bases & 1 and lineup.slots[nine.up] == lineup.at[PITCHER]:
            return CORNERS
        return 0

    def hold(self, game: PurestratGame, mask: i64) -> i64:
        """Hold by default; nobody when the runs do not matter, or for a club that never holds."""
        taste = game.defence.club.tendencies.holding - BY_THE_BOOK
        if not -5 <= game.lead <= 5 or taste <= -4:
            return 1
        if taste >= 4 and game.bases & 3 == 1:
            return HOLD_FIRST
        return 0

    def outfield(self, game: PurestratGame, mask: i64) -> i64:
        """In: a fly would end the game."""
        return 1

    def throw(self, game: PurestratGame, mask: i64) -> i64:
        """Hold the ball only when no runner can be caught."""
        return int(game.safe_lead >= 20)

    def concede_base(self, game: PurestratGame, mask: i64) -> i64:
        """Throw, unless the runner is almost certainly safe and another would move up."""
        sure = 17 if game.lead_goal == HOME_PLATE else 19
        return int(game.safe_lead >= sure and game.outs < 2)

    def target(self, game: PurestratGame, mask: i64) -> i64:
        """Throw at the runner who is likelier out; in doubt at the one who would score."""
        return int(20 - game.safe_trail > 2 * (20 - game.safe_lead))

    def sure_out(self, game: PurestratGame, mask: i64) -> i64:
        """The sure out, unless the lead runner is almost certainly out and the run counts."""
        return int(game.safe_lead <= 8 and self._one_run(game))

    def _one_run(self, game: PurestratGame) -> bool:
        return game.inning >= LATE and -1 <= game.lead <= 1
