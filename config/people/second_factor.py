"""The second factor of an account: a code of six digits from an app (TOTP), and recovery codes.

``django-otp`` keeps the devices, and makes whoever guesses wrong wait twice as long each time.
Recovery codes are kept as digests; what they are was shown once.
"""

from __future__ import annotations

import secrets
from base64 import b32encode
from collections.abc import Callable
from hashlib import sha256

from django.conf import settings
from django.db import transaction
from django_otp.plugins.otp_static.models import StaticDevice
from django_otp.plugins.otp_totp.models import TOTPDevice

from config.journal.services import log_action
from config.people.models import User
from config.people.tokens import scope_of
from config.refusals import Refusal, Refused

RECOVERY_CODES = 10

LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""Of recovery codes: none that is taken for another."""

STATE = "second-factor"
"""In a session: ``DUE`` until the code was given, ``PASSED`` from then on; nothing of an account
without a second factor."""

DUE, PASSED = "due", "passed"

_directs: list[Callable[[User], bool]] = []


def register_directors(directs: Callable[[User], bool]) -> None:
    """Let an upper floor say whether somebody directs anything."""
    _directs.append(directs)


def is_obliged(user: User) -> bool:
    """Whether the operator wants the account to have a second factor."""
    kind = settings.SECOND_FACTOR
    if not kind:
        return False
    return user.is_staff or (kind == "directors" and any(directs(user) for directs in _directs))


def has_second_factor(user: User) -> bool:
    """Whether the account is entered with a code as well."""
    return TOTPDevice.objects.filter(user=user, confirmed=True).exists()


def device_in_making(user: User) -> TOTPDevice | None:
    """What was begun and not proved by a first code."""
    return TOTPDevice.objects.filter(user=user, confirmed=False).first()


def secret_of(device: TOTPDevice) -> str:
    """As it is typed into an app that sees no picture."""
    return b32encode(device.bin_key).decode().rstrip("=")


def recovery_codes_left(user: User) -> int:
    """How many have not been used."""
    found = StaticDevice.objects.filter(user=user).first()
    return found.token_set.count() if found else 0


def begin(*, user: User) -> TOTPDevice:
    """Make a secret for an app; it counts once ``confirm`` has seen a code of it. Refused:
    ``second-factor-stands``."""
    with transaction.atomic():
        User.objects.select_for_update().get(pk=user.pk)
        if has_second_factor(user):
            raise Refused(Refusal("second-factor-stands", "Your account has a second factor."))
        TOTPDevice.objects.filter(user=user).delete()
        return TOTPDevice.objects.create(user=user, name="App", confirmed=False)


def confirm(*, user: User, code: str) -> list[str]:
    """Take the app for the account's second factor, by a code of it; the recovery codes.

    Refused: ``second-factor-not-begun``, ``wrong-code``, ``wait-for-code``.
    """
    device = device_in_making(user)
    if device is None:
        raise Refused(
            Refusal("second-factor-not-begun", "There is no secret to prove. Begin anew.")
        )
    _verify(device, code)
    with transaction.atomic():
        User.objects.select_for_update().get(pk=user.pk)
        TOTPDevice.objects.filter(pk=device.pk).update(confirmed=True)
        log_action(code="second-factor-set-up", actor=user, scope=scope_of(user), subject=user)
        return _new_codes(user)


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


def renew_recovery_codes(*, user: User, code: str) -> list[str]:
    """New recovery codes instead of those there are. Refused as ``verify`` refuses."""
    verify(user=user, code=code)
    with transaction.atomic():
        return _new_codes(user)


def remove(*, user: User, code: str) -> None:
    """Enter by password alone from now on. Refused as ``verify`` refuses, and with
    ``second-factor-obliged`` where the operator wants the account to have one."""
    if is_obliged(user):
        words = "Whoever runs this site wants your account to have a second factor."
        raise Refused(Refusal("second-factor-obliged", words))
    verify(user=user, code=code)
    take_away(user=user, acting_user=user)


def take_away(*, user: User, acting_user: User | None) -> bool:
    """Take the second factor from an account whose person has lost it; whether it had one."""
    with transaction.atomic():
        ended, _ = TOTPDevice.objects.filter(user=user).delete()
        StaticDevice.objects.filter(user=user).delete()
        if ended:
            log_action(
                code="second-factor-removed",
                actor=acting_user,
                scope=scope_of(user),
                subject=user,
            )
    return bool(ended)


def _verify(device: TOTPDevice | StaticDevice, code: str) -> None:
    """What was guessed wrong stays counted when it is refused."""
    with transaction.atomic():
        device = type(device).objects.select_for_update().get(pk=device.pk)
        allowed, facts = device.verify_is_allowed()
        is_right = allowed and device.verify_token(code)
    if not allowed:
        until = (facts or {}).get("locked_until")
        when = f" until {until:%H:%M:%S} UTC" if until else ""
        raise Refused(Refusal("wait-for-code", f"Too many wrong codes. Wait{when}.", "code"))
    if not is_right:
        raise Refused(_wrong())


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
