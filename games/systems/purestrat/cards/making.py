"""A Purestrat card from a season: both sides and every rating around them."""

from __future__ import annotations

from games.systems.purestrat.cards.opponent import opponent
from games.systems.purestrat.cards.sides import Touches, has_power, hitters_side, pitchers_side
from games.systems.purestrat.play.cards import (
    CLOSER_N,
    CLOSER_NONE,
    NO_STEALING,
    WAYS,
    Fielding,
    Hitter,
    Pitcher,
    Side,
    Stealing,
)
from rosters.estimators import gloves, mound
from rosters.estimators.clutch import clutch
from rosters.estimators.draws import normal_draw
from rosters.estimators.norms import Norms
from rosters.estimators.platoon import drawn, hitter_splits, pitcher_splits, side_of
from rosters.estimators.rates import LEFT, RIGHT, Rates, batting_rates, pitching_rates
from rosters.estimators.running import speed, thief
from rosters.makers.base import Subject
from rosters.stats.lines import POSITIONS, BattingLine, FieldingLine, PitchingLine

FEW_GAMES = 150
USUAL_DOUBLE_PLAYS = 0.0285
"""Grounded into, for each at-bat that puts the ball in play (2012)."""
MOST_POSITIONS = 6
FEWEST_GAMES = 2
"""Games at a position that put it on a card, beside the one he played most."""

PITCHERS_HITTING = (0.085, 0.112, 0.135, 0.160, 0.190, 0.225, 0.265)
"""Batting averages, drawn towards the usual, from which a pitcher has hitting card 2, 3, ... 8."""


def make_hitter(subject: Subject, line: BattingLine, norms: Norms) -> Hitter | None:
    """A hitter's card; ``None`` where he never came up."""
    season = subject.season
    rates = batting_rates(line, norms.rates["strikeout"])
    if rates is None:
        return None
    usual = hitter_splits(rates, subject.bats)
    by_hand = drawn(usual, season.batting_splits, norms.rates["strikeout"])
    positions = tuple(each.position for each in season.fielding if each.position in POSITIONS)
    touches = Touches(
        injury=max(0.0, min(1.2, (FEW_GAMES - line.games) / 60)),
        clutch=float(clutch(subject.key)),
        double_plays=_double_plays(line),
    )
    sides: dict[str, Side] = {}
    power: dict[str, bool] = {}
    for hand in (LEFT, RIGHT):
        side = side_of(subject.bats, hand)
        against = opponent(norms, side, hand)
        power[hand] = has_power(by_hand[hand], against)
        turn = int(hand == RIGHT)
        sides[hand] = hitters_side(by_hand[hand], against, side, touches, turn)
    fast = speed(subject.key, line, positions)
    return Hitter(
        name=subject.name,
        bats="S" if subject.bats in ("B", "S") else subject.bats or "R",
        left=sides[LEFT],
        right=sides[RIGHT],
        power_left=power[LEFT],
        power_right=power[RIGHT],
        stealing=stealing_line(subject.key, line),
        running=max(8, min(17, round(15.9 + 1.1 * fast))),
        bunt=_bunt(subject.key, line, rates),
        hit_and_run=_hit_and_run(subject.key, rates, norms),
        fielding=fielding_ratings(subject.key, season.fielding),
    )


def make_pitcher(
    subject: Subject, line: PitchingLine, norms: Norms, at_bat: BattingLine | None
) -> Pitcher | None:
    """A pitcher's card; ``None`` where he faced nobody or his hand is not known."""
    season = subject.season
    rates = pitching_rates(line, norms.rates["strikeout"])
    if rates is None or subject.throws not in (LEFT, RIGHT):
        return None
    usual = pitcher_splits(rates, subject.throws)
    by_side = drawn(usual, season.pitching_splits, norms.rates["strikeout"])
    sides = {}
    for turn, side in enumerate((LEFT, RIGHT)):
        against = opponent(norms, side, subject.throws)
        sides[side] = pitchers_side(by_side[side].times(norms.faced), against, side, turn)
    closer = mound.closer_endurance(line)
    relief = mound.relief_point(line)
    glove = next((each for each in season.fielding if each.position == "p"), None)
    glove = glove or FieldingLine("p", games=line.games)
    return Pitcher(
        name=subject.name,
        throws=subject.throws,
        left=sides[LEFT],
        right=sides[RIGHT],
        starter=mound.starter_point(line),
        relief=relief,
        closer=CLOSER_NONE if not relief else CLOSER_N if closer is None else closer,
        hold=mound.hold(subject.key, subject.throws),
        balk=mound.balk_rating(line),
        wild_pitch=mound.wild_pitch_rating(line),
        fielding=Fielding(1, gloves.fielding_range(subject.key, glove), gloves.error_number(glove)),
        hitting=_hitting_code(subject, at_bat),
        running=max(8, min(13, round(10 + normal_draw(subject.key, "running")))),
    )


