"""The second factor of an account: passkeys, or a code of six digits from an app (TOTP); and
recovery codes for anyone who has lost them.

``django-otp`` keeps the devices; after each wrong guess the next one has to wait twice as long.
Recovery codes are kept as digests; what they are was shown once.
"""

from __future__ import annotations

import secrets
from base64 import b32encode
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta
from hashlib import sha256
from typing import Protocol

from django.conf import settings
from django.contrib.sessions.backends.base import SessionBase
from django.db import transaction
from django.utils import timezone
from django_otp.models import ThrottlingMixin
from django_otp.plugins.otp_static.models import StaticDevice
from django_otp.plugins.otp_totp.models import TOTPDevice

from config.journal.services import log_action
from config.kinds import Question
from config.people.models import Passkey, User
from config.people.scopes import verify_own
from config.people.tokens import scope_of
from config.refusals import Refusal, Refused

RECOVERY_CODES = 10

LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""The characters of recovery codes: none that is mistaken for another."""

STATE = "second-factor"
"""In a session: ``DUE`` until the second factor was shown, ``PASSED`` from then on; nothing of an
account without one."""

DUE, PASSED = "due", "passed"

SHOWN_AT = "second-factor-at"
"""In a session: when the second factor was shown last, in seconds."""

LATELY = timedelta(minutes=10)
"""For so long after showing it, a person who adds another way in is not asked for it again."""


@Question
def directs(user: User) -> bool:
    """Whether a user directs anything."""
    return False


class Proof(Protocol):
    """What shows that the person who asks has the second factor of the account at hand."""

    def verify(self, user: User) -> None:
        """See that it is the account's. Refused, and logged, where it is not."""
        ...


@dataclass(frozen=True)
class Code:
    """A code of the app, or a recovery code, which is used up by it."""

    text: str

    def verify(self, user: User) -> None:
        """Refused, and logged: ``wrong-code``, ``wait-for-code``."""
        verify(user=user, code=self.text)


def is_obliged(user: User) -> bool:
    """Whether the operator wants the account to have a second factor."""
    kind = settings.SECOND_FACTOR
    if not kind:
        return False
    return user.is_staff or (kind == "directors" and directs(user))


def has_second_factor(user: User) -> bool:
    """Whether the account is entered with a passkey or a code as well."""
    return has_app(user) or Passkey.objects.filter(user=user).exists()


def has_app(user: User) -> bool:
    """Whether an app makes codes for the account."""
    return TOTPDevice.objects.filter(user=user, confirmed=True).exists()


def note_shown(session: SessionBase) -> None:
    """The second factor was shown in this session: it is open, and may be added to for a while."""
    session[STATE] = PASSED
    session[SHOWN_AT] = timezone.now().timestamp()


def shown_lately(session: SessionBase) -> bool:
    """Whether it was shown within ``LATELY``."""
    return bool(session.get(SHOWN_AT, 0) > (timezone.now() - LATELY).timestamp())


def device_in_making(user: User) -> TOTPDevice | None:
    """The device that was begun and has not been confirmed by a first code."""
    return TOTPDevice.objects.filter(user=user, confirmed=False).first()


def secret_of(device: TOTPDevice) -> str:
    """The secret as it is typed into an app that cannot scan the picture."""
    return b32encode(device.bin_key).decode().rstrip("=")


def recovery_codes_left(user: User) -> int:
    """How many have not been used."""
    found = StaticDevice.objects.filter(user=user).first()
    return found.token_set.count() if found else 0


def verify_may_add(user: User, *, lately: bool) -> None:
    """A stranger who finds a page open cannot add a way to come back. Refused:
    ``second-factor-asked`` where there is a second factor that was not shown ``lately``."""
    if not lately and has_second_factor(user):
        words = "Show first that it is you, with the second factor that you have."
        raise Refused(Refusal("second-factor-asked", words))


def begin(*, user: User, lately: bool = False) -> TOTPDevice:
    """Make a secret for an app; it counts once ``confirm`` has seen a code of it. Refused:
    ``second-factor-stands``, and as ``verify_may_add`` refuses."""
    with transaction.atomic():
        User.objects.select_for_update().get(pk=user.pk)
        if has_app(user):
            raise Refused(Refusal("second-factor-stands", "Your account has an app for codes."))
        verify_may_add(user, lately=lately)
        TOTPDevice.objects.filter(user=user).delete()
        return TOTPDevice.objects.create(user=user, name="App", confirmed=False)


def confirm(*, user: User, code: str, lately: bool = False) -> list[str]:
    """Take the app for the account's second factor, by a code of it; the recovery codes, where
    there were none before.

    Refused: ``second-factor-not-begun``, ``wrong-code``, ``wait-for-code``, and as
    ``verify_may_add`` refuses.
    """
    device = device_in_making(user)
    if device is None:
        raise Refused(
            Refusal("second-factor-not-begun", "There is no secret to prove. Begin anew.")
        )
    verify_may_add(user, lately=lately)
    _verify(device, code)
    with transaction.atomic():
        User.objects.select_for_update().get(pk=user.pk)
        TOTPDevice.objects.filter(pk=device.pk).update(confirmed=True)
        log_action(code="second-factor-set-up", actor=user, scope=scope_of(user), subject=user)
        return first_recovery_codes(user)


