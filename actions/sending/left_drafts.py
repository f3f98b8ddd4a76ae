"""A draft that is left for the user by whoever works in the background: it waits as any other does, and only the user's yes sends it.

Apart from `drafts.py`, which can also cancel what waits to leave: nothing of sending is reached from here.
"""

from collections.abc import Set
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from actions.sending.draft_store import DRAFT_CONTENT, DraftContent, DraftKind, StoredDraft
from actions.sending.replying import reply_headers
from actions.sending.sealing import SealedWords
from briefing.mail import MailId, ThreadId, account_of
from providers.mime.composition import new_message_id
from providers.mime.original import Original
from storage.epoch import ms_of


def answer_to(
    mail: MailId, thread: ThreadId, original: Original, *, own_addresses: Set[str], body: str, everyone: bool = False
) -> DraftContent:
    """A reply to whom a reply goes, or to `everyone`; nobody else can be written to."""
    head = reply_headers(original, own_addresses, everyone=everyone)
    plain = head if not everyone else reply_headers(original, own_addresses)
    return DraftContent(
        account=account_of(mail),
        kind=DraftKind.REPLY_ALL if everyone else DraftKind.REPLY,
        thread=thread,
        replies_to=mail,
        to=head.to,
        cc=head.cc,
        subject=head.subject,
        body=body,
        in_reply_to=head.in_reply_to,
        references=head.references,
        came_from=original.sender.email,
        answered=tuple(address.email for address in plain.to),
    )


async def leave_draft(
    session: AsyncSession, words: SealedWords, user_id: str, draft_id: str, content: DraftContent, *, own: str, at: datetime
) -> None:
    """In a transaction of the caller; `own` is the user's address there. One of that id is left as it is: the user may have changed it."""
    if await session.get(StoredDraft, (user_id, draft_id)) is not None:
        return
    taken = select(StoredDraft.draft_id).where(StoredDraft.user_id == user_id, StoredDraft.place == content.thread)
    begun = await session.scalar(taken) is not None  # the user, or another task, writes in that thread
    session.add(
        StoredDraft(
            user_id=user_id,
            draft_id=draft_id,
            place=draft_id if begun else content.thread,
            message_id=new_message_id(own),
            version=1,
            edited_by_hand=False,
            changed_at=ms_of(at),
            content=words.seal(DRAFT_CONTENT.dump_json(content).decode(), user_id, draft_id),
        )
    )
    await session.flush()