def _double_plays(line: BattingLine) -> float:
    """Against the usual, drawn towards it; 1 where nobody counted."""
    in_play = line.at_bats - (line.strikeouts or 0) - line.home_runs
    if line.double_plays is None or in_play <= 0:
        return 1.0
    return (line.double_plays + 6) / (USUAL_DOUBLE_PLAYS * in_play + 6)


LEAD_SUMS = (7, 8, 6, 9, 5, 10, 4, 11, 3)
"""Sums of two dice in the order in which a good lead takes them."""


def stealing_line(key: str, line: BattingLine) -> Stealing:
    """Lead by how often he tries, success by how often he makes it; who does neither has none."""
    found = thief(line)
    if found.attempts < 0.015:
        return NO_STEALING
    wanted = 36 * min(1.0, LEADS_FOR_ATTEMPTS * found.attempts)
    lead = ways = 0
    for total in LEAD_SUMS:
        if ways + WAYS[total] / 2 >= wanted and lead:
            break
        lead |= 1 << total
        ways += WAYS[total]
    caught = 0
    if found.succeeds < 0.78:
        caught = 1 << 12 | (1 << 2 if found.succeeds < 0.68 else 0)
    first = max(8, min(20, round(20 * found.succeeds - 0.7)))
    second = max(4, min(18, first - 5 + round(0.7 * normal_draw(key, "second success"))))
    return Stealing(found.attempts >= 0.22, lead, caught & ~lead, first, second)


LEADS_FOR_ATTEMPTS = 1.55
"""Chances of a good lead for each attempt to steal, as he does not try for one every time."""


def _bunt(key: str, line: BattingLine, rates: Rates) -> int:
    """A to E: sacrifices laid down, little power, and a draw."""
    bunts = (line.sacrifice_hits or 0) / max(line.plate_appearances, 1)
    score = 60 * bunts - 25 * (rates.home_run - 0.025) + 0.6 * normal_draw(key, "bunt")
    return 2 - (score > 0.5) - (score > 1.2) + (score < -0.5) + (score < -1.1)


def _hit_and_run(key: str, rates: Rates, norms: Norms) -> int:
    """A to D: who seldom strikes out, and a draw."""
    score = (norms.rates["strikeout"] - rates.strikeout) / 0.06
    score += 0.5 * normal_draw(key, "hit and run")
    return 2 - (score > 0.5) - (score > 1.2) + (score < -0.7)


def _hitting_code(subject: Subject, line: BattingLine | None) -> str:
    """A pitcher's hitting card: its number by his average, power, hand (S11.1e)."""
    hand = "S" if subject.bats in ("B", "S") else subject.bats or subject.throws
    if line is None or not line.at_bats:
        return f"1W{hand}"
    average = (line.hits + 0.13 * 40) / (line.at_bats + 40)
    number = 1 + sum(average > least for least in PITCHERS_HITTING)
    power = "N" if line.home_runs >= 2 else "W"
    return f"{number}{power}{hand}"


def fielding_ratings(key: str, lines: tuple[FieldingLine, ...]) -> tuple[Fielding, ...]:
    """Ratings of the positions he played, the pitcher's apart, most games first."""
    told = [line for line in lines if line.position in POSITIONS[1:]]
    best = max((line.games for line in told), default=0)
    found = []
    arm: int | None = None
    for line in sorted(told, key=lambda each: (-each.games, each.position)):
        if line.games < best and line.games < FEWEST_GAMES:
            continue
        number = POSITIONS.index(line.position) + 1
        t = pb = throwing = 0
        if number == 2:
            throwing = gloves.catchers_arm(key, line)
            t, pb = gloves.catchers_throws(key, line), gloves.passed_ball_rating(line)
        elif number >= 7:
            # An outfielder's arm is the same wherever he plays (S16.1d).
            arm = gloves.outfield_arm(key, line) if arm is None else arm
            throwing = arm
        found.append(
            Fielding(
                number,
                gloves.fielding_range(key, line),
                gloves.error_number(line),
                throwing,
                t,
                pb,
            )
        )
    return tuple(found[:MOST_POSITIONS])
