"""Statistics computed from a line of counts: plain counts, the usual rates, and rates relative to
the league and its parks.

Rates follow the Official Baseball Rules (9.21) and, where these have none, the formula given with
each; the page shows the formulas. A rate with a zero denominator is ``None``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

Counts = Mapping[str, int]

TABLES: Final = ("batting", "pitching", "fielding")

WEIGHTS: Final = {"walks": 0.69, "hit_by_pitch": 0.72, "singles": 0.89, "doubles": 1.27}
WEIGHTS_OF_LONG_HITS: Final = {"triples": 1.62, "home_runs": 2.10}
"""Tango, Lichtman and Dolphin's weights for ``wOBA`` ("The Book", 2007)."""
WOBA_SCALE: Final = 1.15
"""wOBA points for each run per plate appearance."""
REPLACED_AT_BAT: Final = 20 / 600
"""Runs per plate appearance that an average batter is worth above replacement level."""
REPLACED_ON_MOUND: Final = 1.2
"""Runs that a replacement-level pitcher allows, as a multiple of the league's."""


@dataclass(frozen=True)
class League:
    """The totals of all players, and the park factor of every club."""

    batting: Counts = field(default_factory=Counter)
    pitching: Counts = field(default_factory=Counter)
    parks: Mapping[int, float] = field(default_factory=dict)

    def park(self, team: int) -> float:
        """Return how many runs games of a club have for each run elsewhere; half of its games are
        at home."""
        return self.parks.get(team, 1.0)

    @property
    def runs_a_win(self) -> float:
        """Runs that turn a loss into a win (Tango): 9 times one side's runs per inning, times 1.5,
        plus 3."""
        runs = per(27 * self.pitching["runs"], self.pitching["outs"])
        return 1.5 * (runs or 4.5) + 3


def park_factors(runs: Mapping[int, tuple[int, int, int, int]]) -> dict[int, float]:
    """Compute the factor of every club's games from the runs of both sides. ``runs`` gives for each
    club the home games, the runs in them, the away games and the runs in them. Half of a club's
    games are away; where either half is missing the factor is 1."""
    factors = {}
    for team, (at_home, scored, away, elsewhere) in runs.items():
        home_rate, elsewhere_rate = per(scored, at_home), per(elsewhere, away)
        factors[team] = (
            (1 + home_rate / elsewhere_rate) / 2 if home_rate and elsewhere_rate else 1.0
        )
    return factors


def per(above: float, below: float) -> float | None:
    return above / below if below else None


def singles(of: Counts) -> int:
    return of["hits"] - of["doubles"] - of["triples"] - of["home_runs"]


def total_bases(of: Counts) -> int:
    """Total bases (9.02(a)(8))."""
    return of["hits"] + of["doubles"] + 2 * of["triples"] + 3 * of["home_runs"]


def average(of: Counts) -> float | None:
    """Hits per at-bat (9.21(b))."""
    return per(of["hits"], of["at_bats"])


def on_base(of: Counts) -> float | None:
    """Times on base, by hit, walk or hit by pitch, per plate appearance that counts for it
    (9.21(f))."""
    reached = of["hits"] + of["walks"] + of["hit_by_pitch"]
    return per(reached, of["at_bats"] + of["walks"] + of["hit_by_pitch"] + of["sacrifice_flies"])


def slugging(of: Counts) -> float | None:
    """Total bases per at-bat (9.21(c))."""
    return per(total_bases(of), of["at_bats"])


def on_base_plus_slugging(of: Counts) -> float | None:
    reach, slug = on_base(of), slugging(of)
    return None if reach is None or slug is None else reach + slug


def isolated_power(of: Counts) -> float | None:
    """Extra bases per at-bat."""
    return per(total_bases(of) - of["hits"], of["at_bats"])


def in_play(of: Counts) -> float | None:
    """BABIP: hits per ball in play, home runs left out."""
    balls = of["at_bats"] - of["strikeouts"] - of["home_runs"] + of["sacrifice_flies"]
    return per(of["hits"] - of["home_runs"], balls)


def weighted_on_base(of: Counts) -> float | None:
    """wOBA, by the weights above; intentional walks are not recorded separately."""
    total = sum(
        weight * (singles(of) if name == "singles" else of[name])
        for name, weight in {**WEIGHTS, **WEIGHTS_OF_LONG_HITS}.items()
    )
    return per(total, of["at_bats"] + of["walks"] + of["sacrifice_flies"] + of["hit_by_pitch"])


