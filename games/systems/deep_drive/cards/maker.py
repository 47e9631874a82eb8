"""Deep Drive cards as rows: made from seasons, read, checked and valued."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType

from config.refusals import Refusal, Refused
from games.systems.deep_drive.cards.batting import BattersNumbers, batters_numbers
from games.systems.deep_drive.cards.counts import batting_rates, pitching_rates
from games.systems.deep_drive.cards.design import READINGS
from games.systems.deep_drive.cards.era import (
    NO_ERA,
    Era,
    eras_of,
    managers_of,
    parse_era,
    write_era,
)
from games.systems.deep_drive.cards.gloves import passed_balls, rating, ratings, throw_of
from games.systems.deep_drive.cards.kept import in_play, kept_words
from games.systems.deep_drive.cards.measuring import measured_cards
from games.systems.deep_drive.cards.mound import endurance, events_of, hitting_of, hold_of
from games.systems.deep_drive.cards.outs import HARD, USUAL_DOUBLE_PLAYS, out_codes
from games.systems.deep_drive.cards.pitching import PitchersNumbers, pitchers_numbers
from games.systems.deep_drive.cards.report import batters_report, pitchers_report
from games.systems.deep_drive.cards.running import raw_thief, run_of, stealing_of, thief_of
from games.systems.deep_drive.cards.value import AVERAGE, batters_value, pitchers_value
from games.systems.deep_drive.cards.year import Year, mainly_pitched, positions_of, year_of
from games.systems.deep_drive.play.cards import (
    NO_EVENTS,
    Batter,
    Pitcher,
)
from games.systems.deep_drive.text.notation import (
    parse_batter,
    parse_pitcher,
    write_batter,
    write_pitcher,
)
from rosters.makers.base import HITTER, PITCHER, CardRow, Maker, Subject
from rosters.makers.truth import BOTH_LEAGUES, MeasuredCard, Norm
from rosters.stats.lines import BattingLine, FieldingLine, PitchingLine

VERSION = 5

BATTERS = ("run", "steal", "dp", "field", "throw", "pb", "left", "outs", "right")
PITCHERS = ("card", "hold", "wp", "bk", "po", "starter", "relief", "hitting")
PITCHERS_TOO = ("field", "run", "steal", "outs")
"""Columns of batters that pitchers have as well."""
MADE = ("plays", "played", "estimated", "average")
"""Columns of cards made here, in words: what the card does against the average of its year, what
the man did, which of it was not kept, and the average card. Empty on cards that were entered."""
ERA = "era"
"""How managers of its time play; empty on older cards, and on those that were entered."""

ELSEWHERE = 20
"""Games at another position from which somebody who pitched has a batter's card too."""

USUAL_CHANCE_DOUBLED = 0.104
"""The share of turns with a man on first and fewer than two out that end in a double play."""
FEW_DOUBLED = 6.0
DOUBLE_PLAY_STEPS = ((0.10, 0), (0.07, 2), (0.04, 3), (0.0, 4))
"""DP by how often such a turn of his ends in one: blank from a tenth on."""

_RATED = re.compile(r"\b(c|1b|2b|3b|ss|lf|cf|rf)-\d")
_AVERAGE = re.compile(r"(DD|SI|BB|HBP|SO|DEF) ([0-9]{1,2}(?:\.[0-9]{1,3})?)")


