"""What a passkey has to sign: random, for one session, once, and for some minutes."""

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
"""A browser is told to ask no longer."""

KEY = "passkey-challenge"


class Purpose(StrEnum):
    """The purpose of a challenge: what is signed for one is worth nothing for the other."""

    ADD = "add"
    PROVE = "prove"


def ask(session: SessionBase, purpose: Purpose) -> bytes:
    """A new challenge, instead of the one there may be."""
    challenge = secrets.token_bytes(32)
    until = timezone.now() + LASTS
    session[KEY] = [purpose.value, challenge.hex(), until.timestamp()]
    return challenge


def take(session: SessionBase, purpose: Purpose) -> bytes:
    """The challenge of the session, which has none from then on. Refused: ``challenge-over``."""
    with transaction.atomic():
        # Two answers at the same moment: the second one finds what the first has left.
        row = Session.objects.select_for_update().filter(pk=session.session_key).first()
        stored = session.decode(row.session_data) if row else {}
        found = session.pop(KEY, None)
        if row is not None:
            session.save()
    if found is None or found != stored.get(KEY):
        raise Refused(_over())
    asked, challenge, until = found
    if asked != purpose.value or timezone.now().timestamp() > until:
        raise Refused(_over())
    return bytes.fromhex(challenge)


def _over() -> Refusal:
    words = "Your browser was asked too long ago, or has answered already. Try once more."
    return Refusal("challenge-over", words)
