"""The second factor of an account: passkeys, or six-digit codes from an app (TOTP); and recovery
codes for users who have lost them.

``django-otp`` stores the devices; after each wrong guess the wait doubles. Only digests of recovery
codes are stored; the codes are shown once.
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
"""Session key: ``DUE`` until the second factor was shown, then ``PASSED``; absent for an account
without one."""

DUE, PASSED = "due", "passed"

SHOWN_AT = "second-factor-at"
"""Session key: when the second factor was last shown, in seconds."""

LATELY = timedelta(minutes=10)
"""How long after showing it a user may add another second factor without showing it again."""


@Question
def directs(user: User) -> bool:
    return False


class Proof(Protocol):
    """Proof that the user has the second factor of the account at hand."""

    def verify(self, user: User) -> None:
        """Verify the proof for this account. Refused, and logged, if it is wrong."""
        ...


@dataclass(frozen=True)
class Code:
    """A code of the app, or a recovery code, which can be used once."""

    text: str

    def verify(self, user: User) -> None:
        """Refused, and logged: ``wrong-code``, ``wait-for-code``."""
        verify(user=user, code=self.text)


def is_obliged(user: User) -> bool:
    """Whether the operator requires a second factor for the account."""
    kind = settings.SECOND_FACTOR
    if not kind:
        return False
    return user.is_staff or (kind == "directors" and directs(user))


def has_second_factor(user: User) -> bool:
    """Whether the account has a passkey or an app for codes."""
    return has_app(user) or Passkey.objects.filter(user=user).exists()


def has_app(user: User) -> bool:
    return TOTPDevice.objects.filter(user=user, confirmed=True).exists()


def note_shown(session: SessionBase) -> None:
    """Mark the session's second factor as shown: it is passed, and may be added to for a while."""
    session[STATE] = PASSED
    session[SHOWN_AT] = timezone.now().timestamp()


def shown_lately(session: SessionBase) -> bool:
    """Whether it was shown within ``LATELY``."""
    return bool(session.get(SHOWN_AT, 0) > (timezone.now() - LATELY).timestamp())


def device_in_making(user: User) -> TOTPDevice | None:
    return TOTPDevice.objects.filter(user=user, confirmed=False).first()


def secret_of(device: TOTPDevice) -> str:
    """The secret to type into an app that cannot scan the picture."""
    return b32encode(device.bin_key).decode().rstrip("=")


def recovery_codes_left(user: User) -> int:
    device = StaticDevice.objects.filter(user=user).first()
    return device.token_set.count() if device else 0


def verify_may_add(user: User, *, lately: bool) -> None:
    """Prevent a stranger at an open page from adding a second factor. Refused:
    ``second-factor-asked`` if there is one that was not shown ``lately``."""
    if not lately and has_second_factor(user):
        words = "Show first that it is you, with the second factor that you have."
        raise Refused(Refusal("second-factor-asked", words))


def begin(*, user: User, lately: bool = False) -> TOTPDevice:
    """Make a secret for an app; it counts once ``confirm`` has verified a code. Refused:
    ``second-factor-stands``, and as ``verify_may_add``."""
    with transaction.atomic():
        User.objects.select_for_update().get(pk=user.pk)
        if has_app(user):
            raise Refused(Refusal("second-factor-stands", "Your account has an app for codes."))
        verify_may_add(user, lately=lately)
        TOTPDevice.objects.filter(user=user).delete()
        return TOTPDevice.objects.create(user=user, name="App", confirmed=False)


def confirm(*, user: User, code: str, lately: bool = False) -> list[str]:
    """Make the app the account's second factor, by a code of it; return the recovery codes, if
    there were none before.

    Refused: ``second-factor-not-begun``, ``wrong-code``, ``wait-for-code``, and as
    ``verify_may_add``.
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
    """Verify a code of the account's app, or a recovery code, which it uses up.

    Refused, and logged: ``wrong-code``, ``wait-for-code``.
    """
    entered_code = "".join(code.split()).replace("-", "").lower()
    by_app = entered_code.isdecimal() and len(entered_code) <= 6
    model = TOTPDevice if by_app else StaticDevice
    device = model.objects.filter(user=user, confirmed=True).first()
    try:
        if device is None:
            raise Refused(_wrong())
        _verify(device, entered_code if by_app else _digest(entered_code))
    except Refused:
        log_action(code="second-factor-failed", actor=None, scope=scope_of(user), subject=user)
        raise
    if not by_app:
        log_action(code="recovery-code-used", actor=user, scope=scope_of(user), subject=user)


def renew_recovery_codes(*, user: User, proof: Proof) -> list[str]:
    """Replace the recovery codes. Refused as the proof."""
    proof.verify(user)
    with transaction.atomic():
        return _new_codes(user)


def first_recovery_codes(user: User) -> list[str]:
    """Make recovery codes for an account that has none, in the caller's transaction; else return
    none."""
    return [] if recovery_codes_left(user) else _new_codes(user)


def remove_app(*, user: User, proof: Proof) -> None:
    """Remove the app of an account. Refused as ``verify_may_lose`` and the proof."""
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
    """Refused: ``second-factor-obliged`` if only one is left, and the operator requires one for the
    account."""
    remaining = has_app(user) + Passkey.objects.filter(user=user).count()
    if remaining <= 1 and is_obliged(user):
        words = "The operator of this site requires a second factor for your account."
        raise Refused(Refusal("second-factor-obliged", words))


def end_if_last(user: User) -> None:
    """Delete the recovery codes with the last second factor; in the caller's transaction."""
    if not has_second_factor(user):
        StaticDevice.objects.filter(user=user).delete()
        log_action(code="second-factor-removed", actor=user, scope=scope_of(user), subject=user)


def take_away(*, user: User, acting_user: User | None) -> bool:
    """Remove the second factor of a user who has lost it; return whether there was one. Refused:
    ``permission-denied``."""
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
    """Verify a code; a wrong one stays counted although it is refused."""
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
    """The time, in words, until which one of the devices accepts no code; else empty."""
    states = (device.verify_is_allowed() for device in devices)
    waits = [facts["locked_until"] for allowed, facts in states if not allowed]
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
