"""An authenticator in software: it makes a passkey and answers questions with it, rightly or in some way wrong."""

import hashlib
import json
import secrets
import struct
from typing import Any

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url

PRESENT, VERIFIED, WITH_KEY = 1, 4, 64
"""Flags of what an authenticator says: somebody touched it, showed a finger, and here is a new key."""


class Authenticator:
    """A passkey's private half. What it is asked is the JSON of `passkey_question` or `new_passkey_question`."""

    def __init__(self, *, origin: str = "http://localhost", rp_id: str = "localhost") -> None:
        self.origin, self.rp_id = origin, rp_id
        self.flags, self.count = PRESENT | VERIFIED, 0
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.id, self.handle = secrets.token_bytes(32), b""

    def make(self, question: str) -> str:
        """The answer to a question for a new passkey."""
        options = json.loads(question)
        self.handle = base64url_to_bytes(options["user"]["id"])
        numbers = self.key.public_key().public_numbers()
        public = {1: 2, 3: -7, -1: 1, -2: numbers.x.to_bytes(32, "big"), -3: numbers.y.to_bytes(32, "big")}
        credential = bytes(16) + struct.pack(">H", len(self.id)) + self.id + cbor2.dumps(public)
        said = self._said(self.flags | WITH_KEY) + credential
        client = self._client("webauthn.create", options["challenge"])
        return self._answer(
            {
                "clientDataJSON": client,
                "attestationObject": cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": said}),
            }
        )

    def answer(self, question: str) -> str:
        """The answer to a question for a known passkey."""
        client = self._client("webauthn.get", json.loads(question)["challenge"])
        said = self._said(self.flags)
        signature = self.key.sign(said + hashlib.sha256(client).digest(), ec.ECDSA(hashes.SHA256()))
        parts = {"clientDataJSON": client, "authenticatorData": said, "signature": signature, "userHandle": self.handle}
        return self._answer(parts)

    def _said(self, flags: int) -> bytes:
        return hashlib.sha256(self.rp_id.encode()).digest() + struct.pack(">BI", flags, self.count)

    def _client(self, kind: str, challenge: str) -> bytes:
        return json.dumps({"type": kind, "challenge": challenge, "origin": self.origin}).encode()

    def _answer(self, parts: dict[str, bytes]) -> str:
        name = bytes_to_base64url(self.id)
        response: dict[str, Any] = {part: bytes_to_base64url(value) for part, value in parts.items()}
        return json.dumps({"id": name, "rawId": name, "type": "public-key", "response": response})
