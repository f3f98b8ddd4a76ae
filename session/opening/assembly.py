"""Puts the concrete parts of one user's call together, for the worker and the console.

A composition root, as `docs/design.md` lists them.
"""

import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import datetime
from functools import partial

from actions.changes.steps import Writers
from actions.sending.sending_store import SendingStore
from briefing.mail import Preferences
from conversations.conversation_rows import WITH_THE_CALL_BEFORE, TalkPlace
from inbox.ledger.backlog import Backlog
from inbox.ledger.briefed_emails import BriefedEmailStore
from inbox.ledger.redis_ledger import RedisLedger
from inbox.ledger.reliable_ledger import ReliableLedger
from inbox.ledger.sql_ledger import SqlLedger
from inbox.listing.first_look import FirstLook
from inbox.saved_call.call_state import CallStateStore
from inbox.saved_call.redis_call_state import RedisCallState
from inbox.saved_call.sql_call_state import SqlCallState
from inbox.unified import AHEAD_TIMEOUT_S, CALL_TIMEOUT_S, UnifiedInbox
from knowledge.left_out import LeftOut
from knowledge.likes import Likes
from knowledge.preferences import PreferenceStore
from providers.connections.accounts import ConnectedAccount
from providers.connections.senders import ConfiguredSenders
from providers.connections.unopened_mailbox import UnopenedMailbox
from providers.gmail.api import GmailApi
from providers.gmail.mailbox import GmailMailbox
from providers.gmail.push import Push, PushedAccount, push_of
from providers.gmail.quota import QuotaBudget
from providers.gmail.quota_lease import QuotaLease, SqlQuotaLedger
from providers.gmail.writer import GmailWriter
from providers.google.client import GoogleClient
from providers.mailbox import Mailbox, SignInNeededError
from providers.maildir import MaildirMailbox, MaildirWriter, UserFolderRefusedError, maildir_account, maildirs_of
from providers.maildir.owners import REFUSED, own_addresses
from providers.models.typed.models_at import looks_at_screens, small_model_of
from providers.models.typed.typed_models import TypedModels
from providers.settings import Settings
from session.acting import ActingParts
from session.call import Call
from session.call_records import Voice
from session.opening.asking_models import typed_models_of
from session.opening.connected_accounts import UNLISTED, ConnectedAccounts, OpenedAccount, Tell
from session.opening.letter_trust import ways_of
from session.opening.opened_call import CallParts, opened
from session.opening.sending_due import account_store, writing_vault
from session.opening.talk_store import forget_outdated_talk, own_letters, talk_store
from session.opening.team_of_a_call import team_of
from storage.database import Database, DatabaseUnavailableError
from storage.migrate import migrate

logger = logging.getLogger(__name__)


def local_now(settings: Settings) -> Callable[[], datetime]:
    """The clock of a call, in the time zone of the settings; a user may have chosen another."""
    return lambda: datetime.now(settings.timezone)


async def prepare_storage(settings: Settings) -> None:
    """Create the data folder, migrate the databases, and delete conversations that are too old; quick when there is nothing to do.

    Raises `DatabaseUnavailableError` only for the embedded database: a call can do without the shared one.
    """
    settings.aloud_data_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
    await _brought_up(settings, settings.local_database_url)
    if settings.database_url:
        try:
            await _brought_up(settings, settings.database_url)
        except DatabaseUnavailableError:
            logger.warning("the database is away; marks are kept on disk")


async def _brought_up(settings: Settings, url: str) -> None:
    await migrate(url)
    async with Database(url) as database:
        await SendingStore(database, writing_vault(settings)).seal_what_is_open()
        await forget_outdated_talk(settings, database)


