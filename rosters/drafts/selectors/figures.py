"""The figures of the year of every player who may be drafted: at bat whole and against either hand,
pitching whole. A card set does not change, so a process reads them once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import lru_cache
from typing import Any, Final

from config.ui.numbers import innings, pct
from rosters.drafts.pools import KEPT
from rosters.estimators.kept import Kept, kept_by
from rosters.estimators.platoon import hitter_splits
from rosters.estimators.rates import LEFT, RIGHT, Rates, batting_rates
from rosters.makers.base import HITTER, PITCHER
from rosters.models import CardSet, PlayerSeason
from rosters.presenters.figures import earned, whole
from rosters.stats.lines import BattingLine
from rosters.stats.plain import batting_line, pitching_line, splits
from rosters.stats.qualifying import enough_outs, enough_turns

HANDS: Final[Mapping[str, str]] = {LEFT: "left-handers", RIGHT: "right-handers"}
"""Against whom hitters are shown."""

Values = Mapping[str, float | int | None]


@dataclass(frozen=True)
class DraftFigure:
    """A column of who is left: ``kind`` is whose it is; ``low`` is better when it is low; a
    ``rate`` ranks those first who have played enough for it."""

    key: str
    short: str
    long: str
    kind: str
    write: Callable[[Any], str] = whole
    low: bool = False
    rate: bool = False


FIGURES: Final = (
    DraftFigure("avg", "AVG", "Batting average", HITTER, pct, rate=True),
    DraftFigure("obp", "OBP", "On-base percentage", HITTER, pct, rate=True),
    DraftFigure("slg", "SLG", "Slugging percentage", HITTER, pct, rate=True),
    DraftFigure("hr", "HR", "Home runs", HITTER),
    DraftFigure("sb", "SB", "Stolen bases", HITTER),
    DraftFigure("ip", "IP", "Innings pitched", PITCHER, innings),
    DraftFigure("era", "ERA", "Earned run average", PITCHER, earned, low=True, rate=True),
    DraftFigure("k", "K", "Strikeouts", PITCHER),
    DraftFigure("bb", "BB", "Walks", PITCHER, low=True),
    DraftFigure("hra", "HR", "Home runs against him", PITCHER, low=True),
)
BY_KEY: Final = {figure.key: figure for figure in FIGURES}


@dataclass(frozen=True)
class YearFigures:
    """A card's year by the keys of ``FIGURES``; innings are outs. ``by_hand`` is the same of a
    hitter against left- and right-handers, ``estimated`` where that was not counted: his season
    with the usual difference."""

    whole: Values = field(default_factory=dict)
    by_hand: Mapping[str, Values] = field(default_factory=dict)
    estimated: bool = False
    starts: int | None = None
    relief: int | None = None
    """Games in relief; ``None`` as starts are where there is no season."""
    qualified: bool = False
    """Whether he has played enough of his season for its rates (OBR 9.22)."""

    def against(self, hand: str) -> Values:
        """The figures against a hand where they differ, else those of the whole year."""
        return self.by_hand.get(hand, self.whole)


NO_YEAR: Final = YearFigures()


def figures_of(card_set: CardSet) -> Mapping[int, YearFigures]:
    """The figures of the cards of a set by the cards' keys in the database."""
    return _figures_of(card_set.pk, card_set.created_at)


@lru_cache(maxsize=KEPT)
def _figures_of(card_set_id: int, made: datetime) -> Mapping[int, YearFigures]:
    card_set = CardSet.objects.get(pk=card_set_id)
    cards = card_set.cards.select_related("season").defer("cells").order_by()
    kept: dict[tuple[int, str], Kept] = {}
    found = {}
    lasted = _season_lengths(card.season for card in cards if card.season is not None)
    for card in cards:
        season = card.season
        if season is None:
            continue
        year = (season.year, season.league)
        if card.kind == PITCHER:
            found[card.pk] = _pitching(season, lasted[year])
            continue
        if year not in kept:
            kept[year] = kept_by((), *year)
        found[card.pk] = _batting(season, card.bats, kept[year], lasted[year])
    return found


def _season_lengths(seasons: Iterable[PlayerSeason]) -> Mapping[tuple[int, str], int]:
    """Games of a club, by year and league: the most that anybody of the set was in."""
    lasted: dict[tuple[int, str], int] = {}
    for season in seasons:
        lines = (batting_line(season.batting), pitching_line(season.pitching))
        year = (season.year, season.league)
        played = max((line.games for line in lines if line is not None), default=0)
        lasted[year] = max(lasted.get(year, 0), played)
    return lasted


def _pitching(season: PlayerSeason, games: int) -> YearFigures:
    line = pitching_line(season.pitching)
    if line is None:
        return NO_YEAR
    return YearFigures(
        {
            "ip": line.outs,
            "era": line.earned_run_average,
            "k": line.strikeouts,
            "bb": line.walks,
            "hra": line.home_runs,
        },
        starts=line.starts,
        relief=line.relief_games,
        qualified=enough_outs(line, games),
    )


def _batting(season: PlayerSeason, bats: str, kept: Kept, games: int) -> YearFigures:
    line = batting_line(season.batting)
    if line is None:
        return NO_YEAR
    stolen = line.stolen_bases
    counted = splits(season.batting_splits)
    if counted is not None:
        by_hand = {LEFT: _of(counted.left, stolen), RIGHT: _of(counted.right, stolen)}
    else:
        rates = batting_rates(line, kept)
        usual = hitter_splits(rates, bats) if rates is not None else {}
        by_hand = {hand: _of_rates(usual[hand], stolen) for hand in usual}
    return YearFigures(
        _of(line, stolen),
        by_hand,
        estimated=counted is None,
        qualified=enough_turns(line, games),
    )


def _of(line: BattingLine, stolen: int | None) -> Values:
    return {
        "avg": line.average,
        "obp": line.on_base,
        "slg": line.slugging,
        "hr": line.home_runs,
        "sb": stolen,
    }


def _of_rates(rates: Rates, stolen: int | None) -> Values:
    return {
        "avg": rates.average,
        "obp": rates.on_base,
        "slg": rates.slugging,
        "hr": round(rates.home_run * rates.weight),
        "sb": stolen,
    }
