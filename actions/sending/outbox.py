"""The outbox of one user in one call: it takes mails that the user said yes to, holds them for some seconds, cancels them, and has news.

Adding a mail redeems a grant for exactly its content. Then it is a row in the database, and is sent whether the call goes on or not. The
row is made from the draft that the user was asked about, and only if the draft is unchanged.
"""

import logging
import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from actions.changes.entries import ChangeOutcome
from actions.changes.journal import Journal, JournalUnavailableError
from actions.consent.grants import GrantRegister, SingleUseGrant
from actions.consent.payloads import Payload, SendPayload, UnsubscribePayload, action_of, digest
from actions.forwarding import with_own
from actions.sending.dispatch import sendings
from actions.sending.draft_store import HeldMail
from actions.sending.outgoing_entries import outgoing_entry
from actions.sending.sending_store import SendingStore, StoredSending
from actions.sending_states import UNDER_WAY, SendingState
from briefing.mail import MailId, mail_id
from briefing.mail_action import MailAction
from providers.connections.credentials import Vault
from providers.durable.due_work import DueClock
from providers.sender import Refusal, Senders
from storage.database import Database
from storage.epoch import moment_of_ms, ms_of

logger = logging.getLogger(__name__)

HOLD_S = 10


class WrongGrantError(Exception):
    """The grant is for something else; it was not used."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Held:
    """A mail in the outbox. Until `leaves_at` it can be cancelled. In a `dry_run` it goes to nobody."""

    sending_id: str
    leaves_at: datetime
    dry_run: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class SendingNews:
    """The state of a mail. `to` has addresses, and is empty once the user was told; `refusal` is set with NOT_SENT."""

    sending_id: str
    state: SendingState
    action: MailAction
    to: tuple[str, ...] = field(repr=False)
    leaves_at: datetime
    message_id: str = field(default="", repr=False)
    refusal: Refusal | None = None
    sent_as: MailId | None = None
    dry_run: bool = False


class Outbox:
    """One user's outbox. `register` has the call's grants; without a call nothing can be added. What is added in a `dry_run` stays one.

    Every method may raise `DatabaseUnavailableError`.
    """

    def __init__(  # noqa: PLR0913 - all but the first three have defaults
        self,
        database: Database,
        vault: Vault,
        *,
        user_id: str,
        now: Callable[[], datetime],
        register: GrantRegister | None = None,
        hold_s: float = HOLD_S,
        journal: Journal | None = None,
        call_id: str = "",
        dry_run: bool = False,
    ) -> None:
        self.dry_run = dry_run
        self._database = database
        self._store = SendingStore(database, vault)
        self._user_id = user_id
        self._now = now
        self._register = register or GrantRegister()
        self._hold = timedelta(seconds=hold_s)
        self._journal = journal
        self._call_id = call_id

    async def put(self, grant: SingleUseGrant, payload: SendPayload) -> Held:
        """Redeem the grant and hold the mail. It is sent at its time, but never before the hold is over.

        Raises `WrongGrantError`, `GrantUsedError`, `DraftChangedError` or `MessageIdUsedError`; then nothing will be sent.
        """
        self._redeem(grant, payload)
        agreed = HeldMail(
            to=payload.to,
            cc=payload.cc,
            bcc=payload.bcc,
            subject=payload.subject,
            body=with_own(payload.body, payload.quoted),
            message_id=payload.message_id,
            thread=payload.thread,
            in_reply_to=payload.in_reply_to,
            file_name=next(iter(payload.attachments), ""),
        )
        recipients = [each.email for each in (*payload.to, *payload.cc, *payload.bcc)]
        row = self._row(grant, payload.account, payload.message_id, payload.send_at)
        return await self._hold_it(grant, row, agreed, recipients)

    async def put_unsubscribing(self, grant: SingleUseGrant, payload: UnsubscribePayload, *, account: str, mail: HeldMail) -> Held:
        """As `put`, for a mail that leaves a mailing list, composed from the payload's `mailto:`."""
        self._redeem(grant, payload)
        row = self._row(grant, account, mail.message_id, None)
        return await self._hold_it(grant, row, mail, [each.email for each in mail.to], from_draft=False)

    async def cancel(self, sending_id: str | None = None, *, told: bool = True) -> bool:
        """Cancel a mail, by default the last one; its draft stays. False if it may have left already. Unless `told`, it is news."""
        return await self._store.cancel(self._user_id, sending_id, told=told)

    def clock(self, senders: Senders) -> DueClock:
        """It sends what is due of this user."""
        return DueClock(self._database, [sendings(self._store, senders, now=self._now, user_id=self._user_id)], now=self._now)

    async def news(self) -> tuple[SendingNews, ...]:
        """Mails that ended and that the user was not told of, the oldest first."""
        ended = StoredSending.state.not_in(UNDER_WAY)
        return tuple(map(self._news, await self._store.of_user(self._user_id, ended, StoredSending.told.is_(False))))

    async def told(self, sending_ids: Sequence[str]) -> None:
        await self._store.told(self._user_id, sending_ids)

    async def waiting(self) -> tuple[SendingNews, ...]:
        """Mails that are held or being sent, the oldest first."""
        return tuple(map(self._news, await self._store.under_way(self._user_id)))

    async def sent(self, *, since: datetime, until: datetime) -> tuple[SendingNews, ...]:
        """Mails that have left in this time, the oldest first, of all calls."""
        in_time = StoredSending.left_at.between(ms_of(since), ms_of(until))
        return tuple(map(self._news, await self._store.of_user(self._user_id, StoredSending.state == SendingState.SENT, in_time)))

    async def state(self, sending_id: str) -> SendingState | None:
        """None for a mail that is not or no longer known."""
        found = await self.find(sending_id)
        return found.state if found else None

    async def find(self, sending_id: str) -> SendingNews | None:
        found = await self._store.of_user(self._user_id, StoredSending.sending_id == sending_id)
        return self._news(found[0]) if found else None

    async def find_mail(self, message_id: str) -> SendingNews | None:
        """As `find`, by the Message-ID that it was agreed to with."""
        found = await self._store.of_user(self._user_id, StoredSending.message_id == message_id)
        return self._news(found[0]) if found else None

    async def _hold_it(
        self, grant: SingleUseGrant, row: StoredSending, mail: HeldMail, recipients: Sequence[str], *, from_draft: bool = True
    ) -> Held:
        sending_id, account, leaves_at = row.sending_id, row.account, moment_of_ms(row.leaves_at)
        await self._store.add(row, mail, recipients=recipients, from_draft=from_draft)
        await self.note(grant, mail_id(account, sending_id), outcome=ChangeOutcome.DONE)
        return Held(sending_id=sending_id, leaves_at=leaves_at, dry_run=self.dry_run)

    async def note(self, grant: SingleUseGrant, about: MailId, *, outcome: ChangeOutcome) -> None:
        """Write into the journal, if there is one. If the process dies before this, the row still says the same."""
        if self._journal is not None:
            act = self._register.new_act()
            entry = outgoing_entry(grant, about, act=act, outcome=outcome, at=self._now(), call_id=self._call_id)
            try:
                await self._journal.append(self._user_id, [entry])
            except JournalUnavailableError:  # what was done stays done, and must not sound as if it had failed
                logger.warning("what went out could not be written into the journal", extra={"action": grant.action.value})

    def _redeem(self, grant: SingleUseGrant, payload: Payload) -> None:
        if grant.action is not action_of(payload) or grant.digest != digest(payload):
            raise WrongGrantError("the grant is for something else")
        self._register.redeem(grant)

    def _row(self, grant: SingleUseGrant, account: str, message_id: str, send_at: datetime | None) -> StoredSending:
        now = self._now()
        leaves_at = max(now + self._hold, send_at or now)
        return StoredSending(
            sending_id=secrets.token_hex(12),
            user_id=self._user_id,
            account=account,
            message_id=message_id,
            state=SendingState.HELD.value,
            put_at=ms_of(now),
            leaves_at=ms_of(leaves_at),
            due_at=ms_of(leaves_at),
            told=False,
            action=grant.action.value,
            words_hash=grant.words_hash,
            digest=grant.digest,
            rule=grant.rule.value,
            dry_run=self.dry_run,
        )

    def _news(self, row: StoredSending) -> SendingNews:
        return SendingNews(
            sending_id=row.sending_id,
            state=SendingState(row.state),
            action=MailAction(row.action),
            to=self._store.recipients_of(row),
            leaves_at=moment_of_ms(row.leaves_at),
            message_id=row.message_id,
            refusal=None if row.refusal is None else Refusal(row.refusal),
            sent_as=None if row.sent_as is None else MailId(row.sent_as),
            dry_run=row.dry_run,
        )
