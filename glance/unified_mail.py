"""The mail of one user as a glance reads it: all their mailboxes as one, by the half that cannot write."""

from collections.abc import Sequence

from briefing.mail import Envelope, MailId, MailText, ThreadId
from briefing.mail_query import MailQuery
from glance.identity import Identity
from glance.mail_tools import HitsOfASearch
from inbox.unified import UnifiedInbox


class NotTheirMailError(Exception):
    """A run of one user asked for the mail of another."""


class MailOfUser:
    def __init__(self, inbox: UnifiedInbox, owner: Identity) -> None:
        self._inbox = inbox
        self._owner = owner

    async def search(self, identity: Identity, query: MailQuery, *, limit: int) -> HitsOfASearch:
        self._check(identity)
        found = await self._inbox.search(query, limit=limit)
        silent = self._inbox.away.keys() - self._inbox.behind
        return HitsOfASearch(newest=found.newest, is_all=found.total <= len(found.newest) and not silent)

    async def thread(self, identity: Identity, mail: MailId, thread: ThreadId) -> Sequence[Envelope]:
        self._check(identity)
        return await self._inbox.thread(mail, thread)

    async def text(self, identity: Identity, mail: MailId) -> MailText:
        self._check(identity)
        return await self._inbox.text(mail)

    async def is_sent(self, identity: Identity, mail: MailId) -> bool:
        self._check(identity)
        return await self._inbox.is_sent(mail)

    def _check(self, identity: Identity) -> None:
        if identity != self._owner:
            raise NotTheirMailError
