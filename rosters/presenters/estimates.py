"""What of a player is estimated, by which estimator and on what grounds, in words for his page."""

from __future__ import annotations

from dataclasses import dataclass

from rosters.estimators import gloves, mound
from rosters.estimators.clutch import clutch
from rosters.estimators.norms import Norms
from rosters.estimators.platoon import SPLITS_COUNT, drawn, hitter_splits, pitcher_splits
from rosters.estimators.rates import LEFT, RIGHT, Rates, batting_rates, pitching_rates
from rosters.estimators.running import FEW_ATTEMPTS, USUAL_SUCCESS, speed, thief
from rosters.makers.base import Subject
from rosters.stats.lines import POSITIONS, BattingLine, FieldingLine, PitchingLine
from rosters.stats.seasons import Splits


@dataclass(frozen=True)
class Estimate:
    """One thing that the source does not say: what it is taken for, by which of the estimators,
    and on what that rests."""

    what: str
    says: str
    estimator: str
    grounds: str


def estimates(subject: Subject) -> list[Estimate]:
    """Everything that cards of his season take for granted without having been counted."""
    season = subject.season
    found: list[Estimate] = []
    pitches = season.pitching is not None and season.pitching.outs > 0
    if season.pitching is not None and pitches and subject.throws in (LEFT, RIGHT):
        found += _of_a_pitcher(subject, season.pitching)
    hits = not pitches or any(line.position != "p" for line in season.fielding)
    if hits and season.batting is not None and season.batting.plate_appearances:
        found += _of_a_hitter(subject, season.batting)
    found += [
        _of_a_glove(subject.key, line) for line in season.fielding if line.position in POSITIONS
    ]
    return found


def _of_a_hitter(subject: Subject, line: BattingLine) -> list[Estimate]:
    strikeouts = Norms().rates["strikeout"]
    rates = batting_rates(line, strikeouts)
    if rates is None:
        return []
    counted = subject.season.batting_splits
    by_hand = drawn(hitter_splits(rates, subject.bats), counted, strikeouts)
    stealing = thief(line)
    positions = tuple(each.position for each in subject.season.fielding)
    fast = speed(subject.key, line, tuple(at for at in positions if at in POSITIONS))
    return [
        *_splits(by_hand, counted, "left-handers", "right-handers"),
        Estimate(
            "Clutch", f"{clutch(subject.key):+d} of 108", "clutch", "A draw; nobody counts it"
        ),
        Estimate(
            "Speed",
            f"{fast:+.1f} standard deviations",
            "running",
            "Steals, triples, runs, double plays, position, and a small draw",
        ),
        Estimate(
            "Stealing",
            f"tries {stealing.attempts:.0%} of his times on first, makes {stealing.succeeds:.0%}",
            "running",
            f"Drawn towards {USUAL_SUCCESS:.0%} by {FEW_ATTEMPTS} attempts"
            + ("; nobody counted those who were caught" if line.caught_stealing is None else ""),
        ),
    ]


def _of_a_pitcher(subject: Subject, line: PitchingLine) -> list[Estimate]:
    strikeouts = Norms().rates["strikeout"]
    rates = pitching_rates(line, strikeouts)
    if rates is None:
        return []
    counted = subject.season.pitching_splits
    by_side = drawn(pitcher_splits(rates, subject.throws), counted, strikeouts)
    innings = [
        f"{point} innings {how}"
        for point, how in (
            (mound.starter_point(line), "as a starter"),
            (mound.relief_point(line), "in relief"),
        )
        if point
    ]
    return [
        *_splits(by_side, counted, "left-handed batters", "right-handed batters"),
        Estimate(
            "Point of weakness", ", ".join(innings), "mound", "Outs for his starts and relief games"
        ),
        Estimate(
            "Hold",
            f"{mound.hold(subject.key, subject.throws):+d}",
            "mound",
            "A draw, better for left-handers; nobody counts it",
        ),
    ]


def _splits(
    by_hand: dict[str, Rates], counted: Splits | None, left: str, right: str
) -> list[Estimate]:
    lines = (None, None) if counted is None else (counted.left, counted.right)
    return [
        Estimate(
            f"Against {whom}",
            " / ".join(
                f"{rate:.3f}".removeprefix("0")
                for rate in (by_hand[hand].average, by_hand[hand].on_base, by_hand[hand].slugging)
            ),
            "platoon",
            "His season and everybody's difference"
            if line is None
            else f"{line.plate_appearances} counted plate appearances, drawn by "
            f"{SPLITS_COUNT:.0f} towards everybody's difference",
        )
        for hand, whom, line in ((LEFT, left, lines[0]), (RIGHT, right, lines[1]))
    ]


def _of_a_glove(key: str, line: FieldingLine) -> Estimate:
    says = f"range {gloves.fielding_range(key, line)}, e{gloves.error_number(line)}"
    if line.position == "c":
        says += f", arm {gloves.catchers_arm(key, line):+d}, T{gloves.catchers_throws(key, line)}"
        says += f", pb {gloves.passed_ball_rating(line)}"
    elif line.position in ("lf", "cf", "rf"):
        says += f", arm {gloves.outfield_arm(key, line):+d}"
    time = f"{line.outs // 3} innings" if line.outs else f"{line.games} games"
    return Estimate(
        line.position.upper(), says, "gloves", f"Plays and errors in {time}, and a draw"
    )
