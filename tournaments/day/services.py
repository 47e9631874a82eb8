"""What directors settle about the day of their event."""

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
"""What a hall screen may show, in the order in which it does."""


@dataclass(frozen=True)
class Settled:
    """The timetable and tables as a director wants them; minutes, and times of day in the event's
    zone; ``paper``
    of its printed pages, empty for that of the place."""

    begins_at: datetime | None = None
    minutes_per_game: int | None = None
    break_minutes: int = 15
    day_begins: time | None = None
    day_ends: time | None = None
    pauses: tuple[Pause, ...] = ()
    first_table: int | None = None
    paper: str = ""

    def problems(self) -> list[Refusal]:
        """Everything that is wrong with it."""
        now = timezone.now()
        begins, pauses = self.begins_at, sorted(self.pauses)
        judged = (
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
                all(one[1] <= other[0] for one, other in pairwise(pauses)),
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
            for holds, place, sentence in judged
            if not holds
        ]


@for_directors
def settle_day(*, tournament: Tournament, settled: Settled, acting_user: User) -> Day:
    """Settle when rounds are played and at which tables. Refused: ``day-not-possible``, everything
    at once."""
    refuse_all(settled.problems())
    with transaction.atomic():
        day = _locked(tournament)
        before = _plain(day)
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
        if _plain(day) != before:
            _log("day-settled", day, acting_user, old=before, new=_plain(day))
    return day


@for_directors
def tell_hall(*, tournament: Tournament, notice: str, acting_user: User) -> Day:
    """Say something to the hall, or with nothing take down what was said. Refused:
    ``notice-too-long``, ``illegal-character``."""
    said = " ".join(notice.split())
    problem = text_problem(said, "notice")
    refuse_all([problem] if problem else [])
    if len(said) > LONGEST_NOTICE:
        raise Refused(Refusal("notice-too-long", f"At most {LONGEST_NOTICE} characters.", "notice"))
    with transaction.atomic():
        day = _locked(tournament)
        if day.notice != said:
            before, day.notice = day.notice, said
            day.save()
            told = said or f"{before}: taken down"
            _log("hall-told", day, acting_user, new={"notice": said, "told": told})
    return day


@for_directors
def settle_screen(
    *, tournament: Tournament, shows: Sequence[str], turn_seconds: int, acting_user: User
) -> Day:
    """Settle what the hall screen shows, and for how long each. Refused: ``unknown-part``,
    ``turn-not-possible``."""
    refuse_all(
        Refusal("unknown-part", f"The screen shows {', '.join(PARTS)}.", "shows")
        for each in shows
        if each not in PARTS
    )
    if not TURN[0] <= turn_seconds <= TURN[1]:
        raise Refused(
            Refusal(
                "turn-not-possible", f"Each stands {TURN[0]} to {TURN[1]} seconds.", "turn_seconds"
            )
        )
    with transaction.atomic():
        day = _locked(tournament)
        day.shows = [each for each in PARTS if each in shows]
        day.turn_seconds = turn_seconds
        day.save()
        new = {"shows": day.shows, "turn_seconds": turn_seconds}
        _log("hall-settled", day, acting_user, new=new)
    return day


@for_directors
def make_address(*, tournament: Tournament, acting_user: User) -> Day:
    """A secret address for the hall screen; an older one no longer works."""
    return _address(tournament, secrets.token_hex(16), "hall-address-made", acting_user)


@for_directors
def withdraw_address(*, tournament: Tournament, acting_user: User) -> Day:
    """No secret address leads to the screen any more."""
    return _address(tournament, "", "hall-address-withdrawn", acting_user)


def _address(tournament: Tournament, key: str, code: str, acting_user: User) -> Day:
    with transaction.atomic():
        day = _locked(tournament)
        day.screen_key = key
        day.save()
        _log(code, day, acting_user)
    return day


def _locked(tournament: Tournament) -> Day:
    """Its day, made where there is none, with the event's row taken."""
    found = Tournament.objects.locked().get(pk=tournament.pk)
    day, _ = Day.objects.get_or_create(tournament=found)
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
