"""The computer manager of a Commons club.

He compares all choices by win probability (``outlook``), with the actual cards: the batter's
against the pitcher's, and then the next batters', by the runs that their chain brings beyond that
of average players, at the price of a run in this inning. Steals, bunts, fences and pinch hitters
are the best available choice. A god is played when it gains more than keeping it is worth; a
challenge when it undoes more than it may undo later; a super god when it gains more than the other
one gives the opponent.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from mypy_extensions import i64

from games.engine.bitsets import bit, lowest, members, size
from games.engine.decisions import Decision, Manager
from games.engine.game import Game
from games.systems.commons.play.cards import CommonsBatter, CommonsPitcher, Threshold
from games.systems.commons.play.club import BATTERS, DECK_SIZE, CommonsClub
from games.systems.commons.play.decisions import (
    ADVANCE_FROM_SECOND,
    ADVANCE_FROM_THIRD,
    BUNTS,
    CHALLENGE,
    DOUBLE_CARD,
    FENCES,
    HIT_CARD,
    HIT_GOD,
    LEND_BATTER,
    LEND_PITCHER,
    OUT_CARD,
    OUT_GOD,
    PINCH_HIT,
    REPLAY,
    STEAL,
    SWING,
    TWO_OUTS,
    WALK,
)
from games.systems.commons.play.game import CommonsGame
from games.systems.commons.play.habits import kept, margin
from games.systems.commons.play.outlook import (
    ADVANCE,
    BUNT_RUNS,
    BUNT_TO,
    DOUBLE_RUNS,
    DOUBLE_SUPER,
    DOUBLE_TO,
    HIT,
    HOMER_RUNS,
    LEADS,
    MOST,
    OUT,
    SECOND_RUNS,
    SECOND_TO,
    SINGLE_RUNS,
    SINGLE_TO,
    STATES,
    THIRD_RUNS,
    THIRD_TO,
    TRIPLE_RUNS,
    TRIPLE_TO,
    TWO_OUTS_SUPER,
    WALK_RUNS,
    WALK_TO,
    Outlook,
    outlook,
)
from games.systems.commons.play.side import CommonsSide

THROWS: Final = 1296.0

TURNS_AN_INNING: Final = 4
SOME_MORE: Final = 6
"""Batters that a side uses in an inning, and those it keeps in reserve."""

CHALLENGE_SHARE: Final = 1.15
"""A challenge is played where it gains more than this share of the present worth of the card that
it cancels, to the side that holds one."""

KEPT: Final = (0.0, 0.8, 0.65, 0.7, 0.7, 0.7)
"""By kind of card, the share of its worth in the outlook for which it is kept: there it is alone in
the game, here other cards are in the same hand, and challenges in the opponent's (measured against
the plain manager of the tests, 1,500 games for each share)."""

OPEN_SUPER: Final = 0.1
"""The share of an open super god's worth that it has to gain beyond what the other one gives the
opponent."""

SURE: Final = 1e-6
"""Win probability that an intentional walk has to save: in a decided game rounding errors would
otherwise walk one batter after another."""

PINCH_GAIN: Final = 0.002
"""Win probability that a pinch hitter has to gain, as he uses up two cards."""


def _at_or_above(threshold: Threshold) -> float:
    return 0.0 if threshold is None else (THROWS - threshold) / THROWS


class Line:
    """A batter's chances per swing, of each hit and of more than a single."""

    __slots__ = ("double", "far", "homer", "out", "single", "steal", "triple")

    def __init__(self, card: CommonsBatter) -> None:
        any_hit, two_bases = _at_or_above(card.single), _at_or_above(card.double)
        three_bases, four_bases = _at_or_above(card.triple), _at_or_above(card.home_run)
        self.single: float = any_hit - two_bases
        self.double: float = two_bases - three_bases
        self.triple: float = three_bases - four_bases
        self.homer: float = four_bases
        self.far: float = two_bases
        self.out: float = 1.0 - any_hit
        self.steal: float = _at_or_above(card.steal)


