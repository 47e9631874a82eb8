"""Charts as files: those that the document prints, and ours where it announces one without printing
it.

An owner of other charts changes rows of these files and stores them as another set (see
``docs/reference/file-formats.md``): every chart is a CSV file of its own with a row of column
names, or a list of rows under its name in one JSON object. A file replaces its whole chart; charts
without a file stay as they are. A gap or an overlap is refused with file, row and column.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from config.refusals import Refusal, refuse_all
from games.engine.fields import whole_number
from games.systems.deep_drive.play import charts as chart
from games.systems.deep_drive.play.cards import SPEEDS
from games.systems.deep_drive.play.charts import (
    ALL_FACES,
    HOUSE,
    LETTERS,
    PERCENT,
    RATINGS,
    Charts,
)
from games.systems.deep_drive.play.readings import (
    CODE,
    OUT_CODES,
    parse_reading,
    write_reading,
)
from games.systems.deep_drive.text.chart_rows import QUOTED, ChartRows, Row, in_digits

Rows = dict[str, list[Row]]
"""The rows of charts by the charts' names."""

MOST_ROWS: Final = 3000
"""Most rows of one chart: enough for each fielder and rating with ten percentiles, and to spare."""

BASES: Final = ("1st", "2nd", "3rd", "1st+2nd", "1st+3rd", "2nd+3rd", "loaded")
_BASES: Final = (1, 2, 4, 3, 5, 6, 7)
RUNS: Final = (*SPEEDS[:5], "VF+")
FIELDERS: Final = ("p", "c", "1b", "2b", "3b", "ss", "lf", "cf", "rf")
GROUNDERS: Final = tuple(
    f"G{fielder}{how}"
    for fielder in range(1, 7)
    for how in ("", "h", "s")
    if (fielder, how) != (2, "h")
)
FLIES: Final = (*(f"F{fielder}{how}" for fielder in (7, 8, 9) for how in ("", "s", "d")), "DD")
GOALS: Final = ("home", "3rd", "2nd")
ENTRIES: Final = ("NO", "?", "YES")
CHOICES: Final = (
    "rundown",
    "safe, fielder ejected",
    "safe, collision",
    "out, unless rated 1",
    "out, unless rated 2",
    "safe",
    "race",
    "out, collision",
    "out, runner ejected",
)
CUT_OFFS: Final = ("wild throw", "over the man", "cut off", "man caught")
BUNT_OUTS: Final = ("pop out", "lead runner out", "choice", "sacrifice")
PITCHES: Final = ("caught stealing", "foul", "runs")
HURT: Final = ("nobody", "runner", "fielder", "both")
ERRORS: Final = {"E1": chart.E1, "E2": chart.E2, "E3": chart.E3}
DEFENSE_READINGS: Final = ("SI", "SI+", "DO", "TR", "HR")
NOBODY: Final = "nobody"
SEASON: Final = "season"


@dataclass(frozen=True)
class ChartFile:
    """A chart as a file: its columns and label, and functions that read its rows into charts and
    write them."""

    name: str
    label: str
    columns: tuple[str, ...]
    read: Callable[[ChartRows, Charts], None]
    write: Callable[[Charts], Iterator[tuple[object, ...]]]
    ours: bool = False
    """Whether the document announces the chart without printing it."""

    @property
    def file(self) -> str:
        """Its file name."""
        return f"{self.name}.csv"

    def rows(self, charts: Charts) -> list[Row]:
        return [
            dict(zip(self.columns, map(str, values), strict=True)) for values in self.write(charts)
        ]


# Charts by the roll: from, to, and one word.


def _runs_of(values: Sequence[int]) -> Iterator[tuple[int, int, int]]:
    """First index, last index and value of each run of equal values."""
    first = 0
    for index in range(1, len(values) + 1):
        if index == len(values) or values[index] != values[first]:
            yield first, index - 1, values[first]
            first = index


