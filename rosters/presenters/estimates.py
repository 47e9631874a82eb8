"""Which figures of a player are estimated, by which estimator and on what grounds, in words for the
player's page."""

from __future__ import annotations

from dataclasses import dataclass

from rosters.estimators import mound
from rosters.estimators.draws import clutch
from rosters.estimators.gloves import nines, plays_of
from rosters.estimators.kept import Kept, in_play, kept_by
from rosters.estimators.norms import mainly_pitched
from rosters.estimators.platoon import SPLITS_COUNT, drawn, hitter_splits, pitcher_splits
from rosters.estimators.rates import LEFT, RIGHT, Rates, batting_rates, pitching_rates
from rosters.estimators.running import FEW_ATTEMPTS, thief, usual_success
from rosters.makers.base import Subject
from rosters.stats.lines import POSITIONS, BattingLine, FieldingLine, PitchingLine
from rosters.stats.seasons import Splits


@dataclass(frozen=True)
class Estimate:
    """A figure that the source does not say: the estimate, its estimator, and its grounds."""

    what: str
    says: str
    estimator: str
    grounds: str


def estimates(subject: Subject) -> list[Estimate]:
    """Everything that the cards of this season estimate instead of counting."""
    season = subject.season
    ratios = kept_by((), season.year, season.league)
    all_estimates: list[Estimate] = []
    pitches = season.pitching is not None and season.pitching.outs > 0
    if season.pitching is not None and pitches and subject.throws in (LEFT, RIGHT):
        all_estimates += _of_a_pitcher(subject, season.pitching, ratios)
    hits = not pitches or not mainly_pitched(season)
    if hits and season.batting is not None and season.batting.plate_appearances:
        all_estimates += _of_a_hitter(subject, season.batting, ratios)
    all_estimates += [_of_a_glove(line) for line in season.fielding if line.position in POSITIONS]
    return all_estimates


def _of_a_hitter(subject: Subject, line: BattingLine, kept: Kept) -> list[Estimate]:
    rates = batting_rates(line, kept)
    if rates is None:
        return []
    counted_splits = subject.season.batting_splits
    by_hand = drawn(hitter_splits(rates, subject.bats), counted_splits, kept)
    stealing = thief(line, kept)
    return [
        *_splits(by_hand, counted_splits, "left-handers", "right-handers"),
        *_not_kept_of_a_hitter(line, kept),
        Estimate(
            "Clutch", f"{clutch(subject.key):+d} of 108", "clutch", "A draw; it is not counted"
        ),
        Estimate(
            "Speed",
            "a place in his season",
            "running",
            "Steals, triples, runs, double plays against everybody's, position, and a small draw",
        ),
        Estimate(
            "Stealing",
            f"tries {stealing.attempts:.0%} of his times on first, makes {stealing.succeeds:.0%}",
            "running",
            f"Drawn towards {usual_success(kept):.0%} by {FEW_ATTEMPTS} attempts",
        ),
    ]


def _not_kept_of_a_hitter(line: BattingLine, kept: Kept) -> list[Estimate]:
    """What was not counted, estimated at the ratio of the nearest years that kept it."""
    statistics = (
        ("Intentional walks", line.intentional_walks, "intentional", line.walks, "walks"),
        ("Caught stealing", line.caught_stealing, "caught", line.stolen_bases, "bases stolen"),
        ("Sacrifice flies", line.sacrifice_flies, "sacrifice_flies", in_play(line), "in play"),
        ("Double plays", line.double_plays, "double_plays", in_play(line), "balls in play"),
        ("Hit by pitch", line.hit_by_pitch, "hit_by_pitch", line.plate_appearances, "turns"),
        ("Strikeouts", line.strikeouts, "strikeouts", line.plate_appearances, "turns"),
    )
    return [
        _not_kept(what, getattr(kept, ratio), ratio, base, base_name, kept)
        for what, count, ratio, base, base_name in statistics
        if count is None
    ]


def _not_kept(
    what: str, ratio: float, key: str, of: int | None, of_what: str, kept: Kept
) -> Estimate:
    years = kept.grounds.get(key, "2012")
    explanation = f"Not kept; {100 * ratio:.1f} for a hundred {of_what}, as in {years}"
    return Estimate(what, f"about {ratio * (of or 0):.0f}", "kept", explanation)


def _of_a_pitcher(subject: Subject, line: PitchingLine, kept: Kept) -> list[Estimate]:
    rates = pitching_rates(line, kept)
    if rates is None:
        return []
    counted_splits = subject.season.pitching_splits
    by_side = drawn(pitcher_splits(rates, subject.throws), counted_splits, kept)
    innings = [
        f"{point} innings {how}"
        for point, how in (
            (mound.starter_point(line), "as a starter"),
            (mound.relief_point(line), "in relief"),
        )
        if point
    ]
    return [
        *_splits(by_side, counted_splits, "left-handed batters", "right-handed batters"),
        *_not_kept_of_a_pitcher(line, kept),
        Estimate(
            "Point of weakness", ", ".join(innings), "mound", "Outs for his starts and relief games"
        ),
        Estimate(
            "Hold",
            "a place in his season",
            "mound",
            "A draw, better for left-handers; it is not counted",
        ),
    ]


def _not_kept_of_a_pitcher(line: PitchingLine, kept: Kept) -> list[Estimate]:
    faced = line.batters_faced or line.outs + line.hits + line.walks
    hits = line.hits - line.home_runs
    statistics = (
        ("Batters faced", line.batters_faced, None, 0, ""),
        ("Intentional walks", line.intentional_walks, "intentional", line.walks, "walks"),
        ("Sacrifices against him", line.sacrifice_hits, "bunts", faced, "batters"),
        ("Strikeouts", line.strikeouts, "strikeouts", faced, "batters"),
    )
    not_kept = [
        Estimate(what, f"about {faced}", "kept", "Not kept; outs, hits and walks")
        if key is None
        else _not_kept(what, getattr(kept, key), key, base, base_name, kept)
        for what, count, key, base, base_name in statistics
        if count is None
    ]
    not_kept.append(
        Estimate(
            "Doubles and triples against him",
            f"about {kept.doubles * hits:.0f} and {kept.triples * hits:.0f}",
            "kept",
            "Not told apart; the shares of his league's hits",
        )
    )
    return not_kept


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


def _of_a_glove(line: FieldingLine) -> Estimate:
    """The grounds of range, errors and arms; the ratings themselves are places in the season."""
    games = nines(line)
    plays = plays_of(line)
    parts = []
    if plays is not None and games:
        parts.append(f"{plays / games:.2f} plays for nine innings")
    if line.errors is not None:
        parts.append(f"{line.errors} errors")
    time = f"{line.outs // 3} innings" if line.outs else f"{line.games} games, innings not kept"
    return Estimate(
        line.position.upper(),
        ", ".join(parts) or "a draw",
        "gloves",
        f"A place in his season by plays and errors in {time}, and a draw",
    )