class Book:
    """A manager's knowledge of a club: lines by number, their worth, and by the next batter's place
    the runs that a half-inning brings beyond that of average players."""

    def __init__(self, club: CommonsClub) -> None:
        players = club.players
        self.lines: list[Line | None] = [None] * (len(players) + 1)
        self.worth: list[float] = [0.0] * (len(players) + 1)
        for number, player in enumerate(players, start=1):
            card = player.batter
            if card is not None:
                line = Line(card)
                self.lines[number] = line
                self.worth[number] = (
                    0.73 * line.single + 1.03 * line.double + 1.3 * line.triple + 1.66 * line.homer
                )
            pitching_card = player.pitcher
            if pitching_card is not None:
                self.worth[number] = _of_pitcher(pitching_card)
        self.beyond: list[float] = _chain([self.lines[player] for player in range(1, BATTERS + 1)])
        """By the next batter's number, outs and bases."""


def _of_pitcher(arm: CommonsPitcher) -> float:
    """Approximate runs that he saves per batter."""
    out = 0.42 * _above(arm.out_left) + 0.58 * _above(arm.out_right)
    hit = 0.42 * _above(arm.hit_left) + 0.58 * _above(arm.hit_right)
    walk = 0.0 if arm.walk is None else arm.walk / THROWS
    return 0.4 * out - 0.6 * hit - 0.4 * walk


def _above(threshold: Threshold) -> float:
    return 0.0 if threshold is None else (THROWS - 1.0 - threshold) / THROWS


AVERAGE: Final = CommonsBatter(961, 1193, 1255, 1262, 700, 5)
"""The average line as a card."""

WALKS_A_PITCH: Final = 0.086


def _chain(lines: list[Line | None]) -> list[float]:
    """Expected runs beyond those of average players, by the next batter (from 1), outs and bases,
    each batting for the most runs: solved from the last of the list to the first."""
    average = Line(AVERAGE)
    average_runs = _of_average_players()
    following = average_runs
    beyond: list[float] = [0.0] * (24 * (len(lines) + 2))
    for number in range(len(lines), 0, -1):
        line = lines[number - 1]
        following = turn_value(average if line is None else line, following)
        for state in range(24):
            beyond[number * 24 + state] = following[state] - average_runs[state]
    return beyond


@cache
def _of_average_players() -> list[float]:
    """Expected runs with an endless row of average players."""
    average = Line(AVERAGE)
    runs: list[float] = [0.0] * 24
    for _ in range(60):
        runs = turn_value(average, runs)
    return runs


def turn_value(line: Line, after: list[float]) -> list[float]:
    """Expected runs from each state with this batter up, given those with the next."""
    values: list[float] = [0.0] * 24
    for outs in range(3):
        row: i64 = 8 * outs
        for bases in range(8):
            out = after[row + 8 + bases] if outs < 2 else 0.0
            homer = HOMER_RUNS[bases] + after[row]
            best = (
                line.single * (SINGLE_RUNS[bases] + after[row + SINGLE_TO[bases]])
                + line.double * (DOUBLE_RUNS[bases] + after[row + DOUBLE_TO[bases]])
                + line.triple * (TRIPLE_RUNS[bases] + after[row + TRIPLE_TO[bases]])
                + line.homer * homer
                + line.out * out
            )
            fences = line.far * homer + (1.0 - line.far) * out
            best = fences if fences > best else best
            if outs < 2 and bases:
                bunt = BUNT_RUNS[bases] + after[row + 8 + BUNT_TO[bases]]
                best = bunt if bunt > best else best
            walk = WALK_RUNS[bases] + after[row + WALK_TO[bases]]
            values[row + bases] = WALKS_A_PITCH * walk + (1.0 - WALKS_A_PITCH) * best
    return values


MOST_BOOKS: Final = 256

_books: dict[int, tuple[CommonsClub, Book]] = {}