def _by_throw(
    name: str,
    label: str,
    column: str,
    size: int,
    words: Sequence[str],
    *,
    ours: bool = False,
    first: int = 0,
) -> ChartFile:
    """A chart with one word for each number; ``first`` is the value of the first word."""

    def read(given: ChartRows, charts: Charts) -> None:
        values = given.spans(
            size, lambda row_number, row: given.one_of(row_number, row, column, words)
        )
        setattr(charts, name, [value + first for value in values])

    def write(charts: Charts) -> Iterator[tuple[object, ...]]:
        for low, high, value in _runs_of(getattr(charts, name)):
            yield in_digits(low, size), in_digits(high, size), words[value - first]

    return ChartFile(name, label, ("from", "to", column), read, write, ours)


def _least_speed(name: str, label: str, size: int) -> ChartFile:
    """A chart of the least speed that is fast enough, or that none is."""
    words = (*SPEEDS[:5], NOBODY)

    def value_of(place: int) -> int:
        return chart.NOBODY_BUYS_TIME if place == len(words) - 1 else place

    def read(given: ChartRows, charts: Charts) -> None:
        values = given.spans(
            size, lambda row_number, row: given.one_of(row_number, row, "least", words)
        )
        setattr(charts, name, [value_of(place) for place in values])

    def write(charts: Charts) -> Iterator[tuple[object, ...]]:
        for low, high, value in _runs_of(getattr(charts, name)):
            word = NOBODY if value == chart.NOBODY_BUYS_TIME else words[value]
            yield in_digits(low, size), in_digits(high, size), word

    return ChartFile(name, label, ("from", "to", "least"), read, write)


# The advancement charts.


def _entries(given: ChartRows, at: int, row: Row, columns: Sequence[str]) -> list[int]:
    return [max(given.one_of(at, row, column, ENTRIES), 0) for column in columns]


def _read_hits(given: ChartRows, charts: Charts) -> None:
    rows = given.keyed("result", ("SI", "SI+", "DO"))
    charts.hits = [
        entry
        for word in ("SI", "SI+", "DO")
        if word in rows
        for entry in _entries(given, *rows[word], RUNS)
    ]


def _write_hits(charts: Charts) -> Iterator[tuple[object, ...]]:
    for number, word in enumerate(("SI", "SI+", "DO")):
        entries = charts.hits[number * 6 : number * 6 + 6]
        yield word, *(ENTRIES[entry] for entry in entries)


def _read_flies(given: ChartRows, charts: Charts) -> None:
    entries: dict[tuple[int, int], list[int]] = {}
    for row_number, row in given.rows:
        fly = given.one_of(row_number, row, "fly", FLIES)
        goal = given.one_of(row_number, row, "to", GOALS)
        if fly < 0 or goal < 0:
            continue
        if (fly, goal) in entries:
            message = f"{row['fly']} to {row['to']} stands here twice."
            given.fault("chart-overlap", message, row_number, "fly")
        entries[fly, goal] = _entries(given, row_number, row, RUNS[:5])
    charts.flies = []
    for fly, word in enumerate(FLIES):
        for goal, base in enumerate(GOALS):
            if (fly, goal) not in entries:
                if not given.faults:
                    message = f"{word} has no row for a runner to {base}."
                    given.fault("chart-gap", message, given.last, "fly")
                continue
            charts.flies += entries[fly, goal]


def _write_flies(charts: Charts) -> Iterator[tuple[object, ...]]:
    for fly, word in enumerate(FLIES):
        for goal, base in enumerate(GOALS):
            index = (fly * 3 + goal) * 5
            yield word, base, *(ENTRIES[entry] for entry in charts.flies[index : index + 5])


def letters_with(bases: int) -> str:
    """The letters that the printed chart has with these bases occupied: others make no sense
    there."""
    return "".join(sorted({LETTERS[letter] for letter in HOUSE.ground[bases::8] if letter}))


