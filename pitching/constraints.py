"""Database constraints of pitching sheets, each with its refusal.

PostgreSQL names the violated constraint, SQLite the columns of a unique one.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from django.db import IntegrityError

from config.refusals import Refusal, Refused

OUTING, COLUMN, SERIES = "pitching_outing", "pitching_sheetcolumn", "pitching_sheetseries"

REFUSALS: Final = (
    (
        "pitching_one_sheet_per_phase",
        ("pitching_pitchingsheet.team_id", "pitching_pitchingsheet.scope"),
        Refusal("sheet-exists", "The club has its sheet for this phase already."),
    ),
    (
        "pitching_series_of_sheet",
        (f"{SERIES}.sheet_id", f"{SERIES}.key"),
        Refusal("series-exists", "The series is on the sheet already."),
    ),
    (
        "pitching_series_at_column",
        (f"{SERIES}.sheet_id", f"{SERIES}.first_column"),
        Refusal("column-taken", "Another series begins in that column."),
    ),
    (
        "pitching_game_once_a_sheet",
        (f"{COLUMN}.sheet_id", f"{COLUMN}.key"),
        Refusal("game-on-sheet", "The game is on the sheet already."),
    ),
    (
        "pitching_one_game_a_column",
        (f"{COLUMN}.sheet_id", f"{COLUMN}.number"),
        Refusal("column-taken", "Another game stands in that column."),
    ),
    (
        "pitching_pitcher_once_a_game",
        (f"{OUTING}.entry_id", f"{OUTING}.card_id"),
        Refusal("pitcher-twice", "A pitcher has one line in a game, whatever he did between."),
    ),
    (
        "pitching_signed_once",
        ("pitching_signature.series_id",),
        Refusal("already-signed", "The sheet is signed for this series."),
    ),
    (
        "pitching_outs_of_a_game",
        ("pitching_outs_of_a_game",),
        Refusal("outs-impossible", "No pitcher gets so many outs in a game."),
    ),
)


@contextmanager
def told_as_refusals() -> Iterator[None]:
    try:
        yield
    except IntegrityError as error:
        database_message = str(error)
        for name, columns, refusal in REFUSALS:
            if name in database_message or all(column in database_message for column in columns):
                raise Refused(refusal) from error
        raise
