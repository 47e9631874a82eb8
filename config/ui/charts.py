"""Charts drawn on the server as SVG: pure functions from values to a string.

They need no script and no inline style (which the content policy forbids), and can be printed.
Lines and bars carry team colors as attributes; grid, axes and letters take theirs from charts.css,
so they follow the theme. Letters are sized there too, by the width of the figure, in the drawing's
own units. Each drawing has a title and a description for screen readers.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import ceil, floor

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from config.ui.colours import distance, line_colour, team_colour
from config.ui.numbers import plain, signed

# Lines whose colors are nearer than this get different dashes.
LOOKALIKE = 0.16
DASHES = ("", "7 4", "2 4", "10 4 2 4")

SIDE_BY_SIDE = 3.4
"""The distance between the centers of two lines with the same value: a little more than their
width."""

WIDTH = 480
LABEL_STEP = 15


@dataclass(frozen=True, slots=True)
class ChartLine:
    """One entrant's line: a value after each round, ``None`` if there is none (yet)."""

    name: str
    short: str
    colour: str
    values: tuple[float | None, ...]
    url: str = ""

    @property
    def last(self) -> float | None:
        return next((value for value in reversed(self.values) if value is not None), None)


@dataclass(frozen=True, slots=True)
class Side:
    """One side's runs by inning; None for a half-inning not played."""

    name: str
    short: str
    colour: str
    runs: tuple[int | None, ...]

    @property
    def total(self) -> int:
        return sum(value or 0 for value in self.runs)


@dataclass(frozen=True, slots=True)
class Stroke:
    colour: str
    dash: str

    @property
    def attributes(self) -> str:
        dash = f' stroke-dasharray="{self.dash}"' if self.dash else ""
        return f'stroke="{self.colour}"{dash}'


def strokes(lines: Sequence[ChartLine]) -> list[Stroke]:
    """A color legible in both themes for each line; similar colors get different dashes."""
    line_strokes: list[Stroke] = []
    for line in lines:
        colour = line_colour(team_colour(line.colour, line.name))
        used_dashes = {
            stroke.dash for stroke in line_strokes if distance(stroke.colour, colour) < LOOKALIKE
        }
        dash = next(
            (dash for dash in DASHES if dash not in used_dashes), DASHES[len(line_strokes) % 4]
        )
        line_strokes.append(Stroke(colour, dash))
    return line_strokes


def race_chart(
    lines: Sequence[ChartLine],
    rounds: Sequence[str],
    *,
    ident: str = "race",
    title: str = "Standings race",
    unit: str = "games above .500",
    drawn: Sequence[Stroke] | None = None,
    relative: bool = True,
) -> SafeString:
    """Every entrant's line through the rounds; ``rounds`` are the names along the bottom.

    Each line is a group ``data-line="<place in lines>"``, which the legend's buttons highlight;
    ``drawn`` are the lines' strokes if the legend has computed them already. Values that are not
    ``relative`` to zero have no sign.
    """
    format_value = signed if relative else plain
    known = [value for line in lines for value in line.values if value is not None]
    ticks = ticks_of(min(known, default=0.0), max(known, default=0.0))
    low, high = ticks[0], ticks[-1]
    left, right, top, foot = 34, 54, 12, 30
    height = max(280, LABEL_STEP * len(lines) + top + foot)
    plot_right, plot_foot = WIDTH - right, height - foot
    step = (plot_right - left) / max(1, len(rounds) - 1)

    def x(index: int) -> float:
        return left + index * step

    def y(value: float) -> float:
        return plot_foot - (value - low) / (high - low) * (plot_foot - top)

    parts = [
        opened(
            "hh-chart hh-race", WIDTH, height, ident, title, _race_story(lines, unit, format_value)
        )
    ]
    for tick in ticks:
        kind = "hh-zero" if tick == 0 else "hh-grid"
        parts.append(
            f'<path class="{kind}" d="M{left} {y(tick):.1f}H{plot_right}"/>'
            f'<text class="hh-axis" x="{left - 6}" y="{y(tick):.1f}" dy=".35em"'
            f' text-anchor="end">{format_value(tick)}</text>'
        )
    label_step = max(1, ceil(len(rounds) / 10))
    for index, name in enumerate(rounds):
        if index % label_step == 0:
            parts.append(
                f'<text class="hh-axis" x="{x(index):.1f}" y="{plot_foot + 18}"'
                f' text-anchor="middle">{escape(name)}</text>'
            )
    beside = _beside(lines, (plot_foot - top) / (high - low))
    places = _spread(
        [y(line.last) if line.last is not None else None for line in lines], top, plot_foot
    )
    for index, (line, stroke, place) in enumerate(
        zip(lines, drawn or strokes(lines), places, strict=True)
    ):
        if place is None:
            continue
        points = [
            (x(round_index), y(round_value) + beside[index][round_index])
            for round_index, round_value in enumerate(line.values)
            if round_value is not None
        ]
        end_x, end_y = points[-1]
        parts.append(
            f'<g class="hh-line" data-line="{index}"><title>{escape(line.name)}</title>'
            f'<path class="hh-halo" d="{path_through(points)}"/>'
            f'<path class="hh-stroke" {stroke.attributes} d="{path_through(points)}"/>'
            f'<path class="hh-lead" d="M{end_x:.1f} {end_y:.1f}L{plot_right + 8} {place:.1f}"/>'
            f'<circle cx="{end_x:.1f}" cy="{end_y:.1f}" r="3.2" fill="{stroke.colour}"/>'
            f'<text class="hh-end" x="{plot_right + 11}" y="{place:.1f}" dy=".35em">'
            f"{escape(line.short)}</text></g>"
        )
    parts.append("</svg>")
    return mark_safe("".join(parts))  # escaped or numeric throughout


