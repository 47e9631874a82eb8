"""The form of an event's own stages: it parses, the services judge."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from typing import Any, Final

from django import forms

from config.inputs import whole_number
from tournaments.rules.advancing import SEEDINGS, AdvanceRule
from tournaments.rules.formats import (
    KINDS,
    LONGEST_SERIES,
    MOST_STAGES,
    StageSpec,
    spec_from_json,
    spec_to_json,
)

_ENTRY: Final = tuple(each.name for each in fields(AdvanceRule))


class StagesForm(forms.Form):
    """A row for each stage in order, and an empty one; a row without a kind is left out."""

    def __init__(self, stages: Sequence[StageSpec], divisions: int, data: Any = None) -> None:
        super().__init__(data)
        self.fields["divisions"] = forms.IntegerField(
            label="Divisions", min_value=1, max_value=10, initial=divisions
        )
        self.count = min(MOST_STAGES, len(stages) + 2)
        given = [spec_to_json(stage) for stage in stages]
        for at in range(self.count):
            known = given[at] if at < len(given) else spec_to_json(StageSpec("", ""))
            entry = known["entry"] or spec_to_json(StageSpec("", "", entry=AdvanceRule()))["entry"]
            values = {**known, **entry, "games": " ".join(map(str, known["games"]))}
            for key, field in _row(at).items():
                field.required = False
                field.initial = values.get(key)
                field.says_optional = False  # type: ignore[attr-defined]
                self.fields[f"{key}-{at}"] = field

    @property
    def rows(self) -> list[list[forms.BoundField]]:
        """The fields of each stage."""
        return [[self[f"{key}-{at}"] for key in _row(at)] for at in range(self.count)]

    def stages(self) -> list[StageSpec]:
        """What was typed; what could not be read is as usual. Refused: ``stage-unreadable``."""
        self.is_valid()
        found: list[StageSpec] = []
        for at in range(self.count):
            row = {key: self.cleaned_data.get(f"{key}-{at}") for key in _row(at)}
            if not row["kind"]:
                continue
            row["games"] = [
                games
                for part in str(row["games"] or "").split()[:10]
                if (games := whole_number(part)) is not None
            ]
            row["losses"] = int(row["losses"] or 1)
            known = {key: value for key, value in row.items() if value is not None}
            entry = {key: known.pop(key) for key in _ENTRY if key in known}
            number = len(found) + 1
            if number > 1:
                known["entry"] = entry
            found.append(spec_from_json(known, f"stage {number}"))
        return found


def _row(at: int) -> dict[str, forms.Field]:
    whole: dict[str, Any] = {"min_value": 0, "max_value": 30}
    row: dict[str, forms.Field] = {
        "kind": forms.ChoiceField(
            label="Kind", choices=[("", "None"), *((key, name) for key, name in KINDS.items())]
        ),
        "name": forms.CharField(label="Name", max_length=40),
        "series_length": forms.IntegerField(
            label="Games a series", min_value=1, max_value=LONGEST_SERIES
        ),
        "legs": forms.IntegerField(
            label="Everybody meets everybody", help_text="Times.", min_value=1, max_value=4
        ),
        "crossover": forms.BooleanField(label="Byes of two divisions meet"),
        "rounds": forms.IntegerField(label="Rounds of matchups", min_value=1, max_value=8),
        "games": forms.CharField(
            label="Best of", help_text="By round of a knockout, as 5 7.", max_length=24
        ),
        "losses": forms.ChoiceField(
            label="Out after", choices=[("1", "one loss"), ("2", "two losses")]
        ),
        "reseed": forms.BooleanField(label="Drawn anew after each round"),
        "shoot_outs": forms.BooleanField(label="By shoot-out, one each"),
        "pattern": forms.CharField(
            label="Who hosts", help_text="As HAHA; empty: as is usual.", max_length=16
        ),
    }
    if at:
        row |= {
            "per_division": forms.IntegerField(label="Get in, of each division", **whole),
            "others": forms.IntegerField(label="And the best of the rest", **whole),
            "first": forms.IntegerField(
                label="From place", help_text="More than 1 for a consolation.", **whole
            ),
            "seeding": forms.ChoiceField(label="Seeds", choices=list(SEEDINGS.items())),
            "rotation_carries": forms.BooleanField(label="Rotations go on from the stage before"),
            "bullpen_carries": forms.BooleanField(label="Bullpens go on from the stage before"),
        }
    return row
