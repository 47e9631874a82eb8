"""Add, rename, use and remove the passkeys of an account."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.db import IntegrityError, transaction
from django.utils import timezone

from config.journal.services import log_action
from config.people import ceremonies, second_factor
from config.people.models import Passkey, User
from config.people.relying_party import RelyingParty
from config.people.second_factor import Proof
from config.people.tokens import scope_of
from config.refusals import Refusal, Refused

LONGEST_NAME = 60
MOST_PASSKEYS = 20
"""The most passkeys of one account."""


@dataclass(frozen=True)
class Answer:
    text: str
    challenge: bytes
    party: RelyingParty

    def verify(self, user: User) -> None:
        """Verify that a passkey of the account has signed the challenge, and store its use.

        Refused, and logged: ``wrong-passkey``, ``passkey-copied`` if its count of uses has not
        increased, ``wait-for-passkey``. A refused answer stays counted, for the account.
        """
        with transaction.atomic():
            own_passkeys = list(Passkey.objects.select_for_update().filter(user=user))
            used = _said_by(own_passkeys, self.text)
            refusal = self._judge(own_passkeys, used)
            log_action(
                code="passkey-refused" if refusal else "passkey-used",
                actor=None if refusal else user,
                scope=scope_of(user),
                subject=user,
                new={"passkey": used.name} if used else None,
            )
        if refusal:
            raise Refused(refusal)

    def _judge(self, held: Sequence[Passkey], used: Passkey | None) -> Refusal | None:
        until = second_factor.waiting_until(held)
        if until:
            words = f"Too many answers were wrong. Wait until {until}."
            return Refusal("wait-for-passkey", words)
        refusal = _wrong() if used is None else self._count(used)
        for passkey in held:
            if refusal:
                passkey.throttle_increment()
            else:
                passkey.throttle_reset()
        return refusal

    def _count(self, used: Passkey) -> Refusal | None:
        """The refusal of the answer; if none, the use of the passkey is stored."""
        try:
            count = ceremonies.signed(self.text, self.challenge, self.party, used)
        except ceremonies.NoAnswer:
            return _wrong()
        if (count or used.sign_count) and count <= used.sign_count:
            words = (
                "This passkey has counted its uses backwards, as a copy of it would. If you have "
                "not made one yourself, remove it."
            )
            return Refusal("passkey-copied", words)
        used.sign_count = count
        used.last_used_at = timezone.now()
        return None


def passkeys_of(user: User) -> list[Passkey]:
    return list(Passkey.objects.filter(user=user))


def usable(user: User, party: RelyingParty) -> list[Passkey]:
    """The passkeys of an account that browsers offer on this site."""
    return [passkey for passkey in passkeys_of(user) if passkey.domain == party.domain]


def verify_room(user: User) -> None:
    """Refused: ``too-many-passkeys``."""
    if Passkey.objects.filter(user=user).count() >= MOST_PASSKEYS:
        words = f"An account has up to {MOST_PASSKEYS} passkeys. Remove one first."
        raise Refused(Refusal("too-many-passkeys", words))


def add(*, user: User, name: str, answer: Answer, lately: bool = False) -> list[str]:
    """Add a passkey that a browser has created to the account; return the recovery codes, if there
    were none before.

    Refused: ``passkey-name``, ``passkey-refused`` if the answer is not that of a new passkey,
    ``passkey-known``, ``too-many-passkeys``, and as ``second_factor.verify_may_add``.
    """
    name = _named(name)
    try:
        new_key = ceremonies.made_key(answer.text, answer.challenge, answer.party)
    except ceremonies.NoAnswer as error:
        words = "What your browser sent is not a passkey for this site. Nothing was added."
        raise Refused(Refusal("passkey-refused", words)) from error
    with transaction.atomic():
        User.objects.select_for_update().get(pk=user.pk)
        second_factor.verify_may_add(user, lately=lately)
        verify_room(user)
        try:
            with transaction.atomic():
                Passkey.objects.create(
                    user=user,
                    name=name,
                    credential=new_key.credential,
                    public_key=new_key.public_key,
                    domain=answer.party.domain,
                    sign_count=new_key.sign_count,
                    transports=list(new_key.transports),
                )
        except IntegrityError as error:
            words = "This passkey belongs to an account already."
            raise Refused(Refusal("passkey-known", words)) from error
        _log("passkey-added", user, new=name)
        return second_factor.first_recovery_codes(user)


def rename(*, user: User, number: int, name: str) -> None:
    """Refused: ``passkey-name``, ``no-passkey``."""
    name = _named(name)
    with transaction.atomic():
        passkey = _locked(user, number)
        old = passkey.name
        if name == old:
            return
        passkey.name = name
        passkey.save(update_fields=["name"])
        _log("passkey-renamed", user, old=old, new=name)


def remove(*, user: User, number: int, proof: Proof) -> None:
    """Remove a passkey. Refused: ``no-passkey``, and as ``second_factor.verify_may_lose`` and the
    proof."""
    second_factor.verify_may_lose(user)
    proof.verify(user)
    with transaction.atomic():
        User.objects.select_for_update().get(pk=user.pk)
        second_factor.verify_may_lose(user)
        passkey = _locked(user, number)
        passkey.delete()
        _log("passkey-removed", user, old=passkey.name)
        second_factor.end_if_last(user)


def _said_by(held: Sequence[Passkey], answer: str) -> Passkey | None:
    try:
        credential = ceremonies.credential_of(answer)
    except ceremonies.NoAnswer:
        return None
    return next((passkey for passkey in held if passkey.credential == credential), None)


def _locked(user: User, number: int) -> Passkey:
    passkey = Passkey.objects.select_for_update().filter(user=user, pk=number).first()
    if passkey is None:
        raise Refused(Refusal("no-passkey", "There is no such passkey any more."))
    return passkey


def _named(name: str) -> str:
    name = " ".join(name.split())
    if not 1 <= len(name) <= LONGEST_NAME:
        words = f"A passkey has a name of up to {LONGEST_NAME} characters."
        raise Refused(Refusal("passkey-name", words, "name"))
    return name


def _log(code: str, user: User, *, old: str = "", new: str = "") -> None:
    log_action(
        code=code,
        actor=user,
        scope=scope_of(user),
        subject=user,
        old={"passkey": old} if old else None,
        new={"passkey": new} if new else None,
    )


def _wrong() -> Refusal:
    return Refusal(
        "wrong-passkey", "This is not a passkey of your account, or it answered wrongly."
    )
