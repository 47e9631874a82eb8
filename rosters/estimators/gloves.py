"""Gloves and arms: range, errors, throwing arms, and what a catcher lets by.

Range stands on plays made for the time in the field where outs in the field are known, else on
games; both are drawn towards the usual by how little there is of them, and what is left over is a
draw of the player's own.
"""

from __future__ import annotations

from statistics import NormalDist

from rosters.estimators.draws import normal_draw
from rosters.stats.lines import FieldingLine

PLAYS = {
    # Plays made for nine innings: the usual number and the spread of regulars (2012).
    "p": (1.68, 0.45),
    "c": (0.62, 0.12),
    "1b": (0.655, 0.14),
    "2b": (4.70, 0.35),
    "3b": (2.52, 0.25),
    "ss": (4.34, 0.33),
    "lf": (1.89, 0.20),
    "cf": (2.53, 0.22),
    "rf": (2.00, 0.20),
}
ERRORS = {
    "p": 0.0855, "c": 0.0650, "1b": 0.0627, "2b": 0.0768, "3b": 0.1275,
    "ss": 0.1187, "lf": 0.0286, "cf": 0.0276, "rf": 0.0322,
}  # fmt: skip
"""For nine innings at the position (2012)."""

OUTFIELD_ASSISTS = {"lf": 0.057, "cf": 0.042, "rf": 0.061}
CAUGHT_SHARE = 0.26
"""Of the runners who try, how many a catcher throws out."""
PASSED_BALLS = 0.0762

FULL_SEASON = 162
SOME_GAMES = 40
"""Games of nine innings of the usual that a fielder's own are mixed with."""

RANGES = (0.10, 0.32, 0.70, 0.90)
"""Shares of regulars rated 1; 1 or 2; up to 3; up to 4."""

_NORMAL = NormalDist()


def nines(line: FieldingLine) -> float:
    """Games of nine innings at a position."""
    return line.outs / 27 if line.outs else 0.85 * line.games


def _mixed(rate: float, usual: float, games: float) -> float:
    return (rate * games + usual * SOME_GAMES) / (games + SOME_GAMES)


def fielding_range(key: str, line: FieldingLine) -> int:
    """1, the best, to 5."""
    usual, spread = PLAYS[line.position]
    games = nines(line)
    score = 0.0
    if line.putouts is not None and line.assists is not None and games:
        plays = line.assists if line.position in ("p", "c", "1b") else line.putouts + line.assists
        score = (_mixed(plays / games, usual, games) - usual) / spread
    score = 0.65 * score + 0.6 * normal_draw(key, f"range/{line.position}")
    if games < SOME_GAMES:
        score -= 0.3
    share = 1 - _NORMAL.cdf(score / 0.85 + 0.25)
    return 1 + sum(share > upto for upto in RANGES)


def error_number(line: FieldingLine) -> int:
    """Errors of a full season at the position, at most 60."""
    usual = ERRORS[line.position]
    games = nines(line)
    errors = usual if line.errors is None or not games else line.errors / games
    return min(60, round(FULL_SEASON * _mixed(errors, usual, games)))


def outfield_arm(key: str, line: FieldingLine) -> int:
    """-6, the best, to +5."""
    usual = OUTFIELD_ASSISTS[line.position]
    games = nines(line)
    score = 0.0
    if line.assists is not None and games:
        score = (_mixed(line.assists / games, usual, games) - usual) / (0.35 * usual)
    return max(-6, min(5, round(-1.5 * score - 1.2 * normal_draw(key, "outfield arm"))))


def catchers_arm(key: str, line: FieldingLine) -> int:
    """-5, the best, to +5, from the runners he threw out."""
    stolen, caught = line.stolen_bases, line.caught_stealing
    score = normal_draw(key, "catcher's arm") * 0.5
    if stolen is not None and caught is not None and stolen + caught:
        tries = stolen + caught
        share = (caught + 20 * CAUGHT_SHARE) / (tries + 20)
        score = (share - CAUGHT_SHARE) / 0.06
    return max(-5, min(5, round(-1.6 * score)))


def catchers_throws(key: str, line: FieldingLine) -> int:
    """T: up to what on a d20 he throws the ball away on a steal."""
    return max(1, min(20, round(7 * error_number(line) / 10 + normal_draw(key, "T"))))


def passed_ball_rating(line: FieldingLine) -> int:
    """Of twenty: how many of the passed balls that may be, are (S29.0)."""
    games = nines(line)
    passed = PASSED_BALLS
    if line.passed_balls is not None and games:
        passed = _mixed(line.passed_balls / games, PASSED_BALLS, games)
    return max(0, min(20, round(20 * passed / CHANCES_OF_A_PASSED_BALL)))


CHANCES_OF_A_PASSED_BALL = 38 * 0.437 * 0.05 * 0.5 * 1.2
"""For nine innings: plate appearances, with men on, the check that points at the catcher; a fifth
more, as pop-ups to him may be passed balls too (S29.3)."""