def earned_run_average(of: Counts) -> float | None:
    """Earned runs per nine innings (9.21(e))."""
    return per(27 * of["earned_runs"], of["outs"])


def reached_an_inning(of: Counts) -> float | None:
    """WHIP: walks and hits per inning."""
    return per(3 * (of["walks"] + of["hits"]), of["outs"])


def nine(name: str) -> Callable[[Counts], float | None]:
    """Return a function for the rate of a count per nine innings."""
    return lambda of: per(27 * of[name], of["outs"])


def share(name: str, of_what: str) -> Callable[[Counts], float | None]:
    """Return a function for one count as a percentage of another."""
    return lambda of: per(100 * of[name], of[of_what])


def chances(of: Counts) -> int:
    """Putouts, assists and errors (9.21(e), comment)."""
    return of["putouts"] + of["assists"] + of["errors"]


def fielding_average(of: Counts) -> float | None:
    """Share of chances without an error (9.21(d))."""
    return per(of["putouts"] + of["assists"], chances(of))


def range_factor(of: Counts) -> float | None:
    """Putouts and assists per nine innings."""
    return per(27 * (of["putouts"] + of["assists"]), of["outs"])


def _independent(of: Counts) -> float | None:
    runs = 13 * of["home_runs"] + 3 * (of["walks"] + of["hit_batters"]) - 2 * of["strikeouts"]
    return per(3 * runs, of["outs"])


def fielding_independent(of: Counts, league: League) -> float | None:
    """FIP (Tango): (13 HR + 3 (BB + HB) - 2 SO) / IP, plus the constant that makes the league's FIP
    equal its ERA."""
    own, average_fip = _independent(of), _independent(league.pitching)
    earned = earned_run_average(league.pitching)
    return (
        None if own is None or average_fip is None or earned is None else own + earned - average_fip
    )


def on_base_plus_slugging_plus(of: Counts, league: League, team: int) -> float | None:
    """OPS+: 100 x (OBP / the league's + SLG / the league's - 1) / the park factor."""
    reach, slug = on_base(of), slugging(of)
    reach_of_all, slug_of_all = on_base(league.batting), slugging(league.batting)
    if reach is None or slug is None or not reach_of_all or not slug_of_all:
        return None
    return 100 * (reach / reach_of_all + slug / slug_of_all - 1) / league.park(team)


def runs_at_bat(of: Counts, league: League, team: int) -> float | None:
    """Runs above an average batter: (wOBA - the league's) / 1.15 per plate appearance, minus the
    runs that the park added."""
    own, league_value = weighted_on_base(of), weighted_on_base(league.batting)
    if own is None or league_value is None:
        return None
    turns = of["plate_appearances"]
    league_runs = per(league.batting["runs"], league.batting["plate_appearances"]) or 0.0
    return (own - league_value) / WOBA_SCALE * turns - (league.park(team) - 1) * league_runs * turns


def wins_at_bat(of: Counts, league: League, team: int) -> float | None:
    """Wins above replacement at bat: runs above average plus 20 per 600 plate appearances, in wins.
    Fielding and baserunning are not included."""
    runs = runs_at_bat(of, league, team)
    if runs is None:
        return None
    return (runs + REPLACED_AT_BAT * of["plate_appearances"]) / league.runs_a_win


def earned_run_average_plus(of: Counts, league: League, team: int) -> float | None:
    """ERA+: 100 x the league's ERA / the pitcher's, times the park factor."""
    own, league_average = earned_run_average(of), earned_run_average(league.pitching)
    if not own or league_average is None:
        return None
    return 100 * league_average / own * league.park(team)


def runs_saved(of: Counts, league: League, team: int) -> float | None:
    """Runs fewer than an average pitcher would have allowed in the same innings and park."""
    league_runs = per(league.pitching["runs"], league.pitching["outs"])
    if league_runs is None or not of["outs"]:
        return None
    return league_runs * of["outs"] * league.park(team) - of["runs"]


