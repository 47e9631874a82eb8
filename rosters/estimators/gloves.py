"""Fielding and throwing arms: range, errors, arms, and passed balls of catchers, each against the
season's own mean and spread.

Range is estimated from plays made for the time in the field, relative to the balls in play that the
pitchers of the fielder's club gave up. It is regressed toward the mean, more with less playing
time; the rest is a draw of the player's own. Where outs in the field were not kept, a game counts
as the share of a game that makes all players of a position fill the season. Ratings are places in
the season: the same shares of playing time in every year.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from rosters.estimators.draws import normal_draw
from rosters.estimators.scales import Scale, scale_of
from rosters.stats.lines import POSITIONS, FieldingLine, PitchingLine
from rosters.stats.seasons import Season

PLAYS = {
    # Plays made per nine innings: mean and spread among regulars (2012).
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
"""For pools in which no plays were counted."""
ERRORS = {
    "p": 0.0855, "c": 0.0650, "1b": 0.0627, "2b": 0.0768, "3b": 0.1275,
    "ss": 0.1187, "lf": 0.0286, "cf": 0.0276, "rf": 0.0322,
}  # fmt: skip
"""Per nine innings at the position (2012): how errors are divided where a season did not tell the
positions apart."""
OUTFIELD = ("lf", "cf", "rf")
OUTFIELD_ASSISTS = {"lf": 0.057, "cf": 0.042, "rf": 0.061}
CAUGHT_SHARE = 0.26
"""The share of attempted steals that a catcher stops, where it was not counted."""
PASSED_BALLS = 0.0762
WITH_MEN_ON = 16.6
"""Plate appearances per nine innings with a runner on base."""
OFF_POP_UPS = 0.008
"""Passed balls per nine innings that are pop-ups to the catcher (S29.3)."""
A_CHECK = 0.05 * 0.5
"""How often the check of a plate appearance points at the catcher."""

FULL_SEASON = 162
SOME_GAMES = 40
"""Games of nine innings at the mean rate that a fielder's own are mixed with."""
SOME_TRIES = 20
"""Attempted steals at the mean rate that a catcher's own are mixed with."""
LEAGUE_OF_GAMES = 600
"""Games at a position that make a season of its own."""

RANGES = (0.10, 0.20, 0.38, 0.22, 0.10)
"""Shares of playing time rated 5, 4, 3, 2, 1."""
OUTFIELD_ARMS = (0.01, 0.045, 0.065, 0.09, 0.185, 0.235, 0.16, 0.125, 0.06, 0.02, 0.004, 0.001)
"""Rated +5 to -6."""
CATCHERS_ARMS = (0.01, 0.02, 0.04, 0.12, 0.19, 0.22, 0.18, 0.10, 0.06, 0.03, 0.03)
"""Rated +5 to -5."""

PLAYS_SHARE, DRAWN = 0.65, 0.6
SPREAD = 0.88
UNTRIED = 0.3
"""By how much a fielder with few games is assumed to be worse."""

MOST_ERRORS = 60
DEFAULT_SHARE = 0.85
"""The share of nine innings that a game in the field is, where nothing tells how much of it."""


@dataclass(frozen=True)
class Usual:
    """The means of a position in a season: plays made per nine innings with the spread among
    regulars, errors and (for outfielders) assists per nine innings, and the share of a game that a
    game there is."""

    plays: float
    spread: float
    errors: float
    assists: float = 0.05
    of_a_game: float = DEFAULT_SHARE


def _usual_of_2012() -> dict[str, Usual]:
    return {
        position: Usual(*PLAYS[position], ERRORS[position], OUTFIELD_ASSISTS.get(position, 0.0))
        for position in POSITIONS
    }


_DESCENDING = {
    "range": scale_of((), RANGES, -5, 1.0, SPREAD),
    "arm": scale_of((), OUTFIELD_ARMS, -5, 1.0),
    "catcher": scale_of((), CATCHERS_ARMS, -5, 1.0),
}


