from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.db import models

from config.inserting import insert_objects
from config.journal.models import Action

if TYPE_CHECKING:
    from config.people.models import User


Listener = Callable[[str, str], None]
"""Called with the code and the scope of a line, in the transaction that writes it."""

LISTENERS: list[Listener] = []


@dataclass(frozen=True)
class Entry:
    """A log line before it is written: who (``None``: the site itself) did what to which object,
    under which scope."""

    code: str
    actor: "User | None"
    scope: str
    subject: models.Model
    old: dict[str, Any] | None = None
    new: dict[str, Any] | None = None

    def action(self) -> Action:
        return Action(
            code=self.code,
            actor=self.actor,
            scope=self.scope,
            subject_type=self.subject._meta.label_lower,
            subject_id=str(self.subject.pk),
            subject_label=str(self.subject)[:200],
            old=self.old,
            new=self.new,
        )


def log_action(
    *,
    code: str,
    actor: "User | None",
    scope: str,
    subject: models.Model,
    old: dict[str, Any] | None = None,
    new: dict[str, Any] | None = None,
) -> Action:
    """Write the log line of a change; call it inside the transaction that makes the change."""
    action = Entry(code, actor, scope, subject, old, new).action()
    action.save(force_insert=True)
    for listener in LISTENERS:
        listener(code, scope)
    return action


def log_actions(entries: Iterable[Entry]) -> None:
    """Write many log lines in one query; ``LISTENERS`` are not called for them."""
    insert_objects(entry.action() for entry in entries)
