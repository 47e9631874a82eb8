"""Close ruled breaches on a sheet."""

from __future__ import annotations

from collections.abc import Collection

from django.utils import timezone

from pitching.models import Outing, SheetColumn, Violation


def close_accepted(*, key: str, sheet_ids: Collection[int]) -> int:
    """Close the breaches in a game's columns whose lines were let stand with a footnote (T31.2b),
    in the caller's transaction; return how many."""
    columns = SheetColumn.objects.filter(key=key, sheet__in=sheet_ids)
    let_stand = Outing.objects.filter(
        entry__column__in=columns, accepted=True, card__isnull=False
    ).values("entry", "card")
    pairs = {(row["entry"], row["card"]) for row in let_stand}
    waiting = Violation.objects.filter(entry__column__in=columns, closed_at=None)
    ids = [
        violation.pk for violation in waiting if (violation.entry_id, violation.card_id) in pairs
    ]
    return Violation.objects.filter(pk__in=ids).update(closed_at=timezone.now())