def _read_ground(given: ChartRows, charts: Charts) -> None:
    rows = given.keyed("out", GROUNDERS)
    charts.ground = [0] * len(HOUSE.ground)
    for word, (row_number, row) in rows.items():
        fielder, how = int(word[1]) - 1, ("", "h", "s").index(word[2:])
        for bases, column in zip(_BASES, BASES, strict=True):
            known = letters_with(bases)
            letter = given.one_of(row_number, row, column, tuple(known))
            if letter >= 0:
                charts.ground[(fielder * 3 + how) * 8 + bases] = LETTERS.index(known[letter])
    # No card has G2h; it is treated like G2.
    row_number = 1 * 3 * 8
    charts.ground[row_number + 8 : row_number + 16] = charts.ground[row_number : row_number + 8]


def _write_ground(charts: Charts) -> Iterator[tuple[object, ...]]:
    for word in GROUNDERS:
        fielder, how = int(word[1]) - 1, ("", "h", "s").index(word[2:])
        yield word, *(LETTERS[charts.ground[(fielder * 3 + how) * 8 + bases]] for bases in _BASES)


# The others.


def _read_race(given: ChartRows, charts: Charts) -> None:
    rows = given.keyed("run", RUNS)
    charts.race = [given.number(*rows[word], "safe_to", 66, 97) for word in RUNS if word in rows]


def _write_race(charts: Charts) -> Iterator[tuple[object, ...]]:
    yield from zip(RUNS, charts.race, strict=True)


def _read_bunt_lead(given: ChartRows, charts: Charts) -> None:
    rows = given.keyed("run", SPEEDS[:5])
    known = ("-", "0", *(f"0-{last}" for last in range(1, 10)))
    charts.bunt_lead = [
        max(given.one_of(*rows[word], str(rating), known), 0) - 1
        for word in SPEEDS[:5]
        if word in rows
        for rating in range(RATINGS)
    ]


def _write_bunt_lead(charts: Charts) -> Iterator[tuple[object, ...]]:
    for number, word in enumerate(SPEEDS[:5]):
        ends = charts.bunt_lead[number * RATINGS : (number + 1) * RATINGS]
        yield word, *("-" if end < 0 else "0" if end == 0 else f"0-{end}" for end in reversed(ends))


def _read_line_orders(given: ChartRows, charts: Charts) -> None:
    rows = given.keyed("out", [f"L{fielder}" for fielder in range(1, 10)])
    known = ("1 2 3", "1 3 2", "2 1 3", "2 3 1", "3 1 2", "3 2 1")
    charts.line_orders = [0]
    for word in sorted(rows):
        order = given.one_of(*rows[word], "order", known)
        charts.line_orders.append(int(known[max(order, 0)].replace(" ", "")))


def _write_line_orders(charts: Charts) -> Iterator[tuple[object, ...]]:
    for fielder in range(1, 10):
        yield f"L{fielder}", " ".join(str(charts.line_orders[fielder]))


def _read_injury(given: ChartRows, charts: Charts) -> None:
    def games(at: int, row: Row) -> int:
        text = row["games"]
        if text == SEASON:
            return chart.SEASON
        if (
            text.endswith("+")
            and (least_games := whole_number(text[:-1])) is not None
            and least_games <= 200
        ):
            return chart.A_DIE_OF_THREE + least_games
        return given.number(at, row, "games", 0, 200)

    charts.injury = given.spans(PERCENT, games)


def _write_injury(charts: Charts) -> Iterator[tuple[object, ...]]:
    for low, high, value in _runs_of(charts.injury):
        word = str(value)
        if value == chart.SEASON:
            word = SEASON
        elif value >= chart.A_DIE_OF_THREE:
            word = f"{value - chart.A_DIE_OF_THREE}+"
        yield in_digits(low, PERCENT), in_digits(high, PERCENT), word


def _result(text: str, fielder: int) -> int:
    """The value of a cell of the Defense Chart for a fielder, whose number replaces ``#``; -1 if
    unknown."""
    word = text.replace("#", str(fielder))
    if word in ERRORS:
        return ERRORS[word]
    if word in DEFENSE_READINGS or word in OUT_CODES:
        return parse_reading(word)
    return -1


def _written(value: int) -> str:
    word = next((word for word, error in ERRORS.items() if error == value), "")
    return word or write_reading(value)


