"""Forms for times, in the user's time zone."""

from __future__ import annotations

from datetime import datetime

from django import forms

from config.moments import MomentField
from games.scheduling.services import MOST_TIMES


class TimesForm(forms.Form):
    """Up to three times, in the active time zone."""

    def __init__(self, *arguments: object, **options: object) -> None:
        super().__init__(*arguments, **options)  # type: ignore[arg-type]
        for number in range(1, MOST_TIMES + 1):
            self.fields[f"time_{number}"] = MomentField(
                label="When you can play" if number == 1 else f"Or (time {number})",
                required=number == 1,
                widget=forms.DateTimeInput(
                    attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"
                ),
            )

    @property
    def times(self) -> list[datetime]:
        return [moment for moment in self.cleaned_data.values() if moment is not None]