class DeepDriveMaker(Maker):
    """Makes Deep Drive cards for the average opponents of one year."""

    system = "deep-drive"
    version = VERSION
    columns = (*BATTERS, *PITCHERS, *MADE, ERA)
    optional_columns = frozenset({ERA})
    others_columns = MappingProxyType(
        {HITTER: frozenset(PITCHERS), PITCHER: frozenset(BATTERS) - frozenset(PITCHERS_TOO)}
    )
    starter_column = "starter"
    relief_column = "relief"

    def __init__(
        self,
        year: Year | None = None,
        eras: Mapping[str, Era] | None = None,
        managers: tuple[str, ...] = (),
    ) -> None:
        self.year = year or Year()
        self.eras = eras or {}
        self.managers = managers

    def for_year(self, subjects: Iterable[Subject]) -> DeepDriveMaker:
        """The maker that has made everybody of this year once, to know what is average."""
        everybody = list(subjects)
        year, seasons = year_of(everybody), [subject.season for subject in everybody]
        return DeepDriveMaker(year, eras_of(seasons, year.kept), managers_of(seasons, year.kept))

    def norms(self) -> list[Norm]:
        """One for the whole year: everybody who batted, pitchers too."""
        league, kept = self.year.design.league, self.year.kept
        if not league.weight:
            return []
        of = league.of
        at_bats = 1 - of["walk"] - of["hit_by_pitch"]
        figures = {
            "AVG": league.hits / at_bats,
            "OBP": league.hits + of["walk"] + of["hit_by_pitch"],
            "SLG": league.bases / at_bats,
            "HR": of["home_run"],
            "BB": of["walk"],
            "SO": of["strikeout"],
        }
        return [Norm(BOTH_LEAGUES, figures, self.managers, kept.grounds)]

    def measured(self, cards: Sequence[tuple[Subject, CardRow]]) -> list[MeasuredCard]:
        """Each against the mean cards of the year."""
        return measured_cards(cards)

    def make(self, subject: Subject) -> list[CardRow]:
        """A pitcher's card for a player who pitched, a batter's for any other who came up; both for
        the rare man who did both."""
        season = subject.season
        rows: list[CardRow] = []
        if season.pitching is not None:
            rows += self._pitchers_row(subject, season.pitching)
        elsewhere = sum(line.games for line in season.fielding if line.position != "p")
        if season.batting is not None and (
            season.pitching is None or not mainly_pitched(season) or elsewhere >= ELSEWHERE
        ):
            rows += self._batters_row(subject, season.batting)
        return rows

    def verify(self, row: CardRow) -> None:
        """Refused with everything that is wrong, column by column."""
        card_of(row)
        _average_of(row)
        parse_era(row.cells.get(ERA, ""))

    def value(self, row: CardRow) -> float:
        """Runs above the average card of its year over a season of regular play."""
        card, average = card_of(row), _average_of(row)
        if isinstance(card, Batter):
            return batters_value(card, average)
        return pitchers_value(card, average)

    def rated_positions(self, cells: Mapping[str, str]) -> frozenset[str]:
        """The positions of his fielding ratings."""
        return frozenset(_RATED.findall(cells.get("field", "")))

    def can_be_hurt(self, cells: Mapping[str, str]) -> bool:
        """Always: any player may collide on the bases (DD-220)."""
        return True

    def _batters_row(self, subject: Subject, line: BattingLine) -> list[CardRow]:
        year, design = self.year, self.year.design
        rates = batting_rates(line, year.ratios, year.strikeouts)
        if rates is None:
            return []
        made = batters_numbers(subject.key, rates, design, year.fitted.batters)
        card = self._batter(subject, line, made)
        plays, played = batters_report(made.rates(design), line, rates.weight, year.ratios)
        cells = _cells(write_batter(card)) | {
            "plays": plays,
            "played": played,
            "estimated": " ".join(kept_words(line)),
        }
        return [self._row(subject, HITTER, cells)]

    def _batter(self, subject: Subject, line: BattingLine, made: BattersNumbers) -> Batter:
        year, season = self.year, subject.season
        key, bats = subject.key, _side(subject.bats)
        doubled = _doubled(line, year)
        league = HARD * year.double_plays / USUAL_DOUBLE_PLAYS
        fielding = ratings(key, season.fielding, year.gloves)
        behind = next((each for each in season.fielding if each.position == "c"), None)
        catches = any(rated.position == 2 for rated in fielding) and behind is not None
        return Batter(
            name=subject.name,
            bats=bats,
            left=made.left,
            outs=out_codes(key, bats, league * doubled),
            right=made.right,
            run=run_of(year.legs.speed(key, line, positions_of(season), year.kept), year.speeds),
            stealing=stealing_of(
                key, thief_of(raw_thief(line, year.ratios), year.thieves), year.thieves
            ),
            double_play=next(
                number
                for least, number in DOUBLE_PLAY_STEPS
                if doubled * USUAL_CHANCE_DOUBLED >= least
            ),
            fielding=fielding,
            throw=throw_of(key, behind, year.gloves) if catches and behind else 0,
            events=passed_balls(key, behind, year.gloves) if catches and behind else NO_EVENTS,
        )

    def _pitchers_row(self, subject: Subject, line: PitchingLine) -> list[CardRow]:
        year, design = self.year, self.year.design
        rates = pitching_rates(line, year.ratios, design.league)
        if rates is None:
            return []
        made = pitchers_numbers(subject.key, rates, design, year.fitted.pitchers)
        plays, played = pitchers_report(made.rates(design), rates)
        estimated = [
            word
            for word, found in (("IBB", line.intentional_walks), ("SH", line.sacrifice_hits))
            if found is None
        ]
        cells = _cells(write_pitcher(self._pitcher(subject, line, made))) | {
            "plays": plays,
            "played": played,
            "estimated": " ".join([*estimated, "H", "PO"]),
        }
        return [self._row(subject, PITCHER, cells)]

    def _pitcher(self, subject: Subject, line: PitchingLine, made: PitchersNumbers) -> Pitcher:
        year, season = self.year, subject.season
        key = subject.key
        throws = "L" if subject.throws == "L" else "R"
        starter, relief = endurance(line)
        glove = next((each for each in season.fielding if each.position == "p"), None)
        return Pitcher(
            name=subject.name,
            throws=throws,
            numbers=made.column,
            outs=out_codes(f"{key}/p", "", HARD * year.double_plays / USUAL_DOUBLE_PLAYS),
            hold=hold_of(key, throws),
            events=events_of(key, throws, line, year.mound),
            rating=rating(key, glove or FieldingLine("p", games=line.games), year.gloves),
            starter=starter,
            relief=relief,
            hitting=hitting_of(season.batting, year.mound),
        )

    def _row(self, subject: Subject, kind: str, cells: dict[str, str]) -> CardRow:
        season = subject.season
        numbers = self.year.design.numbers
        suffix = "-h" if kind == HITTER and season.pitching is not None else ""
        average = ", ".join(f"{word} {numbers[word]:.2f}" for word in READINGS)
        era = write_era(self.eras.get(season.league, NO_ERA))
        return CardRow(
            key=f"{subject.key}-{season.year}{suffix}",
            name=subject.name,
            year=season.year,
            teams=season.teams,
            kind=kind,
            bats=subject.bats,
            throws=subject.throws,
            positions=tuple(line.position for line in season.fielding),
            cells=dict.fromkeys(self.columns, "") | cells | {"average": average, ERA: era},
        )


