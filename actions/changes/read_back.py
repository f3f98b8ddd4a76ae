"""One change and its read-back, within a time limit: the mailbox's answer is a hint, the state that it shows afterwards is proof."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from enum import StrEnum

from briefing.mail import MailId
from providers.mailbox import MailboxError, MailboxUnavailableError, MailGoneError
from providers.mailbox_writing import Change, ChangeRefusedError, MailboxWriter, shows

CHANGE_WITHIN_S = 4.0
"""For one mail, from reading its state to the read-back; after that the user hears that it did not go through."""

LOOK_WITHIN_S = 1.0
"""For the second look after a change with an unknown outcome."""


class ChangeResult(StrEnum):
    DONE = "done"
    UNCHANGED = "unchanged"  # the mail was in that state already
    GONE = "gone"
    REFUSED = "refused"  # the mailbox cannot do that: it has no such label
    FAILED = "failed"
    UNKNOWN = "unknown"  # it could not be found out; nothing may be claimed


async def proved_change(writer: MailboxWriter, plan: Change, *, by: float) -> tuple[ChangeResult, MailId]:
    """Make a planned change; returns its result and the mail's id afterwards.

    `by` is a time of the event loop; a second look may take one second more.
    """
    try:
        async with in_time(by):
            receipt = await writer.apply(plan)
            # The writer has read back too, but its receipt cannot prove that it did so correctly.
            return await _verdict(writer, plan, receipt.mail_id), receipt.mail_id
    except MailGoneError:  # under its old id, or the one in the receipt
        verdict, mail_after = await _look_again(writer, plan, certain=True)
        return (verdict if verdict is ChangeResult.DONE else ChangeResult.GONE), mail_after
    except ChangeRefusedError:
        return ChangeResult.REFUSED, plan.mail_id
    except MailboxError as error:
        return await _look_again(writer, plan, certain=not isinstance(error, MailboxUnavailableError))


def within(seconds: float) -> float:
    """The event loop's time so many seconds from now."""
    return asyncio.get_running_loop().time() + seconds


@asynccontextmanager
async def in_time(by: float) -> AsyncIterator[None]:
    """Raises `MailboxUnavailableError` for a mailbox that takes longer."""
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
    try:  # if the old id still shows the old state, another mail was moved
        return ChangeResult.FAILED if await writer.state(plan.mail_id) == plan.before else ChangeResult.DONE
    except MailGoneError:
        return ChangeResult.DONE


async def _look_again(writer: MailboxWriter, plan: Change, *, certain: bool) -> tuple[ChangeResult, MailId]:
    """The result after an error: made all the same, not made, or unknown because the request may still be on its way."""
    try:
        async with in_time(within(LOOK_WITHIN_S)):
            found = await writer.find(plan.mail_id, before=plan.before) if plan.before is not None else None
    except MailboxError:
        found = None
    if found is not None and shows(found.state, plan):
        return ChangeResult.DONE, found.mail_id
    return (ChangeResult.FAILED if certain else ChangeResult.UNKNOWN), plan.mail_id
