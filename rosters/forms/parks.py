"""Forms for ballparks: the list's filter, a park of one's own, a club's home."""

from __future__ import annotations

from typing import Any

from django import forms

from games.systems.registry import park_cards
from rosters.access import Visitor, clubs_of
from rosters.forms.card_sets import RefusingForm
from rosters.models import Team
from rosters.park_files import card_column
from rosters.rules.parks import LARGEST, NEUTRAL, ParkNumbers
from rosters.selectors.parks import ParkView, park_lists
from rosters.services.parks import LONGEST_NAME, Design

SORTS = (
    ("name", "Name"),
    ("-home_runs_left", "Home runs, left-handed"),
    ("-home_runs_right", "Home runs, right-handed"),
    ("-singles_left", "Singles, left-handed"),
    ("-singles_right", "Singles, right-handed"),
)


class ParkFilter(forms.Form):
    """Words, a list, an order; what makes no sense is not asked."""

    q = forms.CharField(
        label="Name or place",
        required=False,
        max_length=60,
        widget=forms.TextInput({"type": "search"}),
    )
    list = forms.ChoiceField(label="List", required=False)
    sort = forms.ChoiceField(label="Sort by", required=False, choices=SORTS)

    def __init__(self, data: Any) -> None:
        super().__init__(data)
        field = self.fields["list"]
        assert isinstance(field, forms.ChoiceField)  # noqa: S101 - declared above
        field.choices = [("", "Every list"), *park_lists()]

    def view(self) -> ParkView:
        """The search as far as it was filled in and could be read."""
        self.is_valid()
        given = {name: value for name, value in self.cleaned_data.items() if value}
        return ParkView(**given)


def _number(label: str) -> forms.IntegerField:
    return forms.IntegerField(
        label=label,
        initial=NEUTRAL,
        help_text=f"Of a d20, 0 to {LARGEST}, for either hand (T0.02); {NEUTRAL} is neutral.",
        widget=forms.NumberInput({"min": 0, "max": LARGEST, "inputmode": "numeric"}),
    )


class ParkForm(RefusingForm):
    """A park of one's own."""

    name = forms.CharField(label="Name", max_length=LONGEST_NAME)
    city = forms.CharField(label="Place", required=False, max_length=LONGEST_NAME)
    singles = _number("Singles")
    home_runs = _number("Home runs")
    card = forms.CharField(label="Park card", required=False, max_length=120)

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        printer = park_cards()
        if printer is None:
            del self.fields["card"]
            return
        card = self.fields["card"]
        card.label = f"{printer.name} park card"
        card.help_text = (
            f"Such as <code>{printer.example}</code>; left empty, one that fits the home runs."
        )

    def design(self) -> Design:
        """The park as it is described."""
        given = self.cleaned_data
        singles, home_runs = given["singles"], given["home_runs"]
        return Design(
            name=given["name"],
            city=given["city"],
            numbers=ParkNumbers(singles, singles, home_runs, home_runs),
            card=given.get("card", ""),
        )


LARGEST_FILE = 256 * 1024
"""Bytes of a file of parks."""


class ParksFileForm(RefusingForm):
    """Parks that somebody owns, in a file."""

    file = forms.FileField(
        label="File",
        widget=forms.FileInput({"accept": ".csv,.json,.xlsx,text/csv,application/json"}),
    )

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.fields["file"].help_text = (
            f"CSV with the columns <code>name</code>, <code>{card_column()}</code> (its card) and, "
            "as you like, <code>place</code>, <code>singles</code>, <code>home_runs</code>; or "
            "JSON with a list of such parks."
        )

    def clean_file(self) -> bytes:
        """What is in the file."""
        found = self.cleaned_data["file"]
        if found.size > LARGEST_FILE:
            raise forms.ValidationError(f"The file is larger than {LARGEST_FILE // 1024} kB.")
        data: bytes = found.read()
        return data


PLACES = {
    "singles_left": "singles",
    "singles_right": "singles",
    "home_runs_left": "home_runs",
    "home_runs_right": "home_runs",
}
"""Where the form shows what is wrong with a number: it asks once for both hands."""


class HomeForm(RefusingForm):
    """Which of the visitor's clubs is to play here."""

    team = forms.ModelChoiceField(Team.objects.none(), label="Club", empty_label="Choose a club")

    def __init__(self, data: Any, user: Visitor) -> None:
        super().__init__(data)
        field = self.fields["team"]
        assert isinstance(field, forms.ModelChoiceField)  # noqa: S101 - declared above
        field.queryset = clubs_of(user)
