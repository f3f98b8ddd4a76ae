"""Letters of ours as they come into the user's mailbox: they are the same briefing, so no call and no later briefing tells of them.

A mail is one of ours if it bears the id of a letter that we have sent to this user, and says what we wrote in it. Whoever was passed a
letter knows its id, so the words are held against it too: nobody hides another mail behind it.
"""

import logging
from collections.abc import Callable, Sequence, Set
from dataclasses import dataclass
from datetime import datetime
from email.message import Message

from briefing.mail import Envelope, MailId, MailStatus, Mark
from correspondence.exchange import LetterState, OwnLetter
from correspondence.kept.store import CorrespondenceStore
from correspondence.posting import LIST_NAME
from inbox.ledger.briefed_emails import BriefedEmailStore, LedgerUnavailableError
from inbox.unified import UnifiedInbox
from providers.mailbox import MailboxError
from providers.mime.charsets import decode_bytes
from providers.mime.headers import read_headers
from providers.mime.html_text import html_to_text
from providers.mime.parser import parsed
from storage.database import DatabaseUnavailableError

logger = logging.getLogger(__name__)

MOST_ADDED = 400
"""Letters and digits that a server on the way may put above or below the words: "This mail comes from outside"."""
_ENCODED = 4
"""Times as many bytes as characters, at most."""
_HEADER_BYTES = 64_000


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnLetters:
    """Those of one user. What is found is marked in the ledger, so that it is not read again."""

    user_id: str
    store: CorrespondenceStore
    ledger: BriefedEmailStore
    now: Callable[[], datetime]

    async def among(self, inbox: UnifiedInbox, envelopes: Sequence[Envelope]) -> Set[MailId]:
        """Which of these mails are letters of ours; none of which that cannot be found out now."""
        ours = {each.mail_id for each in envelopes if each.list_id == LIST_NAME and await self._is_ours(inbox, each.mail_id)}
        if ours:
            await self._mark(ours)
        return ours

    async def _is_ours(self, inbox: UnifiedInbox, mail: MailId) -> bool:
        try:
            raw = await inbox.original(mail)
            letter = await self.store.letter(self.user_id, read_headers(raw).message_id)
        except (MailboxError, DatabaseUnavailableError):
            return False
        return letter is not None and letter.state is not LetterState.FAILED and says(raw, letter)

    async def _mark(self, mails: Set[MailId]) -> None:
        try:
            await self.ledger.mark(self.user_id, [Mark(mail_id=each, status=MailStatus.BRIEFED, at=self.now()) for each in mails])
        except LedgerUnavailableError:
            logger.warning("the ledger is away; letters of ours are looked at again")


def says(raw: bytes, letter: OwnLetter) -> bool:
    """Whether each part of the mail says what the letter does, and next to nothing else."""
    if len(raw) > _ENCODED * (len(letter.text) + len(letter.html)) + _HEADER_BYTES:
        return False
    parts = [each for each in parsed(raw).walk() if not each.is_multipart()]
    return bool(parts) and all(_says_as_much(each, letter) for each in parts)


def _says_as_much(part: Message, letter: OwnLetter) -> bool:
    payload = part.get_payload(decode=True)
    said = decode_bytes(payload, str(part.get_content_charset(""))) if isinstance(payload, bytes) else ""
    match part.get_content_type():
        case "text/plain":
            told, written = _bare(said), _bare(letter.text)
        case "text/html":
            told, written = _bare(html_to_text(said).text), _bare(html_to_text(letter.html).text)
        case _:
            return False
    return bool(written) and written in told and len(told) - len(written) <= MOST_ADDED


def _bare(text: str) -> str:
    """Its letters and digits: spaces and lines are laid out anew on the way."""
    return "".join(each for each in text.casefold() if each.isalnum())