def _read_defense(given: ChartRows, charts: Charts) -> None:
    results: dict[tuple[int, ...], int] = {}
    # By fielder, rating and percentile: ten results, one for each face of the modifier.
    cells: dict[tuple[int, int, int], list[int]] = {}
    for row_number, row in given.rows:
        rating = given.number(row_number, row, "rating", 0, RATINGS - 1)
        percents = given.span(row_number, row, PERCENT)
        faces = given.span(row_number, row, ALL_FACES, ("die_from", "die_to"))
        for word in row["fielder"].split():
            if word not in FIELDERS:
                known = ", ".join(FIELDERS)
                message = f"“{word[:QUOTED]}” is none of {known}."
                given.fault("unknown-word", message, row_number, "fielder")
                continue
            fielder = FIELDERS.index(word) + 1
            result = _result(row["result"], fielder)
            if result < 0:
                message = f"“{row['result'][:QUOTED]}” is no result of the Defense Chart."
                given.fault("unknown-word", message, row_number, "result")
                break
            if not _put(cells, fielder, rating, percents, faces, result):
                message = f"{word} rated {rating} has something there already."
                given.fault("chart-overlap", message, row_number, "from")
                break
    charts.defense, charts.defense_results = [], []
    for fielder in range(10):
        for rating in range(RATINGS):
            for percent in range(PERCENT):
                # The list starts with fielder 0, who does not exist.
                row_of = cells.get((max(fielder, 1), rating, percent), [-1] * ALL_FACES)
                if -1 in row_of and not given.faults:
                    given.fault(
                        "chart-gap",
                        f"{FIELDERS[fielder - 1]} rated {rating} has nothing for "
                        f"{percent:02} with modifier {row_of.index(-1)}.",
                        given.last,
                        "from",
                    )
                key = tuple(row_of)
                if key not in results:
                    results[key] = len(results)
                    charts.defense_results += key
                charts.defense.append(results[key])


def _put(
    found: dict[tuple[int, int, int], list[int]],
    fielder: int,
    rating: int,
    percents: range,
    faces: range,
    result: int,
) -> bool:
    """Store a result in its cells; False if one of them is taken."""
    for percent in percents:
        faces_of_cell = found.setdefault((fielder, rating, percent), [-1] * ALL_FACES)
        for face in faces:
            if faces_of_cell[face] >= 0:
                return False
            faces_of_cell[face] = result
    return True


def _write_defense(charts: Charts) -> Iterator[tuple[object, ...]]:
    """Rows that are the same for several fielders are written once, with # for the fielder's
    number."""
    rows: dict[tuple[object, ...], list[str]] = {}
    for fielder, word in enumerate(FIELDERS, start=1):
        for rating in range(RATINGS):
            start = (fielder * RATINGS + rating) * PERCENT
            for low, high, row in _runs_of(charts.defense[start : start + PERCENT]):
                faces = charts.defense_results[row * ALL_FACES : (row + 1) * ALL_FACES]
                for first, last, value in _runs_of(faces):
                    text = _written(value)
                    if value >= CODE and text[1:2] == str(fielder):
                        text = f"{text[0]}#{text[2:]}"
                    span = (in_digits(low, PERCENT), in_digits(high, PERCENT), first, last, text)
                    rows.setdefault((rating, *span), []).append(word)
    for row_of, words in sorted(
        rows.items(), key=lambda item: (FIELDERS.index(item[1][0]), *map(str, item[0][:4]))
    ):
        yield " ".join(words), *row_of


def _grid(
    name: str, label: str, columns: tuple[str, ...], read: Any, write: Any, *, ours: bool = False
) -> ChartFile:
    return ChartFile(name, label, columns, read, write, ours)


