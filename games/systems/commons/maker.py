"""The card maker of Commons Baseball.

The game's own app and workbook are not public; these formulas are ours. Batters' hits are exact per
at-bat; the rest is fitted to major-league seasons since 1950 or 1973: the success of base stealers
by their attempts, batters faced by innings, earned run average and walks, and platoon factors on a
pitcher's earned run average.

A row holds the statistics on the card's back, because they make a card legal (CB-114 to CB-118),
and the thresholds. A user who types in cards may leave the thresholds out: they are computed; those
that he types, from the game's app or workbook, are kept.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from math import log, sqrt
from types import MappingProxyType

from config.refusals import Refusal, Refused, refuse_all
from games.systems.commons.card_back import (
    BATTING_COLUMNS,
    COMMEMORATIVE,
    PINCH,
    PITCHING_COLUMNS,
    RELIEVER,
    STATISTICS,
    TEAMS_TO_PINCH,
    card_faults,
    mark_problems,
    outs_of,
    read_batting,
    read_pitching,
    statistics_problems,
    write_batting,
    write_pitching,
)
from games.systems.commons.measuring import measured_cards
from games.systems.commons.play.cards import (
    THROWS,
    CommonsBatter,
    CommonsPitcher,
    Threshold,
    chance_above,
    chance_at_or_above,
    chance_below,
    read_threshold,
    write_threshold,
)
from games.systems.commons.worth import BatterChances, batter_worth, pitcher_worth
from rosters.makers.base import HITTER, PITCHER, CardRow, Maker, Setting, Subject
from rosters.makers.truth import BOTH_LEAGUES, MeasuredCard, Norm
from rosters.stats.lines import BattingLine, PitchingLine

VERSION = 2

NEUTRAL_ERA = 4.0
"""CB-070: at this earned run average a pitcher has neither OUT nor HIT."""

MOST_OUT = 0.60
MOST_HIT = 0.40

PLATOON = {("R", "R"): 0.95, ("R", "L"): 1.06, ("L", "R"): 1.04, ("L", "L"): 0.88}
"""Factors on the earned run average, by the pitcher's hand and the batter's side."""

BATTER_RANKS = (0.284, 0.319, 0.344, 0.365, 0.386, 0.406, 0.429, 0.457, 0.498)
PITCHER_RANKS = (2.42, 2.90, 3.26, 3.58, 3.89, 4.22, 4.60, 5.08, 5.83)
"""Deciles of the score of all major-league seasons of 100 at-bats or 30 innings."""

RANKS = tuple(str(rank) for rank in range(1, 11))

SMALL_BATTER, SMALL_PITCHER = 100, 90
"""At-bats and outs below which a score is drawn toward the average."""

RELIEVER_OUTS_A_GAME = 9

LEFT_HANDED = 0.42
"""The share of batters who bat left against a pitcher, switch hitters by his hand."""

MOST_AUTOMATIC = 0.10
"""The share of pitches that are OUT or HIT on the cards of a season of normal length. A short
season with its wilder averages is scaled down to it, where its own average is neutral."""

LADDER = ("single", "double", "triple", "home_run", "steal")
PITCHES = ("walk", "out_left", "hit_left", "out_right", "hit_right")


def make_batter(line: BattingLine, teams: int) -> CommonsBatter:
    """A batter's card from his season. Refused: ``card-without-statistics`` (CB-117)."""
    if not line.at_bats:
        raise Refused(
            Refusal("card-without-statistics", "A batter's card needs at-bats (CB-117).", "at_bats")
        )
    steal = None
    if line.stolen_bases is not None:
        rate = line.stolen_bases / line.singles if line.singles else 0.0
        steal = _at_or_above(0.82 * (rate + 0.008) / (rate + 0.030))
    extra = line.triples + line.home_runs
    return CommonsBatter(
        single=_at_or_above(line.hits / line.at_bats),
        double=_at_or_above((line.doubles + extra) / line.at_bats),
        triple=_at_or_above(extra / line.at_bats),
        home_run=_at_or_above(line.home_runs / line.at_bats),
        steal=steal,
        rank=batter_rank(line),
        pinch=teams >= TEAMS_TO_PINCH,
    )


