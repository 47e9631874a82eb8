"""A small card game of the tests' own, to prove that the engine serves others than Purestrat.

Fifty batters, each of whom bats once until all have; ten pitchers, an inning each, who do not bat;
eight fielders, and a bench that may come in for them. One plate appearance:

1. The side at bat says who bats, the side in the field how it pitches (or walks him on purpose).
2. Three ten-sided dice. The first is *remembered* to the next pitch of the same side: a pitch that
   shows the remembered number first is a strikeout, and it says who fields a ball that is hit.
3. The side at bat swings, takes or bunts; the side in the field may play an out token, which is
   gone.
4. The swing: up to four dice, one at a time, only as far as it takes to know on which side of every
   threshold of the batter's card the throw will be.
5. After a single with a runner on first the side at bat may play an advance token.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from random import Random
from typing import Final

from config.refusals import Refusal, Refused, refuse_all
from games.engine.bitsets import lowest, members, set_of, size
from games.engine.club import Club, Clubs
from games.engine.covering import BEHIND_THE_PITCHER, cover
from games.engine.decisions import BATTING, FIELDING, Choice, Decision
from games.engine.dice import Dice
from games.engine.events import (
    BATTER_OUT,
    DOUBLE,
    FIRST,
    GROUND,
    HIT_BY_PITCH,
    INTENTIONAL_WALK,
    OUT,
    PINCH_HITTER,
    REACHED_ON_ERROR,
    SACRIFICE,
    SINGLE,
    STEAL,
    STRIKEOUT,
    TO_SHIFT,
    TRIPLE,
    WALK,
    change,
    detail,
)
from games.engine.fields import Fields
from games.engine.game import Game
from games.engine.game_state import GameState, OwnState, faults_of_lineup
from games.engine.law import COMMON_OPTIONS, CommonLaw
from games.engine.lineup import PITCHER, Lineup, LineupState
from games.engine.moves import all_move, forced, home_run, stay
from games.engine.options import Option, Settings
from games.engine.runners import Runners
from games.engine.situation import SLOTS, START, Situation
from games.engine.state_files import read_lineup
from games.engine.system import CARDS, Need, System
from games.engine.table import Table

BATTERS: Final = 50
PITCHERS: Final = 10
DECK_SIZE: Final = BATTERS + PITCHERS
NO_BAT: Final = 0
FACES: Final = 6
DIGITS: Final = 4

PITCH: Final = Dice(0, "pitch", (10, 10, 10))
DIGIT: Final = Dice(1, "digit", (FACES,))
GLOVE_THROW: Final = Dice(2, "glove", (10,))


def _players(first: int, last: int, nobody: str) -> tuple[Choice, ...]:
    named = (Choice(str(player), f"No. {player}") for player in range(first, last + 1))
    return (Choice("none", nobody), *named)


YES_OR_NO: Final = (Choice("no", "No"), Choice("yes", "Yes"))
ARM: Final = Decision(0, "arm", FIELDING, "Who pitches?", _players(1, DECK_SIZE, "Whoever is next"))
GLOVE: Final = Decision(1, "glove", FIELDING, "Who comes in?", _players(1, BATTERS, "Nobody"))
BAT: Final = Decision(2, "bat", BATTING, "Who bats?", _players(1, BATTERS, "Whoever is next"))
HOW: Final = Decision(
    3, "how", FIELDING, "How is he pitched to?", (Choice("in", "In"), Choice("away", "Away"),
                                                  Choice("walk", "Walked on purpose")),
)  # fmt: skip
SWING: Final = Decision(
    4, "swing", BATTING, "What does he do?", (Choice("swing", "Swing"), Choice("take", "Take"),
                                              Choice("bunt", "Bunt")), written=True,
)  # fmt: skip
TOKEN: Final = Decision(5, "token", FIELDING, "An out token?", YES_OR_NO, written=True)
ADVANCE: Final = Decision(6, "advance", BATTING, "An advance token?", YES_OR_NO, written=True)

TOKENS: Final = Option("tokens", "Tokens", 3, "Out and advance tokens of a side.", most=9)

AWAY_PITCH: Final = 1
WALKED: Final = 2
TAKE: Final = 1
BUNTS: Final = 2


@dataclass(frozen=True)
class Card:
    """A batter: the lowest throw, of 0 to 1295, of a single, a double, a triple and a home run,
    where he can play and how badly (0 to 9)."""

    name: str
    thresholds: tuple[int, int, int, int]
    positions: tuple[int, ...] = ()
    glove: int = 0


@dataclass(frozen=True)
class Arm:
    """A pitcher: a sum of two ten-sided dice above ``control`` is a walk."""

    name: str
    control: int


@dataclass(frozen=True)
class SmallClub(Club):
    """Fifty batters, numbers 1 to 50, and ten pitchers, 51 to 60."""

    name: str
    batters: tuple[Card, ...]
    arms: tuple[Arm, ...]

    def name_of(self, player: int) -> str:
        """What a player is called."""
        if not 1 <= player <= DECK_SIZE:
            return "nobody"
        return (
            self.batters[player - 1].name
            if player <= BATTERS
            else self.arms[player - BATTERS - 1].name
        )

    def batting_order(self) -> Sequence[int]:
        """The first nine of the list."""
        return range(1, SLOTS + 1)

    def position_of(self, slot: int) -> int:
        """Whoever bats plays nowhere by it."""
        return PINCH_HITTER

    def starting_pitcher(self) -> int:
        """The first of the list, who does not bat."""
        return BATTERS + 1

    def plays(self) -> list[int]:
        """By position, who can play there."""
        return [
            set_of(
                player for player, card in enumerate(self.batters, 1) if position in card.positions
            )
            for position in range(10)
        ]

    def verify(self, place: str = "lineup") -> None:
        """The law of this game: fifty and ten, and somebody for every position."""
        faults = []
        if len(self.batters) != BATTERS:
            faults.append(Refusal("not-fifty-batters", f"{len(self.batters)} batters.", place))
        if len(self.arms) != PITCHERS:
            faults.append(Refusal("not-ten-pitchers", f"{len(self.arms)} pitchers.", place))
        if not cover(self.plays(), set_of(range(1, len(self.batters) + 1))):
            faults.append(Refusal("position-missing", "Nobody is left for a position.", place))
        refuse_all(faults)


@dataclass(frozen=True)
class SideState:
    """Of one side: who has batted, who has pitched, tokens left, the number remembered (-1: none)
    and who is in the field."""

    batted: tuple[int, ...]
    worked: tuple[int, ...]
    tokens: int
    remembered: int
    field: LineupState


@dataclass(frozen=True)
class SmallState(OwnState):
    """Both sides, and whether nobody has batted in this half-inning."""

    sides: tuple[SideState, SideState]
    new_half: bool

    def as_json(self) -> dict[str, object]:
        """As plain values."""
        away, home = (asdict(side) for side in self.sides)
        return {"away": away, "home": home, "new_half": self.new_half}


class SmallSide:
    """One side in the game."""

    def __init__(self, club: SmallClub, tokens: int) -> None:
        self.club = club
        plays = club.plays()
        found = cover(plays, set_of(range(1, BATTERS + 1)), BEHIND_THE_PITCHER)
        order = [*found[2:], club.starting_pitcher()]
        bench = set_of(player for player in range(1, BATTERS + 1) if player not in order)
        arms = set_of(range(BATTERS + 1, DECK_SIZE + 1))
        bullpen = arms & ~(1 << club.starting_pitcher())
        self.field = Lineup(order, [*range(2, 10), PITCHER], plays, bench, bullpen, arms)
        self.players = [0, *club.batting_order()]
        """By slot, who bats or batted there last."""
        self.up = 1
        self.batted = 0
        self.worked = 0
        self.tokens = tokens
        self.remembered = -1

    def state(self) -> SideState:
        return SideState(
            members(self.batted), members(self.worked), self.tokens, self.remembered,
            self.field.state(),
        )  # fmt: skip

    def take_up(self, lineup: LineupState, state: SideState) -> None:
        self.field.take_up(state.field)
        self.players = [0, *lineup.order]
        self.batted = set_of(state.batted)
        self.worked = set_of(state.worked)
        self.tokens = state.tokens
        self.remembered = state.remembered


class SmallGame(Game):
    """One plate appearance after another."""

    def __init__(
        self, table: Table, law: CommonLaw, situation: Situation, clubs: Clubs, tokens: int
    ) -> None:
        away, home = clubs
        assert isinstance(away, SmallClub)
        assert isinstance(home, SmallClub)
        self.sides = (SmallSide(away, tokens), SmallSide(home, tokens))
        self.runners = Runners()
        self.new_half = True
        super().__init__(table, law, situation)
        for side in (0, 1):
            self.sides[side].up = situation.up[side]
        self.runners.take_up(situation, situation.up[situation.half])

    def turn(self) -> None:
        """From who bats to what comes of it."""
        ours, theirs = self.sides[self.half], self.sides[1 - self.half]
        if self.new_half:
            self._take_the_field(1 - self.half, theirs)
        batter = self._next_batter(ours)
        how = self.table.choose(self, HOW, 1 - self.half, 0b111)
        if how == WALKED:
            self.apply_play(forced(INTENTIONAL_WALK, self.bases))
            return
        first, second, third = PITCH.pips(self.table.roll(PITCH, 1 - self.half))
        known, theirs.remembered = theirs.remembered, first
        control = theirs.club.arms[theirs.field.at[PITCHER] - BATTERS - 1].control
        if second == third == 0:
            self.apply_play(forced(HIT_BY_PITCH, self.bases))
        elif first == known:
            self.apply_play(stay(STRIKEOUT, self.bases, OUT))
        elif second + third > control - how:
            self.apply_play(forced(WALK, self.bases))
        else:
            self._ball(theirs, batter)

    def _ball(self, theirs: SmallSide, batter: int) -> None:
        told = self.table.choose(self, SWING, self.half, 0b111 if self.bases & 3 else 0b011)
        if theirs.tokens and self.table.choose(self, TOKEN, 1 - self.half, 0b11):
            theirs.tokens -= 1
            self.apply_play(stay(BATTER_OUT, self.bases, OUT))
        elif told == TAKE:
            self.apply_play(stay(STRIKEOUT, self.bases, OUT))
        elif told == BUNTS:
            gives = self.outs < 2
            self.apply_play(
                all_move(SACRIFICE, self.bases, OUT, 1)
                if gives
                else stay(BATTER_OUT, self.bases, OUT)
            )
        else:
            self._swing(theirs, self.sides[self.half].club.batters[batter - 1])

    def _swing(self, theirs: SmallSide, card: Card) -> None:
        hit = self._throw_against(card.thresholds)
        if hit == 0:
            self._out(theirs)
        elif hit == 4:
            self.apply_play(home_run(self.bases))
        elif hit == 1:
            self._single()
        else:
            self.apply_play(all_move((SINGLE, DOUBLE, TRIPLE)[hit - 1], self.bases, hit, hit))

    def _throw_against(self, thresholds: Sequence[int]) -> int:
        """How many thresholds a throw of up to four dice reaches, thrown no further than needed."""
        low, width = 0, FACES**DIGITS
        while True:
            reached = sum(low >= threshold for threshold in thresholds)
            if reached == sum(low + width - 1 >= threshold for threshold in thresholds):
                return reached
            width //= FACES
            low += self.table.roll(DIGIT, self.half) * width

    def _single(self) -> None:
        ours = self.sides[self.half]
        further = False
        if self.bases & 1 and ours.tokens:
            further = bool(self.table.choose(self, ADVANCE, self.half, 0b11))
        event = all_move(SINGLE, self.bases, FIRST, 1)
        if further:
            ours.tokens -= 1
            # The runners ahead of him make room.
            event = all_move(SINGLE, self.bases, FIRST, 2)
        self.apply_play(event)

    def _out(self, theirs: SmallSide) -> None:
        position = theirs.remembered + 1 if theirs.remembered < 9 else PITCHER
        player = theirs.field.at[position]
        at = detail(position, GROUND)
        if position != PITCHER:
            glove = theirs.club.batters[player - 1].glove
            if self.table.roll(GLOVE_THROW, 1 - self.half) < glove:
                error = detail(position, GROUND, position)
                self.apply_play(all_move(REACHED_ON_ERROR, self.bases, FIRST, 1) | error)
                return
        self.apply_play(stay(BATTER_OUT, self.bases, OUT) | at)

    # Who plays.

    def arms_for(self, side: SmallSide) -> int:
        """Pitchers who have not worked; all of them again when everybody has."""
        arms = set_of(range(BATTERS + 1, DECK_SIZE + 1))
        return arms & ~side.worked or arms

    def batters_of(self, side: SmallSide) -> int:
        """Who may bat: everybody once, and all of them again when everybody has, whoever is on base
        apart."""
        everybody = set_of(range(1, BATTERS + 1))
        on_base = set_of(side.players[slot] for slot in self.runners.on if slot)
        return everybody & ~side.batted & ~on_base or everybody & ~on_base

    def gloves_for(self, side: SmallSide) -> int:
        """Who of the bench may come in: he plays the position of somebody who can be spared."""
        return set_of(
            player for player in members(side.field.bench) if self._place_for(side, player)
        )

    def _place_for(self, side: SmallSide, player: int) -> int:
        for position in side.club.batters[player - 1].positions:
            if side.field.may_leave(side.field.at[position]):
                return position
        return 0

    def _take_the_field(self, side: int, theirs: SmallSide) -> None:
        able = self.arms_for(theirs)
        if not theirs.worked & ~able and size(theirs.worked) >= PITCHERS:
            theirs.worked = 0
        number = self.table.choose(self, ARM, side, able | 1) or lowest(able)
        theirs.worked |= 1 << number
        if number != theirs.field.at[PITCHER]:
            theirs.field.replace(theirs.field.slot_at(PITCHER), number, PITCHER)
            self._note(change(side, NO_BAT, PITCHER, number))
        gloves = self.gloves_for(theirs)
        if gloves:
            player = self.table.choose(self, GLOVE, side, gloves | 1)
            if player:
                position = self._place_for(theirs, player)
                theirs.field.replace(theirs.field.slot_at(position), player, position)

    def _next_batter(self, ours: SmallSide) -> int:
        able = self.batters_of(ours)
        if not able & ~ours.batted:
            ours.batted = 0
        number = self.table.choose(self, BAT, self.half, able | 1) or lowest(able)
        ours.batted |= 1 << number
        if ours.players[ours.up] != number:
            ours.players[ours.up] = number
            self._note(change(self.half, ours.up, PINCH_HITTER, number))
        return number

    def why_not(self, decision: Decision, choice: int) -> str:
        """The paragraph that closes an answer."""
        if decision is TOKEN or decision is ADVANCE:
            return "small 3: tokens are gone once they are played"
        if decision is BAT:
            return "small 1: everybody bats once before anybody bats again"
        if decision is ARM:
            return "small 1: a pitcher has an inning"
        return ""

    # What happens.

    def apply_play(self, event: int) -> None:
        """Let a play happen."""
        super().apply_play(event)
        ours = self.sides[self.half]
        to = event >> TO_SHIFT & 0xFFF
        self.runners.move(to)
        if event & 0x3F < STEAL:
            if FIRST <= to & 7 <= 3:
                self.runners.on[to & 7] = ours.up
            ours.up = ours.up % SLOTS + 1
        self.new_half = False

    def _begin_half(self, inning: int, half: int) -> None:
        self.runners.clear()
        self.new_half = True
        super()._begin_half(inning, half)

    def _place_runner(self) -> None:
        self.runners.on[2] = (self.sides[self.half].up - 2) % SLOTS + 1
        super()._place_runner()

    # Put away and taken up again.

    def lineups(self) -> tuple[LineupState, LineupState]:
        """Who bats in each place."""
        away, home = (
            LineupState(tuple(side.players[1:]), (PINCH_HITTER,) * SLOTS) for side in self.sides
        )
        return away, home

    def pitching(self) -> tuple[int, int]:
        """Who is on each mound."""
        return self.sides[0].field.at[PITCHER], self.sides[1].field.at[PITCHER]

    def own_state(self) -> SmallState:
        """What only this game knows."""
        return SmallState((self.sides[0].state(), self.sides[1].state()), self.new_half)

    def take_up(self, state: GameState) -> None:
        """Go on from a state."""
        if isinstance(state.own, SmallState) and state.lineups is not None:
            for side in (0, 1):
                self.sides[side].take_up(state.lineups[side], state.own.sides[side])
            self.new_half = state.own.new_half


class Small(System):
    """The small card game."""

    key = "small"
    name = "Small"
    summary = "Fifty batters, ten pitchers, tokens."
    book = "small"
    need = Need(CARDS, "Cards: fifty batters and ten pitchers.")
    options = (TOKENS, *COMMON_OPTIONS)
    dice = (PITCH, DIGIT, GLOVE_THROW)
    decisions = (ARM, GLOVE, BAT, HOW, SWING, TOKEN, ADVANCE)

    def game(
        self,
        table: Table,
        settings: Settings,
        situation: Situation = START,
        clubs: Clubs | None = None,
    ) -> SmallGame:
        """A game between two such clubs."""
        if clubs is None:
            raise Refused(Refusal("clubs-missing", "It needs the cards of both clubs."))
        for club, place in zip(clubs, ("away", "home"), strict=True):
            assert isinstance(club, SmallClub)
            club.verify(place)
        return SmallGame(table, CommonLaw(settings), situation, clubs, int(settings["tokens"]))

    def faults_of_players(
        self, state: GameState, settings: Settings, clubs: Clubs | None
    ) -> list[Refusal]:
        """Numbers that are nobody's, and tokens nobody had."""
        own = state.own
        if own is None and state.lineups is None:
            return []
        if not isinstance(own, SmallState) or state.lineups is None:
            return [Refusal("state-in-part", "All of it, or nothing.", "own")]
        faults = []
        for side, name in enumerate(("away", "home")):
            here, order = own.sides[side], state.lineups[side].order
            if not 0 <= here.tokens <= int(settings["tokens"]):
                faults.append(Refusal("too-many-tokens", "Nobody had so many.", f"own.{name}"))
            if len(order) != SLOTS or not all(
                1 <= player <= BATTERS for player in here.batted + order
            ):
                faults.append(Refusal("no-such-man", "There are 50 batters.", name))
            if not all(BATTERS < player <= DECK_SIZE for player in here.worked):
                faults.append(Refusal("no-such-man", "There are ten pitchers.", f"own.{name}"))
            found = faults_of_lineup(here.field, (), DECK_SIZE + 1, f"own.{name}", may_return=True)
            if not found and not _can_stand(here.field):
                found = [Refusal("field-unsound", "Nobody can stand so.", f"own.{name}")]
            faults += found
            if not -1 <= here.remembered <= 9:
                faults.append(Refusal("no-such-die", "A die shows 0 to 9.", f"own.{name}"))
            if state.pitching[side] not in (0, here.field.at(PITCHER)):
                faults.append(Refusal("not-on-the-mound", "Somebody else is.", "pitching"))
        if any(
            state.answering[base] and not state.situation.runners[base] for base in range(3)
        ) or any(player and not BATTERS < player <= DECK_SIZE for player in state.answering):
            faults.append(Refusal("nobody-answers", "Nobody answers so.", "answering"))
        return faults

    def read_own_state(self, fields: Fields, state: GameState, clubs: Clubs | None) -> SmallState:
        """Both sides from plain values."""
        away, home = (_read_side(fields.part(name)) for name in ("away", "home"))
        return SmallState((away, home), fields.flag("new_half", True))