def verify(*, user: User, code: str) -> None:
    """See that a code is the account's: of its app, or a recovery code, which is used up by it.

    Refused, and logged: ``wrong-code``, ``wait-for-code``.
    """
    given = "".join(code.split()).replace("-", "").lower()
    by_app = given.isdecimal() and len(given) <= 6
    model = TOTPDevice if by_app else StaticDevice
    device = model.objects.filter(user=user, confirmed=True).first()
    try:
        if device is None:
            raise Refused(_wrong())
        _verify(device, given if by_app else _digest(given))
    except Refused:
        log_action(code="second-factor-failed", actor=None, scope=scope_of(user), subject=user)
        raise
    if not by_app:
        log_action(code="recovery-code-used", actor=user, scope=scope_of(user), subject=user)


def renew_recovery_codes(*, user: User, proof: Proof) -> list[str]:
    """Replace the recovery codes by new ones. Refused as the proof refuses."""
    proof.verify(user)
    with transaction.atomic():
        return _new_codes(user)


def first_recovery_codes(user: User) -> list[str]:
    """Make recovery codes for an account that has none, in the caller's transaction; else
    nothing."""
    return [] if recovery_codes_left(user) else _new_codes(user)


def remove_app(*, user: User, proof: Proof) -> None:
    """Remove the app of an account. Refused as ``verify_may_lose`` and the proof refuse."""
    verify_may_lose(user)
    proof.verify(user)
    with transaction.atomic():
        User.objects.select_for_update().get(pk=user.pk)
        verify_may_lose(user)
        ended, _ = TOTPDevice.objects.filter(user=user).delete()
        if ended:
            log_action(code="code-app-removed", actor=user, scope=scope_of(user), subject=user)
            end_if_last(user)


def verify_may_lose(user: User) -> None:
    """Refused: ``second-factor-obliged`` where what goes is the last, and the operator wants the
    account to have a second factor."""
    left = has_app(user) + Passkey.objects.filter(user=user).count()
    if left <= 1 and is_obliged(user):
        words = "The operator of this site requires a second factor for your account."
        raise Refused(Refusal("second-factor-obliged", words))


def end_if_last(user: User) -> None:
    """Delete the recovery codes with the last second factor that they stand in for; in the caller's
    transaction."""
    if not has_second_factor(user):
        StaticDevice.objects.filter(user=user).delete()
        log_action(code="second-factor-removed", actor=user, scope=scope_of(user), subject=user)


def take_away(*, user: User, acting_user: User | None) -> bool:
    """Take the second factor from an account whose person has lost it; whether it had one.
    Refused: ``permission-denied``."""
    verify_own(user, acting_user, or_office=True)
    with transaction.atomic():
        apps, _ = TOTPDevice.objects.filter(user=user).delete()
        passkeys, _ = Passkey.objects.filter(user=user).delete()
        StaticDevice.objects.filter(user=user).delete()
        ended = apps + passkeys
        if ended:
            log_action(
                code="second-factor-removed",
                actor=acting_user,
                scope=scope_of(user),
                subject=user,
            )
    return bool(ended)


def _verify(device: TOTPDevice | StaticDevice, code: str) -> None:
    """Verify a code; a wrong one stays counted when it is refused."""
    with transaction.atomic():
        device = type(device).objects.select_for_update().get(pk=device.pk)
        until = waiting_until([device])
        is_right = not until and device.verify_token(code)
    if until:
        raise Refused(
            Refusal("wait-for-code", f"Too many wrong codes. Wait until {until}.", "code")
        )
    if not is_right:
        raise Refused(_wrong())


def waiting_until(devices: Iterable[ThrottlingMixin]) -> str:
    """The time, in words, until which one of the devices answers no code; else nothing."""
    found = (device.verify_is_allowed() for device in devices)
    waits = [facts["locked_until"] for allowed, facts in found if not allowed]
    return f"{max(waits):%H:%M:%S} UTC" if waits else ""


def _wrong() -> Refusal:
    return Refusal("wrong-code", "This code is not right, or was used already.", "code")


def _new_codes(user: User) -> list[str]:
    StaticDevice.objects.filter(user=user).delete()
    device = StaticDevice.objects.create(user=user, name="Recovery codes")
    codes = ["".join(secrets.choice(LETTERS) for _ in range(12)) for _ in range(RECOVERY_CODES)]
    for code in codes:
        device.token_set.create(token=_digest(code))
    log_action(code="recovery-codes-made", actor=user, scope=scope_of(user), subject=user)
    return [f"{code[:4]}-{code[4:8]}-{code[8:]}" for code in codes]


def _digest(code: str) -> str:
    return sha256(code.encode()).hexdigest()[:16]
