"""The course of the home side's chance to win, as a chart of one line."""

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from config.ui.colours import line_colour, team_colour
from games.engine.events import HALF, TALLY, TURN_OVER, kind_of, value_of
from games.engine.folds.moments import is_play
from games.engine.folds.play_by_play import Play
from games.engine.folds.win_probability import WinProbability, win_probability
from games.engine.record import Record
from games.presenters.boards import Club

WIDTH, HEIGHT = 480, 190
LEFT, RIGHT, TOP, FOOT = 34, 12, 14, 24


def chances(record: Record) -> WinProbability | None:
    """The course of a game in which something has happened; ``None`` where there are no odds."""
    course = win_probability(record)
    return course if course is not None and len(course.chances) > 1 else None


@dataclass(frozen=True)
class Move:
    """The home side's chance before a play and after it."""

    before: float
    after: float


def moves_of_plays(
    record: Record, plays: Sequence[Play], course: WinProbability | None = None
) -> Mapping[int, Move]:
    """By the number of a play how it moved the chances; of several that came of one throw by that
    of the first in which runners moved. Nothing where there are no odds. ``course``: of the record,
    where somebody has it already."""
    course = course or win_probability(record)
    if course is None:
        return {}
    points = course.chances
    numbers = [point.number for point in points]
    found: dict[int, Move] = {}
    told: set[int] = set()
    for play in plays:
        at = bisect_right(numbers, play.number) - 1
        kind = kind_of(record.events[play.number])
        if at < 1 or at in told or not (is_play(kind) or kind in (TALLY, TURN_OVER)):
            continue
        told.add(at)
        found[play.number] = Move(points[at - 1].home, points[at].home)
    return found


def chance_chart(
    record: Record, course: WinProbability, clubs: tuple[Club, Club], *, ident: str = "chances"
) -> SafeString:
    """Above the middle the home side is the likelier winner, below it the visitors are."""
    away, home = clubs
    points = course.chances
    last = len(points) - 1
    span = WIDTH - LEFT - RIGHT
    deep = HEIGHT - TOP - FOOT

    def x(at: int) -> float:
        return LEFT + span * at / max(1, last)

    def y(chance: float) -> float:
        return TOP + deep * (1 - chance)

    path = "L".join(f"{x(at):.1f} {y(point.home):.1f}" for at, point in enumerate(points))
    colour = line_colour(team_colour(home.colour, home.name))
    parts = [
        f'<svg class="hh-chart gm-chances" viewBox="0 0 {WIDTH} {HEIGHT}" role="img"'
        f' focusable="false" aria-labelledby="{ident}-title {ident}-story">'
        f'<title id="{ident}-title">Chance to win</title>'
        f'<desc id="{ident}-story">{escape(_story(course, home))}</desc>'
    ]
    for share, label in ((1.0, home), (0.5, None), (0.0, away)):
        css = "hh-zero" if label is None else "hh-grid"
        words = label.abbreviation if label else "50"
        parts.append(
            f'<path class="{css}" d="M{LEFT} {y(share):.1f}H{WIDTH - RIGHT}"/>'
            f'<text class="{"hh-end" if label else "hh-axis"}" x="{LEFT - 6}" y="{y(share):.1f}"'
            f' dy=".35em" text-anchor="end">{escape(words)}</text>'
        )
    for inning, number in _innings(record):
        at = next((n for n, point in enumerate(points) if point.number >= number), last)
        parts.append(
            f'<path class="hh-grid" d="M{x(at):.1f} {TOP}V{HEIGHT - FOOT}"/>'
            f'<text class="hh-axis" x="{x(at) + 3:.1f}" y="{HEIGHT - FOOT + 12}">{inning}</text>'
        )
    parts.append(
        f'<path class="hh-halo" d="M{path}"/>'
        f'<path class="hh-stroke" stroke="{colour}" d="M{path}"/>'
        f'<circle cx="{x(last):.1f}" cy="{y(points[-1].home):.1f}" r="3.2" fill="{colour}"/></svg>'
    )
    return mark_safe("".join(parts))  # escaped or numeric throughout


def _innings(record: Record) -> Sequence[tuple[int, int]]:
    """Each inning with the number of the event at which its top began."""
    tops = [(record.situation.inning, 0)]
    for number, event in enumerate(record.events):
        if kind_of(event) == HALF and not value_of(event) & 1:
            tops.append((value_of(event) >> 1, number))
    return tops


def _story(course: WinProbability, home: Club) -> str:
    shares = [point.home for point in course.chances]
    return (
        f"{home.name} began at {_percent(shares[0])}, stood between {_percent(min(shares))} and "
        f"{_percent(max(shares))}, and were last at {_percent(shares[-1])}."
    )


def _percent(share: float) -> str:
    return f"{100 * share:.0f}%"
