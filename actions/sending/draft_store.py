"""The table of drafts, and a draft as the mail that would be sent. The content of a row is sealed (`sealing.py`).

The content is one JSON column, because it is read and written as a whole, and an old draft is not worth a migration.
"""

from dataclasses import dataclass, field
from enum import StrEnum

from pydantic import TypeAdapter, ValidationError
from sqlalchemy import BigInteger, UniqueConstraint, select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import Mapped, mapped_column

from actions.forwarding import with_own
from actions.sending.sealing import SealedWords
from briefing.mail import Address, MailId, ThreadId, provider_id_of
from providers.connections.credentials import SealBrokenError
from providers.sender import FurtherField
from storage.database import Base

NO_THREAD = ThreadId("")


class DraftKind(StrEnum):
    REPLY = "reply"
    REPLY_ALL = "reply_all"
    FORWARD = "forward"
    NEW = "new"


class StoredDraft(Base):
    """`place` is the mail thread, for one draft of it, or the draft's id. `changed_at` is in milliseconds since the epoch."""

    __tablename__ = "draft"

    user_id: Mapped[str] = mapped_column(primary_key=True)
    draft_id: Mapped[str] = mapped_column(primary_key=True)
    place: Mapped[str]
    message_id: Mapped[str]
    version: Mapped[int]
    edited_by_hand: Mapped[bool]
    changed_at: Mapped[int] = mapped_column(BigInteger)
    content: Mapped[str]

    __table_args__ = (
        UniqueConstraint("user_id", "place", name="uq_draft_user_id_place"),
        UniqueConstraint("user_id", "message_id", name="uq_draft_user_id_message_id"),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class DraftContent:
    """`quoted` is the mail that is passed on below the user's own words, `quote_edited` whether they changed it by hand.

    `file_name` is the name of the forwarded mail, if that is attached whole; `answered` the addresses that a plain reply goes to, and
    `came_from` the one that the answered mail came from. `earlier` are the contents that it had before, as JSON, the oldest first.
    """

    account: str
    kind: DraftKind
    thread: ThreadId = NO_THREAD
    replies_to: MailId | None = None
    to: tuple[Address, ...] = field(default=(), repr=False)
    cc: tuple[Address, ...] = field(default=(), repr=False)
    bcc: tuple[Address, ...] = field(default=(), repr=False)
    subject: str = field(default="", repr=False)
    body: str = field(default="", repr=False)
    quoted: str = field(default="", repr=False)
    quote_edited: bool = False
    in_reply_to: str = field(default="", repr=False)
    references: tuple[str, ...] = field(default=(), repr=False)
    file_name: str = field(default="", repr=False)
    answered: tuple[str, ...] = field(default=(), repr=False)
    came_from: str = field(default="", repr=False)
    earlier: tuple[str, ...] = field(default=(), repr=False)

    @property
    def text(self) -> str:
        """The whole text that would leave."""
        return with_own(self.body, self.quoted)

    @property
    def recipients(self) -> tuple[Address, ...]:
        return (*self.to, *self.cc, *self.bcc)

    def is_gone_on_with(self, wanted: "DraftContent") -> bool:
        """Whether what is wanted goes on with this draft, and needs none of its own: a reply to the same people in the same thread, or the
        same mail that is forwarded, to the same people or to nobody yet."""
        if not self.thread or self.thread != wanted.thread:
            return False
        if DraftKind.FORWARD in {self.kind, wanted.kind}:
            both = {address.email for address in self.to}, {address.email for address in wanted.to}
            return (self.kind, self.replies_to) == (wanted.kind, wanted.replies_to) and (both[0] == both[1] or not all(both))
        return self.answered in {(), wanted.answered}


@dataclass(frozen=True, slots=True, kw_only=True)
class HeldMail:
    """A mail without its sender and date. `forwards` is the mail that is attached whole, as `file_name`.

    One that goes `to_self` has no other recipients: it goes to whom the account that it leaves from belongs to.
    """

    to: tuple[Address, ...] = field(repr=False)
    cc: tuple[Address, ...] = field(default=(), repr=False)
    bcc: tuple[Address, ...] = field(default=(), repr=False)
    subject: str = field(default="", repr=False)
    body: str = field(default="", repr=False)
    message_id: str = field(repr=False)
    thread: str = ""
    in_reply_to: str = field(default="", repr=False)
    references: tuple[str, ...] = field(default=(), repr=False)
    forwards: MailId | None = None
    file_name: str = field(default="", repr=False)
    to_self: bool = False
    html: str = field(default="", repr=False)
    headers: tuple[tuple[FurtherField, str], ...] = field(default=(), repr=False)


DRAFT_CONTENT = TypeAdapter(DraftContent)
HELD_MAIL = TypeAdapter(HeldMail)


def content_of(row: StoredDraft, words: SealedWords) -> DraftContent:
    """What a stored draft says. Raises `SealBrokenError`, also for what another version of Aloud has written."""
    try:
        return DRAFT_CONTENT.validate_json(words.open(row.content, row.user_id, row.draft_id))
    except ValidationError:
        raise SealBrokenError("the draft is in no form that this version of Aloud knows") from None


def held_mail(content: DraftContent, message_id: str) -> HeldMail:
    """The draft as a mail. A forward begins a thread of its own, because it has other recipients and another subject."""
    answers = content.kind in {DraftKind.REPLY, DraftKind.REPLY_ALL}
    return HeldMail(
        to=content.to,
        cc=content.cc,
        bcc=content.bcc,
        subject=content.subject,
        body=content.text,
        message_id=message_id,
        thread=provider_id_of(MailId(content.thread)) if answers else "",
        in_reply_to=content.in_reply_to,
        references=content.references,
        forwards=content.replies_to if content.file_name else None,
        file_name=content.file_name,
    )


async def draft_of_mail(session: AsyncSession, user_id: str, message_id: str) -> StoredDraft | None:
    """The draft with that Message-ID, locked."""
    mine = select(StoredDraft).where(StoredDraft.user_id == user_id, StoredDraft.message_id == message_id)
    row: StoredDraft | None = await session.scalar(mine.with_for_update())
    return row
