"""Forms for making a card set and for bringing one in a file."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import UploadedFile

from config.refusals import Refusal, Refused
from games.systems.registry import SYSTEMS
from rosters.makers.base import Setting, makers
from rosters.presenters.systems import presenter_of
from rosters.selectors.card_sets import sources_with_years
from rosters.services.card_sets import LONGEST_NAME
from rosters.years import read_years

LARGEST = 16 * 1024 * 1024
"""Bytes of a file; thirty thousand cards need seven million."""

LARGEST_UPLOAD = LARGEST + 64 * 1024
"""Bytes of a body that brings such a file."""


def systems() -> list[tuple[str, str]]:
    """The game systems that have cards; first those that can be played here."""
    keys = sorted(makers(), key=lambda key: key not in SYSTEMS)
    return [(key, presenter_of(key).name or key) for key in keys]


class RefusingForm(forms.Form):
    """A form that takes the services' refusals to its fields."""

    def refuse(self, refusals: Iterable[Refusal]) -> None:
        """Show each refusal at its field, or above them all."""
        for refusal in refusals:
            field = refusal.place if refusal.place in self.fields else None
            self.add_error(field, ValidationError(refusal.message, refusal.code))


class MakeForm(RefusingForm):
    """Cards of a system from the seasons of a source."""

    name = forms.CharField(label="Name of the set", max_length=LONGEST_NAME)
    system = forms.ChoiceField(label="Game system", choices=systems)
    source = forms.ChoiceField(label="Source of the seasons")
    years = forms.CharField(
        label="Years",
        required=False,
        max_length=200,
        help_text="Such as <code>1986</code> or <code>1998-2001, 2005</code>; every player gets a"
        " card for each. The fictional league has one year and needs none.",
    )

    def __init__(self, data: Any = None) -> None:
        super().__init__(data)
        field = self.fields["source"]
        assert isinstance(field, forms.ChoiceField)  # noqa: S101 - declared above
        field.choices = [
            (key, f"{name} ({years})" if years else name)
            for key, name, years in sources_with_years()
        ]
        for key, setting in _settings():
            self.fields[_setting_field(key, setting.key)] = forms.ChoiceField(
                label=f"{presenter_of(key).name}: {setting.label.lower()}",
                choices=setting.choices,
                required=False,
                help_text=setting.help,
            )

    def clean_years(self) -> list[int]:
        """The years, as numbers."""
        try:
            return read_years(self.cleaned_data["years"])
        except Refused as refused:
            raise ValidationError([str(one.message) for one in refused.refusals]) from refused

    def settings(self) -> dict[str, str]:
        """What was chosen of the asked system's own settings."""
        system = self.cleaned_data["system"]
        return {
            setting.key: chosen
            for key, setting in _settings()
            if key == system and (chosen := self.cleaned_data[_setting_field(key, setting.key)])
        }


def _settings() -> list[tuple[str, Setting]]:
    return [(key, setting) for key, _ in systems() for setting in makers()[key].settings]


def _setting_field(system_key: str, key: str) -> str:
    return f"{system_key}-{key}"


class UploadForm(RefusingForm):
    """Cards that somebody owns, in a file."""

    name = forms.CharField(label="Name of the set", max_length=LONGEST_NAME)
    system = forms.ChoiceField(label="Game system", choices=systems)
    file = forms.FileField(
        label="File",
        help_text="CSV, or the first sheet of a workbook (.xlsx), with a line of headers; or JSON "
        "with a list of cards.",
        widget=forms.FileInput({"accept": ".csv,.json,.xlsx,text/csv,application/json"}),
    )

    def clean_file(self) -> UploadedFile:
        """A file of a size that a person's cards have."""
        found: UploadedFile = self.cleaned_data["file"]
        if (found.size or 0) > LARGEST:
            raise ValidationError(f"The file is larger than {LARGEST // 1024 // 1024} megabytes.")
        return found
