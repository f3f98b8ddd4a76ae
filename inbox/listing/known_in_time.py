"""The whole agenda as far as it can be known in some seconds, for whoever shows or writes it once and does not refine it."""

import asyncio
from collections.abc import Callable
from contextlib import aclosing, suppress
from dataclasses import dataclass
from datetime import datetime

from briefing.agenda import Agenda
from briefing.mail import MailId
from inbox.listing.pipeline import BriefingPipeline


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """The agenda of the mails that have loaded. `by_id_alone` counts the others; `all_listed`: every unread mail is in one of the two."""

    agenda: Agenda
    by_id_alone: int
    all_listed: bool


async def known_within(pipeline: BriefingPipeline, first: Agenda, now: Callable[[], datetime], *, seconds: float) -> Known:
    """Read the rest for at most `seconds`; `first` is the agenda of the first look. Does not wait for accounts that need a new sign-in."""
    mails = ids_of(first)
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds), aclosing(pipeline.refinements(now(), await_sign_in=False)) as agendas:
            async for agenda in agendas:
                mails = ids_of(agenda)
    if not pipeline.all_listed:
        mails |= dict.fromkeys(mail for mail in pipeline.listed if mail not in pipeline.left_out)
    loaded = [pipeline.envelopes[mail] for mail in mails if mail in pipeline.envelopes]
    return Known(agenda=pipeline.agenda_of(loaded, now()), by_id_alone=len(mails) - len(loaded), all_listed=pipeline.all_listed)


def ids_of(agenda: Agenda) -> dict[MailId, None]:
    return {mail.mail_id: None for topic in agenda.topics for mail in topic.mails}
