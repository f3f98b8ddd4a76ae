"""The outbox: the table of mails to be sent, and the moves of its rows.

A row moves only under its lock and by the state machine, and but for cancelling only in a transaction of its lane's owner, so two
processes cannot both send it. The content of a mail is erased with the move that ends the sending, its recipients once the user was told.
"""

import json
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from sqlalchemy import BigInteger, ColumnElement, Index, Select, UniqueConstraint, and_, bindparam, delete, false, func, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import Mapped, mapped_column

from actions.sending.draft_store import HELD_MAIL, HeldMail, StoredDraft, content_of, draft_of_mail, held_mail
from actions.sending.sealing import SEALED, SealedWords, draft_words
from actions.sending_states import UNDER_WAY, IllegalSendingError, SendingEvent, SendingState, advance
from briefing.mail import MailId
from briefing.mail_action import MailAction
from providers.connections.credentials import SealBrokenError, Vault
from providers.durable.work_lanes import HeldLane, remove_lanes
from providers.mime.composition import new_message_id
from providers.sender import Refusal
from storage.database import Base, Database
from storage.epoch import ms_of

SENDING = "sending"
"""The kind of work that mails in the outbox are, which their lanes are named by."""
KEPT_FOR = timedelta(days=30)
"""How long it is known that a mail was sent, without its content; its Message-ID cannot be used again meanwhile."""


TO_SELF = "to the user alone"
"""The rule of a mail of Aloud's own (`to_self.py`). It is none of the mails that the user sent: no call cancels it or tells of it."""
OUTBOX_MAIL = "outbox mail"


class MessageIdUsedError(Exception):
    """A mail of that Message-ID was put into the outbox before."""


class DraftChangedError(Exception):
    """The draft no longer says what the user agreed to, or is not there any more."""


class StoredSending(Base):
    """One mail to be sent. Times are milliseconds since the epoch.

    `content` is the mail and `about` its recipients, both sealed JSON, both erased when they are no longer needed. `due_at` is when a
    process has to look at it next. What was agreed to in a `dry_run` stays one.
    """

    __tablename__ = "outbox"

    sending_id: Mapped[str] = mapped_column(primary_key=True)
    user_id: Mapped[str]
    account: Mapped[str]
    message_id: Mapped[str]
    state: Mapped[str]
    content: Mapped[str | None]
    about: Mapped[str | None]
    put_at: Mapped[int] = mapped_column(BigInteger)
    leaves_at: Mapped[int] = mapped_column(BigInteger)
    due_at: Mapped[int] = mapped_column(BigInteger)
    left_at: Mapped[int | None] = mapped_column(BigInteger)
    refusal: Mapped[str | None]
    sent_as: Mapped[str | None]
    told: Mapped[bool]
    action: Mapped[str] = mapped_column("deed")
    words_hash: Mapped[str]
    digest: Mapped[str]
    rule: Mapped[str]
    dry_run: Mapped[bool] = mapped_column(default=False, server_default=false())

    __table_args__ = (UniqueConstraint("user_id", "message_id", name="uq_outbox_user_id_message_id"), Index(None, "state", "due_at"))


_UNDER_WAY_OF = (
    select(StoredSending)
    .where(StoredSending.user_id == bindparam("user"), StoredSending.state.in_(UNDER_WAY), StoredSending.rule != TO_SELF)
    .order_by(StoredSending.put_at, StoredSending.sending_id)
)


