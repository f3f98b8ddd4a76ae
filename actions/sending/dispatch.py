"""Sends every mail in the outbox that is due: at most one attempt for each, and a known end for each.

Each is worked in a lane of its own (`providers/durable/due_work.py`), so only one of several processes looks after it. What can be checked
before the mail leaves (the account, the server, the forwarded mail) is checked while it is held: until then it can be cancelled, put off,
or taken over by another process if this one dies. Then one write says that the mail may have left. If its process dies after that, or
loses its lane, another process looks for its Message-ID among the sent mail and reports what it finds; the mail is never sent again.
"""

import asyncio
import logging
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack
from datetime import datetime, timedelta

from pydantic import ValidationError

from actions.sending.draft_store import HeldMail
from actions.sending.sending_store import SENDING, SendingStore, StoredSending
from actions.sending_states import SendingEvent, SendingState
from briefing.mail import MailId
from providers.connections.credentials import SealBrokenError
from providers.durable.due_work import KindOfWork
from providers.durable.work_lanes import HeldLane
from providers.mailbox import MailboxError, MailGoneError, SignInNeededError
from providers.sender import (
    Enclosure,
    MailSender,
    OutgoingMail,
    Refusal,
    Senders,
    SendingError,
    SendRefusedError,
    SendUnknownError,
    Sent,
)
from storage.epoch import moment_of_ms

logger = logging.getLogger(__name__)

READY_WITHIN_S = 20.0
SEND_WITHIN_S = 90.0
ATTEMPT_OVER_AFTER = timedelta(seconds=150)
"""Longer than an attempt takes with all its timeouts, and the look afterwards: nobody looks for the mail earlier, whoever has the lane."""
LOOK_PAUSES_S = (0.0, 3.0, 9.0)
"""Gmail's search knows a mail some seconds after it was sent."""
LOOK_WITHIN_S = 5.0
LOOK_FOR = timedelta(minutes=10)
"""How long after an attempt its result is looked for while the mailbox is away; then it stays unknown."""
LOOK_AGAIN = timedelta(seconds=30)
WAIT_FOR_SERVER = timedelta(minutes=10)
"""How long a due mail waits for a server that is away; then it is not sent, and the user is told."""
TRY_AGAIN = timedelta(seconds=10)
LATE = timedelta(minutes=10)
"""A mail that no process looked after for this long is not sent, and the user is told: they may have written something else since."""
AT_ONCE = 4
ENDS_WITHIN_S = 30.0
"""How long an attempt under way may take when the process ends. After one that was cut off, the mail is looked for later."""


def sendings(
    store: SendingStore,
    senders: Senders,
    *,
    now: Callable[[], datetime],
    user_id: str | None = None,
    look_pauses_s: Sequence[float] = LOOK_PAUSES_S,
) -> KindOfWork:
    """The outbox of one user or of all, for the clock."""

    async def look_after(lane: HeldLane, sending_id: str) -> None:
        if row := await store.row_of(sending_id):
            await _Attempt(store, row, lane, now, look_pauses_s).go(senders)

    return KindOfWork(
        name=SENDING, due=lambda: store.due(now(), user_id=user_id), work=look_after, at_once=AT_ONCE, ends_within_s=ENDS_WITHIN_S
    )


