"""Operations of migrations that hang what there was on rows of events."""

from __future__ import annotations

from typing import Any

from django.db import models
from django.db.migrations.operations import AlterField, RenameField
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState


def point_at_event(model: str, field: models.Field[Any, Any], **was: Any) -> list[Operation]:
    """Make the column ``scope`` of a model, in which the key of an event was text, the foreign key
    ``field``. The column stays, and what is in it; ``was`` are the text field's own settings. Its
    indexes and constraints are to be removed before and added after."""
    text: models.Field[Any, Any] = models.CharField(max_length=64, db_column="scope", **was)
    return [
        AlterField(model, "scope", text),
        RenameField(model, "scope", "event"),
        AlterField(model, "event", field),
    ]


class AlterBases(Operation):
    """A model becomes the child of another, whose columns it has given up before."""

    reversible = True

    def __init__(self, name: str, bases: tuple[str, ...]) -> None:
        self.name = name
        self.bases = bases

    def state_forwards(self, app_label: str, state: ProjectState) -> None:
        """Only what Django knows of the model changes."""
        state.models[app_label, self.name.lower()].bases = self.bases
        state.reload_model(app_label, self.name.lower())

    def database_forwards(self, app_label: str, schema_editor: Any, *states: ProjectState) -> None:
        """The tables are there."""

    def database_backwards(self, app_label: str, schema_editor: Any, *states: ProjectState) -> None:
        """And stay."""

    def describe(self) -> str:
        """What is said while it runs."""
        return f"Make {self.name} a child of {', '.join(self.bases)}"