@asynccontextmanager
async def open_call(  # noqa: PLR0913 - each is about something else, and all but three have defaults
    settings: Settings,
    user_id: str,
    *,
    call_id: str | None,
    now: Callable[[], datetime],
    replaces: bool = False,
    voice: Voice | None = None,
    tell_to_sign_in: Tell | None = None,
    place: TalkPlace = WITH_THE_CALL_BEFORE,
    is_written: bool = False,
    models: TypedModels | None = None,
) -> AsyncIterator[tuple[Call, FirstLook]]:
    """Everything a call needs, as `opened` promises it; closed in reverse order when the block ends.

    `tell_to_sign_in` is called with each account that turns out to need a new sign-in. One that `is_written` reads what
    was said before with each answer, and asks no models but these `models`, which are its `WrittenCall`'s.
    """
    async with AsyncExitStack() as stack:
        local = await stack.enter_async_context(Database(settings.local_database_url))
        database = await stack.enter_async_context(Database(settings.database_url)) if settings.database_url else local
        ledger = await ledger_of(settings, database, local, stack)
        preferences = PreferenceStore(database)
        store, client = account_store(settings, database), GoogleClient.of(settings)
        accounts = await stack.enter_async_context(ConnectedAccounts(store, client, user_id, tell=tell_to_sign_in))
        push = await push_of(settings, stack) if call_id and (accounts.opened or accounts.late) else None
        heeded = await _load(preferences, user_id, given := _preferences(settings, user_id, accounts))
        own = heeded.own_addresses - accounts.addresses
        inbox, writers = await _mailboxes(settings, user_id, own, accounts, partial(_shared, database, stack), push)
        inbox.our_letters = own_letters(settings, database, ledger, user_id, heeded.own_addresses, now).among
        stack.push_async_callback(inbox.aclose)
        stack.push_async_callback(accounts.remember, inbox)
        if push:
            await stack.enter_async_context(push)
        states = _call_states(settings, database)
        stack.push_async_callback(states.aclose)
        if voice is not None:
            await _choose(voice, preferences, user_id)
        acting = ActingParts(
            writers=writers,
            senders=ConfiguredSenders(settings, store),
            database=database,
            vault=writing_vault(settings),
            local=local if database is not local else None,
            own_addresses=heeded.own_addresses,
            ways=partial(ways_of, settings, database, user_id),
            hold_s=settings.aloud_send_hold_s,
        )
        asks = small_model_of(settings) or looks_at_screens(settings)
        if call_id and asks and not is_written and (off_path := typed_models_of(settings, database)) is not None:
            models = await stack.enter_async_context(off_path)
        parts = CallParts(
            inbox=inbox,
            acting=acting,
            ledger=ledger,
            states=states,
            preferences=preferences,
            heeded=heeded,
            given=given,
            likes=await _likes(preferences, user_id),
            left_out=await _left_out(preferences, user_id, now()),
            conversations=talk_store(settings, database),
            models=models,
            takes_up_talk=not is_written,
            polyglot=voice is None or settings.voice == "openai",
            team=await team_of(settings, database, models, stack) if call_id else None,
        )
        opening = opened(parts, user_id, call_id=call_id, now=now, replaces=replaces, voice=voice, place=place)
        yield await stack.enter_async_context(opening)


@asynccontextmanager
async def open_mail(settings: Settings, database: Database, user_id: str) -> AsyncIterator[tuple[UnifiedInbox, frozenset[str]]]:
    """The user's mail for reading, without a call, and their own addresses."""
    async with AsyncExitStack() as stack:
        accounts = ConnectedAccounts(account_store(settings, database), GoogleClient.of(settings), user_id)
        await stack.enter_async_context(accounts)
        own = (await _load(PreferenceStore(database), user_id, _preferences(settings, user_id, accounts))).own_addresses
        quota_of = partial(_shared, database, stack)
        inbox, _ = await _mailboxes(settings, user_id, own - accounts.addresses, accounts, quota_of, None, timeout_s=AHEAD_TIMEOUT_S)
        stack.push_async_callback(inbox.aclose)
        yield inbox, own


@asynccontextmanager
async def open_acting(
    settings: Settings, database: Database, user_id: str
) -> AsyncIterator[tuple[UnifiedInbox, ActingParts, BriefedEmailStore]]:
    """The user's mail with what changes it on the user's word, without a call: nothing is held once there is a yes, and no words lapse."""
    async with AsyncExitStack() as stack:
        local = await stack.enter_async_context(Database(settings.local_database_url)) if settings.database_url else database
        store = account_store(settings, database)
        accounts = await stack.enter_async_context(ConnectedAccounts(store, GoogleClient.of(settings), user_id))
        own = (await _load(PreferenceStore(database), user_id, _preferences(settings, user_id, accounts))).own_addresses
        quota_of = partial(_shared, database, stack)
        inbox, writers = await _mailboxes(settings, user_id, own - accounts.addresses, accounts, quota_of, None, timeout_s=AHEAD_TIMEOUT_S)
        stack.push_async_callback(inbox.aclose)
        acting = ActingParts(
            writers=writers,
            senders=ConfiguredSenders(settings, store),
            database=database,
            vault=writing_vault(settings),
            local=local if database is not local else None,
            own_addresses=own,
            hold_s=0,
            clock=lambda: 0.0,
        )
        yield inbox, acting, await ledger_of(settings, database, local, stack)


