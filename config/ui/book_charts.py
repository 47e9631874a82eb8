"""Charts of statistics as SVG: the trend of one value, bars, and a spray chart.

Like those of ``config.ui.charts`` they are pure functions, need no script and no inline style, take
their colors from the theme, and describe themselves to screen readers.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from config.ui.charts import WIDTH, opened, path_through, ticks_of

LEFT, RIGHT, TOP, FOOT = 44, 12, 14, 26
HEIGHT: Final = 190

PLACES: Final[Mapping[int, tuple[int, int, str]]] = {
    1: (240, 205, "P"),
    2: (240, 282, "C"),
    3: (312, 196, "1B"),
    4: (280, 150, "2B"),
    5: (168, 196, "3B"),
    6: (200, 150, "SS"),
    7: (110, 96, "LF"),
    8: (240, 56, "CF"),
    9: (370, 96, "RF"),
}
"""The nine positions in the drawing: x, y and label."""

LARGEST: Final = 34
"""The radius of the circle with most balls."""


def trend_chart(
    values: Sequence[float],
    *,
    ident: str,
    title: str,
    said: Callable[[float], str],
    level: float | None = None,
    level_said: str = "",
) -> SafeString:
    """The trend of one value; ``level`` is a line to compare with, such as the league's."""
    if not values:
        return mark_safe("")
    known = [*values, *([level] if level is not None else [])]
    scale = 1000 if max(known) < 3 else 1
    ticks = [tick / scale for tick in ticks_of(0, max(known) * scale, 4)]
    high = ticks[-1]
    step = (WIDTH - LEFT - RIGHT) / max(1, len(values) - 1)

    def y(value: float) -> float:
        return HEIGHT - FOOT - value / high * (HEIGHT - FOOT - TOP)

    story = f"From {said(values[0])} to {said(values[-1])}; between {said(min(values))} and "
    story += f"{said(max(values))}."
    parts = [opened("hh-chart", WIDTH, HEIGHT, ident, title, story)]
    parts += [_line(y(tick), said(tick), zero=tick == 0) for tick in ticks]
    if level is not None:
        story = f"{level_said} {said(level)}"
        parts.append(
            f'<path class="hh-level" d="M{LEFT} {y(level):.1f}H{WIDTH - RIGHT}">'
            f"<title>{escape(story)}</title></path>"
        )
    points = [(LEFT + index * step, y(value)) for index, value in enumerate(values)]
    end_x, end_y = points[-1]
    parts.append(
        f'<path class="hh-spark-line" d="{path_through(points)}"/>'
        f'<circle class="hh-spark-end" cx="{end_x:.1f}" cy="{end_y:.1f}" r="3.2"/></svg>'
    )
    return mark_safe("".join(parts))  # escaped or numeric throughout


def bar_chart(
    bars: Sequence[tuple[str, float]], *, ident: str, title: str, said: Callable[[float], str]
) -> SafeString:
    if not bars:
        return mark_safe("")
    most = max(value for _, value in bars) or 1
    step = (WIDTH - 2 * RIGHT) / len(bars)
    bar_width, label_step = min(34.0, step * 0.7), 1 + len(bars) // 13
    story = ", ".join(f"{name}: {said(value)}" for name, value in bars) + "."
    parts = [opened("hh-chart", WIDTH, HEIGHT, ident, title, story)]
    parts.append(f'<path class="hh-zero" d="M{RIGHT} {HEIGHT - FOOT}H{WIDTH - RIGHT}"/>')
    for index, (name, value) in enumerate(bars):
        centre = RIGHT + step * (index + 0.5)
        bar_height = value / most * (HEIGHT - FOOT - TOP - 16)
        top = HEIGHT - FOOT - bar_height
        parts.append(
            f'<rect class="hh-won" x="{centre - bar_width / 2:.1f}" y="{top:.1f}"'
            f' width="{bar_width:.1f}" height="{bar_height:.1f}" rx="2"/>'
        )
        if index % label_step == 0:
            parts.append(
                f'<text class="hh-axis" x="{centre:.1f}" y="{HEIGHT - FOOT + 17}"'
                f' text-anchor="middle">{escape(name)}</text>'
            )
        if label_step == 1:
            parts.append(
                f'<text class="hh-count" x="{centre:.1f}" y="{top - 6:.1f}"'
                f' text-anchor="middle">{said(value)}</text>'
            )
    parts.append("</svg>")
    return mark_safe("".join(parts))  # escaped or numeric throughout


def spray_chart(balls: Mapping[int, tuple[int, int]], *, ident: str, title: str) -> SafeString:
    """A field with a circle for every position that fielded balls, its area by their number; below
    its name hits of all balls. ``balls``: by scorer's number (hits, others)."""
    sums = {position: sum(counts) for position, counts in balls.items() if position in PLACES}
    if not sums:
        return mark_safe("")
    most = max(sums.values())
    by_size = sorted(sums, key=lambda position: -sums[position])
    story = "; ".join(
        f"{PLACES[position][2]} {sums[position]}, of which {balls[position][0]} hits"
        for position in by_size
    )
    parts = [
        opened("hh-chart hh-spray", WIDTH, 320, ident, title, f"{story}."),
        '<path class="hh-grid" d="M240 282L64 106A250 250 0 0 1 416 106Z"/>',
        '<path class="hh-grid" d="M240 282L312 210L240 138L168 210Z"/>',
    ]
    for position in by_size:
        x, y, name = PLACES[position]
        radius = max(6.0, LARGEST * (sums[position] / most) ** 0.5)
        parts.append(
            f'<circle class="hh-ball" cx="{x}" cy="{y}" r="{radius:.1f}"/>'
            f'<text class="hh-end" x="{x}" y="{y}" dy="-.1em" text-anchor="middle">{name}</text>'
            f'<text class="hh-axis" x="{x}" y="{y}" dy="1.1em" text-anchor="middle">'
            f"{balls[position][0]}/{sums[position]}</text>"
        )
    parts.append("</svg>")
    return mark_safe("".join(parts))  # escaped or numeric throughout


def _line(y: float, words: str, *, zero: bool) -> str:
    kind = "hh-zero" if zero else "hh-grid"
    return (
        f'<path class="{kind}" d="M{LEFT} {y:.1f}H{WIDTH - RIGHT}"/>'
        f'<text class="hh-axis" x="{LEFT - 6}" y="{y:.1f}" dy=".35em"'
        f' text-anchor="end">{escape(words)}</text>'
    )
