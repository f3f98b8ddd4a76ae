"""The conversations of a database with what was mailed in them, and what was mailed as it comes in, from the settings.

A composition root, like `session.opening.assembly`.
"""

from collections.abc import Callable, Collection
from datetime import UTC, datetime, timedelta

from conversations.store import ConversationStore
from correspondence.kept.letters_as_talk import LettersAsTalk
from correspondence.kept.store import CorrespondenceStore
from correspondence.own_letters import OwnLetters
from inbox.ledger.briefed_emails import BriefedEmailStore
from providers.connections.installation import Installation
from providers.settings import Settings
from session.opening.sending_due import writing_vault
from storage.database import Database


def talk_store(settings: Settings, database: Database) -> ConversationStore:
    vault = writing_vault(settings)
    return ConversationStore(database, vault, by_mail=LettersAsTalk(CorrespondenceStore(database, vault)))


def own_letters(
    settings: Settings, database: Database, ledger: BriefedEmailStore, user_id: str, own: Collection[str], now: Callable[[], datetime]
) -> OwnLetters:
    """What was mailed to the user, as it is found among their mail; `own` are the user's addresses."""
    store, installation = CorrespondenceStore(database, writing_vault(settings)), Installation.of(settings)
    addresses = {*own, *([installation.address] if installation is not None else [])}
    lower = frozenset(each.lower() for each in addresses)
    return OwnLetters(user_id=user_id, store=store, ledger=ledger, addresses=lower, now=now)


async def forget_outdated_talk(settings: Settings, database: Database) -> None:
    """Delete what nobody has gone on with for so long, and the mails of it. Raises `DatabaseUnavailableError`."""
    vault, before = writing_vault(settings), datetime.now(UTC) - timedelta(days=settings.aloud_keep_conversations_days)
    await ConversationStore(database, vault).forget_outdated(before)
    await LettersAsTalk(CorrespondenceStore(database, vault)).forget_outdated(before)
