"""The form of an event's own stages: it parses, the services judge."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from typing import Any, Final

from django import forms

from config.inputs import whole_number
from config.refusals import Refusal, refuse_all
from tournaments.forms import rows_of
from tournaments.rules.advancing import SEEDINGS, AdvanceRule
from tournaments.rules.formats import (
    KINDS,
    KNOCKOUT,
    LONGEST_SERIES,
    MATCHUPS,
    MOST_STAGES,
    ROUND_ROBIN,
    StageSpec,
    kinds_of_stage,
    spec_from_json,
    spec_to_json,
)

_ENTRY: Final = tuple(each.name for each in fields(AdvanceRule))

_NEEDED_BY: Final = {
    "series_length": (ROUND_ROBIN, MATCHUPS),
    "pattern": (ROUND_ROBIN, MATCHUPS),
    "legs": (ROUND_ROBIN,),
    "crossover": (ROUND_ROBIN,),
    "rounds": (MATCHUPS,),
    "games": (KNOCKOUT,),
    "losses": (KNOCKOUT,),
    "reseed": (KNOCKOUT,),
    "shoot_outs": (KNOCKOUT,),
}
"""Which kinds of stage a field is about; what is not named is about all."""


class _Lengths(forms.CharField):
    """Numbers of games, by round; none where nothing is typed."""

    def to_python(self, value: Any) -> Any:
        """The numbers in a list."""
        parts = (super().to_python(value) or "").replace(",", " ").split()
        lengths = [whole_number(part) for part in parts]
        if None in lengths:
            raise forms.ValidationError("Numbers of games, as 5 7.")
        return lengths

    def run_validators(self, value: Any) -> None:
        """How long they may be, the rules of stages say."""


class StagesForm(forms.Form):
    """A row for each stage in order, and an empty one; a row without a kind is left out."""

    def __init__(self, stages: Sequence[StageSpec], divisions: int, data: Any = None) -> None:
        super().__init__(data)
        self.fields["divisions"] = forms.IntegerField(
            label="Divisions", min_value=1, max_value=10, initial=divisions
        )
        self.count = rows_of("kind", min(MOST_STAGES, len(stages) + 2), data)
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
    def rows(self) -> list[list[tuple[str, forms.BoundField]]]:
        """The fields of each stage, each with the kinds it is about; empty: all."""
        return [
            [(" ".join(_NEEDED_BY.get(key, ())), self[f"{key}-{at}"]) for key in _row(at)]
            for at in range(self.count)
        ]

    def stages(self) -> list[StageSpec]:
        """What was typed; what was left empty is as usual, what the kind does not need is not
        read. Refused: ``stage-unreadable`` for every field that cannot be read."""
        self.is_valid()
        read: list[dict[str, Any]] = []
        refusals: list[Refusal] = []
        for at in range(self.count):
            kind = self.cleaned_data.get(f"kind-{at}")
            if not kind and f"kind-{at}" not in self.errors:
                continue
            keys = [key for key in _row(at) if kind in _NEEDED_BY.get(key, (kind,))]
            number = len(read) + 1
            refusals += [
                Refusal(
                    "stage-unreadable",
                    f"{self[f'{key}-{at}'].label}: {error}",
                    f"stage {number}.{key}",
                )
                for key in keys
                for error in self[f"{key}-{at}"].errors
            ]
            row = {key: self.cleaned_data.get(f"{key}-{at}") for key in keys}
            read.append({key: value for key, value in row.items() if value is not None})
        if "divisions" in self.errors:
            refusals += [
                Refusal("number-of-divisions", f"Divisions: {error}", "divisions")
                for error in self.errors["divisions"]
            ]
        refuse_all(refusals)
        return [_spec(known, number) for number, known in enumerate(read, start=1)]


def _spec(known: dict[str, Any], number: int) -> StageSpec:
    if "losses" in known:
        known["losses"] = int(known["losses"] or 1)
    entry = {key: known.pop(key) for key in _ENTRY if key in known}
    if number > 1:
        known["entry"] = entry
    return spec_from_json(known, f"stage {number}")


def _row(at: int) -> dict[str, forms.Field]:
    whole: dict[str, Any] = {"min_value": 0, "max_value": 30}
    row: dict[str, forms.Field] = {
        "kind": forms.ChoiceField(
            label="Kind",
            choices=[("", "None"), *((key, KINDS[key]) for key in kinds_of_stage(at + 1))],
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
        "games": _Lengths(
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
