"""The database's own invariants, told as refusals.

PostgreSQL names the constraint that was broken, SQLite the columns of a unique one.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from django.db import IntegrityError

from config.refusals import Refusal, Refused

REPORT: Final = "seriesday_gamereport"

ANSWERED: Final = Refusal(
    "already-answered", "This report has been answered by someone else meanwhile."
)

REFUSALS: Final = (
    ("seriesday_one_confirmed_report", f"failed: {REPORT}.game_id", ANSWERED),
    ("seriesday_report_version", f"{REPORT}.version", ANSWERED),
    (
        "seriesday_one_open_absence",
        "seriesday_absence.series_id",
        Refusal("told-already", "This absence has been reported already."),
    ),
    (
        "seriesday_report_sent_once",
        f"{REPORT}.key",
        Refusal("sent-twice", "This report has been received already."),
    ),
)


@contextmanager
def told_as_refusals() -> Iterator[None]:
    """Turn the breach of a constraint of the reports into its refusal."""
    try:
        yield
    except IntegrityError as error:
        said = str(error)
        for name, column, refusal in REFUSALS:
            if name in said or column in said:
                raise Refused(refusal) from error
        raise
