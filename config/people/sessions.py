"""Sessions that store their user, so that users see and end their own.

The engine of ``SESSION_ENGINE``: Django's database sessions, with a row of ``people.Session``.
"""

from __future__ import annotations

from datetime import timedelta
from hashlib import sha256
from typing import Any, cast

from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore as DatabaseStore
from django.db import transaction
from django.utils import timezone

from config.journal.services import log_action
from config.people.models import Session, User
from config.people.scopes import verify_own
from config.people.token_scopes import verify_unlimited
from config.people.tokens import scope_of
from config.refusals import Refusal, Refused

SEEN_EVERY = timedelta(minutes=5)
"""Precision of the time when a session was last used."""

LONGEST_AGENT = 300


class SessionStore(DatabaseStore):
    """A session; ``place`` is where the current request comes from: address and browser."""

    row: Session | None = None
    place: tuple[str, str] | None = None

    @classmethod
    def get_model_class(cls) -> type[Session]:
        return Session

    def load(self) -> dict[str, Any]:
        self.row = self._get_session_from_db()  # type: ignore[attr-defined]
        return self.decode(self.row.session_data) if self.row else {}

    async def aload(self) -> dict[str, Any]:
        self.row = await self._aget_session_from_db()  # type: ignore[attr-defined]
        return self.decode(self.row.session_data) if self.row else {}

    def create_model_instance(self, data: dict[str, Any]) -> Session:
        row = super().create_model_instance(data)
        return self._described(cast(Session, row), data.get(SESSION_KEY))

    async def acreate_model_instance(self, data: dict[str, Any]) -> Session:
        row = await super().acreate_model_instance(data)
        return self._described(cast(Session, row), data.get(SESSION_KEY))

    def _described(self, made: Session, user: str | None) -> Session:
        previous = self.row
        made.user_id = int(user) if user else None
        made.last_seen_at = timezone.now()
        continues = previous is not None and previous.user_id == made.user_id
        made.began_at = previous.began_at if previous and continues else made.last_seen_at
        if self.place is not None:
            made.address, made.agent = self.place
        elif previous is not None:
            made.address, made.agent = previous.address, previous.agent
        self.row = made
        return made

    def note_seen(self) -> None:
        """Store the use of the session, unless a recent one is stored."""
        now = timezone.now()
        row = self.row
        if row is None or row.user_id is None or row.last_seen_at > now - SEEN_EVERY:
            return
        address, agent = self.place or (row.address, row.agent)
        Session.objects.filter(pk=row.pk).update(last_seen_at=now, address=address, agent=agent)


def sessions_of(user: User) -> list[Session]:
    """The user's open sessions, the last used first."""
    now = timezone.now()
    return list(Session.objects.filter(user=user, expire_date__gt=now).order_by("-last_seen_at"))


def ident_of(session: Session) -> str:
    """The public id of a session: its key, which would open it, is not shown."""
    return sha256(session.session_key.encode()).hexdigest()[:20]


def end_session(*, user: User, ident: str, acting_user: User) -> None:
    """Sign a user out of one session. Refused: ``permission-denied``, ``no-such-session``,
    ``token-scope``."""
    verify_own(user, acting_user)
    verify_unlimited()
    with transaction.atomic():
        ended = next(
            (candidate for candidate in sessions_of(user) if ident_of(candidate) == ident), None
        )
        if ended is None:
            raise Refused(Refusal("no-such-session", "You are not signed in there any more."))
        ended.delete()
        log_action(
            code="session-ended",
            actor=acting_user,
            scope=scope_of(user),
            subject=user,
            old={"place": ended.place},
        )


def end_sessions(*, user: User, acting_user: User | None) -> int:
    """Sign a user out everywhere; return from how many sessions. Refused: ``permission-denied``,
    ``token-scope``."""
    verify_own(user, acting_user)
    verify_unlimited()
    with transaction.atomic():
        ended, _ = Session.objects.filter(user=user).delete()
        log_action(
            code="signed-out-everywhere",
            actor=acting_user,
            scope=scope_of(user),
            subject=user,
            old={"places": ended},
        )
    return ended