@dataclass(frozen=True)
class Gloves:
    """The fielding means of a season. ``chances``: balls in play of a club's pitchers per nine
    innings relative to the league; ``ranges``: scales by position. The scales of arms are reversed:
    good arms have high scores and low ratings. ``with_men_on``: plate appearances per nine innings
    with a runner on base; ``off_pop_ups``: passed balls that come from pop-ups."""

    usual: Mapping[str, Usual] = field(default_factory=_usual_of_2012)
    chances: Mapping[str, float] = field(default_factory=dict)
    caught: float = CAUGHT_SHARE
    passed: float = PASSED_BALLS
    ranges: Mapping[str, Scale] = field(default_factory=dict)
    outfield_arms: Scale = _DESCENDING["arm"]
    catchers_arms: Scale = _DESCENDING["catcher"]
    with_men_on: float = WITH_MEN_ON
    off_pop_ups: float = OFF_POP_UPS

    def nines(self, line: FieldingLine) -> float:
        if line.outs:
            return line.outs / 27
        usual = self.usual.get(line.position)
        return (usual.of_a_game if usual else DEFAULT_SHARE) * line.games

    def range_score(self, key: str, line: FieldingLine, teams: Sequence[str] = ()) -> float:
        """How good a fielder is, in standard deviations of the season, with a draw of the player's
        own."""
        mean, games = self.usual[line.position], self.nines(line)
        plays = plays_of(line)
        score = 0.0
        if plays is not None and games:
            club_chances = [self.chances[team] for team in teams if team in self.chances]
            chances = sum(club_chances) / len(club_chances) if club_chances else 1.0
            regressed = _mixed(plays / games / chances, mean.plays, games)
            score = (regressed - mean.plays) / mean.spread
        score = PLAYS_SHARE * score + DRAWN * normal_draw(key, f"range/{line.position}")
        return score - UNTRIED if games < SOME_GAMES else score

    def fielding_range(self, key: str, line: FieldingLine, teams: Sequence[str] = ()) -> int:
        """1, the best, to 5."""
        scale = self.ranges.get(line.position, _DESCENDING["range"])
        return -scale.of(self.range_score(key, line, teams))

    def errors(self, line: FieldingLine) -> float:
        """Errors of a full season at the position, regressed toward the mean."""
        mean_rate, games = self.usual[line.position].errors, self.nines(line)
        own_rate = mean_rate if line.errors is None or not games else line.errors / games
        return FULL_SEASON * _mixed(own_rate, mean_rate, games)

    def error_number(self, line: FieldingLine) -> int:
        """Errors of a full season at the position, at most 60."""
        return min(MOST_ERRORS, round(self.errors(line)))

    def outfield_score(self, key: str, line: FieldingLine) -> float:
        """Assists relative to the mean, and a draw."""
        mean_rate, games = self.usual[line.position].assists, self.nines(line)
        score = 0.0
        if line.assists is not None and games and mean_rate:
            score = (_mixed(line.assists / games, mean_rate, games) - mean_rate) / (
                0.35 * mean_rate
            )
        return (1.5 * score + 1.2 * normal_draw(key, "outfield arm")) / 1.9

    def outfield_arm(self, key: str, line: FieldingLine) -> int:
        """-6, the best, to +5."""
        return -self.outfield_arms.of(self.outfield_score(key, line))

    def catchers_score(self, key: str, line: FieldingLine) -> float:
        """A score by the runners that the catcher threw out; a draw if they were not counted."""
        stolen, caught = line.stolen_bases, line.caught_stealing
        drawn = normal_draw(key, "catcher's arm")
        if stolen is None or caught is None or not stolen + caught:
            return drawn
        tries = stolen + caught
        share = (caught + SOME_TRIES * self.caught) / (tries + SOME_TRIES)
        return (share - self.caught) / 0.06 + 0.01 * drawn

    def catchers_arm(self, key: str, line: FieldingLine) -> int:
        """-5, the best, to +5."""
        return -self.catchers_arms.of(self.catchers_score(key, line))

    def catchers_throws(self, key: str, line: FieldingLine) -> int:
        """T: the highest roll of a d20 on which the catcher throws the ball away on a steal."""
        return max(1, min(20, round(7 * self.error_number(line) / 10 + normal_draw(key, "T"))))

    def passed_ball_rating(self, line: FieldingLine) -> int:
        """The chance in twenty that a possible passed ball is one (S29.0)."""
        games = self.nines(line)
        passed = self.passed
        if line.passed_balls is not None and games:
            passed = _mixed(line.passed_balls / games, self.passed, games)
        by_check = max(0.0, passed - self.off_pop_ups)
        return max(0, min(20, round(20 * by_check / (self.with_men_on * A_CHECK))))