class SendingStore:
    """The outbox of all users. Every method may raise `DatabaseUnavailableError`."""

    def __init__(self, database: Database, vault: Vault) -> None:
        self._database = database
        self._drafts = draft_words(vault)
        self._mails = SealedWords(vault, OUTBOX_MAIL)
        self._recipients = SealedWords(vault, "outbox recipients")

    async def add(self, row: StoredSending, mail: HeldMail, *, recipients: Sequence[str], from_draft: bool) -> None:
        """Add a row for this mail; one from a draft must still be what the draft says, and takes the place of the same mail that was to
        leave later.

        Raises `MessageIdUsedError` or `DraftChangedError`.
        """
        old = and_(StoredSending.told, StoredSending.put_at < row.put_at - KEPT_FOR // timedelta(milliseconds=1))
        try:
            async with self._database.session() as session:
                await session.execute(delete(StoredSending).where(old, StoredSending.user_id == row.user_id))
                if from_draft:
                    await _give_way(session, row)
                held = await self._still(session, row, mail) if from_draft else mail
                row.content = self._mails.seal(HELD_MAIL.dump_json(held).decode(), row.user_id, row.sending_id)
                row.about = self._recipients.seal(json.dumps(recipients), row.user_id, row.sending_id)
                session.add(row)
        except IntegrityError:
            raise MessageIdUsedError("this mail was put into the outbox before") from None

    def mail_of(self, row: StoredSending) -> HeldMail:
        """Raises `SealBrokenError`, or `ValidationError` for what is no mail."""
        return HELD_MAIL.validate_json(self._mails.open(row.content or "", row.user_id, row.sending_id))

    def recipients_of(self, row: StoredSending) -> tuple[str, ...]:
        """Empty once the user was told, and where they do not open."""
        try:
            return tuple(json.loads(self._recipients.open(row.about or "[]", row.user_id, row.sending_id)))
        except SealBrokenError:
            return ()

    async def seal_what_is_open(self) -> None:
        """Seal what an older Aloud has written, drafts included."""
        drafts, mails, recipients = StoredDraft.content, StoredSending.content, StoredSending.about
        is_open = [column.is_not(None) & column.not_like(f"{SEALED}%") for column in (drafts, mails, recipients)]
        async with self._database.reading() as session:
            counted = [await session.scalar(select(func.count()).where(each)) for each in is_open]
        if not any(counted):
            return
        async with self._database.session() as session:
            for draft in await session.scalars(select(StoredDraft).where(is_open[0]).with_for_update()):
                draft.content = self._drafts.seal(draft.content, draft.user_id, draft.draft_id)
            for row in await session.scalars(select(StoredSending).where(is_open[1] | is_open[2]).with_for_update()):
                if row.content is not None:
                    row.content = self._mails.seal(row.content, row.user_id, row.sending_id)
                if row.about is not None:
                    row.about = self._recipients.seal(row.about, row.user_id, row.sending_id)

    def due(self, now: datetime, *, user_id: str | None) -> Select[str]:
        """Ids of due rows, of one user or of all, the longest due first."""
        waiting = select(StoredSending.sending_id).where(_under_way(user_id), StoredSending.due_at <= ms_of(now))
        return waiting.order_by(StoredSending.due_at)

    async def row_of(self, sending_id: str) -> StoredSending | None:
        async with self._database.reading() as session:
            return await session.get(StoredSending, sending_id)

    async def put_off(self, lane: HeldLane, sending_id: str, *, until: datetime) -> None:
        """Leave its lane; the row is due again then. Raises `LaneLostError`, as do the following, and nothing is written."""
        async with lane.leaving() as session:
            if row := await _locked(session, sending_id):
                row.due_at = ms_of(until)

    async def leave(self, lane: HeldLane, sending_id: str, *, now: datetime, until: datetime) -> bool:
        """Note that from here on the mail may have left, and that nobody has to look at it before `until`. False if it was cancelled."""
        async with lane.writing() as session:
            row = await _locked(session, sending_id)
            if row is None or not _move(row, SendingEvent.LEAVE):
                return False
            row.left_at, row.due_at = ms_of(now), ms_of(until)
            return True

    async def settle(
        self, lane: HeldLane, sending_id: str, event: SendingEvent, *, refusal: Refusal | None = None, sent_as: MailId | None = None
    ) -> None:
        """End it and erase what it said. The draft of a mail that was sent is deleted; any other draft becomes a new mail."""
        async with lane.leaving() as session:
            row = await _locked(session, sending_id)
            if row is not None and _move(row, event):
                row.refusal, row.sent_as = refusal and refusal.value, sent_as
                await _end(session, row)

    async def refuse_unsent(self, lane: HeldLane, sending_id: str, refusal: Refusal, *, now: datetime) -> None:
        """End what was held in one step, without an attempt."""
        async with lane.leaving() as session:
            row = await _locked(session, sending_id)
            if row is not None and _move(row, SendingEvent.LEAVE) and _move(row, SendingEvent.REFUSED):
                row.left_at, row.refusal = ms_of(now), refusal.value
                await _end(session, row)

    async def cancel(self, user_id: str, sending_id: str | None, *, told: bool = True) -> bool:
        """Cancel this mail, or without an id the last held one. False if it is too late or there is none."""
        of_user = StoredSending.user_id == user_id, StoredSending.rule != TO_SELF
        mine = select(StoredSending).where(*of_user).order_by(StoredSending.put_at.desc(), StoredSending.sending_id)
        which = StoredSending.state == SendingState.HELD if sending_id is None else StoredSending.sending_id == sending_id
        async with self._database.session() as session:
            row = await session.scalar(mine.where(which).limit(1).with_for_update())
            if row is None or not _move(row, SendingEvent.CANCEL):
                return False
            row.told = told
            await _end(session, row)
            return True

    async def of_user(self, user_id: str, *conditions: ColumnElement[bool]) -> Sequence[StoredSending]:
        """The oldest first."""
        mine = select(StoredSending).where(StoredSending.user_id == user_id, StoredSending.rule != TO_SELF, *conditions)
        async with self._database.reading() as session:
            return (await session.scalars(mine.order_by(StoredSending.put_at, StoredSending.sending_id))).all()

    async def under_way(self, user_id: str) -> Sequence[StoredSending]:
        """Those that are held or being sent, the oldest first: asked for in every turn."""
        async with self._database.reading() as session:
            return (await session.scalars(_UNDER_WAY_OF, {"user": user_id})).all()

    async def told(self, user_id: str, sending_ids: Sequence[str]) -> None:
        """The user was told of these; erase the recipients."""
        asked = and_(StoredSending.user_id == user_id, StoredSending.sending_id.in_(sending_ids))
        async with self._database.session() as session:
            for row in await session.scalars(select(StoredSending).where(asked).with_for_update()):
                if SendingState(row.state) not in UNDER_WAY:
                    row.told, row.about = True, None

    async def forget(self, user_id: str) -> int:
        """Delete all mails of the user, held ones included; returns how many. One that a process prepares just now does not leave."""
        mine = StoredSending.user_id == user_id
        async with self._database.session() as session:
            ids = (await session.scalars(select(StoredSending.sending_id).where(mine))).all()
            await remove_lanes(session, [f"{SENDING}:{each}" for each in ids])  # in the order in which a sending locks them
            return len((await session.scalars(delete(StoredSending).where(mine).returning(StoredSending.sending_id))).all())

    async def _still(self, session: AsyncSession, row: StoredSending, agreed: HeldMail) -> HeldMail:
        """The draft as a mail. The References header and the attached mail come from the draft: the user is not asked about them."""
        draft = await draft_of_mail(session, row.user_id, agreed.message_id)
        try:
            content = None if draft is None else content_of(draft, self._drafts)
        except SealBrokenError:
            content = None
        if content is None or content.account != row.account:
            raise DraftChangedError("there is no such draft")
        mail = held_mail(content, agreed.message_id)
        if replace(mail, references=(), forwards=None) != agreed:
            raise DraftChangedError("the draft says something else by now")
        return mail


async def cancel_held(session: AsyncSession, user_id: str, message_id: str) -> bool:
    """Cancel the sending of a draft that is changed or discarded. False if the mail may have left."""
    mine = and_(StoredSending.user_id == user_id, StoredSending.message_id == message_id)
    row = await session.scalar(select(StoredSending).where(mine).with_for_update())
    if row is None or SendingState(row.state) not in UNDER_WAY:
        return True
    if not _move(row, SendingEvent.CANCEL):
        return False
    row.told, row.content, row.about = True, None, None
    return True


async def _give_way(session: AsyncSession, row: StoredSending) -> None:
    """Cancel the same mail that was to leave later, and which has not begun to; its Message-ID is the new one's from then on. What leaves
    gives way to no trial. Rows are locked before drafts, as where a sending ends."""
    is_it = and_(StoredSending.user_id == row.user_id, StoredSending.message_id == row.message_id, StoredSending.dry_run == row.dry_run)
    later = await session.scalar(select(StoredSending).where(is_it, StoredSending.action == MailAction.SEND_LATER).with_for_update())
    if later is not None and _move(later, SendingEvent.CANCEL):
        later.told, later.content, later.about, later.message_id = True, None, None, new_message_id(later.message_id)
        await session.flush()  # before the new row, which the other order would refuse


def renew(draft: StoredDraft) -> None:
    """Make a draft a new mail: an earlier attempt may have used its Message-ID."""
    draft.message_id = new_message_id(draft.message_id)
    draft.version += 1


def _under_way(user_id: str | None) -> ColumnElement[bool]:
    state = StoredSending.state.in_(UNDER_WAY)
    return state if user_id is None else and_(state, StoredSending.user_id == user_id)


async def _locked(session: AsyncSession, sending_id: str) -> StoredSending | None:
    return await session.get(StoredSending, sending_id, with_for_update=True)


def _move(row: StoredSending, event: SendingEvent) -> bool:
    try:
        row.state = advance(SendingState(row.state), event).value
    except IllegalSendingError:
        return False
    return True


async def _end(session: AsyncSession, row: StoredSending) -> None:
    row.content = None
    if row.told:
        row.about = None
    draft = await draft_of_mail(session, row.user_id, row.message_id)
    if draft is not None and row.state == SendingState.SENT:
        await session.delete(draft)
    elif draft is not None:
        renew(draft)
