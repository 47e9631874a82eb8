"""Everything a page shows of one game, stored or not."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.utils.safestring import SafeString

from config.ui.boards import LineScore
from config.ui.charts import Side as ChartSide
from games.engine.folds.box_score import box_score
from games.engine.folds.recap import Star, Swing, biggest_swing, recap
from games.engine.folds.summary import summarise
from games.engine.record import Record
from games.presenters.boards import Club, board, chart_sides
from games.presenters.box import Box, PlayerPages, box, nowhere
from games.presenters.chances import chance_chart, chances
from games.presenters.now import Now, now_of
from games.presenters.story import Story, names_of, story


@dataclass(frozen=True)
class Jump:
    """A half-inning to go to: what it is called in two letters and in words, whether anybody
    scored in it."""

    short: str
    label: str
    anchor: str
    runs: int


@dataclass(frozen=True)
class ShownSwing:
    """The biggest swing of the chances, in hundredths of the side it helped."""

    swing: Swing
    club: Club

    @property
    def before(self) -> int:
        """The chance before the play, in per cent."""
        return round(100 * self.swing.before)

    @property
    def after(self) -> int:
        """And after."""
        return round(100 * self.swing.after)


@dataclass(frozen=True)
class Sheet:
    """The board, the story, the box score and the charts.

    Of a game that goes on ``now`` says where it stands, and the story has the newest first; of one
    that is over ``recap`` tells it in a few sentences and ``stars`` are its best.
    """

    board: LineScore
    story: Story
    box: Box
    runs: tuple[ChartSide, ChartSide]
    chances: SafeString
    chances_exact: bool
    clubs: tuple[Club, Club]
    jumps: Sequence[Jump]
    swing: ShownSwing | None = None
    now: Now | None = None
    recap: Sequence[str] = ()
    stars: Sequence[tuple[Club, Star]] = ()


def sheet(record: Record, clubs: tuple[Club, Club], pages: PlayerPages = nowhere) -> Sheet:
    """The sheet of a game as far as it has been played; ``pages``: where their pages are."""
    away, home = clubs
    shown = board(summarise(record).as_json(), away, home, suspended=record.suspended)
    course = chances(record)
    told = story(record, clubs, course)
    names = names_of(clubs)
    whole = recap(record, names)
    plays = [each.half for each in told.halves]
    swing = biggest_swing(record, names, course, plays) if course else None
    score = box_score(record)
    last = next((half.plays[-1] for half in reversed(told.halves) if half.plays), None)
    return Sheet(
        board=shown,
        story=told if whole else newest_first(told),
        box=box(record, clubs, pages, score),
        runs=chart_sides(shown),
        chances=chance_chart(record, course, clubs) if course else SafeString(""),
        chances_exact=course is not None and course.exact,
        clubs=clubs,
        jumps=jumps_in(told),
        swing=ShownSwing(swing, clubs[swing.side]) if swing else None,
        now=None if whole else now_of(record, clubs, last, score),
        # The first sentence is the ending, which the page tells by itself.
        recap=whole.sentences[1:] if whole else (),
        stars=[(clubs[star.side], star) for star in whole.stars] if whole else (),
    )


def newest_first(told: Story) -> Story:
    """The same story for those who watch."""
    halves = [replace(half, plays=half.plays[::-1]) for half in reversed(told.halves)]
    return replace(told, halves=halves)


def jumps_in(told: Story) -> list[Jump]:
    """Every half-inning of a story."""
    return [
        Jump(
            f"{'TB'[told_half.half.half]}{told_half.half.inning}",
            told_half.half.label,
            f"half-{told_half.half.inning}-{told_half.half.half}",
            sum(line.play.runs for line in told_half.plays),
        )
        for told_half in told.halves
    ]