def _call_states(settings: Settings, database: Database) -> CallStateStore:
    return RedisCallState.from_url(settings.redis_url) if settings.redis_url else SqlCallState(database)


async def ledger_of(settings: Settings, database: Database, local: Database, stack: AsyncExitStack) -> BriefedEmailStore:
    """The embedded ledger directly; one on another machine through `ReliableLedger`, which keeps marks on disk until they are delivered."""
    if settings.redis_url:
        store: BriefedEmailStore = RedisLedger.from_url(settings.redis_url)
    elif settings.database_url:
        store = SqlLedger(database)
    else:
        return SqlLedger(local)
    return await stack.enter_async_context(ReliableLedger(store, Backlog(local)))


async def _choose(voice: Voice, preferences: PreferenceStore, user_id: str) -> None:
    """Speak as the user chose in an earlier call."""
    try:
        chosen = await preferences.voice(user_id)
    except DatabaseUnavailableError:
        return
    voice.set_voice(chosen.voice)
    voice.set_speed(chosen.speed)


async def _load(preferences: PreferenceStore, user_id: str, given: Preferences) -> Preferences:
    try:
        return await preferences.load(user_id, settings=given)
    except DatabaseUnavailableError:
        logger.warning("preferences are away; only those of the settings count")
        return given


async def _likes(preferences: PreferenceStore, user_id: str) -> Likes:
    try:
        return await preferences.likes(user_id)
    except DatabaseUnavailableError:
        return Likes()


async def _left_out(preferences: PreferenceStore, user_id: str, now: datetime) -> tuple[LeftOut, ...]:
    try:
        return await preferences.left_out(user_id, now=now)
    except DatabaseUnavailableError:
        return ()


QuotaOf = Callable[[ConnectedAccount], Awaitable[QuotaBudget]]
"""A quota budget for the time of the call; it knows what other processes spend of the account's quota."""


async def _shared(database: Database, stack: AsyncExitStack, account: ConnectedAccount) -> QuotaBudget:
    quota = QuotaBudget()
    await stack.enter_async_context(QuotaLease(quota, SqlQuotaLedger(database, account.user_id, account.slug)))
    return quota


async def _mailboxes(
    settings: Settings,
    user_id: str,
    own: frozenset[str],
    accounts: ConnectedAccounts,
    quota_of: QuotaOf,
    push: Push | None,
    *,
    timeout_s: float = CALL_TIMEOUT_S,
) -> tuple[UnifiedInbox, Writers]:
    """The user's mailboxes as one, and their writing halves by account. An account that opens later in the call adds its own, and its
    part in `push`. `own` are the user's addresses beside those of the accounts."""
    mailboxes: list[Mailbox] = []
    writers: dict[str, MaildirWriter | GmailWriter] = {}
    try:
        folders = maildirs_of(settings, user_id)
    except UserFolderRefusedError:
        logger.warning("a user id that cannot be a part of a path has no mail folder")
        folders, mailboxes = (), [UnopenedMailbox(REFUSED)]
    for folder in folders:
        account = maildir_account(folder)
        mailboxes.append(MaildirMailbox(folder, account=account, own_addresses=own))
        writers[account.slug] = MaildirWriter(folder, account=account)

    async def gmail(one: OpenedAccount) -> Mailbox:
        account, quota = one.account.as_mailbox, await quota_of(one.account)
        api = GmailApi(one.access, quota)
        mailbox = GmailMailbox(api, account=account, quota=quota, own_addresses=own | {one.account.address.lower()})
        writers[account.slug] = GmailWriter(api, account=account)
        if push:
            push.include(PushedAccount(address=one.account.address, api=api, ring=mailbox.notice))
        return mailbox

    async def late(account: ConnectedAccount) -> Mailbox:
        return await gmail(await accounts.open_late(account))

    mailboxes += [await gmail(one) for one in accounts.opened]
    mailboxes += [UnopenedMailbox(account.as_mailbox, refusal=SignInNeededError) for account in accounts.closed]
    mailboxes += [UnopenedMailbox(account.as_mailbox, partial(late, account)) for account in accounts.late]
    mailboxes += [UnopenedMailbox(account) for account in accounts.away if account == UNLISTED]
    return UnifiedInbox(mailboxes, timeout_s=timeout_s, on_sign_in_needed=accounts.refused), writers


def _preferences(settings: Settings, user_id: str, accounts: ConnectedAccounts) -> Preferences:
    own = own_addresses(settings, user_id) | accounts.addresses
    return Preferences(vips=frozenset(settings.aloud_vips), keywords=settings.aloud_keywords, own_addresses=own)
