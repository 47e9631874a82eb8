"""The WebAuthn ceremonies: what a browser is sent about passkeys, and how its answers are verified.

``webauthn`` reads and checks the answers. It is loaded when a user uses a passkey: it takes a
while, and is not there on every machine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, TypeVar

from django.utils.crypto import salted_hmac

from config.people.challenges import LASTS
from config.people.models import Passkey, User
from config.people.relying_party import RelyingParty

SITE = "Horsehide"

LONGEST_ANSWER = 20_000
"""Characters; what a browser sends has some hundreds, or a few thousands where it tells of the
maker of a key."""

Found = TypeVar("Found")


class NoAnswer(Exception):  # noqa: N818 - as with refusals: an answer, not an accident
    """Raised where an answer is not what a passkey says to the challenge."""


@dataclass(frozen=True)
class NewKey:
    """What a browser tells of a passkey that it has made."""

    credential: str
    public_key: bytes
    sign_count: int
    transports: tuple[str, ...]


def creation_options(
    user: User, party: RelyingParty, challenge: bytes, known: Iterable[Passkey]
) -> dict[str, Any]:
    """What a browser needs to know to make a passkey; of ``known`` ones it makes no second."""
    import webauthn
    from webauthn.helpers import options_to_json_dict, structs

    made = webauthn.generate_registration_options(
        rp_id=party.domain,
        rp_name=SITE,
        user_id=_handle(user),
        user_name=user.email,
        user_display_name=str(user),
        challenge=challenge,
        timeout=_milliseconds(),
        authenticator_selection=structs.AuthenticatorSelectionCriteria(
            resident_key=structs.ResidentKeyRequirement.PREFERRED,
            user_verification=structs.UserVerificationRequirement.PREFERRED,
        ),
        exclude_credentials=_described(known),
    )
    return options_to_json_dict(made)


def request_options(
    party: RelyingParty, challenge: bytes, known: Iterable[Passkey]
) -> dict[str, Any]:
    """What a browser needs to know to use one of the passkeys."""
    import webauthn
    from webauthn.helpers import options_to_json_dict, structs

    made = webauthn.generate_authentication_options(
        rp_id=party.domain,
        challenge=challenge,
        timeout=_milliseconds(),
        allow_credentials=_described(known),
        user_verification=structs.UserVerificationRequirement.PREFERRED,
    )
    return options_to_json_dict(made)


def made_key(answer: str, challenge: bytes, party: RelyingParty) -> NewKey:
    """The passkey that was made for the challenge; raises ``NoAnswer``."""
    return _judged(answer, lambda webauthn: _made_key(webauthn, answer, challenge, party))


def _made_key(webauthn: Any, answer: str, challenge: bytes, party: RelyingParty) -> NewKey:
    read = webauthn.helpers.parse_registration_credential_json(answer)
    found = webauthn.verify_registration_response(
        credential=read,
        expected_challenge=challenge,
        expected_rp_id=party.domain,
        expected_origin=party.origin,
    )
    return NewKey(
        webauthn.helpers.bytes_to_base64url(found.credential_id),
        found.credential_public_key,
        found.sign_count,
        tuple(way.value for way in read.response.transports or ()),
    )


def credential_of(answer: str) -> str:
    """Which passkey an answer says it comes from; raises ``NoAnswer``."""
    return _judged(
        answer,
        lambda webauthn: webauthn.helpers.bytes_to_base64url(
            webauthn.helpers.parse_authentication_credential_json(answer).raw_id
        ),
    )


def signed(answer: str, challenge: bytes, party: RelyingParty, passkey: Passkey) -> int:
    """How often the passkey has signed, by its own count, where it has signed the challenge;
    raises ``NoAnswer``. Whether the count goes on is for the caller to see."""
    return _judged(
        answer,
        lambda webauthn: (
            webauthn.verify_authentication_response(
                credential=answer,
                expected_challenge=challenge,
                expected_rp_id=party.domain,
                expected_origin=party.origin,
                credential_public_key=bytes(passkey.public_key),
                credential_current_sign_count=0,
            ).new_sign_count
        ),
    )


def _judged(answer: str, judge: Callable[[Any], Found]) -> Found:
    if len(answer) > LONGEST_ANSWER:
        raise NoAnswer
    import webauthn

    try:
        return judge(webauthn)
    except Exception as error:
        # Bytes from outside go through readers of JSON, CBOR and keys of four packages, each with
        # errors of its own. Whatever they stumble over is no answer.
        raise NoAnswer from error


def _described(passkeys: Iterable[Passkey]) -> list[Any]:
    from webauthn.helpers import base64url_to_bytes, structs

    return [
        structs.PublicKeyCredentialDescriptor(
            id=base64url_to_bytes(passkey.credential),
            transports=[structs.AuthenticatorTransport(way) for way in passkey.transports],
        )
        for passkey in passkeys
    ]


def _handle(user: User) -> bytes:
    """The handle by which an authenticator knows the account; it tells nothing to anybody else."""
    return salted_hmac("passkeys", str(user.pk), algorithm="sha256").digest()


def _milliseconds() -> int:
    return int(LASTS.total_seconds() * 1000)