def _can_stand(field: LineupState) -> bool:
    """Whether eight different batters and a pitcher hold the nine positions."""
    arm = field.at(PITCHER)
    eight = set(field.order) - {arm}
    return (
        sorted(field.positions) == list(range(1, 10))
        and BATTERS < arm <= DECK_SIZE
        and len(eight) == SLOTS - 1
        and all(1 <= player <= BATTERS for player in eight)
    )


def _read_side(fields: Fields) -> SideState:
    side = SideState(
        fields.numbers("batted"),
        fields.numbers("worked"),
        fields.number("tokens"),
        fields.number("remembered", -1),
        read_lineup(fields.part("field")),
    )
    fields.close()
    return side


def small_club(seed: int) -> SmallClub:
    """A club of invented cards."""
    random = Random(seed)
    batters = []
    for number in range(1, BATTERS + 1):
        single = random.randint(840, 960)
        double = single + random.randint(150, 200)
        triple = double + random.randint(60, 90)
        positions = tuple(random.sample(range(2, 10), 2)) if number > 8 else (number + 1,)
        home = min(1295, triple + random.randint(5, 20))
        batters.append(
            Card(f"B{number}", (single, double, triple, home), positions, random.randint(0, 2))
        )
    arms = tuple(Arm(f"P{number}", random.randint(13, 16)) for number in range(1, PITCHERS + 1))
    return SmallClub(f"Club {seed}", tuple(batters), arms)


SMALL: Final = Small()
