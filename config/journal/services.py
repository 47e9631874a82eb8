from typing import Any

from django.db import models

from config.journal.models import Action
from config.people.models import User


def record(
    *,
    code: str,
    actor: User | None,
    scope: str,
    subject: models.Model,
    old: dict[str, Any] | None = None,
    new: dict[str, Any] | None = None,
) -> Action:
    """Write the log line of a change; call it inside the transaction that makes the change."""
    return Action.objects.create(
        code=code,
        actor=actor,
        scope=scope,
        subject_type=subject._meta.label_lower,
        subject_id=str(subject.pk),
        subject_label=str(subject)[:200],
        old=old,
        new=new,
    )
