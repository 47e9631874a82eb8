"""The interface of card makers: cards from seasons, and cards as rows of text that people can edit.

A row is the documented form of a card in CSV and JSON: the columns below, the same for every
system, and then the columns of the system. Owners of printed cards type them in this form.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

from config.lines import clean_line
from config.refusals import Refusal, Refused, refuse_all
from config.spreadsheets import NEVER
from games.systems.registry import GAME_SYSTEMS
from rosters.makers.truth import MeasuredCard, Norm
from rosters.stats.seasons import Season

HITTER = "hitter"
PITCHER = "pitcher"

COMMON_COLUMNS = ("key", "name", "year", "teams", "kind", "bats", "throws", "positions")
"""``key`` is unique in its set; ``teams`` and ``positions`` are separated by blanks or ``;``."""

LONGEST = {"key": 80, "name": 120, "positions": 40}
"""Characters that a cell may have."""
MOST_TEAMS, LONGEST_TEAM = 12, 40
"""Teams of a player in a year, and characters of each."""


@dataclass(frozen=True)
class CardRow:
    key: str
    name: str
    year: int
    teams: tuple[str, ...]
    kind: str
    bats: str
    throws: str
    positions: tuple[str, ...]
    cells: Mapping[str, str] = field(default_factory=dict)

    def as_cells(self) -> dict[str, str]:
        return {
            "key": self.key,
            "name": self.name,
            "year": str(self.year),
            "teams": ";".join(self.teams),
            "kind": self.kind,
            "bats": self.bats,
            "throws": self.throws,
            "positions": " ".join(self.positions),
            **self.cells,
        }


@dataclass(frozen=True)
class Subject:
    """A player and the season that a card is made of."""

    key: str
    name: str
    bats: str
    throws: str
    season: Season


@dataclass(frozen=True)
class Setting:
    """A setting that the user chooses for the cards that are made; ``choices`` are (word, label),
    the default first."""

    key: str
    label: str
    choices: tuple[tuple[str, str], ...]
    help: str = ""


class Maker:
    """Makes and reads the cards of one game system.

    ``version`` changes when the same season could give another card; ``columns`` are the system's
    own, in order; a file may lack the ``optional_columns``, and on a card of a kind those of
    ``others_columns`` are empty. ``settings`` are chosen when a set is made. ``starter_column`` and
    ``relief_column`` are those in which a card prints that a pitcher may start and relieve; where
    it prints neither, his year's starts and relief games say so.
    """

    system: str = ""
    version: int
    columns: tuple[str, ...]
    optional_columns: frozenset[str] = frozenset()
    others_columns: Mapping[str, frozenset[str]] = MappingProxyType({})
    settings: tuple[Setting, ...] = ()
    starter_column: str = ""
    relief_column: str = ""

    def rated_positions(self, cells: Mapping[str, str]) -> frozenset[str]:
        """The positions at which a hitter's card rates him; empty if cards print no ratings."""
        return frozenset()

    def can_be_hurt(self, cells: Mapping[str, str]) -> bool:
        """Whether a hitter's card has injuries; ``True`` if cards do not say."""
        return True

    def pitching_roles(self, cells: Mapping[str, str]) -> tuple[bool, bool] | None:
        """Whether a pitcher's card makes him a starter and a reliever; ``None`` if his season and
        the law of eligibility decide."""
        return None

    def for_year(self, subjects: Iterable[Subject]) -> Maker:
        """The maker that knows the norms of the year of these players; this one if it makes no
        difference."""
        return self

    def norms(self) -> list[Norm]:
        """The norms of the leagues of a year for which this maker makes cards, by league; empty for
        a maker of no year."""
        return []

    def measured(self, cards: Sequence[tuple[Subject, CardRow]]) -> list[MeasuredCard]:
        """Cards of one year with their seasons, counted from their text; none if cards cannot be
        counted so."""
        return []

    def chosen(self, settings: Mapping[str, str]) -> dict[str, str]:
        """Every setting with its chosen or default value. Refused: ``unknown-setting``,
        ``unknown-choice``."""
        settings_by_key = {setting.key: setting for setting in self.settings}
        refusals = [
            Refusal("unknown-setting", f"{self.system} cards have no setting {key!r}.", key)
            for key in settings
            if key not in settings_by_key
        ]
        values = {}
        for key, setting in settings_by_key.items():
            words = [word for word, _ in setting.choices]
            values[key] = settings.get(key, words[0])
            if values[key] not in words:
                sentence = f"{values[key]!r} is none of {', '.join(words)}."
                refusals.append(Refusal("unknown-choice", sentence, key, {"known": words}))
        refuse_all(refusals)
        return values

    def with_settings(self, chosen: Mapping[str, str]) -> Maker:
        """The maker for these settings; refused as in ``chosen``."""
        self.chosen(chosen)
        return self

    def completed(self, row: CardRow) -> CardRow:
        """A typed row completed with what follows from its cells."""
        return row

    def judges(self) -> bool:
        """Whether cards say by themselves who may be drafted (``faults``), whatever the player's
        season."""
        return False

    def playing(self, kind: str, cells: Mapping[str, str]) -> int | None:
        """The at-bats, or a pitcher's outs, that the card itself prints, if any."""
        return None

    def faults(self, row: CardRow) -> list[Refusal]:
        """Why a card may not be played with, although it may be in a set; places are columns."""
        return []

    def make(self, subject: Subject) -> list[CardRow]:
        """The cards of a season: none, one, or a hitter's and a pitcher's."""
        raise NotImplementedError

    def verify(self, row: CardRow) -> None:
        """Refuse cells that make no card, naming the row's key and the column."""
        raise NotImplementedError

    def value(self, row: CardRow) -> float:
        """Runs above an average card over a season of regular play; more is better."""
        raise NotImplementedError


