"""The user's drafts: one for each people answered in a mail thread, and for each forward, kept in the database until it is sent.

Every change names the version that it is based on (optimistic concurrency). So neither a text that a model took seconds to write nor a page
with an old version can replace what the user typed meanwhile. A change also cancels a held mail: only what was confirmed is sent. What a
draft was before stays with it until it is sent, so that no change loses what was dictated.
"""

import secrets
from collections.abc import Callable
from dataclasses import dataclass, field, fields, replace
from datetime import datetime

from sqlalchemy import Select, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncSession

from actions.consent.payloads import RecipientWarning, SendPayload
from actions.forwarding import divided, quoted
from actions.sending.draft_store import DRAFT_CONTENT, DraftContent, DraftKind, StoredDraft, content_of, held_mail
from actions.sending.draft_versions import NeverChangedError, before, kept, of_its_own
from actions.sending.left_drafts import answer_to
from actions.sending.replying import forward_subject
from actions.sending.sealing import draft_words
from actions.sending.sending_store import cancel_held, renew
from briefing.mail import Address, MailId, ThreadId, account_of
from providers.connections.credentials import SealBrokenError, Vault
from providers.mime.composition import new_message_id
from providers.mime.original import Original
from storage.database import Database
from storage.epoch import ms_of


class StaleDraftError(Exception):
    """The draft was changed or deleted meanwhile: read it again."""


class DraftLeavingError(Exception):
    """It is too late to change the draft: its mail may be leaving now."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft(DraftContent):
    """One version of a draft; `edited_by_hand`: the user has typed in it."""

    draft_id: str
    message_id: str = field(repr=False)
    version: int
    edited_by_hand: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class DraftChange:
    """The new values; None keeps the old one. `text` is that of the page, in place of `body`: all that would leave."""

    to: tuple[Address, ...] | None = field(default=None, repr=False)
    cc: tuple[Address, ...] | None = field(default=None, repr=False)
    bcc: tuple[Address, ...] | None = field(default=None, repr=False)
    subject: str | None = field(default=None, repr=False)
    body: str | None = field(default=None, repr=False)
    text: str | None = field(default=None, repr=False)


class Drafts:
    """One user's drafts. `own_addresses` (lower case) are left out of replies. Every method may raise `DatabaseUnavailableError`.

    A draft that does not open here, by its key or its version, is not there for whoever reads, and is kept: another process may know it.

    `seen` are the drafts as they were last read or written here, by id, also those that have left since; nothing is read for it. `written`
    are the versions that were written here.
    """

    def __init__(
        self, database: Database, vault: Vault, *, user_id: str, own_addresses: frozenset[str], now: Callable[[], datetime]
    ) -> None:
        self._database = database
        self._words = draft_words(vault)
        self._user_id = user_id
        self._own = own_addresses
        self._now = now
        self.seen: dict[str, Draft] = {}
        self.written: dict[str, int] = {}

    async def reply(
        self, mail: MailId, thread: ThreadId, original: Original, *, address: str, everyone: bool = False, body: str = ""
    ) -> Draft:
        """The thread's draft to these people, or a new reply to `mail` if there is none. `address` is the account's own."""
        content = answer_to(mail, thread, original, own_addresses=self._own, body=body, everyone=everyone)
        return await self._open(content, address)

    async def forward(
        self, mail: MailId, thread: ThreadId, original: Original, *, address: str, to: tuple[Address, ...] = (), body: str = ""
    ) -> Draft:
        """As `reply`, beside it. The mail's text is quoted; a mail with attachments goes along whole as well."""
        name = f"{original.subject[:60] or 'mail'}.eml".replace("/", "-")
        content = DraftContent(
            account=account_of(mail),
            kind=DraftKind.FORWARD,
            thread=thread,
            replies_to=mail,
            to=to,
            subject=forward_subject(original.subject),
            body=body,
            quoted=quoted(original),
            file_name=name if original.attachments else "",
        )
        return await self._open(content, address)

    async def new(self, account: str, *, address: str, to: tuple[Address, ...] = (), subject: str = "", body: str = "") -> Draft:
        """A mail in a thread of its own; there may be any number of these."""
        content = DraftContent(account=account, kind=DraftKind.NEW, to=to, subject=subject, body=body)
        return await self._open(content, address)

    async def change(self, draft_id: str, version: int, change: DraftChange, *, by_hand: bool = False) -> Draft:
        """Change that version and cancel its held mail; what it was is kept. Raises `StaleDraftError` or `DraftLeavingError`; then nothing
        changed."""
        return await self._write(draft_id, version, lambda was: kept(was, of_its_own(_changed(was, change))), by_hand=by_hand)

    async def bring_back(self, draft_id: str, version: int) -> Draft:
        """Make of that version what it was before its last change. Raises as `change`, and `StaleDraftError` if it was never changed."""
        return await self._write(draft_id, version, before)

    async def restore(self, discarded: Draft) -> Draft:
        """Keep a draft again that was discarded, beside any that was begun since."""
        content = DraftContent(**{each.name: getattr(discarded, each.name) for each in fields(DraftContent)})
        return await self._open(content, discarded.message_id, edited_by_hand=discarded.edited_by_hand, beside=True)

    async def discard(self, draft_id: str, version: int | None = None) -> bool:
        """Delete it, in that version or in any, and cancel its held mail. False if there is none.

        Raises `StaleDraftError` or `DraftLeavingError`.
        """
        async with self._database.session() as session:
            row = await session.get(StoredDraft, (self._user_id, draft_id), with_for_update=True)
            if row is None:
                return False
            if version is not None and row.version != version:
                raise StaleDraftError("the draft was changed meanwhile")
            if not await cancel_held(session, self._user_id, row.message_id):
                raise DraftLeavingError("the mail may be leaving")
            await session.delete(row)
            self.seen.pop(draft_id, None)
            return True

    async def get(self, draft_id: str) -> Draft | None:
        async with self._database.reading() as session:
            row = await session.get(StoredDraft, (self._user_id, draft_id))
            return None if row is None else self._opened(row)

    async def current(self) -> Draft | None:
        """The draft that was changed last."""
        return next(iter(await self.all()), None)

    async def all(self) -> tuple[Draft, ...]:
        """Every draft, the one that was changed last first."""
        async with self._database.reading() as session:
            rows = await session.scalars(self._mine().order_by(StoredDraft.changed_at.desc(), StoredDraft.draft_id))
            return tuple(draft for row in rows if (draft := self._opened(row)) is not None)

    async def _write(self, draft_id: str, version: int, change: Callable[[DraftContent], DraftContent], *, by_hand: bool = False) -> Draft:
        try:
            async with self._database.session() as session:
                row = await self._current(session, draft_id, version)
                if not await cancel_held(session, self._user_id, row.message_id):
                    raise DraftLeavingError("the mail may be leaving")
                content = change(content_of(row, self._words))
                row.content = self._sealed(content, row.draft_id)
                row.place = row.place if content.thread else row.draft_id
                row.edited_by_hand = row.edited_by_hand or by_hand
                row.changed_at = ms_of(self._now())
                renew(row)  # what may have been confirmed was another mail
        except (NeverChangedError, SealBrokenError):
            raise StaleDraftError("it was never changed, or does not open") from None
        return self._wrote(row)

    async def _open(self, content: DraftContent, address: str, *, edited_by_hand: bool = False, beside: bool = False) -> Draft:
        """The draft that this goes on with, unless it is to stand `beside` it; else a new one. The first of a thread has its place, so that
        two channels cannot both begin it."""
        draft_id = secrets.token_hex(12)
        new = StoredDraft(
            user_id=self._user_id,
            draft_id=draft_id,
            place=content.thread or draft_id,
            message_id=new_message_id(address),
            version=1,
            edited_by_hand=edited_by_hand,
            changed_at=ms_of(self._now()),
            content=self._sealed(content, draft_id),
        )
        try:
            async with self._database.session() as session:
                there = (await session.scalars(self._mine())).all() if content.thread else []
                opened = [] if beside else [draft for row in there if (draft := self._opened(row)) is not None]
                if (draft := next((each for each in opened if each.is_gone_on_with(content)), None)) is not None:
                    return draft
                if any(row.place == new.place for row in there):
                    new.place = draft_id
                session.add(new)
        except IntegrityError:  # another was begun at the same moment by another channel
            return await self._open(content, address, edited_by_hand=edited_by_hand, beside=beside)
        return self._wrote(new)

    async def _current(self, session: AsyncSession, draft_id: str, version: int) -> StoredDraft:
        row = await session.get(StoredDraft, (self._user_id, draft_id), with_for_update=True)
        if row is None or row.version != version:
            raise StaleDraftError("the draft was changed meanwhile, or is gone")
        return row

    def _opened(self, row: StoredDraft) -> Draft | None:
        try:
            return self._seen(row)
        except SealBrokenError:
            return None

    def _seen(self, row: StoredDraft) -> Draft:
        """Raises `SealBrokenError`."""
        draft = self.seen[row.draft_id] = _draft(row, content_of(row, self._words))
        return draft

    def _wrote(self, row: StoredDraft) -> Draft:
        self.written[row.draft_id] = row.version
        return self._seen(row)

    def _sealed(self, content: DraftContent, draft_id: str) -> str:
        return self._words.seal(DRAFT_CONTENT.dump_json(content).decode(), self._user_id, draft_id)

    def _mine(self) -> Select[StoredDraft]:
        return select(StoredDraft).where(StoredDraft.user_id == self._user_id)


