"""Services for directors to set up the day of their event."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from itertools import pairwise

from django.db import transaction
from django.utils import timezone

from config.journal.services import log_action
from config.live.services import publish
from config.people.models import User
from config.refusals import Refusal, Refused, refuse_all, text_problem
from tournaments.day.models import Day
from tournaments.models import Tournament
from tournaments.permissions import for_directors
from tournaments.rules.paper import PAPERS
from tournaments.rules.timetable import (
    LONGEST_BREAK,
    LONGEST_GAME,
    MOST_PAUSES,
    MOST_TABLES,
    Pause,
)

NEAREST, FURTHEST = timedelta(days=366), timedelta(days=3 * 366)
TURN = (5, 600)
LONGEST_NOTICE = 160
PARTS = {
    "play": "The round: tables, results",
    "standings": "Standings",
    "draft": "The draft",
    "times": "The timetable",
}
"""The parts of a hall screen, in the order shown."""


@dataclass(frozen=True)
class Settled:
    """The timetable and tables: minutes, and times of day in the event's zone; ``paper`` for
    printed pages, empty for the usual size of the place."""

    begins_at: datetime | None = None
    minutes_per_game: int | None = None
    break_minutes: int = 15
    day_begins: time | None = None
    day_ends: time | None = None
    pauses: tuple[Pause, ...] = ()
    first_table: int | None = None
    paper: str = ""

    def problems(self) -> list[Refusal]:
        """List everything that is wrong with the settings: ``day-not-possible``."""
        now = timezone.now()
        begins, pauses = self.begins_at, sorted(self.pauses)
        checks = (
            (
                begins is None or now - NEAREST <= begins <= now + FURTHEST,
                "begins_at",
                "An event begins within the next three years, or began within the last.",
            ),
            (
                self.minutes_per_game is None or 1 <= self.minutes_per_game <= LONGEST_GAME,
                "minutes_per_game",
                f"A game takes 1 to {LONGEST_GAME} minutes.",
            ),
            (
                0 <= self.break_minutes <= LONGEST_BREAK,
                "break_minutes",
                f"A break takes 0 to {LONGEST_BREAK} minutes.",
            ),
            (
                self.day_begins is None or self.day_ends is None or self.day_begins < self.day_ends,
                "day_ends",
                "A day ends later than it begins.",
            ),
            (
                len(pauses) <= MOST_PAUSES and all(begin < end for begin, end in pauses),
                "pauses",
                f"There are {MOST_PAUSES} pauses at most, each ending later than it begins.",
            ),
            (
                all(earlier[1] <= later[0] for earlier, later in pairwise(pauses)),
                "pauses",
                "Pauses do not overlap.",
            ),
            (
                self.first_table is None or 1 <= self.first_table <= MOST_TABLES,
                "first_table",
                f"Tables have numbers from 1 to {MOST_TABLES}.",
            ),
            (
                self.paper in ("", *PAPERS),
                "paper",
                f"It is printed on {' or '.join(PAPERS.values())}.",
            ),
        )
        return [
            Refusal("day-not-possible", sentence, place)
            for holds, place, sentence in checks
            if not holds
        ]


@for_directors
def settle_day(*, tournament: Tournament, settled: Settled, acting_user: User) -> Day:
    """Set when and at which tables rounds are played. Refused: ``day-not-possible``, all at
    once."""
    refuse_all(settled.problems())
    with transaction.atomic():
        day = _locked(tournament)
        old_values = _plain(day)
        for name in (
            "begins_at",
            "minutes_per_game",
            "break_minutes",
            "day_begins",
            "day_ends",
            "first_table",
            "paper",
        ):
            setattr(day, name, getattr(settled, name))
        day.pauses = [[f"{begin:%H:%M}", f"{end:%H:%M}"] for begin, end in sorted(settled.pauses)]
        day.save()
        if _plain(day) != old_values:
            _log("day-settled", day, acting_user, old=old_values, new=_plain(day))
    return day


@for_directors
def tell_hall(*, tournament: Tournament, notice: str, acting_user: User) -> Day:
    """Show a notice on the hall screen, or remove it with an empty text. Refused:
    ``notice-too-long``, ``illegal-character``."""
    text = " ".join(notice.split())
    problem = text_problem(text, "notice")
    refuse_all([problem] if problem else [])
    if len(text) > LONGEST_NOTICE:
        raise Refused(Refusal("notice-too-long", f"At most {LONGEST_NOTICE} characters.", "notice"))
    with transaction.atomic():
        day = _locked(tournament)
        if day.notice != text:
            old_notice, day.notice = day.notice, text
            day.save()
            summary = text or f"{old_notice}: taken down"
            _log("hall-told", day, acting_user, new={"notice": text, "told": summary})
    return day


@for_directors
def settle_screen(
    *, tournament: Tournament, shows: Sequence[str], turn_seconds: int, acting_user: User
) -> Day:
    """Set what the hall screen shows, and for how many seconds each. Refused: ``unknown-part``,
    ``turn-not-possible``."""
    refuse_all(
        Refusal("unknown-part", f"The screen shows {', '.join(PARTS)}.", "shows")
        for part in shows
        if part not in PARTS
    )
    if not TURN[0] <= turn_seconds <= TURN[1]:
        raise Refused(
            Refusal(
                "turn-not-possible", f"Each stands {TURN[0]} to {TURN[1]} seconds.", "turn_seconds"
            )
        )
    with transaction.atomic():
        day = _locked(tournament)
        day.shows = [part for part in PARTS if part in shows]
        day.turn_seconds = turn_seconds
        day.save()
        new = {"shows": day.shows, "turn_seconds": turn_seconds}
        _log("hall-settled", day, acting_user, new=new)
    return day


@for_directors
def make_address(*, tournament: Tournament, acting_user: User) -> Day:
    """Create a secret address for the hall screen; an older one stops working."""
    return _address(tournament, secrets.token_hex(16), "hall-address-made", acting_user)


@for_directors
def withdraw_address(*, tournament: Tournament, acting_user: User) -> Day:
    return _address(tournament, "", "hall-address-withdrawn", acting_user)


def _address(tournament: Tournament, key: str, code: str, acting_user: User) -> Day:
    with transaction.atomic():
        day = _locked(tournament)
        day.screen_key = key
        day.save()
        _log(code, day, acting_user)
    return day


def _locked(tournament: Tournament) -> Day:
    """Return the event's day, created if missing, with the event's row locked."""
    event = Tournament.objects.locked().get(pk=tournament.pk)
    day, _ = Day.objects.get_or_create(tournament=event)
    return day


def _plain(day: Day) -> dict[str, object]:
    return {
        "begins_at": day.begins_at.isoformat() if day.begins_at else None,
        "minutes_per_game": day.minutes_per_game,
        "break_minutes": day.break_minutes,
        "day_begins": f"{day.day_begins:%H:%M}" if day.day_begins else None,
        "day_ends": f"{day.day_ends:%H:%M}" if day.day_ends else None,
        "pauses": day.pauses,
        "first_table": day.first_table,
        "paper": day.paper,
    }


def _log(
    code: str,
    day: Day,
    acting_user: User,
    old: dict[str, object] | None = None,
    new: dict[str, object] | None = None,
) -> None:
    log_action(
        code=code,
        actor=acting_user,
        scope=day.tournament.scope,
        subject=day.tournament,
        old=old or {},
        new=new or {},
    )
    publish(day.tournament.scope)