def book_of(club: CommonsClub) -> Book:
    """The cached ``Book`` of a club, for all games that the club plays. The club is cached with it,
    so that no other object gets its id."""
    kept_book = _books.get(id(club))
    if kept_book is not None:
        return kept_book[1]
    if len(_books) >= MOST_BOOKS:
        _books.clear()
    book = Book(club)
    _books[id(club)] = (club, book)
    return book


class CommonsManager(Manager):
    """Chooses what is best for the deciding side."""

    def __init__(self, look: Outlook | None = None) -> None:
        self.look = look
        self._clubs: list[CommonsClub] = []
        self._books: list[Book] = []
        # Key of the evaluated moment: the game, its number of events, and the batter. Nothing that
        # the evaluation depends on changes between events.
        self._moment: Game | None = None
        self._happened: i64 = 0
        self._batter: i64 = 0
        self._before: list[float] = []
        self._over: list[float] = []
        self._half: i64 = 0
        self._lead: i64 = 0
        self._outs: i64 = 0
        self._bases: i64 = 0
        self._price: float = 0.0
        self._lines: list[Line | None] = []
        self._beyond: list[float] = []
        self._next: i64 = 0
        # The batter's options, once they are evaluated.
        self._is_weighed = False
        self._as_out: float = 0.0
        self._swinging: float = 0.0
        self._for_the_fences: float = 0.0
        self._bunting: float = 0.0
        self._best: float = 0.0
        self._is_pitched = False
        self._before_the_pitch: float = 0.0

    def choose(self, game: Game, decision: Decision, mask: i64) -> i64:
        """The best available choice; the default where he has no preference."""
        if not isinstance(game, CommonsGame):
            return 0
        if decision is OUT_GOD:
            return self._god_before_the_pitch(game, mask)
        if decision is WALK:
            return self._walk(game)
        if decision is SWING:
            return self._swing(game)
        if decision is HIT_GOD:
            return self._god_instead_of_the_swing(game, mask)
        if decision is STEAL:
            return self._steal(game)
        if decision is CHALLENGE:
            return self._challenge(game)
        if decision is REPLAY:
            return self._replay(game)
        if decision is ADVANCE_FROM_THIRD or decision is ADVANCE_FROM_SECOND:
            return self._advance(game, decision is ADVANCE_FROM_THIRD)
        if decision is PINCH_HIT:
            return self._pinch_hitter(game)
        if decision is LEND_BATTER or decision is LEND_PITCHER:
            return self._weakest(game, decision is LEND_BATTER, mask)
        return 0

    # Evaluating the moment.

    def book(self, club: CommonsClub) -> Book:
        """The knowledge of a club, cached."""
        for index in range(len(self._clubs)):
            if self._clubs[index] is club:
                return self._books[index]
        new_book = book_of(club)
        self._clubs.append(club)
        self._books.append(new_book)
        if len(self._clubs) > 64:
            self._clubs.pop(0)
            self._books.pop(0)
        return new_book

    def _outlook(self, game: CommonsGame) -> Outlook:
        look_ = self.look
        if look_ is None:
            look_ = outlook(int(game.law.innings), int(game.law.extra_runner_from))
            self.look = look_
        return look_

    def _look_at(self, game: CommonsGame, batter: i64) -> None:
        """Load the situation of the game with ``batter`` up, unless it is loaded already."""
        happened = len(game.events)
        if game is self._moment and happened == self._happened and batter == self._batter:
            return
        self._moment, self._happened, self._batter = game, happened, batter
        self._is_weighed = False
        self._is_pitched = False
        look = self._outlook(game)
        self._before, self._over = look.plain.before, look.plain.over
        self._half = half = look.half(game.inning, game.half)
        self._lead = lead = game.lead
        self._outs = game.outs
        self._bases = game.bases
        self._price = look.plain.at(half, lead + 1, 3, 0) - look.plain.at(half, lead, 3, 0)
        ours = game.sides[game.half]
        waiting = ours.batters
        if batter and batter <= BATTERS:
            waiting &= ~bit(batter)
        self._next = lowest(waiting) if waiting else 0
        book = self.book(ours.club)
        self._lines = book.lines
        self._beyond = book.beyond

    def _weigh(self) -> None:
        """Evaluate the batter's options once."""
        if self._is_weighed:
            return
        self._is_weighed = True
        line = self._line(self._batter)
        outs, bases = self._outs, self._bases
        out = self._value(0, outs + 1, bases)
        homer = self._value(HOMER_RUNS[bases], outs, 0)
        self._as_out = out
        self._swinging = best = self._away(line, outs, bases, out, homer)
        self._for_the_fences = fences = line.far * homer + (1.0 - line.far) * out
        best = fences if fences > best else best
        if outs < 2 and bases:
            self._bunting = bunt = self._value(BUNT_RUNS[bases], outs + 1, BUNT_TO[bases])
            best = bunt if bunt > best else best
        self._best = best

    def _value(self, runs: i64, outs: i64, bases: i64) -> float:
        """Win probability of the side at bat after a turn that brought ``runs``, with the next
        batters of the list."""
        lead = self._lead + runs
        lead = MOST if lead > MOST else -MOST if lead < -MOST else lead
        row = self._half * LEADS + lead + MOST
        if outs > 2:
            return self._over[row]
        state = outs * 8 + bases
        value = self._before[row * STATES + state]
        if self._next:
            value += self._price * self._beyond[self._next * STATES + state]
        return value

    def _at_bat(self, line: Line, outs: i64, bases: i64) -> float:
        """The best of swing, fences and bunt."""
        out = self._value(0, outs + 1, bases)
        homer = self._value(HOMER_RUNS[bases], outs, 0)
        best = self._away(line, outs, bases, out, homer)
        fences = line.far * homer + (1.0 - line.far) * out
        if fences > best:
            best = fences
        if outs < 2 and bases:
            bunt = self._value(BUNT_RUNS[bases], outs + 1, BUNT_TO[bases])
            best = bunt if bunt > best else best
        return best

    def _away(self, line: Line, outs: i64, bases: i64, out: float, homer: float) -> float:
        return (
            line.single * self._value(SINGLE_RUNS[bases], outs, SINGLE_TO[bases])
            + line.double * self._value(DOUBLE_RUNS[bases], outs, DOUBLE_TO[bases])
            + line.triple * self._value(TRIPLE_RUNS[bases], outs, TRIPLE_TO[bases])
            + line.homer * homer
            + line.out * out
        )

    def _pitched(self, game: CommonsGame) -> float:
        """Win probability of the side at bat before the pitch."""
        if self._is_pitched:
            return self._before_the_pitch
        self._weigh()
        ours, theirs = game.sides[game.half], game.sides[1 - game.half]
        pitching_card = theirs.arm
        if ours.bats_left(self._batter, against_left=theirs.left_handed):
            out, hit = _above(pitching_card.out_left), _above(pitching_card.hit_left)
        else:
            out, hit = _above(pitching_card.out_right), _above(pitching_card.hit_right)
        walk = 0.0 if pitching_card.walk is None else pitching_card.walk / THROWS
        outs, bases = self._outs, self._bases
        value = (1.0 - walk - out - hit) * self._best
        if walk:
            value += walk * self._value(WALK_RUNS[bases], outs, WALK_TO[bases])
        if out:
            value += out * self._as_out
        if hit:
            value += hit * self._value(SINGLE_RUNS[bases], outs, SINGLE_TO[bases])
        self._is_pitched = True
        self._before_the_pitch = value
        return value

    def _line(self, batter: i64) -> Line:
        """The line of a batter of the side at bat."""
        line = self._lines[batter]
        assert line is not None  # noqa: S101 - the batter has a batter's card
        return line

    def _worth(self, kind: i64, holder: i64, number: i64) -> float:
        look = self.look
        assert look is not None  # noqa: S101 - the moment has been looked at
        return KEPT[kind] * look.worth(
            kind, holder, number, self._half, self._lead, self._outs, self._bases
        )

    # Gods.

    def _god_before_the_pitch(self, game: CommonsGame, mask: i64) -> i64:
        batter = game.sides[game.half].batter
        self._look_at(game, batter)
        field = 1 - game.half
        habits = game.sides[field].club.habits
        plain = self._pitched(game)
        best, choice = 0.0, 0
        if mask >> OUT_CARD & 1:
            left = game.sides[field].outs
            habit = habits.out_gods
            gain = plain - self._as_out - kept(habit) * self._worth(OUT, field, left)
            if gain > best and habit:
                best, choice = gain, OUT_CARD
        if mask >> TWO_OUTS & 1:
            habit = habits.super_gods
            gain = plain - self._two_outs()
            gain -= kept(habit) * self._of_super(game, TWO_OUTS_SUPER, DOUBLE_SUPER, field)
            if gain > best and habit:
                best, choice = gain, TWO_OUTS
        return choice

    def _two_outs(self) -> float:
        """Win probability of the side at bat when the batter and the next are out."""
        if self._outs > 0:
            return self._value(0, 3, 0)
        next_batter = self._next
        self._next = next_batter + 1 if 0 < next_batter < BATTERS else 0
        value = self._value(0, 2, self._bases)
        self._next = next_batter
        return value

    def _of_super(self, game: CommonsGame, kind: i64, other: i64, side: i64) -> float:
        """The cost of taking a super god: its worth when kept; or, where both are open, what the
        other one gives the opponent, and a share of its own worth."""
        handed = game.double == game.two_outs
        if not handed:
            return self._worth(kind, side, 1)
        return self._worth(other, 1 - side, 1) + OPEN_SUPER * self._worth(kind, side, 1)

    def _god_instead_of_the_swing(self, game: CommonsGame, mask: i64) -> i64:
        side = game.half
        batter = game.sides[side].batter
        self._look_at(game, batter)
        habits = game.sides[side].club.habits
        outs, bases = self._outs, self._bases
        self._weigh()
        plain = self._best
        best, choice = 0.0, 0
        if mask >> HIT_CARD & 1:
            gain = self._value(SINGLE_RUNS[bases], outs, SINGLE_TO[bases]) - plain
            habit = habits.hit_gods
            gain -= kept(habit) * self._worth(HIT, side, game.sides[side].hits)
            if gain > best and habit:
                best, choice = gain, HIT_CARD
        if mask >> DOUBLE_CARD & 1:
            gain = self._value(DOUBLE_RUNS[bases], outs, DOUBLE_TO[bases]) - plain
            habit = habits.super_gods
            gain -= kept(habit) * self._of_super(game, DOUBLE_SUPER, TWO_OUTS_SUPER, side)
            if gain > best and habit:
                best, choice = gain, DOUBLE_CARD
        return choice

    def _challenge(self, game: CommonsGame) -> i64:
        """Challenge an out god if that gains more now than it could later."""
        batter = game.sides[game.half].batter
        self._look_at(game, batter)
        gain = self._pitched(game) - self._as_out
        ours, theirs = game.sides[game.half], game.sides[1 - game.half]
        habit = ours.club.habits.challenges
        if not habit:
            return 0
        if ours.challenges > theirs.outs + theirs.hits:
            return int(gain > 0.0)
        return int(gain > kept(habit) * CHALLENGE_SHARE * self._worth(OUT, 1 - game.half, 1))

    def _replay(self, game: CommonsGame) -> i64:
        side = game.half
        batter = game.sides[side].batter
        self._look_at(game, batter)
        outs, bases = self._outs, self._bases
        self._weigh()
        gain = self._value(SINGLE_RUNS[bases], outs, SINGLE_TO[bases]) - self._best
        ours, theirs = game.sides[1 - side], game.sides[side]
        habit = ours.club.habits.challenges
        if not habit:
            return 0
        if ours.challenges > theirs.outs + theirs.hits:
            return int(gain > 0.0)
        return int(gain > kept(habit) * CHALLENGE_SHARE * self._worth(HIT, side, 1))

    def _advance(self, game: CommonsGame, from_third: bool) -> i64:
        """Decide an advance after the hit, with the next batter up."""
        self._look_at(game, 0)
        bases = self._bases
        if from_third:
            after = self._value(THIRD_RUNS[bases], self._outs, THIRD_TO[bases])
        else:
            after = self._value(SECOND_RUNS[bases], self._outs, SECOND_TO[bases])
        gain = after - self._value(0, self._outs, bases)
        ours = game.sides[game.half]
        habit = ours.club.habits.advances
        if not habit:
            return 0
        return int(gain > kept(habit) * self._worth(ADVANCE, game.half, ours.advances))

    # The free decisions.

    def _walk(self, game: CommonsGame) -> i64:
        if game.bases & 1:
            # It would advance a runner and avoid no batter.
            return 0
        batter = game.sides[game.half].batter
        self._look_at(game, batter)
        bases = self._bases
        walked = self._value(WALK_RUNS[bases], self._outs, WALK_TO[bases])
        return int(walked + SURE < self._pitched(game))

    def _swing(self, game: CommonsGame) -> i64:
        self._look_at(game, game.sides[game.half].batter)
        self._weigh()
        best, choice = self._swinging, 0
        habits = game.sides[game.half].club.habits
        fences = self._for_the_fences - margin(habits.fences)
        if fences > best and habits.fences:
            best, choice = fences, FENCES
        bunts = self._outs < 2 and self._bases != 0 and habits.bunts > 0
        if bunts and self._bunting - margin(habits.bunts) > best:
            choice = BUNTS
        return choice

    def _steal(self, game: CommonsGame) -> i64:
        ours = game.sides[game.half]
        batter = ours.batter
        self._look_at(game, batter)
        self._weigh()
        line = self._line(batter)
        chance = self._line(ours.players[game.runners.on[1]]).steal
        outs, bases = self._outs, self._bases
        stays = self._best
        safe = self._at_bat(line, outs, bases & ~1 | 2)
        # After a third out the batter leads off the next inning.
        caught = self._at_bat(line, outs + 1, bases & ~1) if outs < 2 else self._value(0, 3, 0)
        habit = ours.club.habits.steals
        if not habit:
            return 0
        return int(chance * safe + (1.0 - chance) * caught - margin(habit) > stays)

    def _pinch_hitter(self, game: CommonsGame) -> i64:
        """A better batter from the end of the list, whose turn will not come."""
        ours = game.sides[game.half]
        batter = ours.batter
        left: i64 = max(1, game.law.innings - int(game.inning) + 1)
        needed: i64 = TURNS_AN_INNING * left + SOME_MORE
        spare: i64 = size(ours.batters) - 1 - needed
        if spare < 2:
            return 0
        book = self.book(ours.club)
        worth = book.worth
        best: i64 = 0
        best_worth = worth[batter]
        for player in members(ours.batters)[-spare:]:
            if worth[player] > best_worth and player != batter:
                best, best_worth = player, worth[player]
        if not best:
            return 0
        self._look_at(game, batter)
        outs, bases = self._outs, self._bases
        self._weigh()
        gain = self._at_bat(self._line(best), outs, bases) - self._best
        return best if gain > PINCH_GAIN else 0

    def _weakest(self, game: CommonsGame, bats: bool, mask: i64) -> i64:
        """The weakest of the cards that may be lent."""
        side: i64 = 1 - game.half
        if not bats:
            # The side without pitchers receives one from the other; if both are without, the
            # visitors come first.
            side = 1 if game.sides[1].lent_pitcher or game.sides[1].pitchers else 0
        chooser: CommonsSide = game.sides[side]
        if not game.commons_law.lent_from_chooser:
            chooser = game.sides[1 - side]
        worth = self.book(chooser.club).worth
        best: i64 = 0
        for player in members(mask):
            if player <= DECK_SIZE and (not best or worth[player] < worth[best]):
                best = player
        return best
