"""The mails within reach: envelopes and words of what is spoken now and next, kept for one call only.

What comes next is fetched while the user still listens, so that "next" is answered at once.
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
    """Reads each mail once; `envelopes` is shared with the pipeline that fills it. `id_now` is what a mailbox calls a mail by now."""

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
        """The words, or none if the mailbox does not give them now. Raises `MailGoneError`."""
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

    async def prepare(self, *mails: MailRef) -> None:
        """Fetch what will be needed soon; a mail that fails now is asked for again when its turn comes."""
        for mail in mails:
            try:
                await self.envelope(mail.mail_id)
                await self.text(mail.mail_id)
            except MailboxError:
                continue
