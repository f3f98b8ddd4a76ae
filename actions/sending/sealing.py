"""What the user writes, as it lies in the database: sealed like a grant, and bound to its row.

Sealed text begins with `sealed:`. What an older Aloud has written is JSON; it is read as it is, and sealed when a process starts.
"""

from base64 import b64decode, b64encode

from providers.connections.credentials import Binding, SealBrokenError, Vault
from providers.connections.secret_key import SecretKeyMissingError
from storage.database import DatabaseUnavailableError

SEALED = "sealed:"


class SealedWords:
    """Seals and opens one column of a table; `column` is a name for it that nothing else is sealed under."""

    def __init__(self, vault: Vault, column: str) -> None:
        self._vault = vault
        self._column = column

    def seal(self, text: str, user_id: str, row: str) -> str:
        """Raises `DatabaseUnavailableError` where no key can be kept: nothing is stored unsealed."""
        try:
            return SEALED + b64encode(self._vault.seal(text.encode(), self._binding(user_id, row))).decode()
        except SecretKeyMissingError as error:
            raise DatabaseUnavailableError("there is no key to seal with") from error

    def open(self, stored: str, user_id: str, row: str) -> str:
        """Raises `SealBrokenError`, also where the key is gone."""
        if not stored.startswith(SEALED):
            return stored
        try:
            return self._vault.open(b64decode(stored.removeprefix(SEALED)), self._binding(user_id, row)).secret.decode()
        except (SecretKeyMissingError, ValueError):
            raise SealBrokenError("what was written does not open with today's key") from None

    def _binding(self, user_id: str, row: str) -> Binding:
        return Binding(user_id=user_id, slug=row, provider=self._column)


def draft_words(vault: Vault) -> SealedWords:
    return SealedWords(vault, "draft")
