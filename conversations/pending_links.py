"""The link to the conversation in which a draft waits, stored there for a page that is opened later.

It names ids and nothing else, and whoever opens it has to be signed in as their owner. Whether the draft still waits, the drafts know: one
may have been sent by another process, so a link to a draft that is gone means nothing.
"""

from collections.abc import Collection
from urllib.parse import parse_qs, urlencode, urlsplit

from sqlalchemy import select, update

from conversations.conversation_rows import Owner, StoredConversation, of_owner, one_of
from storage.database import Database


def link_to(conversation_id: str, draft_id: str) -> str:
    """Within the page, wherever that is served."""
    return f"/?{urlencode({'conversation': conversation_id, 'draft': draft_id})}"


def draft_of(link: str | None) -> str | None:
    """The id of the draft that a link names."""
    named = parse_qs(urlsplit(link or "").query).get("draft", [])
    return named[0] if named else None


class PendingLinks:
    """The links of all users' conversations. What is another owner's is as if it were not there.

    Every method may raise `DatabaseUnavailableError`.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    async def keep(self, owner: Owner, conversation_id: str, draft_id: str) -> None:
        """This draft waits in this conversation, in place of any other."""
        change = update(StoredConversation).where(*one_of(owner, conversation_id))
        async with self._database.session() as session:
            await session.execute(change.values(pending_link=link_to(conversation_id, draft_id)))

    async def clear(self, owner: Owner, draft_id: str) -> None:
        """This draft waits nowhere any more."""
        there = StoredConversation.pending_link.endswith(f"draft={draft_id}", autoescape=True)
        async with self._database.session() as session:
            await session.execute(update(StoredConversation).where(*of_owner(StoredConversation, owner), there).values(pending_link=None))

    async def draft_in(self, owner: Owner, *, conversation_id: str | None, calls: Collection[str] = ()) -> str | None:
        """The draft that waits in this conversation, or else in the one that one of these calls took part in last."""
        which = StoredConversation.call_id.in_(calls) if conversation_id is None else StoredConversation.conversation_id == conversation_id
        found = select(StoredConversation.pending_link).where(*of_owner(StoredConversation, owner), which)
        async with self._database.reading() as session:
            return draft_of(await session.scalar(found))
