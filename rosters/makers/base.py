"""What a card maker is: cards from seasons, and cards as rows of text that people can edit.

A row is the documented form of a card in CSV and JSON: the columns below, the same for every
system, and then the columns of the system. Anyone who owns printed cards types them in this form.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from config.refusals import Refusal, Refused, refuse_all
from games.systems.registry import GAME_SYSTEMS
from rosters.makers.truth import MeasuredCard, Norm
from rosters.stats.seasons import Season

HITTER = "hitter"
PITCHER = "pitcher"

COMMON_COLUMNS = ("key", "name", "year", "teams", "kind", "bats", "throws", "positions")
"""``key`` is unique in its set; ``teams`` and ``positions`` are separated by blanks or ``;``."""

LONGEST = {"key": 80, "name": 120, "positions": 40}
"""Characters that a cell may have."""


@dataclass(frozen=True)
class CardRow:
    """A card as text: common cells and the system's own by column."""

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
        """Every column of the row as text."""
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
    """Whom a card is made of: a person and his season."""

    key: str
    name: str
    bats: str
    throws: str
    season: Season


@dataclass(frozen=True)
class Setting:
    """A setting of the cards that are made, which the user who has them made chooses; ``choices``
    are word and label, the usual one first."""

    key: str
    label: str
    choices: tuple[tuple[str, str], ...]
    help: str = ""


class Maker:
    """Makes and reads the cards of one game system.

    ``version`` changes when the same season could give another card; ``columns`` are the system's
    own, in order; a file may lack the ``optional_columns``. ``settings`` are chosen when a set is
    made. ``starter_column`` and ``relief_column`` are those in which a card prints that a
    pitcher may start and relieve; where it prints neither, his year's starts and relief games say
    so.
    """

    system: str = ""
    version: int
    columns: tuple[str, ...]
    optional_columns: frozenset[str] = frozenset()
    settings: tuple[Setting, ...] = ()
    starter_column: str = ""
    relief_column: str = ""

    def rated_positions(self, cells: Mapping[str, str]) -> frozenset[str]:
        """Where a hitter's card rates him; empty where cards print no ratings."""
        return frozenset()

    def can_be_hurt(self, cells: Mapping[str, str]) -> bool:
        """Whether injuries are on a hitter's card; so it is where cards do not say."""
        return True

    def pitching_roles(self, cells: Mapping[str, str]) -> tuple[bool, bool] | None:
        """Whether a pitcher's card makes him a starter and a reliever; ``None`` where his season
        and the law of eligibility say so."""
        return None

    def for_year(self, subjects: Iterable[Subject]) -> Maker:
        """The maker that knows what was normal in the year of these players; this one where it
        makes no difference."""
        return self

    def norms(self) -> list[Norm]:
        """The norms of the leagues of a year for which this maker makes cards, by league; empty for
        a maker of no year."""
        return []

    def measured(self, cards: Sequence[tuple[Subject, CardRow]]) -> list[MeasuredCard]:
        """Cards of one year beside their seasons, counted from their text; none where cards cannot
        be counted so."""
        return []

    def chosen(self, settings: Mapping[str, str]) -> dict[str, str]:
        """Every setting with what was chosen or is usual. Refused: ``unknown-setting``,
        ``unknown-choice``."""
        known = {setting.key: setting for setting in self.settings}
        refusals = [
            Refusal("unknown-setting", f"{self.system} cards have no setting {key!r}.", key)
            for key in settings
            if key not in known
        ]
        found = {}
        for key, setting in known.items():
            words = [word for word, _ in setting.choices]
            found[key] = settings.get(key, words[0])
            if found[key] not in words:
                said = f"{found[key]!r} is none of {', '.join(words)}."
                refusals.append(Refusal("unknown-choice", said, key, {"known": words}))
        refuse_all(refusals)
        return found

    def with_settings(self, chosen: Mapping[str, str]) -> Maker:
        """The maker for these settings; refused as ``chosen`` says."""
        self.chosen(chosen)
        return self

    def completed(self, row: CardRow) -> CardRow:
        """A row that somebody typed, with what follows from the rest of it."""
        return row

    def judges(self) -> bool:
        """Whether cards say by themselves who may be drafted (``faults``), whatever he played."""
        return False

    def playing(self, kind: str, cells: Mapping[str, str]) -> int | None:
        """The at-bats or, of a pitcher, outs that a card itself tells, if it does."""
        return None

    def faults(self, row: CardRow) -> list[Refusal]:
        """Why a card may not be played with, though it may lie in a set; places are columns."""
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
    """A row from its cells, empty for ``optional`` columns that are not there; everything wrong
    with the common ones is refused at once.

    ``column-missing``, ``unknown-column``, ``card-key-missing``, ``card-name-missing``,
    ``card-kind``, ``card-hand``, ``not-a-year``, ``cell-too-long``.
    """
    refusals = []
    known = (*COMMON_COLUMNS, *columns)
    for column in known:
        if column not in cells and column not in optional:
            refusals.append(
                Refusal("column-missing", f"There is no column {column}.", f"{place}:{column}")
            )
    for column in cells:
        if column not in known:
            refusals.append(
                Refusal(
                    "unknown-column",
                    f"There is no column {column!r} in a card of this system.",
                    f"{place}:{column}",
                )
            )
    refuse_all(refusals)
    text = {column: (cells.get(column) or "").strip() for column in known}

    def fault(code: str, column: str, sentence: str) -> None:
        refusals.append(Refusal(code, sentence, f"{place}:{column}"))

    if not text["key"]:
        fault("card-key-missing", "key", "A card needs a key.")
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
    refuse_all(refusals)
    return CardRow(
        key=text["key"],
        name=text["name"],
        year=int(text["year"]),
        teams=tuple(part.strip() for part in text["teams"].split(";") if part.strip()),
        kind=text["kind"],
        bats=text["bats"],
        throws=text["throws"],
        positions=tuple(text["positions"].replace(";", " ").split()),
        cells={column: text[column] for column in columns},
    )


def problems(row: CardRow, place: str, maker: Maker) -> tuple[Refusal, ...]:
    """What the maker finds wrong with a row, each refusal under the row's place."""
    try:
        maker.verify(row)
    except Refused as refused:
        return tuple(
            Refusal(
                refusal.code,
                refusal.message,
                f"{place}:{refusal.place}" if refusal.place else place,
                refusal.facts,
            )
            for refusal in refused.refusals
        )
    return ()


PLAIN = Maker()
"""The maker of systems that bring none along."""


def makers() -> dict[str, Maker]:
    """The card makers that game systems bring along, by their keys."""
    return {key: face.maker for key, face in GAME_SYSTEMS.items() if face.maker is not None}


def maker(system_key: str) -> Maker:
    """The card maker of a game system; ``no-card-maker`` where there is none."""
    known = makers()
    found = known.get(system_key)
    if found is None:
        raise Refused(
            Refusal(
                "no-card-maker",
                f"There are no cards for {system_key!r}; there are for {', '.join(known)}.",
                "system",
                {"known": list(known)},
            )
        )
    return found


def maker_or_plain(system_key: str) -> Maker:
    """The same for what is asked of cards that are there: those of a system without a maker print
    no ratings."""
    face = GAME_SYSTEMS.get(system_key)
    return PLAIN if face is None or face.maker is None else face.maker
