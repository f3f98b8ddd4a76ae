"""A correspondence as a conversation: what was mailed, as what one side and the other said. The words are read where they are kept, and
stand nowhere else."""

from datetime import datetime

from sqlalchemy import delete, select, update
from sqlalchemy.ext.asyncio import AsyncSession

from conversations.conversation_rows import StoredConversation
from conversations.parts import OurWords, TalkMessage, UserWords
from correspondence.exchange import Correspondence, LetterState
from correspondence.kept.correspondence_rows import (
    StoredCorrespondence,
    StoredLetter,
    StoredQuestion,
    StoredReply,
    StoredSeenMail,
    StoredWish,
)
from correspondence.kept.kinds_of_letter_work import lane_of
from correspondence.kept.sealed_letters import OpeningWords
from correspondence.kept.store import CorrespondenceStore
from providers.durable.work_lanes import remove_lanes
from storage.epoch import ms_of

_WORDS = (StoredLetter, StoredReply, StoredSeenMail, StoredWish, StoredQuestion)


class LettersAsTalk:
    """Keeps the promises of `TalkByMail`: a conversation by mail has the id of its correspondence."""

    def __init__(self, store: CorrespondenceStore) -> None:
        self._store = store

    async def messages(self, user_id: str, conversation_id: str) -> list[TalkMessage]:
        found = await self._store.one(conversation_id)
        return talk_of(found) if found is not None and found.user_id == user_id else []

    async def forget(self, session: AsyncSession, user_id: str, conversation_id: str) -> None:
        """What is left says that there was a briefing that day, so that none is sent again; replies to it are not looked for any more."""
        of_it = StoredCorrespondence.correspondence_id == conversation_id, StoredCorrespondence.user_id == user_id
        nothing = self._store.sealed.seal_opening(user_id, conversation_id, OpeningWords(zone="", mails=(), research=()))
        emptied = update(StoredCorrespondence).where(*of_it).values(content=nothing).returning(StoredCorrespondence.correspondence_id)
        if await session.scalar(emptied) is None:
            return
        for table in _WORDS:
            await session.execute(delete(table).where(table.correspondence_id == conversation_id))
        await remove_lanes(session, [lane_of(conversation_id)])

    async def forget_outdated(self, before: datetime) -> int:
        """Delete what nothing has come of since then, of all users, unless its conversation is still there; returns how many that were."""
        goes_on = select(StoredConversation.conversation_id).where(
            StoredConversation.user_id == StoredCorrespondence.user_id,
            StoredConversation.conversation_id == StoredCorrespondence.correspondence_id,
        )
        old = delete(StoredCorrespondence).where(StoredCorrespondence.active_at < ms_of(before), ~goes_on.exists())
        async with self._store.database.session() as session:
            gone = await session.scalars(old.returning(StoredCorrespondence.correspondence_id))
            ids = gone.all()
            await remove_lanes(session, [lane_of(each) for each in ids])
        return len(ids)


def talk_of(found: Correspondence) -> list[TalkMessage]:
    """In the order of the record: each answer behind the newest reply that it answers. Nothing that did not leave was said."""
    left = {each.number: each for each in found.letters if each.state is LetterState.SENT and each.sent_at is not None}
    said: list[TalkMessage] = []

    def add(part: OurWords | UserWords, at: datetime) -> None:
        latest = max(at, said[-1].at) if said else at  # clocks of mail programs differ
        said.append(TalkMessage(number=len(said) + 1, at=latest, parts=(part,)))

    for number in sorted({*left, *(each.number for each in found.replies)}):
        reply = next((each for each in found.replies if each.number == number), None)
        if reply is not None:
            add(UserWords(words=reply.words), reply.at)
        if (letter := left.get(number)) is not None and letter.sent_at is not None:
            add(OurWords(words=letter.text, heard=len(letter.text)), letter.sent_at)
    return said
