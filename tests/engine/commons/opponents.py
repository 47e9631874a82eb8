"""Managers to measure the house's against: one who never uses a god, one who uses them at random,
and a plain one who plays by expected runs with fixed thresholds. All of them take the free
decisions as he does, but the plain one, who takes them by expected runs too."""

from __future__ import annotations

from random import Random

from games.engine.decisions import Decision, Manager
from games.engine.game import Game
from games.systems.commons.play.decisions import (
    ADVANCE_FROM_SECOND,
    ADVANCE_FROM_THIRD,
    CHALLENGE,
    HIT_GOD,
    OUT_GOD,
    REPLAY,
    STEAL,
    SWING,
    WALK,
)
from games.systems.commons.play.game import CommonsGame
from games.systems.commons.play.manager import AVERAGE, CommonsManager, Line, turn_value
from games.systems.commons.play.outlook import (
    BUNT_RUNS,
    BUNT_TO,
    DOUBLE_RUNS,
    DOUBLE_TO,
    SECOND_RUNS,
    SECOND_TO,
    SINGLE_RUNS,
    SINGLE_TO,
    THIRD_RUNS,
    THIRD_TO,
    TRIPLE_RUNS,
    TRIPLE_TO,
)

GODS = (OUT_GOD, HIT_GOD, CHALLENGE, REPLAY, ADVANCE_FROM_THIRD, ADVANCE_FROM_SECOND)


class Godless(Manager):
    """Uses no god at all."""

    def __init__(self) -> None:
        self.house = CommonsManager()

    def choose(self, game: Game, decision: Decision, mask: int) -> int:
        return 0 if decision in GODS else self.house.choose(game, decision, mask)


class Gambler(Godless):
    """Uses a god in one of ten questions."""

    def __init__(self, seed: int, share: float = 0.1) -> None:
        super().__init__()
        self.random = Random(seed)
        self.share = share

    def choose(self, game: Game, decision: Decision, mask: int) -> int:
        if decision not in GODS:
            return super().choose(game, decision, mask)
        if self.random.random() >= self.share:
            return 0
        return self.random.choice([at for at in (1, 2) if mask >> at & 1] or [0])


class Plain(Manager):
    """By expected runs: a god at a gain over a fixed threshold, lower from the ninth on."""

    def __init__(self) -> None:
        self.average = Line(AVERAGE)
        self.runs = [0.0] * 24
        for _ in range(60):
            self.runs = turn_value(self.average, self.runs)

    def after(self, runs: int, outs: int, bases: int) -> float:
        return runs + (self.runs[outs * 8 + bases] if outs < 3 else 0.0)

    def swing(self, game: CommonsGame, line: Line, outs: int, bases: int) -> list[float]:
        """Swing, fences and bunt."""
        out = self.after(0, outs + 1, bases)
        homer = self.after(bin(bases).count("1") + 1, outs, 0)
        away = (
            line.single * self.after(SINGLE_RUNS[bases], outs, SINGLE_TO[bases])
            + line.double * self.after(DOUBLE_RUNS[bases], outs, DOUBLE_TO[bases])
            + line.triple * self.after(TRIPLE_RUNS[bases], outs, TRIPLE_TO[bases])
            + line.homer * homer
            + line.out * out
        )
        found = [away, line.far * homer + (1 - line.far) * out]
        if outs < 2 and bases:
            found.append(self.after(BUNT_RUNS[bases], outs + 1, BUNT_TO[bases]))
        return found

    def choose(self, game: Game, decision: Decision, mask: int) -> int:
        assert isinstance(game, CommonsGame)
        side = game.sides[game.half]
        outs, bases = game.outs, game.bases
        late = 0.7 if game.inning >= 9 else 1.0
        batter = side.batter
        line = Line(side.batting_card(batter)) if batter else self.average
        now = max(self.swing(game, line, outs, bases))
        if decision is SWING:
            values = self.swing(game, line, outs, bases)
            return values.index(max(values))
        if decision is STEAL:
            chance = Line(side.batting_card(side.players[game.runners.on[1]])).steal
            safe = max(self.swing(game, line, outs, bases & ~1 | 2))
            caught = max(self.swing(game, line, outs + 1, bases & ~1)) if outs < 2 else 0.0
            return int(chance * safe + (1 - chance) * caught > now)
        if decision is WALK:
            return 0
        out = now - self.after(0, outs + 1, bases)
        hit = self.after(SINGLE_RUNS[bases], outs, SINGLE_TO[bases]) - now
        if decision is OUT_GOD:
            if mask & 4 and now - self.after(0, outs + 2, bases) > 1.0 * late:
                return 2
            return int(bool(mask & 2) and out > 0.62 * late)
        if decision is HIT_GOD:
            double = self.after(DOUBLE_RUNS[bases], outs, DOUBLE_TO[bases]) - now
            if mask & 4 and double > 1.0 * late:
                return 2
            return int(bool(mask & 2) and hit > 0.75 * late)
        if decision is CHALLENGE:
            return int(out > 0.8 * late)
        if decision is REPLAY:
            return int(hit > 0.8 * late)
        if decision in (ADVANCE_FROM_THIRD, ADVANCE_FROM_SECOND):
            third = decision is ADVANCE_FROM_THIRD
            runs, to = (THIRD_RUNS, THIRD_TO) if third else (SECOND_RUNS, SECOND_TO)
            gain = self.after(runs[bases], outs, to[bases]) - self.after(0, outs, bases)
            return int(gain > 0.45 * late)
        return 0