def _beside(lines: Sequence[ChartLine], unit: float) -> list[list[float]]:
    """How far each line is drawn off its value at each round, so that none hides another: those
    with one value lie side by side, within the height of one ``unit``. All begin at one point."""
    offsets = [[0.0] * len(line.values) for line in lines]
    for round_index in range(1, max((len(line.values) for line in lines), default=0)):
        lines_by_value: dict[float, list[int]] = {}
        for place, line in enumerate(lines):
            value = line.values[round_index] if round_index < len(line.values) else None
            if value is not None:
                lines_by_value.setdefault(value, []).append(place)
        for places in lines_by_value.values():
            gap = min(SIDE_BY_SIDE, 0.7 * unit / len(places))
            for rank, place in enumerate(places):
                offsets[place][round_index] = (rank - (len(places) - 1) / 2) * gap
    return offsets


def runs_by_inning_chart(
    away: Side, home: Side, *, ident: str = "runs", title: str = "Runs by inning"
) -> SafeString:
    """The visitors' runs grow up from the line of innings, the home side's grow down."""
    innings = max(len(away.runs), len(home.runs), 1)
    tallest = max([value or 0 for value in (*away.runs, *home.runs)], default=0) or 1
    left, right, band, above_bar = 46, 10, 24, 20
    scale = 70 / tallest
    room = [
        above_bar + max((runs or 0 for runs in side.runs), default=0) * scale
        for side in (away, home)
    ]
    middle_top, middle_foot = room[0], room[0] + band
    height = ceil(sum(room)) + band
    step = (WIDTH - left - right) / innings
    bar = min(26.0, step * 0.62)
    story = (
        f"{away.name} {away.total}, {home.name} {home.total}. "
        + ". ".join(_side_story(side) for side in (away, home))
        + "."
    )
    parts = [opened("hh-chart hh-runs", WIDTH, height, ident, title, story)]
    for number in range(innings):
        centre = left + step * (number + 0.5)
        parts.append(
            f'<text class="hh-axis" x="{centre:.1f}" y="{middle_top + band / 2:.1f}" dy=".35em"'
            f' text-anchor="middle">{number + 1}</text>'
        )
    parts.append(
        f'<path class="hh-zero" d="M{left} {middle_top:.1f}H{WIDTH - right}'
        f'M{left} {middle_foot:.1f}H{WIDTH - right}"/>'
    )
    for side, base, direction in ((away, middle_top, -1), (home, middle_foot, 1)):
        colour = line_colour(team_colour(side.colour, side.name))
        parts.append(
            f'<text class="hh-end" x="{left - 8}" y="{base + direction * 10:.1f}" dy=".35em"'
            f' text-anchor="end">{escape(side.short)}</text>'
        )
        for number, runs in enumerate(side.runs):
            if not runs:
                continue
            tall = runs * scale
            start = left + step * (number + 0.5) - bar / 2
            top = base - tall if direction < 0 else base
            figure = base + direction * (tall + 10)
            parts.append(
                f'<rect class="hh-bar" x="{start:.1f}" y="{top:.1f}" width="{bar:.1f}"'
                f' height="{tall:.1f}" rx="2" fill="{colour}"/>'
                f'<text class="hh-count" x="{start + bar / 2:.1f}" y="{figure:.1f}" dy=".35em"'
                f' text-anchor="middle">{runs}</text>'
            )
    parts.append("</svg>")
    return mark_safe("".join(parts))  # escaped or numeric throughout


