"""Whether the games of a series may be suspended, by the edition of its event."""

from __future__ import annotations

from config.refusals import Refusal
from games.models import Series
from games.rules.suspensions import suspension_problems
from rosters.editions import edition_of


def suspension_refusals(series: Series) -> list[Refusal]:
    """Why no game of a series is suspended: ``no-suspension`` (T33.0g, q)."""
    return suspension_problems(edition_of(series.scope).series, best_of=series.ends_when_decided)