def payload_of(
    draft: Draft,
    *,
    warnings: tuple[RecipientWarning, ...] = (),
    send_at: datetime | None = None,
    known: tuple[str, ...] = (),
    answers: bool = False,
) -> SendPayload:
    """Exactly what would leave if the user said yes to this version."""
    mail = held_mail(draft, draft.message_id)
    return SendPayload(
        account=draft.account,
        draft_id=draft.draft_id,
        to=mail.to,
        cc=mail.cc,
        bcc=mail.bcc,
        subject=mail.subject,
        body=draft.body,
        quoted=draft.quoted,
        quote_edited=draft.quote_edited,
        attachments=(mail.file_name,) if mail.file_name else (),
        message_id=mail.message_id,
        thread=mail.thread,
        in_reply_to=mail.in_reply_to,
        send_at=send_at,
        warnings=warnings,
        known=known,
        answers=answers,
    )


def _changed(content: DraftContent, change: DraftChange) -> DraftContent:
    said = {each.name: getattr(change, each.name) for each in fields(change)}
    new = {name: value for name, value in said.items() if value is not None}
    if (text := new.pop("text", None)) is not None:
        new["body"], new["quoted"] = divided(text, content.quoted)
        new["quote_edited"] = content.quote_edited or new["quoted"] != content.quoted
    return replace(content, **new)


def _draft(row: StoredDraft, content: DraftContent) -> Draft:
    return Draft(
        draft_id=row.draft_id,
        message_id=row.message_id,
        version=row.version,
        edited_by_hand=row.edited_by_hand,
        **{each.name: getattr(content, each.name) for each in fields(content)},
    )
