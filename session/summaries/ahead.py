"""Has a small model write what the next mails say, while the user listens to the current one.

Nothing waits for it: a mail whose summary is not there when its turn comes is told by rule, as is what does not hold against its mail. In
memory for one call.
"""

import asyncio
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime

from briefing.agenda import MailRef
from briefing.mail import MailId
from briefing.speech.checking.given_summary import BY_RULE, HeldSummary
from inbox.mail_summaries import summed_up
from providers.mailbox import MailboxError
from providers.models.typed.purposes import Purpose
from providers.models.typed.typed_models import TypedModels
from session.metrics import METRICS, SummaryFate
from session.prefetch_cache import PrefetchCache

MOST_IN_A_CALL = 100
"""Summaries; past that a briefing goes on by rule."""


class Summaries:
    """Those of one call."""

    def __init__(
        self, models: TypedModels, user_id: str, prefetch: PrefetchCache, now: Callable[[], datetime], *, most: int = MOST_IN_A_CALL
    ) -> None:
        self._models = models
        self._user_id = user_id
        self._prefetch = prefetch
        self._now = now
        self._most = most
        self._asked: set[MailId] = set()
        self._held: dict[MailId, HeldSummary] = {}

    def of(self, mail: MailId) -> HeldSummary:
        """What may be told of the mail; none while it is not there."""
        return self._held.get(mail, BY_RULE)

    async def write(self, mails: Iterable[MailRef]) -> None:
        """Those of the mails that are loaded, side by side; each is asked for once in a call, whatever becomes of it."""
        new = [mail.mail_id for mail in mails if mail.mail_id not in self._asked and self._prefetch.loaded(mail.mail_id)]
        new = new[: self._most - len(self._asked)]
        self._asked.update(new)
        async with asyncio.TaskGroup() as group:
            for mail in new:
                group.create_task(self._write(mail))

    async def _write(self, mail: MailId) -> None:
        try:
            envelope, text = await self._prefetch.envelope(mail), self._prefetch.loaded(mail)
        except MailboxError:
            return
        if envelope is None or text is None:
            return
        found = await summed_up(self._models, self._user_id, envelope, text, now=self._now())
        if found is not None:
            METRICS.count_summary(SummaryFate.HELD if found.words else SummaryFate.REFUSED)
            self._held[mail] = found


async def read_ahead(prefetch: PrefetchCache, summaries: Summaries | None, upcoming: Sequence[MailRef]) -> None:
    """Have the next mails here, and what they say, before they are told."""
    await prefetch.prepare(*upcoming)
    if summaries is not None:
        await summaries.write(upcoming)


def summaries_by(models: TypedModels | None, user_id: str, prefetch: PrefetchCache, now: Callable[[], datetime]) -> Summaries | None:
    """None where no small model is set."""
    return Summaries(models, user_id, prefetch, now) if models is not None and models.has_model_for(Purpose.SUMMARISE) else None
