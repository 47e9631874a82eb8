"""The search for players."""

from typing import Any

from django import forms

from rosters.models import Source


class PlayerSearch(forms.Form):
    """A name, a year, a source; what makes no sense shows beside its field and is not asked."""

    q = forms.CharField(
        label="Name", required=False, max_length=60, widget=forms.TextInput({"type": "search"})
    )
    year = forms.IntegerField(label="Played in", required=False, min_value=1800, max_value=2200)
    source = forms.ChoiceField(label="Source", required=False)

    def __init__(self, data: Any) -> None:
        super().__init__(data)
        field = self.fields["source"]
        assert isinstance(field, forms.ChoiceField)  # noqa: S101 - declared above
        field.choices = [("", "Any"), *Source.objects.values_list("key", "name")]

    def asked(self) -> dict[str, Any]:
        """The fields that were filled in and could be read."""
        self.is_valid()
        return {name: value for name, value in self.cleaned_data.items() if value}