def _doubled(line: BattingLine, year: Year) -> float:
    """How often he grounds into two, against the league, with a few usual ones mixed in."""
    usual = year.in_play_doubled
    if line.double_plays is None or not usual:
        return 1.0
    return (line.double_plays + FEW_DOUBLED) / (usual * in_play(line) + FEW_DOUBLED)


def _side(bats: str) -> str:
    return "S" if bats in ("B", "S") else bats or "R"


def _cells(text: str) -> dict[str, str]:
    """The lines of a card's text that are columns of a row."""
    pairs = (line.partition(": ") for line in text.splitlines())
    columns = {*BATTERS, *PITCHERS}
    return {key: value for key, _, value in pairs if key in columns}


def card_of(row: CardRow) -> Batter | Pitcher:
    """The card of a row; every fault refused at once, its place the column and what is in it."""
    cells, name = row.cells, row.name.replace(":", " ")
    if row.kind == HITTER:
        lines = [f"batter: {name}", f"bats: {_side(row.bats)}"]
        names: tuple[str, ...] = BATTERS
    else:
        lines = [f"pitcher: {name}", f"throws: {row.throws or 'R'}"]
        names = (*PITCHERS, *PITCHERS_TOO)
    lines += [f"{key}: {' '.join(cells[key].split())}" for key in names if cells.get(key)]
    text = "\n".join(lines)
    try:
        return parse_batter(text) if row.kind == HITTER else parse_pitcher(text)
    except Refused as refused:
        raise Refused(*(_in_column(refusal) for refusal in refused.refusals)) from None


def _in_column(refusal: Refusal) -> Refusal:
    """The place without the card's name, which the reader of the file knows."""
    place = refusal.place.rpartition(":")[2]
    return Refusal(refusal.code, refusal.message, place, refusal.facts)


def _average_of(row: CardRow) -> dict[str, float]:
    """The average card beside which a card was made; ``not-an-average`` for another text."""
    text = row.cells.get("average", "")
    if not text:
        return AVERAGE
    parts = text.split(",")
    matches = [_AVERAGE.fullmatch(part.strip()) for part in parts[: len(READINGS) + 1]]
    found = {match[1]: float(match[2]) for match in matches if match is not None}
    if set(found) != set(READINGS) or len(parts) != len(READINGS):
        raise Refused(
            Refusal(
                "not-an-average", "An average card is DD 5.97, SI 7.17, … or nothing.", "average"
            )
        )
    return found