class _Attempt:
    """One row whose lane this process has, taken as far as possible. Raises `LaneLostError` as soon as another process has it."""

    def __init__(
        self, store: SendingStore, row: StoredSending, lane: HeldLane, now: Callable[[], datetime], look_pauses_s: Sequence[float]
    ) -> None:
        self._store = store
        self._row = row
        self._lane = lane
        self._now = now
        self._look_pauses_s = look_pauses_s

    async def go(self, senders: Senders) -> None:
        """Send a held mail; find out about one that may have left."""
        if self._row.state == SendingState.SENDING:
            await self._find_out(senders)
        elif self._row.dry_run != senders.dry_run:
            await self._refuse_unsent(Refusal.DRY_RUN if self._row.dry_run else Refusal.DRY_RUN_NOW)
        elif self._now() >= moment_of_ms(self._row.due_at) + LATE:
            await self._refuse_unsent(Refusal.LATE)
        else:
            await self._send(senders)

    async def _send(self, senders: Senders) -> None:
        async with AsyncExitStack() as stack:
            try:
                async with asyncio.timeout(READY_WITHIN_S):
                    sender = await stack.enter_async_context(senders.open(self._row.user_id, self._row.account))
                    await sender.ready()
                    mail = await self._mail(sender)
            except SendRefusedError as error:
                await self._refuse_unsent(error.refusal)
            except ValidationError:
                await self._refuse_unsent(Refusal.CONTENT)
            except SignInNeededError:
                await self._refuse_unsent(Refusal.SIGN_IN)
            except MailGoneError:
                await self._refuse_unsent(Refusal.ORIGINAL_GONE)
            except SealBrokenError:  # another process may have the key
                await self._wait_or(Refusal.SEALED)
            except (MailboxError, TimeoutError):
                await self._wait_or(Refusal.UNAVAILABLE)
            else:
                if await self._store.leave(self._lane, self._id, now=self._now(), until=self._now() + ATTEMPT_OVER_AFTER):
                    await self._attempt(sender, mail)

    async def _attempt(self, sender: MailSender, mail: OutgoingMail) -> None:
        """From here on the mail may have left: an unclear result is looked up, and nothing is sent twice."""
        try:
            async with asyncio.timeout(SEND_WITHIN_S):
                sent = await sender.send(mail)
        except SendRefusedError as error:
            await self._settle(SendingEvent.REFUSED, refusal=error.refusal)
        except (SendUnknownError, TimeoutError):
            await self._settle_by_looking(sender)
        else:
            await self._settle(SendingEvent.ACCEPTED, sent=sent)

    async def _find_out(self, senders: Senders) -> None:
        """A process died between the attempt and its end."""
        logger.warning("looking for a mail that may have left", extra={"sending": self._id})
        try:
            async with AsyncExitStack() as stack:
                async with asyncio.timeout(READY_WITHIN_S):
                    sender = await stack.enter_async_context(senders.open(self._row.user_id, self._row.account))
                await self._settle_by_looking(sender)
        except SendingError:
            await self._settle(SendingEvent.LOST)
        except (MailboxError, TimeoutError):
            await self._look_later()

    async def _settle_by_looking(self, sender: MailSender) -> None:
        looked = False
        for pause_s in self._look_pauses_s:
            await asyncio.sleep(pause_s)
            try:
                async with asyncio.timeout(LOOK_WITHIN_S):
                    found = await sender.find_sent(self._row.message_id)
            except (MailboxError, TimeoutError):
                continue
            looked = True
            if found is not None:
                await self._settle(SendingEvent.ACCEPTED, sent=Sent(mail_id=found))
                return
        if looked:
            await self._settle(SendingEvent.LOST)
        else:
            await self._look_later()

    async def _mail(self, sender: MailSender) -> OutgoingMail:
        held = self._store.mail_of(self._row)
        enclosed = () if held.forwards is None else (await _enclosure(sender, held, held.forwards),)
        return OutgoingMail(
            message_id=held.message_id,
            from_=sender.address,
            to=(sender.address,) if held.to_self else held.to,
            cc=() if held.to_self else held.cc,
            bcc=() if held.to_self else held.bcc,
            subject=held.subject,
            body=held.body,
            html=held.html,
            headers=held.headers,
            in_reply_to=held.in_reply_to,
            references=held.references,
            thread=held.thread,
            attachments=enclosed,
            date=self._now(),
        )

    async def _wait_or(self, refusal: Refusal) -> None:
        if self._now() >= moment_of_ms(self._row.leaves_at) + WAIT_FOR_SERVER:
            await self._refuse_unsent(refusal)
        else:
            await self._store.put_off(self._lane, self._id, until=self._now() + TRY_AGAIN)

    async def _look_later(self) -> None:
        left_at = moment_of_ms(self._row.left_at or self._row.leaves_at)
        if self._now() >= left_at + LOOK_FOR:
            await self._settle(SendingEvent.LOST)
        else:
            await self._store.put_off(self._lane, self._id, until=self._now() + LOOK_AGAIN)

    async def _refuse_unsent(self, refusal: Refusal) -> None:
        await self._store.refuse_unsent(self._lane, self._id, refusal, now=self._now())
        logger.info("a mail was not sent", extra={"sending": self._id, "refusal": refusal.value})

    async def _settle(self, event: SendingEvent, *, refusal: Refusal | None = None, sent: Sent | None = None) -> None:
        sent_as: MailId | None = sent.mail_id if sent else None
        await self._store.settle(self._lane, self._id, event, refusal=refusal, sent_as=sent_as)
        logger.info("a sending has ended", extra={"sending": self._id, "how": event.value, "refusal": refusal and refusal.value})

    @property
    def _id(self) -> str:
        return self._row.sending_id


async def _enclosure(sender: MailSender, held: HeldMail, forwards: MailId) -> Enclosure:
    return Enclosure(name=held.file_name, content=await sender.original(forwards))
