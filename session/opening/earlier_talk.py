"""What was said before in the conversation that a call goes on with, for the model; read beside the call, which never waits for it."""

import logging

from conversations.conversation_rows import Owner
from conversations.restored import restored
from conversations.store import ConversationStore
from conversations.talk_writer import TalkWriter
from session.call import Call
from storage.database import DatabaseUnavailableError

logger = logging.getLogger(__name__)


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