def make_pitcher(
    line: PitchingLine,
    throws: str,
    neutral_era: float = NEUTRAL_ERA,
    spread: float = 1.0,
    printed_era: float | None = None,
) -> CommonsPitcher:
    """A pitcher's card from his season. Refused: ``card-without-statistics`` (CB-116).

    An average that prints like ``neutral_era`` gives neither OUT nor HIT; ``spread`` is a factor on
    the chances of both. ``printed_era``: the card's average where it differs from its line's.
    """
    refusals = []
    era = line.earned_run_average if printed_era is None else printed_era
    if era is None:
        refusals.append(
            Refusal("card-without-statistics", "A pitcher's card needs innings (CB-116).", "outs")
        )
    if throws not in ("L", "R"):
        refusals.append(
            Refusal(
                "card-without-statistics", "A pitcher's card needs his hand (CB-116).", "throws"
            )
        )
    refuse_all(refusals)
    assert era is not None  # noqa: S101 - refused above
    walks = round(THROWS * line.walks / _batters_faced(line, era))
    out_left, hit_left = _out_or_hit(era, PLATOON[throws, "L"], neutral_era, spread)
    out_right, hit_right = _out_or_hit(era, PLATOON[throws, "R"], neutral_era, spread)
    return CommonsPitcher(
        walk=walks or None,
        out_left=out_left,
        hit_left=hit_left,
        out_right=out_right,
        hit_right=hit_right,
        rank=pitcher_rank(line),
        reliever=line.outs <= RELIEVER_OUTS_A_GAME * line.games,
    )


def _batters_faced(line: PitchingLine, era: float) -> float:
    """The recorded batters faced, else estimated from innings, earned runs and walks."""
    innings = line.outs / 3
    return line.batters_faced or innings * (3.576 + 0.1168 * era + 0.632 * line.walks / innings)


PRINTED, OF_SEASON = "4.00", "season"

NEUTRAL = Setting(
    "neutral_era",
    "Neutral earned run average",
    (
        (PRINTED, "4.00, as the rules say: for decks of many years"),
        (OF_SEASON, "The season's own: for a league of one year"),
    ),
    "A pitcher of this average has neither OUT nor HIT.",
)


