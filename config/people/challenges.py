"""Challenges for passkeys to sign: random, for one session, used once, valid for some minutes."""

from __future__ import annotations

import secrets
from datetime import timedelta
from enum import StrEnum

from django.contrib.sessions.backends.base import SessionBase
from django.db import transaction
from django.utils import timezone

from config.people.models import Session
from config.refusals import Refusal, Refused

LASTS = timedelta(minutes=5)
"""Also the timeout given to the browser."""

KEY = "passkey-challenge"


class Purpose(StrEnum):
    """The purpose of a challenge: an answer for one purpose is invalid for the other."""

    ADD = "add"
    PROVE = "prove"


def ask(session: SessionBase, purpose: Purpose) -> bytes:
    """Store a new challenge in the session, replacing an earlier one."""
    challenge = secrets.token_bytes(32)
    until = timezone.now() + LASTS
    session[KEY] = [purpose.value, challenge.hex(), until.timestamp()]
    return challenge


def take(session: SessionBase, purpose: Purpose) -> bytes:
    """Remove the session's challenge and return it. Refused: ``challenge-over``."""
    with transaction.atomic():
        # Of two concurrent answers the second one finds the challenge gone.
        row = Session.objects.select_for_update().filter(pk=session.session_key).first()
        stored = session.decode(row.session_data) if row else {}
        challenge_data = session.pop(KEY, None)
        if row is not None:
            session.save()
    if challenge_data is None or challenge_data != stored.get(KEY):
        raise Refused(_over())
    stored_purpose, challenge, until = challenge_data
    if stored_purpose != purpose.value or timezone.now().timestamp() > until:
        raise Refused(_over())
    return bytes.fromhex(challenge)


def _over() -> Refusal:
    words = "Your browser was asked too long ago, or has answered already. Try once more."
    return Refusal("challenge-over", words)
