"""What was said before in the conversation that a call goes on with, for the model, and the draft that waits in it, for the greeting.

What was said is read beside the call, which never waits for it; the draft before it, since it is part of the first words.
"""

import asyncio
import logging
from collections.abc import Collection
from dataclasses import replace

from actions.sending.draft_store import DraftKind
from actions.sending.waiting_drafts import newest_of, waiting_drafts
from briefing.speech.sentences.about_sending import in_the_middle_of
from conversations.conversation_rows import Owner
from conversations.restored import restored
from conversations.store import ConversationStore
from conversations.talk_writer import TalkWriter
from session.call import Call
from session.skills.writing.asking_to_send import names_of
from storage.database import DatabaseUnavailableError

logger = logging.getLogger(__name__)

DRAFT_WITHIN_S = 1.0
"""After this the call begins without it: the caller hears silence meanwhile."""
_WHAT = {DraftKind.REPLY: "reply", DraftKind.REPLY_ALL: "reply", DraftKind.FORWARD: "forward", DraftKind.NEW: "mail"}


async def take_up_the_talk(call: Call, talk: TalkWriter, store: ConversationStore, owner: Owner) -> None:
    began = call.now()
    await talk.drain()
    taken_up = talk.conversation_id
    if taken_up is None:
        return
    try:
        messages = await store.messages(owner, taken_up)
    except DatabaseUnavailableError:
        logger.warning("a conversation is taken up without its history")
        return
    if call.records.talks_forgotten:
        return
    call.records.earlier_talk = restored(message for message in messages if message.at < began)


async def go_on_with_the_draft(
    call: Call, store: ConversationStore, owner: Owner, *, conversation_id: str | None, calls: Collection[str]
) -> None:
    """Show the draft that waits in the conversation, or in that of these calls, and have the greeting say so. Only an explicit step
    opens it."""
    try:
        async with asyncio.timeout(DRAFT_WITHIN_S):
            talk = conversation_id or await store.of_calls(owner, calls)
            named = await store.links.drafts_in(owner, conversation_id=talk) if talk is not None else ()
            if (draft := newest_of(named, await waiting_drafts(call.acting.drafts, call.acting.outbox) if named else {})) is None:
                return
            call.acting.kept = draft
            call.settle()
            said = in_the_middle_of(_WHAT[draft.kind], await names_of(call, draft))
            call.earlier = replace(call.earlier, in_the_middle=said)
    except Exception as error:  # a database, a mailbox, a stored row of another version: whatever fails here, the call begins
        logger.warning("a call begins without the draft of its conversation", extra={"error": type(error).__name__})
