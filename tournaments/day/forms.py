"""The director's forms for the timetable, the tables and the hall screen."""

from __future__ import annotations

import re
from datetime import datetime, time
from typing import Any

from django import forms

from config.moments import MomentField
from config.refusals import Refusal, Refused
from tournaments.day.models import Day
from tournaments.day.selectors import minutes_of, pauses_of
from tournaments.day.services import LONGEST_NOTICE, PARTS, TURN, Settled
from tournaments.rules.paper import PAPERS, paper_used_in
from tournaments.rules.timetable import LONGEST_BREAK, LONGEST_GAME, MOST_PAUSES, MOST_TABLES, Pause

_PAUSE = re.compile(r"(\d{1,2}[:.]\d\d)\s*(?:-|–|to)\s*(\d{1,2}[:.]\d\d)")
_MOMENT = "%Y-%m-%dT%H:%M"


class DayForm(forms.Form):
    """When and where the rounds are played. Times are in the active zone, the event's."""

    begins_at = MomentField(
        label="The first round begins",
        required=False,
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format=_MOMENT),
        help_text="Empty: the event has no timetable.",
    )
    minutes_per_game = forms.IntegerField(
        label="Minutes a game", required=False, min_value=1, max_value=LONGEST_GAME
    )
    break_minutes = forms.IntegerField(
        label="Minutes between two rounds", min_value=0, max_value=LONGEST_BREAK
    )
    day_begins = forms.TimeField(
        label="Later days begin",
        required=False,
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
    )
    day_ends = forms.TimeField(
        label="No round ends later than",
        required=False,
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
        help_text="One that would is played on the next day. Empty: play goes through.",
    )
    pauses = forms.CharField(
        label="Breaks of every day",
        required=False,
        max_length=200,
        help_text="As 12:30-13:30, 18:00-19:00. Rounds stop for them.",
    )
    first_table = forms.IntegerField(
        label="First table",
        required=False,
        min_value=1,
        max_value=MOST_TABLES,
        help_text="The series of a round sit at the tables from this number on. Empty: no numbers.",
    )

    paper = forms.ChoiceField(
        label="Printed on",
        required=False,
        choices=(("", "The paper of the place"), *PAPERS.items()),
    )

    @classmethod
    def of(cls, day: Day, data: Any = None) -> DayForm:
        """Build the form from the stored day, or from sent data."""
        form = cls(
            data,
            initial={
                "begins_at": day.begins_at,
                "minutes_per_game": day.minutes_per_game,
                "break_minutes": day.break_minutes,
                "day_begins": day.day_begins,
                "day_ends": day.day_ends,
                "pauses": ", ".join(f"{begin:%H:%M}-{end:%H:%M}" for begin, end in pauses_of(day)),
                "first_table": day.first_table,
                "paper": day.paper,
            },
        )
        default_minutes = minutes_of(Day(tournament=day.tournament))
        form.fields["minutes_per_game"].help_text = f"Empty: {default_minutes}."
        place_paper = PAPERS[paper_used_in(day.tournament.time_zone)]
        form.fields["paper"].help_text = f"In {day.tournament.time_zone} that is {place_paper}."
        return form

    def clean_pauses(self) -> tuple[Pause, ...]:
        try:
            return read_pauses(self.cleaned_data["pauses"])
        except Refused as refused:
            raise forms.ValidationError(refused.refusals[0].message) from refused

    def settled(self) -> Settled:
        return Settled(**self.cleaned_data)


def read_pauses(text: str) -> tuple[Pause, ...]:
    """Read pauses such as ``12:30-13:30, 18:00-19:00``. Refused: ``pause-unreadable``."""
    words = [word.strip() for word in re.split(r"[,;\n]", text) if word.strip()]
    if len(words) > MOST_PAUSES:
        raise _unreadable(f"There are {MOST_PAUSES} breaks at most.")
    pauses = []
    for word in words:
        match = _PAUSE.fullmatch(word)
        try:
            begin, end = (_time(part) for part in match.groups()) if match else (None, None)
        except ValueError:
            begin = end = None
        if begin is None or end is None:
            raise _unreadable(f"{word[:20]!r} is no break; write it as 12:30-13:30.")
        pauses.append((begin, end))
    return tuple(pauses)


def _time(written: str) -> time:
    return datetime.strptime(written.replace(".", ":"), "%H:%M").time()


def _unreadable(sentence: str) -> Refused:
    return Refused(Refusal("pause-unreadable", sentence, "pauses"))


class ScreenForm(forms.Form):
    shows = forms.MultipleChoiceField(
        label="What it shows, in turn",
        required=False,
        choices=tuple(PARTS.items()),
        widget=forms.CheckboxSelectMultiple,
        help_text="With none ticked it shows all that there is; one alone stays on.",
    )
    turn_seconds = forms.IntegerField(
        label="Seconds each", min_value=TURN[0], max_value=TURN[1], initial=20
    )

    @classmethod
    def of(cls, day: Day, data: Any = None) -> ScreenForm:
        """Build the form from the stored day, or from sent data."""
        return cls(data, initial={"shows": day.shows, "turn_seconds": day.turn_seconds})


class NoticeForm(forms.Form):
    notice = forms.CharField(
        label="Words",
        required=False,
        max_length=LONGEST_NOTICE,
        help_text="They stand on the screen until others are put up. Sent empty, it is cleared.",
    )