def read_row(
    cells: Mapping[str, str],
    columns: Sequence[str],
    place: str,
    optional: Collection[str] = (),
) -> CardRow:
    """A row from its cells, empty for missing ``optional`` columns; everything wrong with the
    common ones is refused at once.

    ``column-missing``, ``unknown-column``, ``card-key-missing``, ``card-key``,
    ``card-name-missing``, ``card-kind``, ``card-hand``, ``not-a-year``, ``cell-too-long``,
    ``too-many-teams``.
    """
    refusals = []
    known_columns = (*COMMON_COLUMNS, *columns)
    for column in known_columns:
        if column not in cells and column not in optional:
            refusals.append(
                Refusal("column-missing", f"There is no column {column}.", f"{place}:{column}")
            )
    for column in cells:
        if column not in known_columns:
            refusals.append(
                Refusal(
                    "unknown-column",
                    f"There is no column {column!r} in a card of this system.",
                    f"{place}:{column}",
                )
            )
    refuse_all(refusals)
    text = {column: (cells.get(column) or "").strip() for column in known_columns}
    text |= {column: clean_line(text[column]) for column in ("key", "name")}
    teams = tuple(filter(None, map(clean_line, text["teams"].split(";"))))

    def fault(code: str, column: str, sentence: str) -> None:
        refusals.append(Refusal(code, sentence, f"{place}:{column}"))

    if not text["key"]:
        fault("card-key-missing", "key", "A card needs a key.")
    elif {"", ".", ".."} & set(text["key"].split("/")):
        fault("card-key", "key", f"{text['key'][:40]!r} cannot stand in an address.")
    if not text["name"]:
        fault("card-name-missing", "name", "A card needs a name.")
    if text["kind"] not in (HITTER, PITCHER):
        fault("card-kind", "kind", f"A card is a {HITTER}'s or a {PITCHER}'s.")
    if text["bats"] not in ("", "L", "R", "B"):
        fault("card-hand", "bats", f"{text['bats']!r} is not L, R or B.")
    if text["throws"] not in ("", "L", "R", "S"):
        fault("card-hand", "throws", f"{text['throws']!r} is not L, R or S.")
    if not (text["year"].isascii() and text["year"].isdigit() and len(text["year"]) <= 4):
        fault("not-a-year", "year", f"{text['year']!r} is no year.")
    for column, most in LONGEST.items():
        if len(text[column]) > most:
            fault("cell-too-long", column, f"The cell has more than {most} characters.")
    if len(teams) > MOST_TEAMS:
        fault("too-many-teams", "teams", f"A card has up to {MOST_TEAMS} teams.")
    elif any(len(team) > LONGEST_TEAM for team in teams):
        fault("cell-too-long", "teams", f"A team has up to {LONGEST_TEAM} characters.")
    refuse_all(refusals)
    return CardRow(
        key=text["key"],
        name=text["name"],
        year=int(text["year"]),
        teams=teams,
        kind=text["kind"],
        bats=text["bats"],
        throws=text["throws"],
        positions=tuple(text["positions"].replace(";", " ").split()),
        cells={column: text[column] for column in columns},
    )


def problems(row: CardRow, place: str, maker: Maker) -> tuple[Refusal, ...]:
    """What the maker finds wrong with a row, and ``others-cell`` for what stands in columns of the
    other kind, which nobody would read, but for a dash; each refusal under the row's place."""
    found = [
        Refusal("others-cell", f"A {row.kind}'s card has no {column}.", column)
        for column in maker.columns
        if column in maker.others_columns.get(row.kind, ()) and row.cells[column] not in ("", NEVER)
    ]
    try:
        maker.verify(row)
    except Refused as refused:
        found += refused.refusals
    return tuple(
        Refusal(
            refusal.code,
            refusal.message,
            f"{place}:{refusal.place}" if refusal.place else place,
            refusal.facts,
        )
        for refusal in found
    )


PLAIN = Maker()
"""The maker for systems without one."""


def makers() -> dict[str, Maker]:
    return {
        key: game_system.maker
        for key, game_system in GAME_SYSTEMS.items()
        if game_system.maker is not None
    }


def maker(system_key: str) -> Maker:
    """The card maker of a game system. Refused: ``no-card-maker``."""
    card_makers = makers()
    card_maker = card_makers.get(system_key)
    if card_maker is None:
        raise Refused(
            Refusal(
                "no-card-maker",
                f"There are no cards for {system_key!r}; there are for {', '.join(card_makers)}.",
                "system",
                {"known": list(card_makers)},
            )
        )
    return card_maker


def maker_or_plain(system_key: str) -> Maker:
    """The maker for reading existing cards: a system without a maker prints no ratings."""
    game_system = GAME_SYSTEMS.get(system_key)
    return PLAIN if game_system is None or game_system.maker is None else game_system.maker