def sparkline(
    values: Sequence[float], *, label: str, width: int = 96, height: int = 24
) -> SafeString:
    """A line in the size of a word; ``label`` describes it for screen readers."""
    if not values:
        return mark_safe("")
    low, high = min(0.0, *values), max(0.0, *values)
    reach = (high - low) or 1.0
    step = (width - 6) / max(1, len(values) - 1)

    def y(value: float) -> float:
        return height - 3 - (value - low) / reach * (height - 6)

    points = [(3 + index * step, y(value)) for index, value in enumerate(values)]
    end_x, end_y = points[-1]
    return mark_safe(
        f'<svg class="hh-spark" viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
        f' role="img" aria-label="{escape(label)}" focusable="false">'
        f'<path class="hh-grid" d="M0 {y(0):.1f}H{width}"/>'
        f'<path class="hh-spark-line" d="{path_through(points)}"/>'
        f'<circle class="hh-spark-end" cx="{end_x:.1f}" cy="{end_y:.1f}" r="2.4"/></svg>'
    )


def form_strip(results: str, *, label: str = "") -> SafeString:
    """Recent results, oldest first, as "WWLT": wins stand above the line, losses hang below."""
    words = {"W": "won", "L": "lost", "T": "tied"}
    known = [result for result in results.upper() if result in words]
    if not known:
        return mark_safe("")
    aria_label = label or "Oldest first: " + ", ".join(words[result] for result in known)
    width = 6 * len(known) + 2
    marks = {"W": (2, 8, "hh-won"), "L": (12, 8, "hh-lost"), "T": (9.5, 3, "hh-tied")}
    bars = "".join(
        f'<rect class="{marks[result][2]}" x="{2 + 6 * index}" y="{marks[result][0]}" width="4"'
        f' height="{marks[result][1]}" rx="1"/>'
        for index, result in enumerate(known)
    )
    return mark_safe(
        f'<svg class="hh-form" viewBox="0 0 {width} 22" width="{width}" height="22" role="img"'
        f' aria-label="{escape(aria_label)}" focusable="false">'
        f'<path class="hh-grid" d="M0 11H{width}"/>{bars}</svg>'
    )


def opened(css: str, width: int, height: int, ident: str, title: str, story: str) -> str:
    return (
        f'<svg class="{css}" viewBox="0 0 {width} {height}" role="img" focusable="false"'
        f' aria-labelledby="{escape(ident)}-title {escape(ident)}-story">'
        f'<title id="{escape(ident)}-title">{escape(title)}</title>'
        f'<desc id="{escape(ident)}-story">{escape(story)}</desc>'
    )


def path_through(points: Sequence[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points)


def ticks_of(low: float, high: float, wanted: int = 6) -> list[float]:
    """Round values from below the lowest to above the highest, zero among them."""
    low, high = min(low, 0.0), max(high, 0.0)
    if low == high:
        low, high = -1.0, 1.0
    step = next(
        (size for size in (1, 2, 5, 10, 20, 25, 50, 100) if (high - low) / size <= wanted),
        ceil((high - low) / wanted),
    )
    return [float(step * n) for n in range(floor(low / step), ceil(high / step) + 1)]


def _spread(wanted: Sequence[float | None], top: float, foot: float) -> list[float | None]:
    """Places for the end labels: as near as possible to their values, without overlap.

    One pass down pushes labels apart, one pass up brings back those pushed below the bottom.
    """
    order = sorted((place, index) for index, place in enumerate(wanted) if place is not None)
    places: list[float] = []
    for place, _ in order:
        places.append(max(place, places[-1] + LABEL_STEP if places else top))
    limit = foot
    for n in range(len(places) - 1, -1, -1):
        places[n] = min(places[n], limit)
        limit = places[n] - LABEL_STEP
    spread: list[float | None] = [None] * len(wanted)
    for (_, index), place in zip(order, places, strict=True):
        spread[index] = place
    return spread


def _race_story(lines: Sequence[ChartLine], unit: str, said: Callable[[float], str]) -> str:
    finished = [(line.last, line.name) for line in lines if line.last is not None]
    if not finished:
        return "No round has been played yet."
    finished.sort(key=lambda pair: -pair[0])
    return f"Last standing, {unit}: " + ", ".join(
        f"{name} {said(value)}" for value, name in finished
    )


def _side_story(side: Side) -> str:
    scored = [f"{runs} in the {_ordinal(n)}" for n, runs in enumerate(side.runs, 1) if runs]
    return f"{side.name}: " + (", ".join(scored) or "no runs")


def _ordinal(number: int) -> str:
    if 10 <= number % 100 <= 20:
        return f"{number}th"
    return f"{number}" + {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