class CommonsMaker(Maker):
    system = "commons"
    version = VERSION
    columns = (*LADDER, *PITCHES, "rank", "special", "card_year", *STATISTICS)
    optional_columns = frozenset(("card_year", *STATISTICS))
    others_columns = MappingProxyType(
        {
            HITTER: frozenset((*PITCHES, *PITCHING_COLUMNS, "games")),
            PITCHER: frozenset((*LADDER, *BATTING_COLUMNS)),
        }
    )
    settings = (NEUTRAL,)

    def __init__(
        self, neutral_era: float = NEUTRAL_ERA, spread: float = 1.0, by_season: bool = False
    ) -> None:
        self.neutral_era = neutral_era
        self.spread = spread
        self.by_season = by_season

    def pitching_roles(self, cells: Mapping[str, str]) -> tuple[bool, bool]:
        """CB-004: the card marks a reliever; all others start."""
        relieves = cells.get("special") == RELIEVER
        return not relieves, relieves

    def playing(self, kind: str, cells: Mapping[str, str]) -> int | None:
        """At-bats or outs from the back of the card."""
        cell = cells.get("innings" if kind == PITCHER else "at_bats", "")
        if not cell:
            return None
        return outs_of(cell) if kind == PITCHER else int(cell)

    def judges(self) -> bool:
        """CB-114: a card that shows its statistics is legal."""
        return True

    def with_settings(self, chosen: Mapping[str, str]) -> CommonsMaker:
        return CommonsMaker(by_season=self.chosen(chosen)[NEUTRAL.key] == OF_SEASON)

    def for_year(self, subjects: Iterable[Subject]) -> CommonsMaker:
        """The maker for the season's own neutral average, where that is set."""
        if not self.by_season:
            return self
        seasons = [subject_.season for subject_ in subjects]
        lines = [
            subject_.pitching
            for subject_ in seasons
            if subject_.pitching and subject_.pitching.outs
        ]
        outs = sum(line.outs for line in lines)
        if not outs:
            return self
        neutral = 27 * sum(line.earned_runs for line in lines) / outs
        faced = automatic = 0.0
        for line in lines:
            era = line.earned_run_average
            assert era is not None  # noqa: S101 - he has outs
            batters = _batters_faced(line, era)
            faced += batters
            # Throwing arms average out over a season.
            automatic += batters * sum(_chances(era, 1.0, neutral))
        share = automatic / faced
        return CommonsMaker(neutral, min(1.0, MOST_AUTOMATIC / share) if share else 1.0, True)

    def norms(self) -> list[Norm]:
        """The neutral earned run average (CB-070)."""
        return [Norm(BOTH_LEAGUES, {"ERA": self.neutral_era})]

    def measured(self, cards: Sequence[tuple[Subject, CardRow]]) -> list[MeasuredCard]:
        """Batters' hits and pitchers' walks; OUT and HIT have no season figure to compare with."""
        return measured_cards(cards)

    def make(self, subject: Subject) -> list[CardRow]:
        """A pitcher's card for a player who pitched, a batter's for one who batted; both for a
        player who did both, of which a deck may have one."""
        season = subject.season
        pitching, batting = season.pitching, season.batting
        rows = []
        if pitching and pitching.outs and subject.throws in ("L", "R"):
            pitcher = make_pitcher(pitching, subject.throws, self.neutral_era, self.spread)
            rows.append(self._row(subject, PITCHER, _cells(pitcher) | write_pitching(pitching)))
        if batting and batting.at_bats:
            batter = make_batter(batting, len(season.teams))
            suffix = "-h" if rows else ""
            rows.append(self._row(subject, HITTER, _cells(batter) | write_batting(batting), suffix))
        return rows

    def completed(self, row: CardRow) -> CardRow:
        """The row with the thresholds, rank and marks that were left empty computed from the card's
        statistics."""
        if row.cells["special"] == COMMEMORATIVE or statistics_problems(row):
            return row
        cells = dict(row.cells)
        batting = read_batting(row) if row.kind == HITTER else None
        pitching = read_pitching(row) if row.kind == PITCHER else None
        if batting is not None:
            computed = _cells(make_batter(batting, len(row.teams)))
            _fill(cells, computed, *((name,) for name in (*LADDER, "rank", "special")))
        elif pitching is not None and row.throws in ("L", "R"):
            printed = float(cells["earned_run_average"])
            exact = pitching.earned_run_average
            agrees = exact is not None and round(exact, 2) == round(printed, 2)
            card = make_pitcher(
                pitching,
                row.throws,
                self.neutral_era,
                printed_era=exact if agrees else printed,
            )
            sides = ("out_left", "hit_left"), ("out_right", "hit_right")
            _fill(cells, _cells(card), ("walk",), *sides, ("rank",))
            if cells["games"]:
                _fill(cells, _cells(card), ("special",))
        else:
            return row
        _fill(cells, {"card_year": str(row.year + 1)}, ("card_year",))
        return replace(row, cells=cells)

    def verify(self, row: CardRow) -> None:
        """Refuse unreadable or unordered thresholds, a rank outside 1 to 10 and impossible
        statistics. A commemorative card needs none of them: no deck takes it (CB-118)."""
        refusals = [*statistics_problems(row), *mark_problems(row)]
        if row.cells["special"] != COMMEMORATIVE or row.cells["rank"]:
            try:
                card_of(row).verify(row.name)
            except Refused as refused:
                refusals = [*refused.refusals, *refusals]
        refuse_all(refusals)

    def faults(self, row: CardRow) -> list[Refusal]:
        """Reasons why a deck may not have the card, by column (CB-066, CB-114 to CB-118)."""
        return card_faults(row, LADDER if row.kind == HITTER else PITCHES)

    def value(self, row: CardRow) -> float:
        """Runs above an average card: a hitter's over 600 at-bats, a pitcher's over 200 innings, by
        the exact chain of an inning of average players (``games.systems.commons.worth``)."""
        if row.cells["special"] == COMMEMORATIVE:
            return 0.0
        card = card_of(row)
        if isinstance(card, CommonsBatter):
            return SEASON_TURNS * batter_worth(line_of(card))
        out = _over_sides(chance_above(card.out_left), chance_above(card.out_right))
        hit = _over_sides(chance_above(card.hit_left), chance_above(card.hit_right))
        return SEASON_BATTERS * pitcher_worth(chance_below(card.walk), out, hit)

    def _row(
        self, subject: Subject, kind: str, cells: Mapping[str, str], suffix: str = ""
    ) -> CardRow:
        season = subject.season
        return CardRow(
            key=f"{subject.key}-{season.year}{suffix}",
            name=subject.name,
            year=season.year,
            teams=season.teams,
            kind=kind,
            bats=subject.bats,
            throws=subject.throws,
            positions=tuple(line.position for line in season.fielding),
            cells=dict.fromkeys(self.columns, "")
            | {"card_year": str(season.year + 1)}
            | dict(cells),
        )


def _fill(cells: dict[str, str], made: Mapping[str, str], *groups: tuple[str, ...]) -> None:
    """Fill each group of columns that is entirely empty with the computed cells."""
    for group in groups:
        if not any(cells[name] for name in group):
            cells.update({name: made[name] for name in group})


SEASON_TURNS, SEASON_BATTERS = 600, 850

TURNS_A_GAME, BATTERS_AN_INNING, INNINGS_A_GAME = 0.76, 4.1, 0.9
"""About thirty-eight of fifty batters come up in nine innings; a pitcher has one inning, and nine
of ten pitchers are used."""


