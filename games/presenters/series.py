"""The games of a series as its page shows them."""

from dataclasses import dataclass
from typing import Any

from django.urls import reverse

from config.ui.boards import LineScore
from games.models import Series
from games.presenters.boards import board_of
from games.selectors import SeriesGames, Slot
from games.topics import series_topic


@dataclass(frozen=True)
class Card:
    """A place in the series as the page shows it."""

    slot: Slot
    label: str
    board: LineScore | None
    url: str
    score_url: str
    report_url: str


def series_context(
    games: SeriesGames, *, scores: bool = False, directs: bool = False
) -> dict[str, Any]:
    """What the part of the page shows that changes, to somebody who may score or direct."""
    series = games.series
    return {
        "series": series,
        "games": games,
        "cards": [_card(series, slot, scores=scores) for slot in games.slots],
        "standing": _standing(games),
        "may_direct": directs,
        "topic": series_topic(series),
        "goes_on": any(slot.is_open for slot in games.slots),
        "as_everybody": not (scores or directs),
    }


def _card(found: Series, slot: Slot, *, scores: bool) -> Card:
    return Card(
        slot=slot,
        label=slot.game.get_status_display() if slot.game else "Not played yet",
        board=board_of(slot.game) if slot.game else None,
        url=slot.game.get_absolute_url() if slot.game else "",
        score_url=reverse("games:score", args=[found.pk, slot.number])
        if scores and slot.is_open and (slot.game is None or slot.game.has_plays)
        else "",
        report_url=reverse("seriesday:report", args=[found.pk, slot.number])
        if scores and not slot.called_off and (slot.game is None or not slot.game.has_plays)
        else "",
    )


def _standing(games: SeriesGames) -> str:
    """Who leads, or who won, in words."""
    series = games.series
    home, away = games.wins(series.home), games.wins(series.away)
    if series.called_off_at is not None:
        return "Called off: a club has dropped out"
    played = sum(not slot.is_open for slot in games.slots)
    if not played:
        return "Not begun" if not games.under_way else "The first game is under way"
    if home == away:
        return f"{'Split' if series.completed_at else 'Level'} {home}–{away}"
    leader = series.home if home > away else series.away
    verb = "won" if series.completed_at else "lead"
    return f"{leader.name} {verb} {max(home, away)}–{min(home, away)}"
