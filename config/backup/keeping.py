"""The daily backups that the site takes by itself, and their deletion."""

from __future__ import annotations

from contextlib import nullcontext
from datetime import datetime, timedelta
from pathlib import Path

from django.conf import settings

from config.backup.archive import remove_leftovers
from config.backup.making import make_backup
from config.jobs.one_by_one import one_by_one
from config.journal.models import Action

SCOPE = "house:backups"
MADE = "house-backed-up"
DAILY = timedelta(hours=23, minutes=30)
TOO_OLD = timedelta(days=2)
"""The age of the last backup at which the operators are warned."""
ENDING = ".backup"


def keep_copy(now: datetime) -> list[Path]:
    """Take today's backup if it is due, and delete the oldest beyond ``BACKUPS_KEPT``; nothing if
    ``BACKUP_FOLDER`` is empty. A failure is reported as a trouble of the timed jobs
    (``one_by_one``), and the backup is retried the next time."""
    last = last_copy()
    if not settings.BACKUP_FOLDER or (last is not None and now - last < DAILY):
        return []
    return one_by_one(
        "backup",
        [Path(settings.BACKUP_FOLDER)],
        lambda folder: _copied(folder, now),
        within=nullcontext,
    )


def last_copy() -> datetime | None:
    return (
        Action.objects.filter(scope=SCOPE, code=MADE)
        .order_by("-id")
        .values_list("at", flat=True)
        .first()
    )


def is_overdue(now: datetime) -> bool:
    """Whether backups are configured and the last one is older than ``TOO_OLD``; without any,
    whether the site itself is."""
    if not settings.BACKUP_FOLDER:
        return False
    first_action = Action.objects.order_by("id").values_list("at", flat=True).first()
    reference = last_copy() or first_action
    return reference is not None and now - reference > TOO_OLD


def _copied(folder: Path, now: datetime) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    remove_leftovers(folder)
    file = folder / f"horsehide-{now:%Y-%m-%d-%H%M}{ENDING}"
    manifest = make_backup(file)
    Action.objects.create(
        code=MADE,
        scope=SCOPE,
        subject_type="config.backup",
        subject_id=file.name,
        subject_label=file.name,
        new={"rows": manifest.rows, "bytes": file.stat().st_size},
        at=now,
    )
    # The names contain the time, so sorting puts the oldest first.
    backups = sorted(folder.glob(f"horsehide-*{ENDING}"))
    for old in backups[: -settings.BACKUPS_KEPT]:
        old.unlink(missing_ok=True)
    return file
