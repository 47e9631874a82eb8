"""Everything a page shows of one game, stored or not."""

from dataclasses import dataclass

from django.utils.safestring import SafeString

from config.ui.boards import Board
from config.ui.charts import Side as ChartSide
from games.engine.folds.summary import summarise
from games.engine.record import Record
from games.presenters.boards import Club, board, chart_sides
from games.presenters.box import Box, box
from games.presenters.chances import chance_chart, chances
from games.presenters.story import Story, story


@dataclass(frozen=True)
class Sheet:
    """The board, the story, the box score and the charts."""

    board: Board
    story: Story
    box: Box
    runs: tuple[ChartSide, ChartSide]
    chances: SafeString
    chances_exact: bool
    clubs: tuple[Club, Club]


def sheet(record: Record, clubs: tuple[Club, Club]) -> Sheet:
    """The sheet of a game as far as it has been played."""
    away, home = clubs
    shown = board(summarise(record).as_json(), away, home, suspended=record.suspended)
    course = chances(record)
    return Sheet(
        board=shown,
        story=story(record, clubs),
        box=box(record, clubs),
        runs=chart_sides(shown),
        chances=chance_chart(record, course, clubs) if course else SafeString(""),
        chances_exact=course is not None and course.exact,
        clubs=clubs,
    )
