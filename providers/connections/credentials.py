"""The vault: users' grants, encrypted so that a stolen database opens no account.

AES-256-GCM with a fresh nonce for each sealing, bound to its row: user, account and provider are authenticated along with the secret, so a
row that was moved to another user or account does not open. A moved row, a changed byte and a wrong key all raise the same error.

    version 1:  1 byte version | 12 bytes nonce | ciphertext | 16 bytes tag
"""

import json
import secrets
from dataclasses import dataclass, field

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from providers.connections.secret_key import SecretKeys

VERSION = 1
NONCE_BYTES = 12
"""As NIST SP 800-38D, section 8.2.2 allows for random nonces: up to 2^32 sealings under one key."""
_SHORTEST = 1 + NONCE_BYTES + 16


class SealBrokenError(Exception):
    """The stored bytes do not open: another key, another row, or changed bytes. The text contains nothing of them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Binding:
    """The row that a sealed secret belongs to; it opens nowhere else."""

    user_id: str
    slug: str
    provider: str

    def authenticated(self) -> bytes:
        """Bytes that are different for each binding: JSON, since a separator could be part of a user's id."""
        return json.dumps(["aloud account", VERSION, self.user_id, self.slug, self.provider]).encode()


@dataclass(frozen=True, slots=True, kw_only=True)
class Opened:
    """The secret; `outdated` if an older key sealed it, so that it should be sealed again."""

    secret: bytes = field(repr=False)
    outdated: bool


class Vault:
    """Seals and opens. It reads keys when they are needed, which may wait for a keyring: do not call it on an event loop."""

    def __init__(self, keys: SecretKeys) -> None:
        self._keys = keys

    def check(self) -> None:
        """Raises `SecretKeyMissingError` if nothing could be sealed."""
        self._keys.sealing()

    def seal(self, secret: bytes, binding: Binding) -> bytes:
        """`secret`, to be opened with the same binding. Raises `SecretKeyMissingError`."""
        nonce = secrets.token_bytes(NONCE_BYTES)
        return bytes([VERSION]) + nonce + AESGCM(self._keys.sealing()).encrypt(nonce, secret, binding.authenticated())

    def open(self, sealed: bytes, binding: Binding) -> Opened:
        """What was sealed with this binding. Raises `SealBrokenError` or `SecretKeyMissingError`."""
        if len(sealed) < _SHORTEST or sealed[0] != VERSION:
            raise SealBrokenError("the stored credentials are not in a form that this version of Aloud knows")
        nonce, encrypted = sealed[1 : 1 + NONCE_BYTES], sealed[1 + NONCE_BYTES :]
        for age, key in enumerate(self._keys.opening()):
            try:
                return Opened(secret=AESGCM(key).decrypt(nonce, encrypted, binding.authenticated()), outdated=age > 0)
            except InvalidTag:
                continue
        raise SealBrokenError("the stored credentials do not open with today's key, or were not sealed for this account")
