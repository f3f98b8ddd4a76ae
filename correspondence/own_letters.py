"""Letters of ours as they come into the user's mailbox: they are the same briefing, so no call and no later briefing tells of them.

A mail is one of ours if it bears the id of a letter that we have sent to this user, comes from where letters come from, and holds what we
wrote and next to nothing else. Whoever was passed a letter knows its id, so all that it holds is held against it: nobody hides another mail
behind it. Whatever is in doubt is told as a mail.
"""

import asyncio
import logging
from collections.abc import Callable, Iterator, Sequence, Set
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from email.message import Message

from briefing.mail import Envelope, MailId, MailStatus, Mark
from correspondence.exchange import LetterState, OwnLetter
from correspondence.kept.store import CorrespondenceStore
from correspondence.posting import LIST_NAME
from inbox.ledger.briefed_emails import BriefedEmailStore, LedgerUnavailableError
from inbox.unified import UnifiedInbox
from providers.mailbox import MailboxError
from providers.mime.composition import as_sent, one_line
from providers.mime.headers import clean_line, header_fields, read_headers
from providers.mime.parser import parsed
from storage.database import DatabaseUnavailableError

logger = logging.getLogger(__name__)

MOST_ADDED = 120
"""Characters that a server on the way may put above or below the words, in all: "This mail comes from outside"."""
AT_ONCE = 8
WITHIN_S = 3.0
"""A call waits for it. Whoever knows where letters come from could put many mails like one into the mailbox."""
_ENCODED = 4
"""Times as many bytes as characters, at most."""
_HEADER_BYTES = 64_000


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnLetters:
    """Those of one user, which come from one of these `addresses`. What is found is marked in the ledger, so that it is not read again."""

    user_id: str
    store: CorrespondenceStore
    ledger: BriefedEmailStore
    addresses: frozenset[str] = field(repr=False)
    now: Callable[[], datetime]
    within_s: float = WITHIN_S

    async def among(self, inbox: UnifiedInbox, envelopes: Sequence[Envelope]) -> Set[MailId]:
        """Which of these mails are letters of ours; none of which that cannot be found out now."""
        asked = [each.mail_id for each in envelopes if each.list_id == LIST_NAME and each.sender.email.lower() in self.addresses]
        ours, turn = set[MailId](), asyncio.Semaphore(AT_ONCE)

        async def judge(mail: MailId) -> None:
            async with turn:
                if await self._is_ours(inbox, mail):
                    ours.add(mail)

        with suppress(TimeoutError):
            async with asyncio.timeout(self.within_s), asyncio.TaskGroup() as group:
                for mail in asked:
                    group.create_task(judge(mail))
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
            await self.ledger.mark(self.user_id, [Mark(mail_id=each, status=MailStatus.NO_NEWS, at=self.now()) for each in mails])
        except LedgerUnavailableError:
            logger.warning("the ledger is away; letters of ours are looked at again")


def says(raw: bytes, letter: OwnLetter) -> bool:
    """Whether the mail has the subject of the letter, and each of its parts the words; never raises."""
    if len(raw) > _ENCODED * (len(letter.text) + len(letter.html)) + _HEADER_BYTES:
        return False
    try:
        return _is_under_its_subject(raw, letter) and _says_as_much(parsed(raw), letter)
    except MemoryError:
        raise
    except Exception:  # a malformed mail is not ours, and the parser raises a dozen kinds
        return False


def _is_under_its_subject(raw: bytes, letter: OwnLetter) -> bool:
    """By the one Subject and the one From with one address that there are: mail programs choose among several as they like."""
    subjects, senders = ([value for each, value in header_fields(raw) if each == name] for name in ("subject", "from"))
    is_plain = len(subjects) == len(senders) == 1 and senders[0].count("@") == 1
    return is_plain and read_headers(raw).subject == clean_line(one_line(letter.subject))


def _says_as_much(mail: Message, letter: OwnLetter) -> bool:
    added = [_added(each, letter) for each in _leaves(mail)]
    return bool(added) and all(each is not None for each in added) and sum(each or 0 for each in added) <= MOST_ADDED


def _leaves(mail: Message) -> Iterator[Message]:
    """Its parts, and whatever else is in it than parts side by side."""
    return (each for each in mail.walk() if not (each.is_multipart() and each.get_content_maintype() == "multipart"))


def _added(part: Message, letter: OwnLetter) -> int | None:
    """How many characters beside ours; None for what is no part of the letter. HTML is as we wrote it, or a mail program could show or
    fetch something else."""
    said = part.get_payload(decode=True)
    if not isinstance(said, bytes) or part.get_filename() is not None or part.get_content_disposition() == "attachment":
        return None
    told = _close(said.decode())
    match part.get_content_type():
        case "text/plain":
            written = _close(as_sent(letter.text))
            return len(told) - len(written) if written and written in told else None
        case "text/html":
            return 0 if told and told == _close(as_sent(letter.html)) else None
    return None


def _close(text: str) -> str:
    """Without spaces and lines, which are laid out anew on the way."""
    return "".join(text.split())