def nines(line: FieldingLine) -> float:
    """Games of nine innings at a position, if nothing is known of the season."""
    return _nines(line, DEFAULT_SHARE)


def _mixed(rate: float, usual: float, games: float) -> float:
    return (rate * games + usual * SOME_GAMES) / (games + SOME_GAMES)


def plays_of(line: FieldingLine) -> int | None:
    """Plays that count for range; ``None`` if they were not counted."""
    if line.putouts is None or line.assists is None:
        return None
    # At these positions putouts mostly come from others' assists and strikeouts.
    return line.assists if line.position in ("p", "c", "1b") else line.putouts + line.assists


def gloves_of(
    men: Iterable[tuple[str, Season]],
    with_men_on: float = WITH_MEN_ON,
    off_pop_ups: float = OFF_POP_UPS,
) -> Gloves:
    """The fielding means among all players of a year, given as (key, season)."""
    players = list(men)
    pitching = [season for _, season in players if season.pitching is not None]
    played = sum(season.pitching.outs for season in pitching if season.pitching) / 27
    chances = _chances(pitching)
    by_position: dict[str, list[tuple[str, Season, FieldingLine]]] = defaultdict(list)
    for key, season in players:
        for line in season.fielding:
            if line.position in POSITIONS:
                by_position[line.position].append((key, season, line))
    shares = {
        position: _of_a_game([line for *_, line in entries], played)
        for position, entries in by_position.items()
    }
    means = _usual_of_2012()
    for position, entries in by_position.items():
        means[position] = _usual(position, [line for *_, line in entries], shares[position])
    means |= _untold(means, by_position)
    catchers = [line for *_, line in by_position.get("c", ())]
    without_scales = Gloves(
        means, chances, _caught(catchers), _passed(catchers, shares.get("c", 0.85))
    )
    return Gloves(
        means,
        chances,
        without_scales.caught,
        without_scales.passed,
        {
            position: scale_of(
                (
                    (
                        without_scales.range_score(key, line, season.teams),
                        without_scales.nines(line),
                    )
                    for key, season, line in entries
                ),
                RANGES,
                -5,
                LEAGUE_OF_GAMES,
                SPREAD,
            )
            for position, entries in by_position.items()
        },
        scale_of(
            (
                (without_scales.outfield_score(key, line), without_scales.nines(line))
                for position in OUTFIELD
                for key, _, line in by_position.get(position, ())
            ),
            OUTFIELD_ARMS,
            -5,
            3 * LEAGUE_OF_GAMES,
        ),
        scale_of(
            (
                (without_scales.catchers_score(key, line), without_scales.nines(line))
                for key, _, line in by_position.get("c", ())
            ),
            CATCHERS_ARMS,
            -5,
            LEAGUE_OF_GAMES,
        ),
        with_men_on,
        off_pop_ups,
    )


def _chances(pitching: Sequence[Season]) -> dict[str, float]:
    """Balls in play per nine innings of each club's pitchers, relative to the league."""
    balls: dict[str, float] = defaultdict(float)
    outs: dict[str, float] = defaultdict(float)
    for season in pitching:
        line = season.pitching
        if line is None:
            continue
        for team in season.teams:
            balls[team] += _in_play(line) / len(season.teams)
            outs[team] += line.outs / len(season.teams)
    league_rate = sum(balls.values()) / max(sum(outs.values()), 1)
    if not league_rate:
        return {}
    return {
        team: min(1.2, max(0.8, balls[team] / club_outs / league_rate))
        for team, club_outs in outs.items()
        if club_outs >= 27 * SOME_GAMES
    }


