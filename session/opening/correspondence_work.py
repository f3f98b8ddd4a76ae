"""Briefings by mail and the answers to their replies, from the settings; a composition root, like `session.opening.assembly`."""

from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager, nullcontext, suppress
from dataclasses import dataclass
from datetime import datetime
from functools import partial

from actions.changes.journal import Journal, JournalUnavailableError
from actions.sending.dispatch import sendings
from actions.sending.sealing import draft_words
from actions.sending.sending_store import SendingStore
from actions.sending.to_self import OutboxToSelf
from briefing.speech.sentences import about_the_team
from briefing.understanding.times.zones import zone_of
from conversations.conversation_rows import Owner
from correspondence.answering.answerer import ModelAnswerer
from correspondence.exchange import Correspondence
from correspondence.kept.kinds_of_letter_work import ANSWERING, RECORDING
from correspondence.kept.store import CorrespondenceStore
from correspondence.kept.watches import Watches
from correspondence.kept.wish_store import WishStore
from correspondence.message_ids import answer_id
from correspondence.posting import Posting
from correspondence.processor import CorrespondenceParts, answer_correspondence
from correspondence.recorder import Recorder, UserPost
from correspondence.wishing.hands import Hands, UserDesk
from inbox.carrying_out import MailActions
from inbox.ledger.briefed_emails import BriefedEmailStore
from inbox.ledger.marks import MarkWriter
from inbox.unified import AHEAD_TIMEOUT_S, UnifiedInbox
from knowledge.preferences import PreferenceStore
from knowledge.users_clock import UsersClock
from providers.connections.installation import Installation
from providers.connections.senders import ConfiguredSenders
from providers.durable.due_work import DueClock, KindOfWork
from providers.durable.work_lanes import HeldLane
from providers.models.typed.purposes import Purpose
from providers.models.typed.typed_models import TypedModels
from providers.settings import Settings
from session.acting import acting_of
from session.opening.asking_models import typed_models_of
from session.opening.assembly import ledger_of, open_acting, open_mail
from session.opening.briefing_due import BriefingsDue
from session.opening.day_calendars import calendars_of
from session.opening.handing_over import memory_store
from session.opening.letter_trust import letters_key, sending_accounts, trust_in
from session.opening.sending_due import account_store, writing_vault
from storage.database import Database
from storage.epoch import now_in_utc

ANSWERS_AT_ONCE = 4
LOOKS_AT_ONCE = 4


@dataclass(frozen=True, slots=True)
class _Ids:
    """The domain is that of the briefing's own id."""

    key: bytes

    def answer(self, found: Correspondence, number: int) -> str:
        briefing = found.briefing
        domain = briefing.message_id.rpartition("@")[2] if briefing is not None else "localhost"
        return answer_id(self.key, found.user_id, found.day, number, domain)


def correspondence_parts(
    settings: Settings, database: Database, *, models: TypedModels | None = None, now: Callable[[], datetime] = now_in_utc
) -> tuple[CorrespondenceParts, Recorder]:
    vault, key = writing_vault(settings), letters_key(settings)
    store = CorrespondenceStore(database, vault)
    sending_store = SendingStore(database, vault)
    senders = ConfiguredSenders(settings, account_store(settings, database))
    posting = Posting(
        store=store,
        outbox=OutboxToSelf(vault, now=now),
        outbox_of=lambda user_id: DueClock(database, [sendings(sending_store, senders, now=now, user_id=user_id)], now=now),
        senders=senders,
        now=now,
    )
    parts = CorrespondenceParts(
        store=store,
        wishes=WishStore(store.sealed),
        posting=posting,
        open_desk=lambda user_id: _desk(settings, database, user_id, now),
        drafts=draft_words(vault),
        ids=_Ids(key),
        now=now,
        answerer=_answerer(settings, database, models),
    )
    post = _Post(settings=settings, database=database, key=key, of_all=_post_of_all(settings))
    return parts, Recorder(store=store, watches=Watches(database), open_post=post.opened, now=now)


def _answerer(settings: Settings, database: Database, models: TypedModels | None) -> ModelAnswerer | None:
    async def memories(user_id: str) -> list[str]:
        return [each.content for each in await memory_store(settings, database).all(Owner(user_id=user_id))]

    has_one = models is not None and models.has_model_for(Purpose.CORRESPOND)
    return ModelAnswerer(models=models, memories=memories) if models is not None and has_one else None


