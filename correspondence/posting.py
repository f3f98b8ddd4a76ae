"""Our own letters on their way: put into the outbox in the transaction that stores them, and settled by what became of them there.

A letter whose process died in between is found by its state. It is attempted once; where nobody can say whether it left, it stays so, until
its copy is seen in the user's mailbox.
"""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy.ext.asyncio import AsyncSession

from actions.sending.to_self import OutboxToSelf, OwnMail, WhatBecameOfIt
from actions.sending_states import SendingState
from briefing.mail import MailId, account_of
from correspondence.exchange import BRIEFING, Correspondence, LetterState, OwnLetter
from correspondence.kept.kinds_of_letter_work import OPEN_FOR
from correspondence.kept.store import CorrespondenceStore
from providers.durable.due_work import DueClock
from providers.durable.work_lanes import HeldLane
from providers.mailbox import MailboxError
from providers.mime.original import read_original
from providers.sender import FurtherField, Senders, SendingError

logger = logging.getLogger(__name__)

PAUSES = (timedelta(seconds=30), timedelta(minutes=2), timedelta(minutes=10), timedelta(minutes=30))
"""Before a letter that did not leave is tried again; then every hour."""
BRIEFING_WITHIN = timedelta(hours=12)
"""A briefing that could not leave for so long is none any more."""
LIST_NAME = "briefing.aloud.invalid"
HEADERS = ((FurtherField.LIST_ID, f"Aloud briefing <{LIST_NAME}>"), (FurtherField.AUTO_SUBMITTED, "auto-generated"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Posting:
    """`outbox_of` sends what is due of a user."""

    store: CorrespondenceStore
    outbox: OutboxToSelf
    outbox_of: Callable[[str], DueClock]
    senders: Senders
    now: Callable[[], datetime]

    async def put(self, session: AsyncSession, found: Correspondence, letter: OwnLetter) -> None:
        """It leaves to the user of the correspondence, whoever that is: nobody can be named here."""
        await self.outbox.put(
            session,
            found.user_id,
            OwnMail(
                account=found.account,
                message_id=letter.message_id,
                subject=letter.subject,
                body=letter.text,
                html=letter.html,
                thread=letter.thread,
                in_reply_to=letter.in_reply_to,
                references=letter.references,
                headers=HEADERS,
            ),
            dry_run=self.senders.dry_run,
        )

    async def settle(self, lane: HeldLane, found: Correspondence) -> bool:
        """Send what has to leave, and write down what became of it; whether there was any. Raises `LaneLostError` and
        `DatabaseUnavailableError`."""
        was_any = False
        for letter in found.letters:
            if letter.state is LetterState.FAILED and letter.number == BRIEFING:
                if not await self._leaves_again(lane, found, letter):
                    continue
            elif letter.state is not LetterState.LEAVING:
                continue
            await self.outbox_of(found.user_id).work_due()
            async with self.store.database.reading() as session:
                became = await self.outbox.became_of(session, found.user_id, letter.message_id)
            await self._write_down(lane, found, letter, became)
            was_any = True
        return was_any

    async def _write_down(self, lane: HeldLane, found: Correspondence, letter: OwnLetter, became: WhatBecameOfIt | None) -> None:
        state = became.state if became is not None else SendingState.UNKNOWN
        if state in {SendingState.HELD, SendingState.SENDING}:
            return
        sent = became.sent_as if became is not None else None
        message_id = await self._id_at_provider(found, sent) if state is SendingState.SENT and sent is not None else ""
        number, id_ = letter.number, found.correspondence_id
        pause = await self._pause(found)
        async with lane.writing() as session:
            match state:
                case SendingState.SENT:
                    at = (became.at if became is not None else None) or self.now()
                    settled = LetterState.SENT
                    await self.store.settle_letter(session, found, number, settled, message_id=message_id, provider_id=sent, at=at)
                    await self.store.went_well(session, found, self.now())
                case SendingState.UNKNOWN:
                    await self.store.settle_letter(session, found, number, LetterState.UNKNOWN)
                case _:
                    await self.store.settle_letter(session, found, number, LetterState.FAILED)
                    await self.store.put_off(session, id_, self.now() + pause)
        logger.info("a letter has ended", extra={"correspondence": id_, "letter": number, "how": state.value})

    async def _leaves_again(self, lane: HeldLane, found: Correspondence, letter: OwnLetter) -> bool:
        """False once it is too old: then it is never looked at again."""
        async with lane.writing() as session:
            if await self.store.opened_before(session, found.correspondence_id, self.now() - BRIEFING_WITHIN):
                await self.store.put_off(session, found.correspondence_id, self.now() + OPEN_FOR)
                return False
            await self.store.leaves_again(session, found, letter.number)
            await self.put(session, found, letter)
            return True

    async def _pause(self, found: Correspondence) -> timedelta:
        attempts = await self.store.attempts(found.correspondence_id)
        return PAUSES[attempts] if attempts < len(PAUSES) else timedelta(hours=1)

    async def _id_at_provider(self, found: Correspondence, sent: MailId) -> str:
        """A service may give a mail another Message-ID than it was handed in with; empty where that cannot be read now."""
        try:
            async with self.senders.open(found.user_id, account_of(sent)) as sender:
                return read_original(await sender.original(sent)).message_id
        except (MailboxError, SendingError, TimeoutError):
            return ""
