"""A passkey in software: does what a phone does, and can be told to do it wrongly."""

from __future__ import annotations

import json
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

import cbor2
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256

PRESENT, VERIFIED, WITH_KEY = 0x01, 0x04, 0x40
"""Flags of what an authenticator says: somebody touched it, it knew who, a new key follows."""


@dataclass
class Authenticator:
    """One passkey, on a page of ``origin``. ``step`` is by how much it counts each use."""

    origin: str = "https://testserver"
    step: int = 1
    count: int = 0
    ident: bytes = field(default_factory=lambda: secrets.token_bytes(32))
    key: ec.EllipticCurvePrivateKey = field(
        default_factory=lambda: ec.generate_private_key(ec.SECP256R1())
    )

    def create(self, options: dict[str, Any]) -> str:
        """What a browser says after ``navigator.credentials.create``."""
        numbers = self.key.public_key().public_numbers()
        public = {
            1: 2,
            3: -7,
            -1: 1,
            -2: numbers.x.to_bytes(32, "big"),
            -3: numbers.y.to_bytes(32, "big"),
        }
        told = len(self.ident).to_bytes(2, "big") + self.ident + cbor2.dumps(public)
        data = self._data(options["rp"]["id"], PRESENT | VERIFIED | WITH_KEY) + bytes(16) + told
        attested = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        said = {
            "clientDataJSON": written(self._client("webauthn.create", options)),
            "attestationObject": written(attested),
            "transports": ["internal", "by-pigeon"],
        }
        return self._answer(said)

    def get(self, options: dict[str, Any]) -> str:
        """What a browser says after ``navigator.credentials.get``."""
        self.count += self.step
        data = self._data(options["rpId"], PRESENT | VERIFIED)
        client = self._client("webauthn.get", options)
        signature = self.key.sign(data + sha256(client).digest(), ec.ECDSA(SHA256()))
        said = {
            "clientDataJSON": written(client),
            "authenticatorData": written(data),
            "signature": written(signature),
        }
        return self._answer(said)

    def _data(self, domain: str, flags: int) -> bytes:
        return sha256(domain.encode()).digest() + bytes([flags]) + self.count.to_bytes(4, "big")

    def _client(self, kind: str, options: dict[str, Any]) -> bytes:
        said = {"type": kind, "challenge": options["challenge"], "origin": self.origin}
        return json.dumps(said).encode()

    def _answer(self, said: dict[str, Any]) -> str:
        name = written(self.ident)
        return json.dumps({"id": name, "rawId": name, "type": "public-key", "response": said})


def written(data: bytes) -> str:
    """As browsers write bytes."""
    return urlsafe_b64encode(data).decode().rstrip("=")


def read(text: str) -> bytes:
    """The other way round."""
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))