def wins_on_mound(of: Counts, league: League, team: int) -> float | None:
    """Wins above replacement on the mound: runs fewer than a pitcher would allow who allows a fifth
    more than the league, in wins."""
    league_runs = per(league.pitching["runs"], league.pitching["outs"])
    if league_runs is None or not of["outs"]:
        return None
    replacement_runs = REPLACED_ON_MOUND * league_runs * of["outs"] * league.park(team)
    return (replacement_runs - of["runs"]) / league.runs_a_win


Value = Callable[[Counts, League, int], float | None]
"""A statistic's value from a player's counts, the league and the player's club."""


@dataclass(frozen=True)
class Column:
    """A column of a table: its key in addresses and files, heading, title, value, and number of
    decimals (``innings``: outs shown as innings). ``least``: the smallest value is best. ``rate``:
    needs enough playing time to be compared."""

    key: str
    head: str
    title: str
    value: Value
    decimals: int = 0
    rate: bool = False
    least: bool = False
    innings: bool = False

    def shown(self, value: float | None) -> str:
        """Format the value: ``.333``, ``2.45``, ``6.2`` innings, a dash for ``None``."""
        if value is None:
            return "–"
        if self.innings:
            return f"{int(value) // 3}.{int(value) % 3}"
        text = f"{value:.{self.decimals}f}"
        if self.decimals == 3:
            return text.replace("0.", ".", 1) if abs(value) < 1 else text
        return text


def _count(key: str, head: str, title: str, **more: bool) -> Column:
    return Column(key, head, title, lambda of, league, team: of[key], **more)


def _rate(
    key: str,
    head: str,
    title: str,
    value: Callable[[Counts], float | None],
    decimals: int = 3,
    *,
    least: bool = False,
) -> Column:
    return Column(
        key, head, title, lambda of, league, team: value(of), decimals, rate=True, least=least
    )


def _held(
    key: str, head: str, title: str, value: Value, decimals: int = 0, *, rate: bool = True
) -> Column:
    return Column(key, head, title, value, decimals, rate=rate)


BATTING: Final = (
    _count("games", "G", "Games"),
    _count("plate_appearances", "PA", "Plate appearances"),
    _count("at_bats", "AB", "At-bats"),
    _count("runs", "R", "Runs"),
    _count("hits", "H", "Hits"),
    _count("doubles", "2B", "Doubles"),
    _count("triples", "3B", "Triples"),
    _count("home_runs", "HR", "Home runs"),
    _count("runs_batted_in", "RBI", "Runs batted in"),
    _count("stolen_bases", "SB", "Stolen bases"),
    _count("caught_stealing", "CS", "Caught stealing"),
    _count("walks", "BB", "Bases on balls"),
    _count("strikeouts", "SO", "Strikeouts"),
    _rate("average", "AVG", "Batting average", average),
    _rate("on_base", "OBP", "On-base average", on_base),
    _rate("slugging", "SLG", "Slugging average", slugging),
    _rate("ops", "OPS", "On-base plus slugging", on_base_plus_slugging),
    _held(
        "ops_plus",
        "OPS+",
        "OPS against the league's, 100 being average, corrected for the park",
        on_base_plus_slugging_plus,
    ),
    _rate("woba", "wOBA", "Weighted on-base average", weighted_on_base),
    _rate("isolated_power", "ISO", "Extra bases an at-bat", isolated_power),
    _rate("in_play", "BABIP", "Average on balls in play", in_play),
    _rate("walk_share", "BB%", "Walks of 100 turns", share("walks", "plate_appearances"), 1),
    _rate(
        "strikeout_share",
        "K%",
        "Strikeouts of 100 turns",
        share("strikeouts", "plate_appearances"),
        1,
        least=True,
    ),
    _count("double_plays", "GDP", "Grounded into double plays"),
    _count("hit_by_pitch", "HBP", "Hit by a pitch"),
    _count("sacrifice_hits", "SH", "Sacrifice bunts"),
    _count("sacrifice_flies", "SF", "Sacrifice flies"),
    Column("total_bases", "TB", "Bases on hits", lambda of, league, team: total_bases(of)),
    _held("runs_above", "RAA", "Runs above an average batter", runs_at_bat, 1, rate=False),
    _held("wins_above", "WAR", "Wins above replacement", wins_at_bat, 1, rate=False),
)

