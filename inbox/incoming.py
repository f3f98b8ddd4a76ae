"""Changes of the inbox on their way into a call: what came in is read and compared with the ledger before anybody is told of it.

Reading takes time, and the call goes on meanwhile. So changes are drained, read and kept here, in order, and taken into the call in one
step by whoever holds its turn. A mail whose account is away stays until it can be read.
"""

import asyncio
from collections.abc import Awaitable, Callable, Collection, Sequence
from dataclasses import dataclass

from briefing.mail import Envelope, MailId
from inbox.unified import UnifiedInbox

Known = Callable[[Sequence[MailId]], Awaitable[Collection[MailId]]]
"""Which of these mails the ledger has marks of."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Happening:
    """One thing that happened: the mail with this envelope came in, or, without one, it was read, archived or deleted elsewhere."""

    mail_id: MailId
    envelope: Envelope | None = None


class Incoming:
    """What has been read and not taken yet. Belongs to one event loop."""

    def __init__(self) -> None:
        self._reading = asyncio.Lock()
        self._to_read: dict[MailId, None] = {}
        self._happened: list[Happening] = []

    @property
    def incomplete(self) -> bool:
        """Whether mail came in that could not be read yet."""
        return bool(self._to_read)

    async def read(self, inbox: UnifiedInbox, known: Known) -> None:
        """Take over what the inbox has to tell, and read it. What the ledger knows was heard before, and is dropped."""
        async with self._reading:
            changes = inbox.drain_changes()
            for mail in changes.gone:
                if mail in self._to_read:
                    del self._to_read[mail]
                else:
                    self._happened.append(Happening(mail_id=mail))
            self._to_read.update(dict.fromkeys(changes.arrived))
            if self._to_read:
                await self._read(inbox, known)

    def take(self) -> tuple[Happening, ...]:
        """What has happened, in order; the caller lets it happen to the call."""
        happened, self._happened = tuple(self._happened), []
        return happened

    async def _read(self, inbox: UnifiedInbox, known: Known) -> None:
        asked = tuple(self._to_read)
        heard_before = set(await known(asked))
        new = [mail for mail in asked if mail not in heard_before]
        read = await inbox.envelopes(new)
        envelopes = {envelope.mail_id: envelope for envelope in read.found}
        for mail in asked:
            if mail in envelopes:
                self._happened.append(Happening(mail_id=mail, envelope=envelopes[mail]))
            elif mail in read.not_loaded:
                continue
            del self._to_read[mail]
