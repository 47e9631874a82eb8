"""The link by which anybody may look on, made and withdrawn by directors."""

from __future__ import annotations

import secrets

from django.db import transaction

from config.journal.services import log_action
from config.live.services import publish
from config.people.models import User
from config.people.scopes import for_directors_of
from config.refusals import Refusal, Refused
from rosters.drafts.models import Draft


@for_directors_of("draft")
def make_link(*, draft: Draft, acting_user: User) -> Draft:
    """A link to the board; a new one replaces the old one. ``mock-draft`` for practice."""
    if draft.is_mock:
        raise Refused(
            Refusal("mock-draft", "A practice draft has no link for spectators.", "draft")
        )
    return _set(draft, secrets.token_hex(16), "draft-link-made", acting_user)


@for_directors_of("draft")
def withdraw_link(*, draft: Draft, acting_user: User) -> Draft:
    """No link leads to the board any more; ``no-link`` where none does."""
    if not draft.watch_key:
        raise Refused(Refusal("no-link", "There is no link to this board.", "draft"))
    return _set(draft, "", "draft-link-withdrawn", acting_user)


def _set(draft: Draft, key: str, code: str, acting_user: User) -> Draft:
    with transaction.atomic():
        draft = Draft.objects.select_for_update(of=("self",)).get(pk=draft.pk)
        # Who looks on by the old link is told to look again, and finds nothing.
        before = draft.topics
        draft.watch_key = key
        draft.save(update_fields=["watch_key"])
        log_action(code=code, actor=acting_user, scope=draft.scope, subject=draft)
        publish(*before)
    return draft