def correspondence_work(parts: CorrespondenceParts, recorder: Recorder) -> list[KindOfWork]:
    """Looking for replies, and answering them."""

    async def look(_lane: HeldLane, watch_id: str) -> None:
        await recorder.look(watch_id)

    return [
        KindOfWork(name=RECORDING, due=lambda: recorder.watches.due(recorder.now()), work=look, at_once=LOOKS_AT_ONCE),
        KindOfWork(
            name=ANSWERING,
            due=lambda: parts.store.due(parts.now()),
            work=partial(answer_correspondence, parts),
            at_once=ANSWERS_AT_ONCE,
            ends_within_s=10.0,
        ),
    ]


@asynccontextmanager
async def correspondence_at_work(settings: Settings) -> AsyncIterator[None]:
    """The correspondences of all users at work inside the block, beside any other process that does the same."""
    async with Database(settings.shared_database_url) as database, typed_models_of(settings, database) or nullcontext() as models:
        parts, recorder = correspondence_parts(settings, database, models=models)
        briefings = BriefingsDue(settings=settings, posting=parts.posting, models=models, now=now_in_utc)
        async with DueClock(database, [briefings.work, *correspondence_work(parts, recorder)], now=now_in_utc):
            yield


@asynccontextmanager
async def _desk(settings: Settings, database: Database, user_id: str, now: Callable[[], datetime]) -> AsyncIterator[UserDesk]:
    async with AsyncExitStack() as stack:
        inbox, acting, ledger = await stack.enter_async_context(open_acting(settings, database, user_id))
        marks = await stack.enter_async_context(MarkWriter(ledger, user_id))
        likes, wishes = await PreferenceStore(database).likes(user_id), await PreferenceStore(database).mail_wishes(user_id)
        clock = UsersClock(lambda: now().astimezone(settings.timezone), zone_of(likes.zone))

        def hands() -> Hands:
            made = acting_of(acting, user_id, call_id="mail", now=clock)
            actions = MailActions(changer=made.changer, undo=made.undo, marks=marks, now=clock)
            return Hands(
                consent=made.consent,
                actions=actions,
                undo=made.undo,
                drafts=made.drafts,
                outbox=made.outbox,
                unsubscriber=made.unsubscriber,
            )

        yield UserDesk(
            user_id=user_id,
            inbox=inbox,
            own_addresses=acting.own_addresses,
            hands=hands,
            senders=acting.senders,
            ledger=ledger,
            now=clock,
            answers_thanks=wishes.acknowledges,
            remember=lambda words: _remembered(settings, database, user_id, words),
            calendars=lambda: calendars_of(settings, user_id, inbox, zone=clock().tzinfo or settings.timezone, own=acting.own_addresses),
        )
        with suppress(JournalUnavailableError):  # then whoever opens the next desk delivers it
            await Journal(acting.database, local=acting.local).deliver()


async def _remembered(settings: Settings, database: Database, user_id: str, words: str) -> str:
    try:
        await memory_store(settings, database).add(Owner(user_id=user_id), words)
    except ValueError:
        return about_the_team.TOO_MUCH
    return about_the_team.remembered(words)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Post:
    """`of_all` is the folder in which replies to the installation come in: one for all users, whose headers are read once."""

    settings: Settings
    database: Database
    key: bytes
    of_all: "_PostOfAll | None"

    @asynccontextmanager
    async def opened(self, user_id: str, account: str) -> AsyncIterator[UserPost]:
        found = (await sending_accounts(self.settings, self.database, user_id)).get(account)
        trust = trust_in(found, user_id, self.key) if found is not None else None
        if self.of_all is not None and account == self.of_all.installation.account.slug:
            yield UserPost(inbox=self.of_all.inbox, trust=trust, discard=self.of_all.installation.discard)
            return
        async with open_mail(self.settings, self.database, user_id) as (inbox, _):
            yield UserPost(inbox=inbox, trust=trust, ledger=self._ledger)

    @asynccontextmanager
    async def _ledger(self) -> AsyncIterator[BriefedEmailStore]:
        async with AsyncExitStack() as stack:
            apart = self.settings.database_url is not None
            local = await stack.enter_async_context(Database(self.settings.local_database_url)) if apart else self.database
            yield await ledger_of(self.settings, self.database, local, stack)


@dataclass(frozen=True, slots=True, kw_only=True)
class _PostOfAll:
    installation: Installation
    inbox: UnifiedInbox


def _post_of_all(settings: Settings) -> _PostOfAll | None:
    installation = Installation.of(settings)
    if installation is None:
        return None
    return _PostOfAll(installation=installation, inbox=UnifiedInbox([installation.mailbox()], timeout_s=AHEAD_TIMEOUT_S))
