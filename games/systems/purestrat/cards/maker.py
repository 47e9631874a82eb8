"""Purestrat cards as rows: made from seasons, read, checked and valued."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType

from config.refusals import Refusal, Refused
from games.systems.purestrat.cards.era import NO_ERA, Era, eras_of, parse_era, write_era
from games.systems.purestrat.cards.grounds import managers_of
from games.systems.purestrat.cards.making import make_hitter, make_pitcher
from games.systems.purestrat.cards.measuring import measured_cards
from games.systems.purestrat.cards.value import hitters_value, pitchers_value
from games.systems.purestrat.cards.year import Year, year_of
from games.systems.purestrat.play.cards import (
    BUNT_GRADES,
    HIT_AND_RUN_GRADES,
    Hitter,
    Pitcher,
    Side,
)
from games.systems.purestrat.text.notation import (
    parse_hitter,
    parse_pitcher,
    write_fielding,
    write_relief,
    write_side,
    write_stealing,
)
from rosters.estimators.norms import mainly_pitched
from rosters.estimators.rates import Rates
from rosters.makers.base import HITTER, PITCHER, CardRow, Maker, Subject
from rosters.makers.truth import BOTH_LEAGUES, MeasuredCard, Norm
from rosters.stats.seasons import BOTH

VERSION = 7

_RATED = re.compile(r"\b(c|1b|2b|3b|ss|lf|cf|rf)-\d")

_HITTERS = ("power", "steal", "run", "bunt", "hit_and_run", "field", "left", "right")
_PITCHERS = ("starter", "relief", "hold", "balk", "wild_pitch", "hitting")


class PurestratMaker(Maker):
    """Makes Purestrat cards for the average opponents of one year, league by league."""

    system = "purestrat"
    version = VERSION
    columns = (*_HITTERS, *_PITCHERS, "era")
    optional_columns = frozenset({"era"})
    others_columns = MappingProxyType(
        {HITTER: frozenset(_PITCHERS), PITCHER: frozenset(("power", "bunt", "hit_and_run"))}
    )
    starter_column = "starter"
    relief_column = "relief"

    def __init__(
        self,
        year: Year | None = None,
        eras: Mapping[str, Era] | None = None,
        pool: Sequence[Subject] = (),
    ) -> None:
        self.year = year or Year()
        self.eras = eras or {}
        self.pool = pool

    def for_year(self, subjects: Iterable[Subject]) -> PurestratMaker:
        """The maker that knows what was normal in the year of these men."""
        everybody = list(subjects)
        year = year_of(everybody)
        return PurestratMaker(year, eras_of(everybody, year), everybody)

    def norms(self) -> list[Norm]:
        """The norm of every league, and of all together where a player had two."""
        found = []
        for name in sorted({subject.season.league for subject in self.pool}):
            norms = self.year.leagues[name].norms
            mean = Rates(**norms.rates)
            own = [each for each in self.pool if name in (BOTH, each.season.league)]
            found.append(
                Norm(
                    name or BOTH_LEAGUES,
                    {
                        "AVG": mean.average,
                        "OBP": mean.on_base,
                        "SLG": mean.slugging,
                        "HR": mean.home_run,
                        "BB": mean.walk,
                        "SO": mean.strikeout,
                    },
                    managers_of(own, self.eras.get(name, NO_ERA), norms.kept),
                    norms.kept.grounds,
                )
            )
        return found

    def measured(self, cards: Sequence[tuple[Subject, CardRow]]) -> list[MeasuredCard]:
        """Each against the mean cards of its league and the fielders of the year."""
        return measured_cards(cards)

    def make(self, subject: Subject) -> list[CardRow]:
        """A pitcher's card for a player who pitched, a hitter's for one who did not mainly pitch;
        both for the rare man who did both."""
        season = subject.season
        rows = []
        pitching, batting = season.pitching, season.batting
        elsewhere = sum(line.games for line in season.fielding if line.position != "p")
        if pitching is not None:
            pitcher = make_pitcher(subject, pitching, self.year, batting)
            if pitcher is not None:
                rows.append(self._row(subject, PITCHER, _pitchers_cells(pitcher)))
        if batting is not None and (not rows or elsewhere >= 20 or not mainly_pitched(season)):
            hitter = make_hitter(subject, batting, self.year)
            if hitter is not None:
                rows.append(self._row(subject, HITTER, _hitters_cells(hitter)))
        return rows

    def verify(self, row: CardRow) -> None:
        """Refused with everything that is wrong, column by column."""
        card_of(row)
        parse_era(row.cells.get("era", ""))

    def value(self, row: CardRow) -> float:
        """Runs above an average card over a season of regular play, from the card itself."""
        card = card_of(row)
        return hitters_value(card) if isinstance(card, Hitter) else pitchers_value(card)

    def rated_positions(self, cells: Mapping[str, str]) -> frozenset[str]:
        """The positions of his fielding ratings (T10.11c)."""
        return frozenset(_RATED.findall(cells.get("field", "")))

    def can_be_hurt(self, cells: Mapping[str, str]) -> bool:
        """Whether a reading has the sign of an injury (S25.0, T31.10c)."""
        return any("!" in cells.get(side, "") for side in ("left", "right"))

    def _row(self, subject: Subject, kind: str, cells: dict[str, str]) -> CardRow:
        season = subject.season
        era = self.eras.get(season.league, NO_ERA)
        suffix = "-h" if kind == HITTER and season.pitching is not None else ""
        return CardRow(
            key=f"{subject.key}-{season.year}{suffix}",
            name=subject.name,
            year=season.year,
            teams=season.teams,
            kind=kind,
            bats=subject.bats,
            throws=subject.throws,
            positions=tuple(line.position for line in season.fielding),
            cells=dict.fromkeys(self.columns, "") | cells | {"era": write_era(era)},
        )


def card_of(row: CardRow) -> Hitter | Pitcher:
    """The card of a row; every fault refused at once, its place the column and what is in it."""
    lines = [f"{row.kind}: {row.name.replace(':', ' ')}"]
    cells = dict(row.cells)
    names: tuple[str, ...]
    if row.kind == HITTER:
        lines.append(f"bats: {'S' if row.bats == 'B' else row.bats or 'R'}")
        names = ("power", "steal", "run", "bunt", "hit_and_run", "field")
    else:
        lines.append(f"throws: {row.throws}")
        names = ("starter", "relief", "hold", "balk", "wild_pitch", "hitting", "steal", "run")
        lines.append(f"field: {cells.get('field', '')}")
    lines += [f"{name.replace('_', ' ')}: {cells[name]}" for name in names if cells.get(name)]
    for side in ("left", "right"):
        lines.append(f"{side}:")
        lines += [f"{row}" for row in cells.get(side, "").split(" / ") if row.strip()]
    text = "\n".join(lines)
    try:
        return parse_hitter(text) if row.kind == HITTER else parse_pitcher(text)
    except Refused as refused:
        raise Refused(*(_in_column(refusal) for refusal in refused.refusals)) from None


def _in_column(refusal: Refusal) -> Refusal:
    """The place without the card's name, which the reader of the file knows."""
    place = refusal.place.partition(":")[2]
    word, _, rest = place.partition(" ")
    column = {"hit": "hit_and_run", "wild": "wild_pitch"}.get(word, word)
    return Refusal(
        refusal.code,
        refusal.message,
        f"{column} {rest}".strip() if column == word else column,
        refusal.facts,
    )


def _side(side: Side) -> str:
    """A side in one cell: its rows, sum first, separated by slashes."""
    rows = (" | ".join(part.strip() for part in row.split("|")) for row in write_side(side))
    return " / ".join(rows)


def _hitters_cells(card: Hitter) -> dict[str, str]:
    powers = (card.power_left, card.power_right)
    return {
        "power": " ".join("N" if power else "W" for power in powers),
        "steal": write_stealing(card.stealing),
        "run": str(card.running),
        "bunt": BUNT_GRADES[card.bunt],
        "hit_and_run": HIT_AND_RUN_GRADES[card.hit_and_run],
        "field": write_fielding(card.fielding),
        "left": _side(card.left),
        "right": _side(card.right),
    }


def _pitchers_cells(card: Pitcher) -> dict[str, str]:
    return {
        "steal": write_stealing(card.stealing),
        "run": str(card.running),
        "field": write_fielding((card.fielding,)),
        "left": _side(card.left),
        "right": _side(card.right),
        "starter": str(card.starter) if card.starter else "",
        "relief": write_relief(card) if card.relief else "",
        "hold": f"{card.hold:+d}",
        "balk": str(card.balk),
        "wild_pitch": str(card.wild_pitch),
        "hitting": card.hitting,
    }
