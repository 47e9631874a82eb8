"""Forms of the deck editor."""

from typing import Any

from django import forms

from games.systems.commons.decks.pool import SORTS, SYSTEM, Asked
from games.systems.commons.decks.services import LONGEST_NAME
from games.systems.commons.play.deck_law import REGULAR_AT_BATS, REGULAR_INNINGS
from rosters.models import Card, CardSet

LARGEST = 256 * 1024
"""Largest size of a deck file, in bytes."""


class NewDeckForm(forms.Form):
    """A new deck, empty or from a file."""

    name = forms.CharField(label="Name of the deck", max_length=LONGEST_NAME)
    file = forms.FileField(
        label="From a file",
        required=False,
        help_text="CSV with the columns <code>set</code> and <code>key</code>; without one the deck"
        " is empty.",
        widget=forms.FileInput({"accept": ".csv,.xlsx,text/csv"}),
    )

    def clean_file(self) -> bytes | None:
        """The content of the file."""
        upload = self.cleaned_data["file"]
        if upload is None:
            return None
        if upload.size > LARGEST:
            raise forms.ValidationError(f"The file is larger than {LARGEST // 1024} kB.")
        data: bytes = upload.read()
        return data


class PoolForm(forms.Form):
    """Filters of the pool; invalid fields are ignored."""

    q = forms.CharField(
        label="Name", required=False, max_length=60, widget=forms.TextInput({"type": "search"})
    )
    kind = forms.ChoiceField(
        label="Kind", required=False, choices=[("", "Everybody"), *Card.Kind.choices]
    )
    first = forms.IntegerField(label="From year", required=False, min_value=1000, max_value=9999)
    last = forms.IntegerField(label="To year", required=False, min_value=1000, max_value=9999)
    most = forms.IntegerField(label="At most points", required=False, min_value=1, max_value=10)
    card_set = forms.ChoiceField(label="Card set", required=False)
    least_at_bats = forms.IntegerField(
        label="At-bats, at least", required=False, min_value=0, max_value=999
    )
    least_innings = forms.IntegerField(
        label="Innings, at least", required=False, min_value=0, max_value=999
    )
    sort = forms.ChoiceField(label="Sort by", required=False, choices=list(SORTS.items()))

    def __init__(self, data: Any) -> None:
        data = data.copy()
        data.setdefault("least_at_bats", str(REGULAR_AT_BATS))
        data.setdefault("least_innings", str(REGULAR_INNINGS))
        data.setdefault("sort", "-value")
        super().__init__(data)
        field = self.fields["card_set"]
        assert isinstance(field, forms.ChoiceField)  # noqa: S101 - declared above
        sets = CardSet.objects.filter(system_key=SYSTEM).order_by("name")
        field.choices = [("", "Every set"), *((one_set.slug, one_set.name) for one_set in sets)]

    def asked(self) -> Asked:
        """The valid filters."""
        self.is_valid()
        return Asked(**{name: value for name, value in self.cleaned_data.items() if value})
