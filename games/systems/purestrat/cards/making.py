"""A Purestrat card from a season: both sides and every rating around them."""

from __future__ import annotations

from dataclasses import replace

from games.systems.purestrat.cards.pitchers_bats import hitting_code
from games.systems.purestrat.cards.sides import Touches, has_power, hitters_side, pitchers_side
from games.systems.purestrat.cards.thieves import stealing_line
from games.systems.purestrat.cards.year import (
    FULL_SEASON,
    League,
    Year,
    fielding_ratings,
    pitchers_glove,
    positions_of,
)
from games.systems.purestrat.play.cards import (
    CLOSER_N,
    CLOSER_NONE,
    Hitter,
    Pitcher,
    Side,
)
from rosters.estimators import mound
from rosters.estimators.draws import clutch, normal_draw
from rosters.estimators.kept import in_play
from rosters.estimators.norms import Norms
from rosters.estimators.platoon import side_of
from rosters.estimators.rates import LEFT, RIGHT, Rates, batting_rates
from rosters.makers.base import Subject
from rosters.stats.lines import BattingLine, PitchingLine

FEW_GAMES = 0.926
"""The share of a season's games from which on a player is not taken for hurt."""
GAMES_OF_AN_INJURY = 60


def make_hitter(subject: Subject, line: BattingLine, year: Year) -> Hitter | None:
    """A hitter's card; ``None`` where he never came up."""
    season = subject.season
    league = year.of(season)
    norms = league.norms
    rates, by_hand = batting_rates(line, norms.kept), norms.splits_of(subject)
    if rates is None or by_hand is None:
        return None
    scheduled = year.games / FULL_SEASON
    touches = Touches(
        injury=max(
            0.0,
            min(1.2, (FEW_GAMES * year.games - line.games) / (GAMES_OF_AN_INJURY * scheduled)),
        ),
        clutch=float(clutch(subject.key)),
        batted=replace(
            league.batted,
            double_plays=_double_plays(line, norms) * league.batted.double_plays,
        ),
    )
    sides: dict[str, Side] = {}
    power: dict[str, bool] = {}
    for hand in (LEFT, RIGHT):
        side = side_of(subject.bats, hand)
        against = league.opponent(side, hand)
        power[hand] = has_power(by_hand[hand], against)
        turn = int(hand == RIGHT)
        sides[hand] = hitters_side(by_hand[hand], against, side, touches, turn, subject.key)
    fast = year.legs.speed(subject.key, line, positions_of(season), norms.kept)
    return Hitter(
        name=subject.name,
        bats="S" if subject.bats in ("B", "S") else subject.bats or "R",
        left=sides[LEFT],
        right=sides[RIGHT],
        power_left=power[LEFT],
        power_right=power[RIGHT],
        stealing=stealing_line(subject.key, line, norms.kept, year.steals.better),
        running=year.legs.running(fast),
        bunt=bunting_grade(subject.key, line, rates),
        hit_and_run=_hit_and_run(subject.key, rates, norms),
        fielding=fielding_ratings(subject, year.gloves),
    )


def make_pitcher(
    subject: Subject, line: PitchingLine, year: Year, at_bat: BattingLine | None
) -> Pitcher | None:
    """A pitcher's card; ``None`` where he faced no batter or his hand is not known."""
    league = year.of(subject.season)
    by_side = league.norms.sides_faced(subject)
    if not by_side:
        return None
    sides = {}
    for turn, side in enumerate((LEFT, RIGHT)):
        against = league.opponent(side, subject.throws)
        sides[side] = pitchers_side(by_side[side], against, side, turn, league.batted, subject.key)
    closer = mound.closer_endurance(line)
    relief = mound.relief_point(line)
    return Pitcher(
        name=subject.name,
        throws=subject.throws,
        left=sides[LEFT],
        right=sides[RIGHT],
        starter=mound.starter_point(line),
        relief=relief,
        closer=CLOSER_NONE if not relief else CLOSER_N if closer is None else closer,
        hold=year.mound.hold(subject.key, subject.throws),
        balk=year.mound.balk_rating(line, subject.key),
        wild_pitch=year.mound.wild_pitch_rating(line),
        fielding=pitchers_glove(subject, year.gloves),
        hitting=pitchers_hitting(subject, at_bat, league),
        running=max(8, min(13, round(10 + normal_draw(subject.key, "running")))),
    )


def _double_plays(line: BattingLine, norms: Norms) -> float:
    """His double plays against the usual, drawn towards it; 1 where they were not counted."""
    if line.double_plays is None:
        return 1.0
    return (line.double_plays + 6) / (norms.kept.double_plays * in_play(line) + 6)


def bunting_grade(key: str, line: BattingLine, rates: Rates) -> int:
    """A to E: sacrifices laid down, little power, and a draw."""
    bunts = (line.sacrifice_hits or 0) / max(line.plate_appearances, 1)
    score = 60 * bunts - 25 * (rates.home_run - 0.025) + 0.6 * normal_draw(key, "bunt")
    return 2 - (score > 0.5) - (score > 1.2) + (score < -0.5) + (score < -1.1)


def _hit_and_run(key: str, rates: Rates, norms: Norms) -> int:
    """A to D: who seldom strikes out, and a draw."""
    score = (norms.rates["strikeout"] - rates.strikeout) / 0.06
    score += 0.5 * normal_draw(key, "hit and run")
    return 2 - (score > 0.5) - (score > 1.2) + (score < -0.7)


def pitchers_hitting(subject: Subject, line: BattingLine | None, league: League) -> str:
    """A pitcher's hitting card in his league (S11.1e)."""
    left = league.norms.hands.against_left(subject.bats or subject.throws)
    return hitting_code(subject, line, league.pitchers_bats, league.opponent, left)
