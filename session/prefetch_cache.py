"""Envelopes and texts of the mails that are told now and next, kept for one call only.

The next mails are fetched while the user listens to the current one, so "next" is answered at once.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import replace

from briefing.agenda import MailRef
from briefing.mail import Envelope, MailId, MailText
from inbox.unified import UnifiedInbox
from providers.mailbox import MailboxError, MailGoneError

KEPT_TEXTS = 50


class PrefetchCache:
    """Reads each mail once. `envelopes` is shared with the pipeline, which fills it. `id_now` gives the id that the mailbox uses now."""

    def __init__(
        self, inbox: UnifiedInbox, envelopes: dict[MailId, Envelope], *, id_now: Callable[[MailId], MailId] = lambda mail: mail
    ) -> None:
        self._inbox = inbox
        self._id_now = id_now
        self._envelopes = envelopes
        self._texts: OrderedDict[MailId, MailText] = OrderedDict()
        self._reading: dict[MailId, asyncio.Lock] = {}

    async def envelope(self, mail: MailId) -> Envelope | None:
        """The envelope, or none while its mailbox is away. Raises `MailGoneError`."""
        if mail not in self._envelopes:
            read = await self._inbox.envelopes([self._id_now(mail)])
            for envelope in read.found:
                self._envelopes[mail] = replace(envelope, mail_id=mail)
            if not read.found and not read.not_loaded:
                raise MailGoneError("the mail is gone")
        return self._envelopes.get(mail)

    async def text(self, mail: MailId) -> MailText | None:
        """The text, or none if the mailbox does not deliver it now. Raises `MailGoneError`."""
        async with self._reading.setdefault(mail, asyncio.Lock()):
            try:
                if mail not in self._texts:
                    self._texts[mail] = await self._inbox.text(self._id_now(mail))
            except MailGoneError:
                raise
            except MailboxError:
                return None
            finally:
                self._reading.pop(mail, None)
            while len(self._texts) > KEPT_TEXTS:
                self._texts.popitem(last=False)
            return self._texts.get(mail)

    def loaded(self, mail: MailId) -> MailText | None:
        """The text if it is here already; nothing is read."""
        return self._texts.get(mail)

    @property
    def languages(self) -> frozenset[str]:
        """The languages of the texts that are here, as ISO 639-1 codes."""
        return frozenset(text.language for text in self._texts.values() if text.language)

    async def prepare(self, *mails: MailRef) -> None:
        """Fetch these mails ahead; one that fails now is read again when its turn comes."""
        for mail in mails:
            try:
                await self.envelope(mail.mail_id)
                await self.text(mail.mail_id)
            except MailboxError:
                continue
