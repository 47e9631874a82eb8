"""Drafts that are open when the clock of the machine is put back."""

from __future__ import annotations

from datetime import timedelta

from config.jobs.uptime import PutBack
from config.live.services import publish
from rosters.drafts.models import Draft, DraftEvent
from rosters.drafts.services.preparing import log_change


def move_drafts(put_back: PutBack) -> None:
    """Move the log of every draft that is not complete, so that nobody's turn gets longer; in the
    caller's transaction."""
    for draft in Draft.objects.select_for_update().exclude(state=Draft.State.COMPLETE):
        # Kept boards are known by this moment (``room.board_of``): it changes in any case.
        created = min(put_back.moved(draft.created_at), draft.created_at - timedelta(seconds=1))
        Draft.objects.filter(pk=draft.pk).update(created_at=created)
        if draft.state != Draft.State.RUNNING:
            continue
        lines = list(DraftEvent.objects.filter(draft=draft))
        for line in lines:
            line.at = put_back.moved(line.at)
            line.recorded_at = put_back.moved(line.recorded_at)
        DraftEvent.objects.bulk_update(lines, ["at", "recorded_at"], batch_size=200)
        log_change("clock-put-back", draft, None, new={"seconds": put_back.seconds})
        publish(*draft.topics)