def runs_a_game(value: float, *, pitches: bool) -> float:
    """Runs that a card adds to a game, from its value over a season."""
    if pitches:
        return value / SEASON_BATTERS * BATTERS_AN_INNING * INNINGS_A_GAME
    return value / SEASON_TURNS * TURNS_A_GAME


def line_of(card: CommonsBatter) -> BatterChances:
    """The chances of a swing at a batter's thresholds."""
    chances = [
        chance_at_or_above(threshold)
        for threshold in (card.single, card.double, card.triple, card.home_run)
    ]
    return BatterChances(
        chances[0] - chances[1],
        chances[1] - chances[2],
        chances[2] - chances[3],
        chances[3],
        chance_at_or_above(card.steal),
    )


def _over_sides(left: float, right: float) -> float:
    return LEFT_HANDED * left + (1 - LEFT_HANDED) * right


def _cells(card: CommonsBatter | CommonsPitcher) -> dict[str, str]:
    if isinstance(card, CommonsBatter):
        names = LADDER
        special = PINCH if card.pinch else ""
    else:
        names = PITCHES
        special = RELIEVER if card.reliever else ""
    return {name: write_threshold(getattr(card, name)) for name in names} | {
        "rank": str(card.rank),
        "special": special,
    }


def card_of(row: CardRow) -> CommonsBatter | CommonsPitcher:
    """The card of a row; refused with the column as place."""
    cells = row.cells
    refusals: list[Refusal] = []

    def threshold(column: str) -> Threshold:
        try:
            return read_threshold(cells[column], column)
        except Refused as refused:
            refusals.extend(refused.refusals)
            return None

    rank = int(cells["rank"]) if cells["rank"] in RANKS else 0
    card: CommonsBatter | CommonsPitcher
    if row.kind == HITTER:
        card = CommonsBatter(
            single=threshold("single"),
            double=threshold("double"),
            triple=threshold("triple"),
            home_run=threshold("home_run"),
            steal=threshold("steal"),
            rank=rank,
            pinch=cells["special"] == PINCH,
        )
    else:
        card = CommonsPitcher(
            walk=threshold("walk"),
            out_left=threshold("out_left"),
            hit_left=threshold("hit_left"),
            out_right=threshold("out_right"),
            hit_right=threshold("hit_right"),
            rank=rank,
            reliever=cells["special"] == RELIEVER,
        )
    refuse_all(refusals)
    return card


def batter_rank(line: BattingLine) -> int:
    """CB-108: slugging with a small part for steals, against all seasons; 10 is best."""
    at_bats, bases = float(line.at_bats), float(line.total_bases)
    if at_bats < SMALL_BATTER:
        at_bats, bases = at_bats + 50, bases + 50 * 0.370
    score = bases / at_bats + 0.35 * (line.stolen_bases or 0) / max(1, line.at_bats)
    return 1 + bisect(BATTER_RANKS, score)


def pitcher_rank(line: PitchingLine) -> int:
    """CB-109: earned run average with a small part for walks, against all seasons; 10 is best."""
    innings, earned = line.outs / 3, float(line.earned_runs)
    walks = 9 * line.walks / innings
    if line.outs < SMALL_PITCHER:
        innings, earned = innings + 15, earned + 15 * 4.20 / 9
    score = 9 * earned / innings + 0.2 * (walks - 3.3)
    return 10 - bisect(PITCHER_RANKS, score)


def _at_or_above(chance: float) -> Threshold:
    threshold = THROWS - round(THROWS * chance)
    return threshold if threshold < THROWS else None


def _above(chance: float) -> Threshold:
    threshold = THROWS - 1 - round(THROWS * chance)
    return threshold if threshold < THROWS - 1 else None


def _chances(era: float, platoon: float, neutral_era: float) -> tuple[float, float]:
    """The chances of OUT and of HIT, one of which is zero. An average that prints like the neutral
    one gives neither (CB-072)."""
    share = era * platoon / neutral_era
    if round(era, 2) == round(neutral_era, 2) or share == 1:
        return 0.0, 0.0
    if share < 1:
        return min(MOST_OUT, 1 - sqrt(share)), 0.0
    return 0.0, min(MOST_HIT, 0.27 * log(share))


def _out_or_hit(
    era: float, platoon: float, neutral_era: float, spread: float
) -> tuple[Threshold, Threshold]:
    """The OUT or the HIT threshold against one side."""
    out, hit = _chances(era, platoon, neutral_era)
    return _above(spread * out), _above(spread * hit)
