"""The WebAuthn ceremonies: the options for a browser's passkeys, and the verification of its
answers.

``webauthn`` reads and checks the answers. It is imported on first use: the import is slow, and the
package is not installed everywhere.
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
"""Characters; browsers send some hundreds, or a few thousands with an attestation."""

Found = TypeVar("Found")


class NoAnswer(Exception):  # noqa: N818 - as with refusals: an answer, not an accident
    """Raised for an answer that is not a passkey's answer to the challenge."""


@dataclass(frozen=True)
class NewKey:
    credential: str
    public_key: bytes
    sign_count: int
    transports: tuple[str, ...]


def creation_options(
    user: User, party: RelyingParty, challenge: bytes, known: Iterable[Passkey]
) -> dict[str, Any]:
    """The options with which a browser creates a passkey; it creates no second one of the
    ``known``."""
    import webauthn
    from webauthn.helpers import options_to_json_dict, structs

    options = webauthn.generate_registration_options(
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
    return options_to_json_dict(options)


def request_options(
    party: RelyingParty, challenge: bytes, known: Iterable[Passkey]
) -> dict[str, Any]:
    import webauthn
    from webauthn.helpers import options_to_json_dict, structs

    options = webauthn.generate_authentication_options(
        rp_id=party.domain,
        challenge=challenge,
        timeout=_milliseconds(),
        allow_credentials=_described(known),
        user_verification=structs.UserVerificationRequirement.PREFERRED,
    )
    return options_to_json_dict(options)


def made_key(answer: str, challenge: bytes, party: RelyingParty) -> NewKey:
    """The passkey that was created for the challenge; raises ``NoAnswer``."""
    return _judged(answer, lambda webauthn: _made_key(webauthn, answer, challenge, party))


def _made_key(webauthn: Any, answer: str, challenge: bytes, party: RelyingParty) -> NewKey:
    credential = webauthn.helpers.parse_registration_credential_json(answer)
    verified = webauthn.verify_registration_response(
        credential=credential,
        expected_challenge=challenge,
        expected_rp_id=party.domain,
        expected_origin=party.origin,
    )
    return NewKey(
        webauthn.helpers.bytes_to_base64url(verified.credential_id),
        verified.credential_public_key,
        verified.sign_count,
        tuple(transport.value for transport in credential.response.transports or ()),
    )


def credential_of(answer: str) -> str:
    """The credential id of the passkey in an answer; raises ``NoAnswer``."""
    return _judged(
        answer,
        lambda webauthn: webauthn.helpers.bytes_to_base64url(
            webauthn.helpers.parse_authentication_credential_json(answer).raw_id
        ),
    )


def signed(answer: str, challenge: bytes, party: RelyingParty, passkey: Passkey) -> int:
    """The passkey's own count of signatures, if it has signed the challenge; raises ``NoAnswer``.
    The caller checks that the count has increased."""
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
        # The answer passes through parsers of JSON, CBOR and keys in four packages, each with its
        # own errors. Any error means that it is no valid answer.
        raise NoAnswer from error


def _described(passkeys: Iterable[Passkey]) -> list[Any]:
    from webauthn.helpers import base64url_to_bytes, structs

    return [
        structs.PublicKeyCredentialDescriptor(
            id=base64url_to_bytes(passkey.credential),
            transports=[
                structs.AuthenticatorTransport(transport) for transport in passkey.transports
            ],
        )
        for passkey in passkeys
    ]


def _handle(user: User) -> bytes:
    """The opaque id by which an authenticator knows the account."""
    return salted_hmac("passkeys", str(user.pk), algorithm="sha256").digest()


def _milliseconds() -> int:
    return int(LASTS.total_seconds() * 1000)
