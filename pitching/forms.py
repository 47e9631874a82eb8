"""The what-if form of a sheet's page: what if a pitcher gets so many innings in the next game?"""

from typing import Any

from django import forms

from config.refusals import Refused
from pitching.rules.columns import MOST_OUTS
from pitching.rules.innings import outs_of
from pitching.rules.sheet import Pitcher


class WhatIfForm(forms.Form):
    """A pitcher of the staff, the innings in thirds, and whether the pitcher starts."""

    pitcher = forms.TypedChoiceField(
        coerce=int, error_messages={"invalid_choice": "He is no pitcher of this sheet."}
    )
    innings = forms.CharField(max_length=6, help_text="As 1.2 for one and two thirds.")
    starts = forms.BooleanField(required=False, label="He starts")

    def __init__(self, *args: Any, staff: tuple[Pitcher, ...], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.staff = {pitcher.key: pitcher for pitcher in staff}
        choices = [(key, pitcher.name) for key, pitcher in self.staff.items()]
        self.fields["pitcher"].choices = choices  # type: ignore[attr-defined]

    def clean_innings(self) -> int:
        try:
            outs = outs_of(self.cleaned_data["innings"])
        except Refused as refused:
            raise forms.ValidationError(refused.refusals[0].message, code=refused.code) from refused
        if outs > MOST_OUTS:
            sentence = f"Nobody gets {outs} outs in a game; 0 to {MOST_OUTS} can be written."
            raise forms.ValidationError(sentence, code="outs-impossible")
        return outs
