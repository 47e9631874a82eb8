from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from rosters.access import system_played_by
from rosters.models import Team
from rosters.rules.teams import BATTERS, TeamPlan
from rosters.rules.tendencies import tendencies_of
from rosters.services.teams import edit_problems


class TeamForm(forms.Form):
    """A club as its manager changes it; what is wrong with it, the service says."""

    name = forms.CharField(label="Name", max_length=60)
    abbreviation = forms.CharField(
        label="Abbreviation",
        help_text="Two to four letters for score lines.",
        widget=forms.TextInput(attrs={"maxlength": 4, "size": 6, "autocapitalize": "characters"}),
    )
    colour = forms.CharField(label="Colour", widget=forms.TextInput(attrs={"type": "color"}))
    accent = forms.CharField(label="Second colour", widget=forms.TextInput(attrs={"type": "color"}))
    batting_order = forms.CharField(
        label="Batting order",
        required=False,
        help_text="Nine names, a line each, for score sheets and box scores. May be empty.",
        widget=forms.Textarea(attrs={"rows": BATTERS}),
    )

    def __init__(self, data: Any = None, *, team: Team) -> None:
        now = {
            "name": team.name,
            "abbreviation": team.abbreviation,
            "colour": team.colour,
            "accent": team.accent,
            "batting_order": "\n".join(team.batting_order),
        }
        super().__init__(data, initial=now)
        self.team = team

    def clean(self) -> dict[str, Any]:
        """What could not be read, and what the service would refuse of the rest, at once."""
        unread = set(self.errors)
        for refusal in edit_problems(self.team, self.plan()):
            if refusal.place not in unread:
                self.add_error(refusal.place, ValidationError(refusal.message, refusal.code))
        return self.cleaned_data

    def plan(self) -> TeamPlan:
        """What the club is to be, as far as the form could be read."""
        given = self.cleaned_data
        return TeamPlan(
            given.get("name", ""),
            given.get("abbreviation", ""),
            given.get("colour", ""),
            given.get("accent", ""),
            [line for line in given.get("batting_order", "").splitlines() if line.strip()],
        )


class TendenciesForm(forms.Form):
    """How the house's manager plays for a club (of ``rosters.access.with_system``)."""

    def __init__(self, data: Any = None, *, team: Team) -> None:
        super().__init__(data)
        for tendency in tendencies_of(system_played_by(team)):
            self.fields[tendency.key] = forms.IntegerField(
                label=tendency.label,
                help_text=tendency.sentence,
                initial=team.tendencies.get(tendency.key, tendency.usual),
                min_value=tendency.least,
                max_value=tendency.most,
                widget=forms.NumberInput(
                    {
                        "type": "range",
                        "class": "form-range",
                        "min": tendency.least,
                        "max": tendency.most,
                        "data-shown": "",
                    }
                ),
            )