PITCHING: Final = (
    _count("games", "G", "Games"),
    _count("started", "GS", "Games started"),
    _count("wins", "W", "Wins"),
    _count("losses", "L", "Losses"),
    _count("saves", "SV", "Saves"),
    Column("outs", "IP", "Innings pitched", lambda of, league, team: of["outs"], innings=True),
    _count("batters_faced", "BF", "Batters faced"),
    _count("hits", "H", "Hits allowed"),
    _count("runs", "R", "Runs allowed"),
    _count("earned_runs", "ER", "Earned runs"),
    _count("home_runs", "HR", "Home runs allowed"),
    _count("walks", "BB", "Bases on balls"),
    _count("strikeouts", "SO", "Strikeouts"),
    _rate("era", "ERA", "Earned runs nine innings", earned_run_average, 2, least=True),
    Column(
        "era_plus",
        "ERA+",
        "The league's ERA against his, 100 being average, corrected for the park",
        earned_run_average_plus,
        rate=True,
    ),
    Column(
        "fip",
        "FIP",
        "What home runs, walks and strikeouts alone would make of his ERA",
        lambda of, league, team: fielding_independent(of, league),
        2,
        rate=True,
        least=True,
    ),
    _rate("whip", "WHIP", "Walks and hits an inning", reached_an_inning, 2, least=True),
    _rate("hits_nine", "H/9", "Hits nine innings", nine("hits"), 1, least=True),
    _rate("home_runs_nine", "HR/9", "Home runs nine innings", nine("home_runs"), 1, least=True),
    _rate("walks_nine", "BB/9", "Walks nine innings", nine("walks"), 1, least=True),
    _rate("strikeouts_nine", "K/9", "Strikeouts nine innings", nine("strikeouts"), 1),
    _rate(
        "strikeouts_a_walk",
        "K/BB",
        "Strikeouts a walk",
        lambda of: per(of["strikeouts"], of["walks"]),
        2,
    ),
    _count("hit_batters", "HB", "Batters hit"),
    _count("wild_pitches", "WP", "Wild pitches"),
    _count("balks", "BK", "Balks"),
    _held("runs_saved", "RAA", "Runs fewer than an average pitcher's", runs_saved, 1, rate=False),
    _held(
        "wins_above", "WAR", "Wins above replacement, on the mound", wins_on_mound, 1, rate=False
    ),
)

FIELDING: Final = (
    _count("games", "G", "Games at the position"),
    Column("outs", "Inn", "Innings there", lambda of, league, team: of["outs"], innings=True),
    Column("chances", "TC", "Chances", lambda of, league, team: chances(of)),
    _count("putouts", "PO", "Putouts"),
    _count("assists", "A", "Assists"),
    _count("errors", "E", "Errors", least=True),
    _count("double_plays", "DP", "Double plays that he had a hand in"),
    _rate("fielding", "FPCT", "Chances without an error", fielding_average),
    _rate("range", "RF/9", "Putouts and assists nine innings", range_factor, 2),
)

COLUMNS: Final[Mapping[str, tuple[Column, ...]]] = {
    "batting": BATTING,
    "pitching": PITCHING,
    "fielding": FIELDING,
}

USUAL_SORT: Final = {"batting": "ops", "pitching": "era", "fielding": "fielding"}

_NOT_OF_MEETINGS: Final = frozenset(
    {"runs", "stolen_bases", "caught_stealing", "runs_above", "wins_above", "ops_plus"}
)

MEETINGS: Final = tuple(each for each in BATTING if each.key not in _NOT_OF_MEETINGS)
"""The columns for batters on one side of the plate against pitchers with one hand."""

MEETINGS_OF_PITCHERS: Final = tuple(
    replace(
        each, least=each.key not in ("games", "plate_appearances", "strikeouts", "strikeout_share")
    )
    for each in MEETINGS
)
"""The same for a pitcher, for whom small values are better."""


def columns_of(table: str, *, met: bool = False) -> tuple[Column, ...]:
    """Return the columns of a table, or with ``met`` those against opponents of one hand."""
    if not met:
        return COLUMNS[table]
    return MEETINGS_OF_PITCHERS if table == "pitching" else MEETINGS


def usual_sort(table: str, *, met: bool = False) -> str:
    return "ops" if met else USUAL_SORT[table]


def added(rows: Iterable[Counts]) -> dict[str, int]:
    totals: dict[str, int] = {}
    for row in rows:
        for name, count in row.items():
            totals[name] = totals.get(name, 0) + count
    return totals
