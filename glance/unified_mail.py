"""The mail of one user as a glance reads it: all their mailboxes as one, by the half that cannot write."""

from collections.abc import Sequence

from briefing.mail import Envelope, MailId, MailText, ThreadId
from briefing.mail_query import MailQuery
from glance.identity import Identity
from inbox.unified import UnifiedInbox


class NotTheirMailError(Exception):
    """A run of one user asked for the mail of another."""


class MailOfUser:
    def __init__(self, inbox: UnifiedInbox, owner: Identity) -> None:
        self._inbox = inbox
        self._owner = owner

    async def search(self, identity: Identity, query: MailQuery, *, limit: int) -> Sequence[Envelope]:
        self._check(identity)
        return (await self._inbox.search(query, limit=limit)).newest

    async def thread(self, identity: Identity, mail: MailId, thread: ThreadId) -> Sequence[Envelope]:
        self._check(identity)
        return await self._inbox.thread(mail, thread)

    async def text(self, identity: Identity, mail: MailId) -> MailText:
        self._check(identity)
        return await self._inbox.text(mail)

    def _check(self, identity: Identity) -> None:
        if identity != self._owner:
            raise NotTheirMailError
