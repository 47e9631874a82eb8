"""A manager who plays Deep Drive soundly.

Every choice is weighed by what the states are worth to which it leads: expected runs by the table
of average cards (``expectancy``), and from the seventh inning on the chance to win. Strategies
before the dice are weighed by whole turns that the table has tried. Tendencies of the club move his
thresholds. He reads nothing but the game as it stands, so that a transcript without his defaults
replays the same.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from games.engine.bitsets import bit, lowest
from games.engine.decisions import FIELDING, Decision, Manager
from games.engine.events import NOBODY, OUT, PINCH_HITTER, SCORED
from games.engine.lineup import PITCHER
from games.engine.nine.decisions import PINCH_HIT, PINCH_RUN, PITCH, WALK
from games.engine.nine.removal import must_leave_mound
from games.systems.deep_drive.play.cards import AVERAGE, FAST, SLOW_RUNNER
from games.systems.deep_drive.play.charts import RATINGS
from games.systems.deep_drive.play.decisions import (
    BUNT_PLAY,
    CUT,
    INFIELD,
    LETTER_F,
    LETTER_G,
    LETTER_J,
    LETTER_P,
    OUTFIELD,
    RUNNING,
    SEND,
    STEAL,
    SWING,
    TAG,
)
from games.systems.deep_drive.play.expectancy import (
    AVERAGE_PLAYERS,
    BUNT,
    CASTS,
    CORNERS_IN,
    FAST_PLAYERS,
    HIT_AND_RUN,
    INFIELD_IN,
    LEADS,
    MOST_LEAD,
    PITCHER_UP,
    STRATEGIES,
    USUAL,
    Tables,
    tables,
)
from games.systems.deep_drive.play.game import DeepDriveGame
from games.systems.deep_drive.play.nine import Nine
from games.systems.deep_drive.play.readings import STRIKEOUT
from games.systems.deep_drive.play.throws_at import HOME_PLATE

BY_THE_BOOK: Final = 5

LATE: Final = 7
"""From this inning on the chance to win counts and no longer the runs."""

SAFE_OF_A_HUNDRED: Final[tuple[int, ...]] = (64, 82, 88, 92, 95, 95)
"""Throws of a hundred at which a runner is safe by the Choice Chart, by his speed, no matter which
fielder covers."""

WAYS_OF_TWO: Final[tuple[int, ...]] = tuple(
    sum(one + other <= total for one in range(10) for other in range(10)) for total in range(19)
)
"""How many of a hundred throws of two dice come to so much or less."""

SELDOM_STRIKES_OUT: Final = 9
"""Numbers of SO on the card of a player for whom a hit and run is ordered, at most."""

CLEAR_GAIN: Final = 0.01
"""Runs by which a strategy has to be better than the usual one; a third as much of a game."""
_LEADS_APART: Final = MOST_LEAD + 4
"""A side that is farther behind, or ahead, still is after the four runs that a turn may bring."""
_PER_POINT: Final = 0.008
"""Runs by which a point of a tendency moves a threshold."""

ONE_INNING: Final = 3
BATTERS_A_RUN: Final = 2
"""By so many batters a starter of an era stays shorter for each run off him."""
LONG: Final = 6
LONGER: Final = 10
"""Lengths of an era from which pitchers bat for themselves an inning longer."""
TOLERANCE: Final = 0.01
"""Runs a batter that a reliever may be worse than the tired pitcher for whom he comes."""


@mypyc_attr(allow_interpreted_subclasses=True)
class DeepDriveManager(Manager):
    """Plays either side of a game."""

    def __init__(self) -> None:
        self.tables: Tables = tables()
        self._turn_worths: dict[int, float] = {}
        """What whole turns are worth, once weighed: by strategy, cast, outs and bases, and late in
        the game by the half-innings left and the lead."""

    def choose(self, game: DeepDriveGame, decision: Decision, mask: i64) -> i64:  # type: ignore[override]
        """A legal choice."""
        choice: i64 = 0
        if decision is SWING:
            choice = self.swing(game, mask)
        elif decision is RUNNING or decision is OUTFIELD:
            # Tried by the table, neither ever gains.
            return 0
        elif decision is INFIELD:
            choice = self.infield(game)
        elif decision is SEND or decision is TAG:
            choice = self.send(game, decision is SEND)
        elif decision is CUT:
            choice = self.cut(game)
        elif decision is STEAL:
            choice = self.steal(game)
        elif decision is PITCH:
            choice = self.pitch(game, mask)
        elif decision is PINCH_HIT:
            choice = self.hit(game, mask)
        elif decision is WALK:
            choice = self.walk(game)
        elif decision is PINCH_RUN[0]:
            choice = self.run_for(game, mask, 1)
        elif decision is PINCH_RUN[1]:
            choice = self.run_for(game, mask, 2)
        elif decision is LETTER_F:
            choice = self.letter_f(game)
        elif decision is LETTER_G:
            choice = self.letter_g(game)
        elif decision is LETTER_J or decision is LETTER_P:
            choice = self.lead_or_two(game)
        elif decision is BUNT_PLAY:
            choice = self.bunt_play(game)
        return choice if mask >> choice & 1 else 0

    def at_rest(self, game: DeepDriveGame, asked: i64) -> bool:  # type: ignore[override]
        """The side in the field unless it wants another pitcher or walks the batter; the side at
        bat until late, and as long as it leads, unless its pitcher is up."""
        if asked == FIELDING:
            return self.walk(game) == 0 and not self._wants_change(game, game.defence)
        nine = game.offence
        if nine.lineup.slots[nine.up] == nine.lineup.at[PITCHER]:
            return False
        return game.inning < LATE or game.lead > 0

    # What states are worth to the side at bat.

    def worth(self, game: DeepDriveGame, outs: i64, bases: i64, runs: i64) -> float:
        """Runs to come with those already in, or late in the game the chance to win."""
        outs = min(outs, 3)
        if game.inning < LATE:
            return float(runs) + self.tables.runs[outs][bases]
        late = self.tables.late(self._halves_left(game))
        return late[(outs * 8 + bases) * LEADS + MOST_LEAD + _within(game.lead + runs)]

    def _halves_left(self, game: DeepDriveGame) -> i64:
        """Half-innings after this one, as far as is known."""
        left = max(game.law.innings - game.inning, 0)
        return min(2 * left + 1 - game.half, len(self.tables.wins) - 1)

    def _turn_worth(self, game: DeepDriveGame, strategy: i64, cast: i64) -> float:
        """What a whole turn by a strategy is worth."""
        key = ((strategy * CASTS + cast) * 3 + game.outs) * 8 + game.bases
        if game.inning >= LATE:
            lead = min(max(game.lead, -_LEADS_APART), _LEADS_APART)
            late = (self._halves_left(game) + 1) * (2 * _LEADS_APART + 1) + lead + _LEADS_APART
            key += late * (STRATEGIES * CASTS * 3 * 8)
        known = self._turn_worths.get(key)
        if known is not None:
            return known
        found = 0.0
        for chance, outs, bases, runs in self.tables.turn(strategy, cast, game.outs, game.bases):
            found += chance * self.worth(game, outs, bases, runs)
        self._turn_worths[key] = found
        return found

    def _margin(self, game: DeepDriveGame, tendency: i64, era: i64 = 0) -> float:
        """By how much something has to be better, for a manager who likes it so much, of an era in
        which it might cost so many thousandths of a run."""
        runs = CLEAR_GAIN - _PER_POINT * float(tendency - BY_THE_BOOK) - era / 1000
        return runs if game.inning < LATE else runs / 3

    def _planned(self, game: DeepDriveGame, base: i64, goal: i64) -> float:
        """The play that is being worked out, if the runner on a base ends at ``goal``."""
        to = game.to
        outs = game.outs
        bases: i64 = 0
        runs: i64 = 0
        for at in range(4):
            where: i64 = goal if at == base else to[at]
            if where == OUT:
                outs += 1
            elif where == SCORED:
                runs += 1
            elif where != NOBODY:
                bases |= bit(where - 1)
        return self.worth(game, outs, bases, runs)

    # Batting.

    def swing(self, game: DeepDriveGame, mask: i64) -> i64:
        """Bunt, or hit and run, where the turns that the table has tried are worth more."""
        if not game.bases or game.outs == 2:
            return 0
        likes = game.offence.club.tendencies
        likeness = self._likeness(game)
        away = self._mixed(game, USUAL, likeness)
        if mask & 2:
            gain = self._mixed(game, BUNT, likeness) - away
            if gain > self._margin(game, likes.bunting, likes.era_bunting):
                return 1
        if mask & 4 and game.bases & 5 == 1 and likeness < 0.5:
            return self._hit_and_run(game, likes.hit_and_run)
        return 0

    def _hit_and_run(self, game: DeepDriveGame, likes: i64) -> i64:
        """With a fast runner on first, third empty and a batter who seldom strikes out."""
        if game.speed(game.lead_base()) < FAST:
            return 0
        strikeouts = game.batter().left.rows.count(STRIKEOUT)
        seldom = game.offence.club.tendencies.era_contact or SELDOM_STRIKES_OUT
        if strikeouts > seldom + (likes - BY_THE_BOOK):
            return 0
        gain = self._turn_worth(game, HIT_AND_RUN, FAST_PLAYERS) - self._turn_worth(
            game, USUAL, FAST_PLAYERS
        )
        return 2 if gain > self._margin(game, likes) else 0

    def _likeness(self, game: DeepDriveGame) -> float:
        """How much the batter is like a pitcher at bat: 0 the average player, 1 a pitcher."""
        bat = game.offence.player_in(game.offence.up).bat - self.tables.average_bat
        like = bat / (self.tables.pitchers_bat - self.tables.average_bat)
        return min(max(like, 0.0), 1.0)

    def _mixed(self, game: DeepDriveGame, strategy: i64, likeness: float) -> float:
        found = (1.0 - likeness) * self._turn_worth(game, strategy, AVERAGE_PLAYERS)
        if likeness > 0.0:
            found += likeness * self._turn_worth(game, strategy, PITCHER_UP)
        return found

    def send(self, game: DeepDriveGame, on_a_hit: bool) -> i64:
        """Send him when the Choice Chart gains by it; home on a single the defence may cut."""
        base, goal = game.lead_from, game.lead_goal
        stays = self._planned(game, base, game.to[base])
        goes = self._thrown_at(game, base, goal)
        if goal == HOME_PLATE and ((on_a_hit and base == 2) or game.rules.cuts_every_throw_home):
            goes = self._sent_home(game)
        likes = game.offence.club.tendencies.running - BY_THE_BOOK
        return int(goes > stays - _PER_POINT * float(likes))

    def _thrown_at(self, game: DeepDriveGame, base: i64, goal: i64) -> float:
        """What the Choice Chart leads to."""
        speed = game.speed(base)
        if on_hits(game) and game.rules.choice_shifts:
            speed = game.shifted(base)
        safe = SAFE_OF_A_HUNDRED[speed] / 100
        return safe * self._planned(game, base, goal) + (1 - safe) * self._planned(game, base, OUT)

    def _sent_home(self, game: DeepDriveGame) -> float:
        """A runner sent home where the ball may be cut off, as the defence answers best."""
        return min(self._throw_home(game), self._cut_off(game))

    def _throw_home(self, game: DeepDriveGame) -> float:
        """On a single a runner from first takes third on the throw (DD-211)."""
        to = game.to
        first = to[1]
        if first != NOBODY and game.lead_from == 2:
            to[1] = 3
        found = self._thrown_at(game, game.lead_from, HOME_PLATE)
        to[1] = first
        return found

    def _cut_off(self, game: DeepDriveGame) -> float:
        """He scores, and one time in twenty somebody behind him is caught."""
        base = game.lead_from
        scored = self._planned(game, base, SCORED)
        to = game.to
        last: i64 = 0
        while last < base and not 1 <= to[last] <= 3:
            last += 1
        if last == base:
            return scored
        was = to[last]
        to[last] = OUT
        caught = self._planned(game, base, SCORED)
        to[last] = was
        return 0.95 * scored + 0.05 * caught

    def steal(self, game: DeepDriveGame) -> i64:
        """JUMP 10: his chance by SAFE against what the states are worth."""
        base = game.thief
        bases, outs = game.bases, game.outs
        his = bit(base - 1)
        safe = WAYS_OF_TWO[min(max(game.safe, 0), 18)] / 100 if game.safe >= 0 else 0.0
        there = self.worth(game, outs, bases & ~his | his << 1, 0)
        gone = self.worth(game, outs + 1, bases & ~his, 0)
        gain = safe * there + (1 - safe) * gone - self.worth(game, outs, bases, 0)
        likes = game.offence.club.tendencies.stealing - BY_THE_BOOK
        return int(gain > -_PER_POINT * float(likes))

    def hit(self, game: DeepDriveGame, mask: i64) -> i64:
        """Bat for a pitcher when he is done or runs are needed, for others late when the gain is
        plain."""
        nine = game.offence
        lineup = nine.lineup
        player = nine.player_in(nine.up)
        likes = nine.club.tendencies.pinch_hitting - BY_THE_BOOK
        if lineup.slots[nine.up] == lineup.at[PITCHER]:
            if not nine.eligible_relievers():
                return 0
            wanted = self._runs_are_needed(game, nine) or self._is_spent(nine)
            return self._best_bat(nine, mask) if wanted else 0
        if lineup.where[nine.up] == PINCH_HITTER or game.inning < LATE or game.lead > 0:
            return 0
        best = self._best_bat(nine, mask)
        if not best:
            return 0
        gain = nine.squad[best - 1].bat - player.bat
        return best if gain > 0.03 - 0.004 * likes else 0

    def _runs_are_needed(self, game: DeepDriveGame, nine: Nine) -> bool:
        """Whether somebody bats for a pitcher who is not done: late in a close game, later where
        starters go long, and then only while they do not lead."""
        length = nine.club.tendencies.era_length
        if not nine.mound_started or length <= LONG:
            return game.inning >= LATE and game.lead <= 1
        return game.inning >= LATE + 1 + (length > LONGER) and game.lead <= 0

    def _best_bat(self, nine: Nine, mask: i64) -> i64:
        """The pinch hitter whom the manager named first; or else the best bat."""
        roles = nine.club.roles
        able = mask & nine.lineup.bench
        for named in roles.pinch_hitters:
            if able >> named & 1 and nine.can_spare(named):
                return named
        best, worth = 0, -9.0
        rest = able & ~roles.avoided
        while rest:
            number = lowest(rest)
            rest &= rest - 1
            found = nine.squad[number - 1].bat
            if found > worth and nine.can_spare(number):
                best, worth = number, found
        return best

    def run_for(self, game: DeepDriveGame, mask: i64, base: i64) -> i64:
        """A fast runner for a slow one who is the run that matters, late."""
        if game.inning < 8 or not -1 <= game.lead <= 0 or (game.outs == 2 and base == 1):
            return 0
        if base == 1 and game.bases & 6:
            return 0
        if game.speed(base) > SLOW_RUNNER:
            return 0
        nine = game.offence
        best, speed = 0, AVERAGE
        rest = mask & nine.lineup.bench & ~nine.club.roles.avoided
        while rest:
            number = lowest(rest)
            rest &= rest - 1
            found = nine.squad[number - 1].batter.run
            if found > speed and nine.can_spare(number):
                best, speed = number, found
        return best

    # In the field.

    def infield(self, game: DeepDriveGame) -> i64:
        """In, or in at the corners, where the turns that the table has tried give up less: late and
        close, for a tenth of all throws become singles (DD-084)."""
        if game.inning < LATE or not -2 <= game.lead <= 1:
            return 0
        likes = game.defence.club.tendencies.infield_in
        likeness = self._likeness(game)
        usual = self._mixed(game, USUAL, likeness)
        margin = self._margin(game, likes)
        inside = usual - self._mixed(game, INFIELD_IN, likeness)
        corners = usual - self._mixed(game, CORNERS_IN, likeness)
        if inside > margin and inside >= corners:
            return 2
        return 1 if corners > margin else 0

    def cut(self, game: DeepDriveGame) -> i64:
        """Whichever leaves the other side less."""
        return int(self._cut_off(game) < self._throw_home(game))

    def letter_f(self, game: DeepDriveGame) -> i64:
        """Two outs with a runner on third, or the lead runner."""
        two = self.worth(game, game.outs + 2, 0b100, 0)
        if game.rules.f_is_double_play:
            return int(self.worth(game, game.outs + 2, 0b010, 0) < two)
        return int(self.worth(game, game.outs + 1, 0b011, 0) < two)

    def letter_g(self, game: DeepDriveGame) -> i64:
        """Two outs and perhaps a run, or one and the runners where they are."""
        outs = game.outs + 2
        scores = game.speed(3) >= AVERAGE
        two = self.worth(game, outs, 0 if scores or outs >= 3 else 0b100, int(scores and outs < 3))
        return int(self.worth(game, game.outs + 1, 0b110, 0) < two)

    def lead_or_two(self, game: DeepDriveGame) -> i64:
        """Two outs with a runner on third, or the lead runner on a fielder's choice."""
        two = self.worth(game, game.outs + 2, 0b100, 0)
        return int(self.worth(game, game.outs + 1, 0b011, 0) < two)

    def bunt_play(self, game: DeepDriveGame) -> i64:
        """The lead runner where that is worth the risk."""
        if game.outs == 2:
            return 0
        lead = game.lead_base()
        bases = game.bases
        moved = bases << 1
        runs = moved >> 3 & 1
        there = moved & 7
        behind = (bases & ~bit(lead - 1)) << 1 & 7
        last = game.charts.bunt_lead[game.speed(lead) * RATINGS + game.rating(game.ground_fielder)]
        out = (last + 1) / 10
        batter = self.worth(game, game.outs + 1, there, runs)
        tried = out * self.worth(game, game.outs + 1, behind | 1, 0)
        tried += (1 - out) * self.worth(game, game.outs, there | 1, runs)
        return int(tried < batter)

    def walk(self, game: DeepDriveGame) -> i64:
        """Past a much better bat than the next, with first base open and a run in scoring
        position."""
        if game.bases & 1 or not game.bases & 6 or game.inning < LATE or game.outs == 0:
            return 0
        nine = game.offence
        gap = nine.player_in(nine.up).bat - nine.player_in(nine.up % 9 + 1).bat
        price = self.worth(game, game.outs, game.bases | 1, 0) - self.worth(
            game, game.outs, game.bases, 0
        )
        # Late, a run is worth about a fifth of a game when it is close.
        tendencies = game.defence.club.tendencies
        likes = tendencies.intentional_walks - BY_THE_BOOK
        gap += tendencies.era_walks / 1000
        return int(gap * 0.2 > price + 0.004 - 0.001 * likes)

    def pitch(self, game: DeepDriveGame, mask: i64) -> i64:
        """Take out a pitcher who has done his work, or whom somebody better can follow late."""
        nine = game.defence
        may_stay = nine.lineup.at[PITCHER] and not must_leave_mound(game, 1 - game.half)
        if may_stay and not self._wants_change(game, nine):
            return 0
        return self._best_reliever(game, nine, mask)

    def _is_spent(self, nine: Nine) -> bool:
        """Whether he has faced as many batters as he usually does."""
        card = nine.mound
        hook = nine.club.tendencies.quick_hook - BY_THE_BOOK
        usual = card.starter if nine.mound_started else max(card.relief, ONE_INNING)
        length = nine.club.tendencies.era_length
        if nine.mound_started and length:
            usual += length - BATTERS_A_RUN * nine.mound_runs
        return nine.faced >= usual - hook // 2

    def _wants_change(self, game: DeepDriveGame, nine: Nine) -> bool:
        roles = nine.club.roles
        if nine.mound_started:
            if roles.hook_runs and nine.mound_runs >= roles.hook_runs:
                return True
            if roles.hook_outs and nine.mound_outs >= roles.hook_outs and game.new_half:
                return True
        closer = roles.closer
        lead = -game.lead
        if closer and game.inning >= 9 and 1 <= lead <= 3 and game.new_half:
            return nine.on_mound != closer and bool(nine.eligible_relievers() >> closer & 1)
        if not self._is_spent(nine):
            return False
        best = self._best_reliever(game, nine, nine.eligible_relievers() & ~nine.lineup.hurt)
        if not best:
            return False
        here = nine.player(nine.on_mound).arm
        if game.rules.endurance:
            return True
        if nine.club.tendencies.era_length:
            return self._others_suffice(game, nine)
        return nine.squad[best - 1].arm <= here + TOLERANCE

    def _others_suffice(self, game: DeepDriveGame, nine: Nine) -> bool:
        """Whether the bullpen has outs for the rest of the game, by what the pitching sheet
        allows."""
        rest = nine.eligible_relievers() & ~nine.lineup.hurt
        needed = 3 * max(game.law.innings - game.inning + 1, 1) - game.outs
        allowed: i64 = 0
        while rest:
            number = lowest(rest)
            rest &= rest - 1
            allowed += nine.squad[number - 1].relief_outs
        return allowed >= needed

    def _best_reliever(self, game: DeepDriveGame, nine: Nine, mask: i64) -> i64:
        """The best arm; the closer waits for the ninth."""
        lead = -game.lead
        roles = nine.club.roles
        able = nine.eligible_relievers() & ~nine.lineup.hurt & mask
        if roles.closer and able >> roles.closer & 1:
            if game.inning >= 9 and 1 <= lead <= 3:
                return roles.closer
            if able != bit(roles.closer):
                able &= ~bit(roles.closer)
        rest = able & ~roles.avoided or able
        best, worth = 0, 9.0
        while rest:
            number = lowest(rest)
            rest &= rest - 1
            found = nine.squad[number - 1].arm
            if found < worth:
                best, worth = number, found
        return best


def on_hits(game: DeepDriveGame) -> bool:
    """Whether the play that is being worked out is a hit: the batter is on base in it."""
    return game.to[0] != OUT


def _within(lead: i64) -> i64:
    return min(max(lead, -MOST_LEAD), MOST_LEAD)
