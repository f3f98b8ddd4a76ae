"""The words of conversations as they lie in the database: sealed as drafts are, each bound to its row."""

import logging
from collections.abc import Sequence
from contextlib import suppress

from pydantic import ValidationError

from actions.sending.sealing import SealedWords
from conversations.conversation_rows import Owner, StoredMessage
from conversations.headings import title_of
from conversations.parts import PARTS, TalkMessage
from providers.connections.credentials import SealBrokenError, Vault
from storage.epoch import moment_of_ms

logger = logging.getLogger(__name__)


class SealedTalk:
    """Sealing raises `DatabaseUnavailableError` where there is no key."""

    def __init__(self, vault: Vault) -> None:
        self._titles = SealedWords(vault, "conversation title")
        self._summaries = SealedWords(vault, "conversation summary")
        self._contents = SealedWords(vault, "conversation message")

    def title(self, words: str, owner: Owner, conversation_id: str) -> str | None:
        """None where the words make no title."""
        entitled = title_of(words)
        return self._titles.seal(entitled, owner.user_id, conversation_id) if entitled else None

    def summary(self, line: str, owner: Owner, conversation_id: str) -> str:
        return self._summaries.seal(line, owner.user_id, conversation_id)

    def message(self, message: TalkMessage, owner: Owner, conversation_id: str, call_id: str) -> str:
        content = PARTS.dump_json(message.parts).decode()
        return self._contents.seal(content, owner.user_id, _row(conversation_id, call_id, message.number))

    def open_title(self, sealed: str | None, owner: Owner, conversation_id: str) -> str | None:
        return _open(self._titles, sealed, owner, conversation_id) if sealed else None

    def open_summary(self, sealed: str | None, owner: Owner, conversation_id: str) -> str | None:
        return _open(self._summaries, sealed, owner, conversation_id) if sealed else None

    def open_messages(self, owner: Owner, rows: Sequence[StoredMessage]) -> list[TalkMessage]:
        """Without those that today's key does not open, or that another version wrote."""
        found = []
        for row in rows:
            content = _open(self._contents, row.content, owner, _row(row.conversation_id, row.call_id, row.number))
            with suppress(ValidationError):  # of another version, which knows other parts
                if content is not None:
                    found.append(TalkMessage(number=row.number, at=moment_of_ms(row.at), parts=PARTS.validate_json(content)))
        if len(found) < len(rows):
            logger.warning("messages do not open with today's key, or are of another version", extra={"messages": len(rows) - len(found)})
        return found


def _row(conversation_id: str, call_id: str, number: int) -> str:
    return f"{conversation_id}/{call_id}/{number}"


def _open(sealed: SealedWords, text: str, owner: Owner, row: str) -> str | None:
    try:
        return sealed.open(text, owner.user_id, row)
    except SealBrokenError:
        return None
