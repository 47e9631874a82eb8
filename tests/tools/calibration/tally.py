"""The tally: what happened in many games, counted as the targets were counted.

A share is ``k`` of ``n``; an average keeps the sum and the sum of squares, so that both have a
standard error. Everything is read off raw events, with nothing but the bases kept beside them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from math import sqrt

from games.engine.events import (
    BALK,
    BASES,
    CAUGHT_STEALING,
    CHANGE,
    DOUBLE,
    DOUBLE_PLAY,
    FIRST,
    GROUND,
    HALF,
    HIT_BY_PITCH,
    HITS,
    HOME_RUN,
    INTENTIONAL_WALK,
    NOT_AT_BATS,
    OUT,
    OUTS,
    PASSED_BALL,
    PICKED_OFF,
    PICKED_OFF_STEALING,
    PLACED,
    REACHED_ON_ERROR,
    RUNS,
    SACRIFICE,
    SACRIFICE_ERROR,
    SACRIFICE_FLY,
    SCORED,
    SINGLE,
    STEAL,
    STEAL_ERROR,
    STRIKEOUT,
    THIRD,
    TO_MASK,
    TO_SHIFT,
    TRIPLE,
    TRIPLE_PLAY,
    WALK,
    WILD_PITCH,
    ball_of,
    changed,
    destinations,
    error_of,
    kind_of,
    value_of,
)
from games.engine.record import Record

_PLATE = {
    STRIKEOUT: "pa_strikeout",
    WALK: "pa_walk",
    INTENTIONAL_WALK: "pa_intentional_walk",
    HIT_BY_PITCH: "pa_hit_by_pitch",
    SINGLE: "pa_single",
    DOUBLE: "pa_double",
    TRIPLE: "pa_triple",
    HOME_RUN: "pa_home_run",
    REACHED_ON_ERROR: "pa_reached_on_error",
    SACRIFICE: "pa_sacrifice",
    SACRIFICE_ERROR: "pa_sacrifice",
    SACRIFICE_FLY: "pa_sacrifice_fly",
}
_BASES_OF_HIT = {SINGLE: 1, DOUBLE: 2, TRIPLE: 3, HOME_RUN: 4}


@dataclass
class Measured:
    """One figure: a share (``k`` of ``n``) or, with ``squares``, an average of ``n`` values."""

    n: int = 0
    k: float = 0
    squares: float = 0
    is_share: bool = True

    @property
    def value(self) -> float:
        """The share or the average."""
        return self.k / self.n if self.n else 0.0

    @property
    def error(self) -> float:
        """The standard error of the value."""
        if self.n < 2:
            return 0.0
        if self.is_share:
            return sqrt(self.value * (1 - self.value) / self.n)
        spread = max(self.squares / self.n - self.value**2, 0.0)
        return sqrt(spread / self.n)


@dataclass
class Tally:
    """Counts over games; ``figures`` by the keys of the targets."""

    figures: dict[str, Measured] = field(default_factory=dict)

    def share(self, key: str, k: float, n: int) -> None:
        """``k`` more of ``n`` more."""
        measured = self.figures.setdefault(key, Measured())
        measured.k += k
        measured.n += n

    def average(self, key: str, value: float) -> None:
        """One more value."""
        measured = self.figures.setdefault(key, Measured(is_share=False))
        measured.n += 1
        measured.k += value
        measured.squares += value * value

    def add(self, record: Record) -> None:
        """Count one game that is over."""
        _Count(self, record).count()


class _Count:
    """One game being counted."""

    def __init__(self, tally: Tally, record: Record) -> None:
        self.tally = tally
        self.record = record
        self.bases = 0
        self.outs = 0
        self.half = 0
        self.runs_of_half = 0
        self.sides: tuple[Counter[str], Counter[str]] = (Counter(), Counter())
        self.outs_of_pitcher = [[0], [0]]

    def count(self) -> None:
        """Go through the events once."""
        for event in self.record.events:
            kind = kind_of(event)
            if kind >= SINGLE:
                self._play(event, kind)
            elif kind == HALF:
                self._half_over()
                self.half = value_of(event) & 1
                self.bases = self.outs = self.runs_of_half = 0
            elif kind == PLACED:
                self.bases |= 2
            elif kind == CHANGE:
                side, _, position, _ = changed(value_of(event))
                if position == 1:
                    self.outs_of_pitcher[side].append(0)
        self._half_over()
        self._team_games()

    def _half_over(self) -> None:
        if self.outs < 3:
            return
        self.tally.share("half_scoreless", self.runs_of_half == 0, 1)
        self.tally.share("half_three_or_more", self.runs_of_half >= 3, 1)

    def _play(self, event: int, kind: int) -> None:
        side = self.sides[self.half]
        to = event >> TO_SHIFT & TO_MASK
        runs, outs = RUNS[to], OUTS[to]
        if kind < STEAL:
            self._plate_appearance(event, kind)
        else:
            self._on_the_bases(event, kind)
        side["runs"] += runs
        self.runs_of_half += runs
        if error_of(event):
            self.sides[1 - self.half]["errors"] += 1
        if outs >= 2:
            self.sides[1 - self.half]["double_plays"] += 1
        self.outs += outs
        self.outs_of_pitcher[1 - self.half][-1] += outs
        self.bases = BASES[to]

    def _plate_appearance(self, event: int, kind: int) -> None:
        tally, side, bases = self.tally, self.sides[self.half], self.bases
        side["plate_appearances"] += 1
        side[_PLATE.get(kind, "pa_out")] += 1
        at_bat = kind not in NOT_AT_BATS
        grounded = kind == DOUBLE_PLAY and ball_of(event) == GROUND
        side["at_bats"] += at_bat
        side["hits"] += kind in HITS
        side["total_bases"] += _BASES_OF_HIT.get(kind, 0)
        side["grounded_into_double_play"] += grounded
        side["triple_plays"] += kind == TRIPLE_PLAY
        if bases:
            side["turns_with_men_on"] += 1
        if bases & 1 and self.outs < 2:
            tally.share("gidp_with_a_man_on_first", grounded, 1)
        if bases & 4 and self.outs < 2:
            tally.share("sacrifice_fly_with_a_man_on_third", kind == SACRIFICE_FLY, 1)
        if bases & 3 == 1:
            side["second_open"] += 1
        if bases & 6 == 2:
            side["third_open"] += 1
        _, first, second, _ = destinations(event)
        if kind == SINGLE and not error_of(event):
            if bases & 1:
                tally.share("first_to_third_on_single", first in (THIRD, SCORED), 1)
                tally.share("first_out_on_single", first == OUT, 1)
            if bases & 2:
                tally.share("second_scores_on_single", second == SCORED, 1)
                tally.share("second_out_on_single", second == OUT, 1)
        if kind == DOUBLE and bases & 1 and not error_of(event):
            tally.share("first_scores_on_double", first == SCORED, 1)
            tally.share("first_out_on_double", first == OUT, 1)

    def _on_the_bases(self, event: int, kind: int) -> None:
        side, field_side = self.sides[self.half], self.sides[1 - self.half]
        _, first, second, _ = destinations(event)
        if kind in (STEAL, STEAL_ERROR):
            moved = [base for base, to in ((1, first), (2, second)) if to > base and to <= SCORED]
            side["stolen_bases"] += max(1, len(moved))
            side["second_stolen"] += self.bases & 1 and first > FIRST and first <= SCORED
            side["third_stolen"] += self.bases & 2 and second == THIRD
        elif kind in (CAUGHT_STEALING, PICKED_OFF_STEALING):
            side["caught_stealing"] += 1
            side["second_caught"] += self.bases & 1 and first == OUT
        elif kind == WILD_PITCH:
            field_side["wild_pitches"] += 1
        elif kind == PASSED_BALL:
            field_side["passed_balls"] += 1
        elif kind == BALK:
            field_side["balks"] += 1
        elif kind == PICKED_OFF:
            side["picked_off"] += 1

    def _team_games(self) -> None:
        tally = self.tally
        for at, side in enumerate(self.sides):
            turns = side["plate_appearances"]
            for key in {*_PLATE.values(), "grounded_into_double_play"}:
                name = key if key.startswith("pa_") else f"pa_{key}"
                tally.share(name, side[key], turns)
            both = side["pa_sacrifice"] + side["pa_sacrifice_fly"]
            tally.share("pa_sacrifices", both, turns)
            walks = side["pa_walk"] + side["pa_intentional_walk"] + side["pa_hit_by_pitch"]
            tally.share("batting_average", side["hits"], side["at_bats"])
            tally.share(
                "on_base_percentage",
                side["hits"] + walks,
                side["at_bats"] + walks + side["pa_sacrifice_fly"],
            )
            tally.share("slugging", side["total_bases"], side["at_bats"])
            for key in (
                "runs",
                "hits",
                "errors",
                "stolen_bases",
                "caught_stealing",
                "double_plays",
                "wild_pitches",
                "passed_balls",
                "balks",
                "plate_appearances",
            ):
                tally.average(f"game_{key}", side[key])
            tally.share("shutout", side["runs"] == 0, 1)
            tally.share("ten_runs_or_more", side["runs"] >= 10, 1)
            tries = side["second_stolen"] + side["second_caught"]
            tally.share("steals_of_second_tried", tries, side["second_open"])
            tally.share("steals_of_second_safe", side["second_stolen"], tries)
            tally.share("wild_pitch_with_men_on", self.sides[at]["wild_pitches"], self._faced(at))
            starter, *others = self.outs_of_pitcher[at]
            tally.average("outs_of_a_start", starter)
            tally.share("complete_games", not others, 1)
            tally.average("pitchers", 1 + len(others))

    def _faced(self, side: int) -> int:
        return self.sides[1 - side]["turns_with_men_on"]


def tally_of(records: Iterable[Record]) -> Tally:
    """The tally of finished games."""
    tally = Tally()
    for record in records:
        tally.add(record)
    return tally


def figures(tally: Tally) -> Mapping[str, Measured]:
    """What was measured, by key."""
    return tally.figures
