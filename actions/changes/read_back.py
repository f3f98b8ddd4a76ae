"""Making one change and finding out whether it was made, within a time limit: what a mailbox answers is a hint, what it shows is true."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from enum import StrEnum

from briefing.mail import MailId
from providers.mailbox import MailboxError, MailboxUnavailableError, MailGoneError
from providers.mailbox_writing import Change, ChangeRefusedError, MailboxWriter, shows

CHANGE_WITHIN_S = 4.0
"""For one mail, from asking how it is to the proof: who waits for longer hears that it did not go through."""

LOOK_WITHIN_S = 1.0
"""After a change of which nobody knows whether it was made, for asking once more."""


class ChangeResult(StrEnum):
    """What became of what was to be done to a mail."""

    DONE = "done"
    UNCHANGED = "unchanged"  # it was so already
    GONE = "gone"
    REFUSED = "refused"  # the mailbox cannot do that: it has no label of that name
    FAILED = "failed"
    UNKNOWN = "unknown"  # nobody could find out; nothing may be claimed


async def proved_change(writer: MailboxWriter, plan: Change, *, by: float) -> tuple[ChangeResult, MailId]:
    """Make a planned change; what became of it, and the mail's id since. `by` is a time of the event loop; a second more for looking."""
    try:
        async with in_time(by):
            receipt = await writer.apply(plan)
            # The writer has read back as well. That it did so correctly is the one thing its receipt cannot prove.
            return await _verdict(writer, plan, receipt.mail_id), receipt.mail_id
    except MailGoneError:  # under the id that it has, or was said to have
        verdict, mail_after = await _look_again(writer, plan, certain=True)
        return (verdict if verdict is ChangeResult.DONE else ChangeResult.GONE), mail_after
    except ChangeRefusedError:
        return ChangeResult.REFUSED, plan.mail_id
    except MailboxError as error:
        return await _look_again(writer, plan, certain=not isinstance(error, MailboxUnavailableError))


def within(seconds: float) -> float:
    """The time of the event loop so many seconds from now."""
    return asyncio.get_running_loop().time() + seconds


@asynccontextmanager
async def in_time(by: float) -> AsyncIterator[None]:
    """A mailbox that takes longer is unavailable."""
    try:
        async with asyncio.timeout_at(by):
            yield
    except TimeoutError:
        raise MailboxUnavailableError("the mailbox did not answer in time") from None


async def _verdict(writer: MailboxWriter, plan: Change, mail_after: MailId) -> ChangeResult:
    if not shows(await writer.state(mail_after), plan):
        return ChangeResult.FAILED
    if mail_after == plan.mail_id:
        return ChangeResult.DONE
    try:  # the old id must not stand for a mail that is still as it was: then it is another one that moved
        return ChangeResult.FAILED if await writer.state(plan.mail_id) == plan.before else ChangeResult.DONE
    except MailGoneError:
        return ChangeResult.DONE


async def _look_again(writer: MailboxWriter, plan: Change, *, certain: bool) -> tuple[ChangeResult, MailId]:
    """What an error left behind: made all the same, not made, or, if the request may still be on its way, not known."""
    try:
        async with in_time(within(LOOK_WITHIN_S)):
            found = await writer.find(plan.mail_id, before=plan.before) if plan.before is not None else None
    except MailboxError:
        found = None
    if found is not None and shows(found.state, plan):
        return ChangeResult.DONE, found.mail_id
    return (ChangeResult.FAILED if certain else ChangeResult.UNKNOWN), plan.mail_id
