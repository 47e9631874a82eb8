"""The form with which charts are laid down."""

from __future__ import annotations

from typing import Any

from django import forms

from games.systems.deep_drive.charts.services import LONGEST_NAME
from games.systems.deep_drive.text.chart_files import FILES

LARGEST = 512 * 1024
"""Bytes of all files together; ours are 5 kB."""


class Files(forms.FileInput):
    """Several files at once."""

    allow_multiple_selected = True


class ManyFiles(forms.FileField):
    """Names and bytes of the files that were chosen."""

    widget = Files({"multiple": True, "accept": ".csv,.json,.xlsx,text/csv,application/json"})

    def clean(self, data: Any, initial: Any = None) -> list[tuple[str, bytes]]:
        """Everything that is in them."""
        chosen = [each for each in (data or []) if each]
        if not chosen:
            raise forms.ValidationError("Choose the files of your charts.", code="required")
        if len(chosen) > len(FILES) + 1:
            raise forms.ValidationError(f"There are {len(FILES)} charts.", code="too-many-files")
        if sum(each.size for each in chosen) > LARGEST:
            raise forms.ValidationError(
                f"The files are larger than {LARGEST // 1024} kB.", code="too-large"
            )
        return [(each.name, each.read()) for each in chosen]


class ChartsForm(forms.Form):
    """Charts of one's own."""

    name = forms.CharField(label="Name", max_length=LONGEST_NAME)
    uploads = ManyFiles(
        label="Files",
        help_text="CSV files by the names of those that you can download here, or one JSON file. "
        "Charts of which there is no file stay ours.",
    )
