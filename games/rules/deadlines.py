"""Until when a series has to be played, and what becomes of it then."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from config.refusals import Refusal

LONGEST: Final = timedelta(days=400)
"""No deadline lies further ahead, and none is put off by more."""

PLAY: Final = "play"
WAIT: Final = "wait"
LEAVE: Final = ""


def deadline_problems(now: datetime, due: datetime) -> list[Refusal]:
    """``deadline-past``, ``deadline-far``: a deadline lies ahead, by ``LONGEST`` at most."""
    if due <= now:
        return [Refusal("deadline-past", "A deadline lies ahead.", "due")]
    if due - now > LONGEST:
        return [Refusal("deadline-far", f"A deadline is at most {LONGEST.days} days ahead.", "due")]
    return []


def put_off(now: datetime, due: datetime, by: timedelta) -> datetime:
    """The later deadline: who is late already has the whole of ``by`` from now on."""
    return max(now, due) + by


@dataclass(frozen=True, slots=True)
class Due:
    """A series as its deadline sees it. ``open_games``: games that people have begun, or that wait
    to be confirmed."""

    due: datetime | None
    complete: bool
    house_plays: bool
    open_games: int = 0


def at_deadline(now: datetime, series: Due) -> str:
    """What is done about a series now: ``PLAY`` what is unplayed, ``WAIT`` for people or their
    director where games are open or the house does not play, or nothing."""
    if series.complete or series.due is None or now < series.due:
        return LEAVE
    return PLAY if series.house_plays and not series.open_games else WAIT
