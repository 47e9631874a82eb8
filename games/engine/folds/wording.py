"""The wording of a play: one sentence of plain baseball English for each moment.

Only what is recorded is described: no fielder and no kind of batted ball is invented; where a game
records them, ``fielded`` has the words. Where there are several ways to say a thing, the place of
the event in the game picks one, so that a game always reads the same.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from games.engine.events import (
    ADVANCE,
    AWARDED,
    BAD_JUMP,
    BALK,
    BALL,
    BATTER_OUT,
    CAUGHT_STEALING,
    DOUBLE,
    DOUBLE_PLAY,
    FIELDERS_CHOICE,
    FIRST,
    FORCE_OUT,
    FOUL_BALL,
    FOUL_BUNT,
    HIT_BY_PITCH,
    HOME_RUN,
    INTENTIONAL_WALK,
    INTERFERENCE,
    NAMES,
    OUT,
    PASSED_BALL,
    PICKED_OFF,
    PICKED_OFF_STEALING,
    PICKOFF_ERROR,
    PLACED,
    POP_UP,
    REACHED_ON_ERROR,
    REMOVED,
    SACRIFICE,
    SACRIFICE_ERROR,
    SACRIFICE_FLY,
    SAFE_BACK,
    SCORED,
    SINGLE,
    STEAL,
    STEAL_ERROR,
    STRIKE,
    STRIKEOUT,
    TALLY,
    THIRD,
    THROWN_OUT,
    TRIPLE,
    TRIPLE_PLAY,
    TURN_OVER,
    WALK,
    WILD_PITCH,
)
from games.engine.folds.earned_runs import thief
from games.engine.folds.fielded import fielded_in_words
from games.engine.folds.moments import Moment
from games.engine.folds.names import BASE_NAMES, Names

_NUMBERS = ("no", "one", "two", "three", "four")

_PLAIN: dict[int, Sequence[str]] = {
    SINGLE: ("singles", "hits a single", "singles"),
    DOUBLE: ("doubles", "hits a double", "doubles"),
    TRIPLE: ("triples", "hits a triple"),
    BATTER_OUT: ("is out", "is retired", "is put out", "goes down"),
    STRIKEOUT: ("strikes out", "goes down on strikes", "fans"),
    HIT_BY_PITCH: ("is hit by a pitch", "is hit by the pitch"),
    INTENTIONAL_WALK: ("is walked on purpose", "is passed intentionally"),
    REACHED_ON_ERROR: ("is safe on an error", "reaches on an error"),
    FIELDERS_CHOICE: ("reaches on a fielder's choice",),
    INTERFERENCE: ("is awarded first on the catcher's interference",),
    TRIPLE_PLAY: ("hits into a triple play",),
    SACRIFICE_FLY: ("hits a sacrifice fly",),
    DOUBLE_PLAY: ("hits into a double play",),
    POP_UP: ("pops up the bunt",),
    FORCE_OUT: ("bunts into a force",),
    SACRIFICE_ERROR: ("bunts and is safe on an error",),
    THROWN_OUT: ("is out",),
}
_THIRD_OUT = ("makes the third out", "is out to end the inning", "is retired for the third out")


def sentence(moment: Moment, names: Names) -> str:
    """The event in words; "" for events that need none (start of a half-inning, end)."""
    words = _Teller(moment, names).tell()
    return words[:1].upper() + words[1:] + "." if words else ""


def counted(number: int, thing: str) -> str:
    """``1 run``, ``2 runs``, ``0 errors``."""
    return f"{number} {thing}{'' if number == 1 else 's'}"


def listed(words: Sequence[str]) -> str:
    """``A``, ``A and B``, ``A, B and C``."""
    return " and ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))


class _Teller:
    def __init__(self, moment: Moment, names: Names) -> None:
        self.moment = moment
        self.names = names

    def tell(self) -> str:
        moment = self.moment
        structural: dict[int, Callable[[], str]] = {
            PLACED: self._placed,
            AWARDED: self._awarded,
            TALLY: self._tally,
            TURN_OVER: self._turn_over,
        }
        on_base: dict[int, Callable[[], str]] = {
            STEAL: self._steal,
            STEAL_ERROR: self._steal,
            CAUGHT_STEALING: self._caught,
            PICKED_OFF_STEALING: self._caught,
            BAD_JUMP: self._bad_jump,
            BALK: self._balk,
            WILD_PITCH: self._wild_pitch,
            PASSED_BALL: self._passed_ball,
            FOUL_BUNT: self._foul_bunt,
            BALL: lambda: f"ball to {self._player(0)}",
            FOUL_BALL: lambda: f"{self._player(0)} fouls it off",
            STRIKE: lambda: f"{self._player(0)} swings and misses",
            PICKOFF_ERROR: self._bad_throw,
            SAFE_BACK: self._safe_back,
            PICKED_OFF: self._picked_off,
            ADVANCE: self._advance,
        }
        if not moment.is_play:
            return structural.get(moment.kind, str)()
        if not moment.ends_turn:
            return on_base.get(moment.kind, self._unheard_of)()
        return self._and_the_runners(f"{self._player(0)} {self._at_bat()}", *self._victims())

    # The batter's turn.

    def _at_bat(self) -> str:
        moment, kind = self.moment, self.moment.kind
        bunt = moment.decided("bunt") == "yes" or moment.decided("swing") == "bunt"
        third_out = moment.after.outs >= 3
        fielded = fielded_in_words(moment)
        if fielded:
            return fielded
        if kind == HOME_RUN:
            return self._home_run()
        if kind == WALK:
            loaded = all(moment.before.runners)
            return (
                "walks with the bases loaded" if loaded else self._pick(("walks", "draws a walk"))
            )
        if kind == SINGLE and bunt:
            return self._pick(("bunts for a single", "beats out a bunt"))
        if kind == BATTER_OUT and bunt:
            return "bunts, but is thrown out for the third out" if third_out else "bunts and is out"
        if kind == SACRIFICE and moment.before.outs < 2:
            return "lays down a sacrifice bunt" if bunt else "sacrifices"
        if kind == SACRIFICE:
            return "makes the third out, too late to stop the run" if moment.runs else _THIRD_OUT[0]
        if third_out and kind == BATTER_OUT:
            return self._pick(_THIRD_OUT)
        if third_out and kind == DOUBLE_PLAY:
            return "hits into an inning-ending double play"
        return self._pick(_PLAIN.get(kind, (NAMES.get(kind, "bats"),)))

    def _home_run(self) -> str:
        runs = self.moment.runs
        if runs == 1:
            return self._pick(("hits a solo home run", "homers", "hits a home run"))
        return "hits a grand slam" if runs == 4 else f"hits a {_NUMBERS[runs]}-run home run"

    def _victims(self) -> list[str]:
        """Clauses about runners who left the bases without scoring."""
        clauses = []
        for base in (3, 2, 1):
            if not self.moment.runner(base):
                continue
            runner, reached = self._player(base), self.moment.to[base]
            if reached == OUT and self.moment.kind == FORCE_OUT:
                clauses.append(f"{runner} is out at {BASE_NAMES[base + 1]}")
            elif reached == OUT:
                clauses.append(
                    f"{runner} is {self._pick(('out too', 'out as well', 'caught too'))}"
                )
            elif reached == REMOVED:
                clauses.append(f"{runner} leaves {BASE_NAMES[base]}, with no further out")
        return clauses

    # On the bases.

    def _steal(self) -> str:
        base = thief(self.moment)
        reached = self.moment.to[base]
        text = f"{self._player(base)} steals {BASE_NAMES[min(base + 1, SCORED)]}"
        if self.moment.kind == STEAL_ERROR:
            if reached == base + 1:
                text += ", and the throw gets away"
            elif reached == SCORED:
                text += " and comes home on a bad throw"
            else:
                text += f" and takes {BASE_NAMES[reached]} on a bad throw"
        return self._and_the_runners(text, apart=base)

    def _caught(self) -> str:
        base = self._out_from()
        goal = BASE_NAMES[min(base + 1, SCORED)]
        if self.moment.kind == CAUGHT_STEALING:
            return f"{self._player(base)} is caught stealing {goal}"
        return f"{self._player(base)} breaks for {goal} and is picked off"

    def _bad_jump(self) -> str:
        base = self._named("steal")
        if not base:
            return "a bad jump; everybody goes back"
        runner, where = self._player(base), BASE_NAMES[base]
        return self._pick(
            (
                f"{runner} gets a bad jump and goes back to {where}",
                f"{runner} gets a bad jump and stays on {where}",
            )
        )

    def _balk(self) -> str:
        return self._and_the_runners("a balk")

    def _wild_pitch(self) -> str:
        return self._and_the_runners("a wild pitch")

    def _passed_ball(self) -> str:
        return self._and_the_runners("a passed ball")

    def _foul_bunt(self) -> str:
        return f"{self._player(0)} bunts foul"

    def _bad_throw(self) -> str:
        return self._and_the_runners(
            f"the pickoff throw to {BASE_NAMES[thief(self.moment)]} gets away"
        )

    def _safe_back(self) -> str:
        base = self._named("pickoff")
        if not base:
            return "a pickoff throw; the runner is back in time"
        runner, where = self._player(base), BASE_NAMES[base]
        return self._pick(
            (
                f"{runner} is back in time from the throw to {where}",
                f"a throw to {where}; {runner} is back safely",
                f"{runner} gets back to {where} ahead of the throw",
            )
        )

    def _picked_off(self) -> str:
        base = self._out_from()
        return f"{self._player(base)} is picked off {BASE_NAMES[base]}"

    def _advance(self) -> str:
        return self._and_the_runners("an advance")

    # Events that are no plays.

    def _placed(self) -> str:
        base, side = self.moment.value, self.moment.side
        runner = self.names.player(side, self.moment.after.runners[base - 1])
        return f"{runner} starts the inning on {BASE_NAMES[base]}"

    def _awarded(self) -> str:
        side, runs = self.moment.awarded
        verb = "is" if runs == 1 else "are"
        return (
            f"{counted(runs, 'run')} {verb} awarded to {self.names.club(side)} for the concession"
        )

    def _tally(self) -> str:
        runs = self.moment.runs
        phrase = "a run" if runs == 1 else f"{_NUMBERS[runs]} runs" if runs < 5 else f"{runs} runs"
        return f"{phrase} for {self.names.club(self.moment.side)}"

    def _turn_over(self) -> str:
        return "no ones; the turn is over" if self.moment.throws else "the turn is over"

    def _unheard_of(self) -> str:
        return self._and_the_runners(NAMES.get(self.moment.kind, "a play"))

    # The parts of a sentence.

    def _and_the_runners(self, told: str, *victims: str, apart: int = 0) -> str:
        """``told``, and after a semicolon who was out, who scored and who advanced.

        ``apart``: the base of a runner already mentioned. Advances are left out after the third
        out.
        """
        moment = self.moment
        scored, moved = [], []
        for base in (3, 2, 1):
            reached = moment.to[base]
            if not moment.runner(base) or base == apart:
                continue
            if reached == SCORED:
                scored.append(self._player(base))
            elif FIRST <= reached <= THIRD and reached != base and moment.after.outs < 3:
                moved.append(f"{self._player(base)} to {BASE_NAMES[reached]}")
        if scored:
            moved.insert(0, f"{listed(scored)} {'scores' if len(scored) == 1 else 'score'}")
        clauses = ", ".join((*victims, *moved))
        return f"{told}; {clauses}" if clauses else told

    def _player(self, base: int) -> str:
        return self.names.player(self.moment.side, self.moment.runner(base), base)

    def _out_from(self) -> int:
        """The base of the runner put out."""
        return next((base for base in (3, 2, 1) if self.moment.to[base] == OUT), 0)

    def _named(self, decision: str) -> int:
        """The base that a decision named, if there is a runner on it, or 0."""
        key = self.moment.decided(decision)
        base = int(key) if key in ("1", "2", "3") else 0
        return base if base and self.moment.runner(base) else 0

    def _pick(self, ways: Sequence[str]) -> str:
        return ways[self.moment.number % len(ways)]