def _in_play(line: PitchingLine) -> float:
    return line.outs + line.hits - line.home_runs - (line.strikeouts or 0)


def _of_a_game(lines: Sequence[FieldingLine], played: float) -> float:
    """The share of a game that a game at a position is, so that all together fill the season."""
    recorded = sum(line.outs or 0 for line in lines) / 27
    games = sum(line.games for line in lines if not line.outs)
    if not games or not played:
        return DEFAULT_SHARE
    return min(1.0, max(0.2, (played - recorded) / games))


def _nines(line: FieldingLine, share: float) -> float:
    return line.outs / 27 if line.outs else share * line.games


def _usual(at: str, lines: Sequence[FieldingLine], share: float) -> Usual:
    plays, spread = _mean_and_spread(
        [(plays_of(line), _nines(line, share)) for line in lines], PLAYS[at]
    )
    assists = _rate([(line.assists, _nines(line, share)) for line in lines])
    errors = _rate([(line.errors, _nines(line, share)) for line in lines])
    return Usual(
        plays,
        spread,
        ERRORS[at] if errors is None else errors,
        OUTFIELD_ASSISTS.get(at, 0.05) if assists is None else assists,
        share,
    )


def _untold(
    usual: Mapping[str, Usual], lines: Mapping[str, Sequence[tuple[str, Season, FieldingLine]]]
) -> dict[str, Usual]:
    """Errors at positions that were not told apart, scaled by the errors at the others."""
    known = [
        at for at, entries in lines.items() if any(line.errors is not None for *_, line in entries)
    ]
    if not known:
        return {}
    level = sum(usual[at].errors for at in known) / sum(ERRORS[at] for at in known)
    return {
        at: Usual(means.plays, means.spread, ERRORS[at] * level, means.assists, means.of_a_game)
        for at, means in usual.items()
        if at not in known
    }


def _rate(found: Sequence[tuple[int | None, float]]) -> float | None:
    counted = [(count, games) for count, games in found if count is not None and games > 0]
    games = sum(played for _, played in counted)
    return sum(count for count, _ in counted) / games if games else None


def _mean_and_spread(
    found: Sequence[tuple[int | None, float]], usual: tuple[float, float]
) -> tuple[float, float]:
    """The mean per nine innings, and the spread that is left after regression to it; with few games
    the default spread in proportion."""
    rates = [(count / games, games) for count, games in found if count is not None and games > 0]
    weight = sum(games for _, games in rates)
    if not weight:
        return usual
    mean = sum(value * games for value, games in rates) / weight
    squares = sum(
        ((value - mean) * games / (games + SOME_GAMES)) ** 2 * games for value, games in rates
    )
    own_spread = (squares / weight) ** 0.5
    default_spread = usual[1] / usual[0] * mean * 0.75
    part = min(1.0, weight / LEAGUE_OF_GAMES)
    return mean, max(part * own_spread + (1 - part) * default_spread, 1e-3)


def _caught(lines: Sequence[FieldingLine]) -> float:
    counts = [
        (line.stolen_bases, line.caught_stealing)
        for line in lines
        if line.stolen_bases is not None and line.caught_stealing is not None
    ]
    caught = sum(out_stealing for _, out_stealing in counts)
    tries = sum(stolen + out for stolen, out in counts)
    return (caught + SOME_TRIES * CAUGHT_SHARE) / (tries + SOME_TRIES)


def _passed(lines: Sequence[FieldingLine], share: float) -> float:
    rate = _rate([(line.passed_balls, _nines(line, share)) for line in lines])
    return PASSED_BALLS if rate is None else rate
