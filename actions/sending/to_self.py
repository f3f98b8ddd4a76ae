"""Mail of Aloud's own that goes to its user and to nobody else: it needs no grant, and it cannot be given a recipient.

Whom it goes to is settled when it leaves, by whoever sends from the account: the account's own address. It lies in the same outbox as every
other mail, is attempted once, and is found again by its Message-ID, of which there can be one for each user.
"""

import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime

from sqlalchemy import delete, select
from sqlalchemy.ext.asyncio import AsyncSession

from actions.sending.draft_store import HELD_MAIL, HeldMail
from actions.sending.sealing import SealedWords
from actions.sending.sending_store import OUTBOX_MAIL, TO_SELF, StoredSending
from actions.sending_states import SendingState
from briefing.mail import MailId
from briefing.mail_action import MailAction
from providers.connections.credentials import Vault
from providers.sender import FurtherField
from storage.epoch import moment_of_ms, ms_of

UNSENT = frozenset({SendingState.NOT_SENT, SendingState.CANCELLED})
"""Nobody got such a mail."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnMail:
    """What Aloud writes to its user. `headers` stand in the mail beside those that every mail has."""

    account: str
    message_id: str = field(repr=False)
    subject: str = field(repr=False)
    body: str = field(repr=False)
    html: str = field(default="", repr=False)
    thread: str = ""
    in_reply_to: str = field(default="", repr=False)
    references: tuple[str, ...] = field(default=(), repr=False)
    headers: tuple[tuple[FurtherField, str], ...] = field(default=(), repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class WhatBecameOfIt:
    state: SendingState
    sent_as: MailId | None
    at: datetime | None


class OutboxToSelf:
    """Every method works in a transaction of the caller."""

    def __init__(self, vault: Vault, *, now: Callable[[], datetime]) -> None:
        self._mails = SealedWords(vault, OUTBOX_MAIL)
        self._now = now

    async def put(self, session: AsyncSession, user_id: str, mail: OwnMail, *, dry_run: bool) -> None:
        """It leaves at once. One of that Message-ID is left as it is, unless it is certain that nobody got it: then it is tried anew."""
        there = await self._find(session, user_id, mail.message_id)
        if there is not None:
            if SendingState(there.state) not in UNSENT:
                return
            await session.execute(delete(StoredSending).where(StoredSending.sending_id == there.sending_id))
        sending_id, now = secrets.token_hex(12), ms_of(self._now())
        held = HeldMail(
            to=(),
            to_self=True,
            subject=mail.subject,
            body=mail.body,
            html=mail.html,
            headers=mail.headers,
            message_id=mail.message_id,
            thread=mail.thread,
            in_reply_to=mail.in_reply_to,
            references=mail.references,
        )
        session.add(
            StoredSending(
                sending_id=sending_id,
                user_id=user_id,
                account=mail.account,
                message_id=mail.message_id,
                state=SendingState.HELD.value,
                content=self._mails.seal(HELD_MAIL.dump_json(held).decode(), user_id, sending_id),
                about=None,
                put_at=now,
                leaves_at=now,
                due_at=now,
                told=True,
                action=MailAction.SEND.value,
                words_hash="",
                digest="",
                rule=TO_SELF,
                dry_run=dry_run,
            )
        )
        await session.flush()

    async def became_of(self, session: AsyncSession, user_id: str, message_id: str) -> WhatBecameOfIt | None:
        """None for one that was never put there, or so long ago that it is not known any more."""
        row = await self._find(session, user_id, message_id)
        if row is None:
            return None
        return WhatBecameOfIt(
            state=SendingState(row.state),
            sent_as=None if row.sent_as is None else MailId(row.sent_as),
            at=None if row.left_at is None else moment_of_ms(row.left_at),
        )

    async def _find(self, session: AsyncSession, user_id: str, message_id: str) -> StoredSending | None:
        mine = select(StoredSending).where(StoredSending.user_id == user_id, StoredSending.message_id == message_id)
        found: StoredSending | None = await session.scalar(mine.where(StoredSending.rule == TO_SELF))
        return found