FILES: Final[Mapping[str, ChartFile]] = {
    each.name: each
    for each in (
        _grid("hits", "Runner chart, hits", ("result", *RUNS), _read_hits, _write_hits),
        _grid(
            "flies", "Runner chart, fly outs", ("fly", "to", *RUNS[:5]), _read_flies, _write_flies
        ),
        _grid("ground", "Runner chart, ground outs", ("out", *BASES), _read_ground, _write_ground),
        _by_throw("choice", "Choice Chart", "what", PERCENT, CHOICES),
        _grid("race", "Choice Chart, 67 to 97", ("run", "safe_to"), _read_race, _write_race),
        _least_speed("rundown", "Rundown: the man tagged out is at least", PERCENT),
        _by_throw("collision", "Collision", "hurt", ALL_FACES, HURT),
        _by_throw("cutoff", "Cut-Off Chart", "what", PERCENT, CUT_OFFS),
        _by_throw("outfielder", "Which outfielder", "fielder", ALL_FACES, FIELDERS[6:], first=7),
        _by_throw("bunt_fielder", "Who takes a bunt", "fielder", ALL_FACES, FIELDERS, first=1),
        _least_speed("bunt_single", "Bunt, possible single: the batter is at least", ALL_FACES),
        _by_throw("bunt_out", "Bunt, OUT", "what", ALL_FACES, BUNT_OUTS),
        _grid(
            "bunt_lead",
            "Bunt, play on the lead runner",
            ("run", "5", "4", "3", "2", "1", "0"),
            _read_bunt_lead,
            _write_bunt_lead,
        ),
        _by_throw("run_on_ball", "Hit and run, BB", "what", ALL_FACES, PITCHES),
        _by_throw("run_on_strike", "Hit and run, SO", "what", ALL_FACES, PITCHES),
        _grid(
            "line_orders",
            "Line outs: who is doubled up first",
            ("out", "order"),
            _read_line_orders,
            _write_line_orders,
        ),
        _by_throw(
            "defense_fielder",
            "Defense Chart: who",
            "fielder",
            PERCENT,
            FIELDERS,
            ours=True,
            first=1,
        ),
        _grid(
            "defense",
            "Defense Chart: what comes of it",
            ("fielder", "rating", "from", "to", "die_from", "die_to", "result"),
            _read_defense,
            _write_defense,
            ours=True,
        ),
        _grid(
            "injury",
            "Injury Chart",
            ("from", "to", "games"),
            _read_injury,
            _write_injury,
            ours=True,
        ),
    )
}
"""Every chart by its name."""


def read_charts(given: Mapping[str, Sequence[tuple[int, Mapping[str, Any]]]]) -> Charts:
    """The built-in charts, replaced by those for which there are rows, each row with its number.

    Refused with everything that is wrong, place by place (``defense:row 12:from``):
    ``unknown-chart``, ``column-missing``, ``unknown-column``, ``not-a-text``, ``not-a-number``,
    ``unknown-word``, ``chart-overlap``, ``chart-gap``, ``too-many-rows``.
    """
    charts, faults = HOUSE.copy(), []
    for name, rows in given.items():
        chart_file = FILES.get(name)
        if chart_file is None:
            message = f"{str(name)[:QUOTED]} is none of {', '.join(FILES)}."
            faults.append(Refusal("unknown-chart", message, str(name)[:QUOTED]))
            continue
        if len(rows) > MOST_ROWS:
            message = f"{name} has {len(rows)} rows; {MOST_ROWS} are the most."
            faults.append(Refusal("too-many-rows", message, name))
            continue
        own_faults: list[Refusal] = []
        chart_file.read(ChartRows(name, chart_file.columns, rows, own_faults), charts)
        faults += own_faults
    refuse_all(faults)
    return charts


def charts_of_rows(rows: Mapping[str, Sequence[Row]]) -> Charts:
    """Charts from stored rows."""
    return read_charts(
        {name: list(enumerate(chart_rows, start=1)) for name, chart_rows in rows.items()}
    )


@lru_cache(maxsize=1)
def house_rows() -> Mapping[str, list[Row]]:
    """The rows of every built-in chart."""
    return {name: chart_file.rows(HOUSE) for name, chart_file in FILES.items()}


def whole_rows(rows: Mapping[str, Sequence[Row]]) -> dict[str, list[Row]]:
    """Every chart's rows, with the replaced ones in their place."""
    return {name: list(rows.get(name, built_in)) for name, built_in in house_rows().items()}
