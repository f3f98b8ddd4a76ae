"""What tests of conversations share: a store on a database, owners, and a call's talk of a few messages."""

from datetime import UTC, datetime, timedelta

from briefing.mail import MailId
from conversations.conversation_rows import Owner
from conversations.parts import OurWords, TalkMessage, UserWords
from conversations.store import ConversationStore
from providers.connections.credentials import Vault
from providers.connections.secret_key import GivenKeys
from storage.database import Database

VAULT = Vault(GivenKeys(bytes(range(32))))
NOW = datetime(2026, 3, 2, 9, tzinfo=UTC)
ANNA, BEN = Owner(user_id="anna"), Owner(user_id="ben")
ANNA_AT_WORK = Owner(user_id="anna", organisation_id="acme")


def store_on(database: Database) -> ConversationStore:
    return ConversationStore(database, VAULT)


def later(minutes: int) -> datetime:
    return NOW + timedelta(minutes=minutes)


def exchange(asks: str, answers: str, *, number: int = 1, at: datetime = NOW) -> list[TalkMessage]:
    """One turn of each side; all of the answer was heard."""
    ours = OurWords(words=answers, heard=len(answers), mail=MailId("work:1"))
    return [
        TalkMessage(number=number, at=at, parts=(UserWords(words=asks),)),
        TalkMessage(number=number + 1, at=at, parts=(ours,)),
    ]


async def talked(store: ConversationStore, owner: Owner, call_id: str, *, asks: str, answers: str = "", at: datetime = NOW) -> str:
    """A conversation that a call has left; its id."""
    conversation = await store.begin(owner, call_id=call_id, now=at)
    assert await store.write(owner, conversation, call_id, exchange(asks, answers, at=at), title=asks)
    await store.update_summary(owner, conversation, answers)
    return conversation
