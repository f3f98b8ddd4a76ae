"""The link to a conversation and the drafts that were written in it, stored there for a page that is opened later.

It names ids and nothing else, and whoever opens it has to be signed in as their owner. It only grows: what was written in a conversation
stays true, whatever becomes of the draft and wherever else it is spoken of. Which of them wait, the drafts know: one that is gone or on its
way means nothing to whoever reads the link.
"""

from urllib.parse import parse_qs, urlencode, urlsplit

from sqlalchemy import select, update

from conversations.conversation_rows import Owner, StoredConversation, one_of
from storage.database import Database

MOST_NAMED = 100
"""Drafts in one link; the ones that were written first are left out, of which hardly one still waits."""


def link_to(conversation_id: str, *draft_ids: str) -> str:
    """Within the page, wherever that is served."""
    return f"/?{urlencode({'conversation': conversation_id, 'draft': draft_ids}, doseq=True)}"


def drafts_of(link: str | None) -> tuple[str, ...]:
    """The ids of the drafts that a link names, the one that was written last first."""
    return tuple(parse_qs(urlsplit(link or "").query).get("draft", []))


class PendingLinks:
    """The links of all users' conversations. What is another owner's is as if it were not there.

    Every method may raise `DatabaseUnavailableError`.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    async def keep(self, owner: Owner, conversation_id: str, draft_id: str) -> None:
        """This draft was written in this conversation."""
        this = one_of(owner, conversation_id)
        async with self._database.session() as session:
            before = drafts_of(await session.scalar(select(StoredConversation.pending_link).where(*this).with_for_update()))
            named = [draft_id, *(each for each in before if each != draft_id)][:MOST_NAMED]
            await session.execute(update(StoredConversation).where(*this).values(pending_link=link_to(conversation_id, *named)))

    async def drafts_in(self, owner: Owner, *, conversation_id: str) -> tuple[str, ...]:
        """The drafts that were written in this conversation."""
        found = select(StoredConversation.pending_link).where(*one_of(owner, conversation_id))
        async with self._database.reading() as session:
            return drafts_of(await session.scalar(found))
