"""From what an OpenID Connect issuer says of somebody to a user id of ours."""

import hashlib
from base64 import b32encode

LENGTH = 26
"""130 bits in base 32: nobody finds another subject with the same id."""


def user_id_of(issuer: str, subject: str) -> str:
    """An id that stays the same for as long as the issuer knows the user, and that is safe wherever ids go.

    A digest: `sub` may be anything, an address included, and two issuers may use the same one.
    """
    digest = hashlib.sha256(f"{issuer.rstrip('/')}\n{subject}".encode()).digest()
    return "u" + b32encode(digest).decode().lower()[:LENGTH]
