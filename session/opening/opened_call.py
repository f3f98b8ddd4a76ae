"""How a call begins and ends: the first mail is ready, and a call that broke off is resumed.

`session/opening/assembly.py` names the concrete parts. The steps stand here, so that their order is the same for every mailbox and store.
"""

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Callable, Collection, Iterable, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from datetime import datetime

from actions.changes.snoozes import SnoozeStore
from briefing.mail import MailId, Mark, Preferences
from briefing.mail_action import MailAction
from briefing.tracking.meanwhile import handled_elsewhere
from briefing.tracking.tracker import BriefingSessionTracker
from briefing.understanding.times.zones import zone_of
from conversations.conversation_rows import WITH_THE_CALL_BEFORE, Owner, TalkPlace
from conversations.store import ConversationStore
from conversations.talk_writer import TalkWriter
from conversations.turn_routing import TurnRouting
from inbox.arrivals.snoozed import SnoozedMails
from inbox.ledger.briefed_emails import BriefedEmailStore, LedgerUnavailableError
from inbox.ledger.marks import MarkWriter
from inbox.ledger.nudged_mail import NudgedMailRecords
from inbox.listing.first_look import FirstLook, PipelineOptions
from inbox.listing.pipeline import BriefingPipeline
from inbox.saved_call.call_state import CallStateStore, CallStateUnavailableError, SavedCall
from inbox.saved_call.call_state_writer import CallStateWriter, NothingSaved, SavedState
from inbox.unified import UnifiedInbox
from knowledge.left_out import LeftOut
from knowledge.likes import Likes
from knowledge.preferences import PreferenceStore
from knowledge.users_clock import UsersClock
from providers.models.typed.purposes import Purpose
from providers.models.typed.typed_models import TypedModels
from session.acting import ActingOnMail, ActingParts, acting_of
from session.background_tasks import BackgroundTasks
from session.call import Call
from session.call_records import CallMail, CallStores, EarlierCall, Line, Resumption, Voice
from session.glancing.started import start_glancing
from session.opening.connected_accounts import UNLISTED
from session.opening.earlier_talk import go_on_with_the_draft, take_up_the_talk
from session.opening.resuming import SHORTLY, resumed_tracker, to_resume
from session.prefetch_cache import PrefetchCache
from session.skills.liking.left_out_mails import leave_out_from_the_start
from session.skills.team.team_desk import TeamDesk
from session.summaries.ahead import summaries_by
from storage.database import DatabaseUnavailableError

logger = logging.getLogger(__name__)

LOOK = "look"
"""The call id in the journal of a call that changes nothing."""

TAKE_OVER_WITHIN_S = 2.0
"""After this the greeting goes on without the saved call, since the caller hears silence meanwhile."""
TEAM_WITHIN_S = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class CallParts:
    """The parts of a call; the caller of `opened` closes them. `heeded` are the user's preferences, those `given` by the settings among
    them, `likes` is how they like to be told, and `left_out` what they do not want to hear of yet. Without `conversations`, what is said
    in the call is kept nowhere; without `models`, all of it belongs to one conversation. `polyglot`: whoever speaks says other languages
    than English too. `takes_up_talk`: what was said before in the conversation that it goes on with is read as it begins. `team` makes
    what the call has of the team.
    """

    inbox: UnifiedInbox
    acting: ActingParts
    ledger: BriefedEmailStore
    states: CallStateStore
    preferences: PreferenceStore
    heeded: Preferences
    given: Preferences = field(default_factory=Preferences)
    likes: Likes = field(default_factory=Likes)
    left_out: Collection[LeftOut] = ()
    polyglot: bool = True
    conversations: ConversationStore | None = None
    models: TypedModels | None = None
    takes_up_talk: bool = True
    team: Callable[[Owner], TeamDesk] | None = None


@asynccontextmanager
async def opened(
    parts: CallParts,
    user_id: str,
    *,
    call_id: str | None,
    now: Callable[[], datetime],
    replaces: bool = False,
    voice: Voice | None = None,
    place: TalkPlace = WITH_THE_CALL_BEFORE,
) -> AsyncIterator[tuple[Call, FirstLook]]:
    """A call with its first mail ready; what it has to store is stored when the block ends.

    This call takes over the user's briefing, at the mail where a call that broke off was. Without a `call_id` it is only a look: it takes
    over nothing from another call, and keeps nothing for the next. `replaces`: the caller stayed and the agent was replaced. `place` is
    where the talk is written down.
    """
    now = UsersClock(now, zone_of(parts.likes.zone))
    async with AsyncExitStack() as stack:
        snoozed = SnoozedMails(SnoozeStore(parts.acting.database), user_id)
        options = PipelineOptions() if call_id else PipelineOptions(tries=1)
        pipeline = BriefingPipeline(
            inbox=parts.inbox, ledger=parts.ledger, preferences=parts.heeded, user_id=user_id, options=options, snoozed=snoozed
        )
        stack.push_async_callback(pipeline.aclose)
        look = await pipeline.first_look(now())
        left, took_over = await _taken_over(parts.states, user_id, call_id, now()) if call_id else (None, False)
        broken_off = to_resume(left, now(), replaces=replaces)
        saved: SavedState = NothingSaved()
        if call_id:
            saved = await stack.enter_async_context(CallStateWriter(parts.states, user_id, call_id, now, took_over=took_over))
        talk: TalkWriter | None = None
        routing: TurnRouting | None = None
        owner = Owner(user_id=user_id, organisation_id=place.organisation_id)
        desk = parts.team(owner) if call_id and parts.team is not None else None
        resumes = broken_off.call_id if broken_off and not place.anew else None
        if call_id and parts.conversations is not None:
            writer = TalkWriter(parts.conversations, owner, call_id, now, resumes=resumes, goes_on_in=place.conversation_id)
            talk = await stack.enter_async_context(writer)
            if parts.models is not None and parts.models.has_model_for(Purpose.ROUTE):
                routing = TurnRouting(parts.models, parts.conversations, owner, talk, memories=_memories_of(desk))
        marks = await _marks_of_what_was_left(parts.ledger, user_id, left, now())
        tracker = BriefingSessionTracker(look.agenda)
        if broken_off:
            tracker = _resumed(broken_off, look, pipeline, marks or {}, parts.inbox)
            _wake(tracker, snoozed.due, now())
        acting = acting_of(parts.acting, user_id, call_id=call_id or LOOK, now=now)
        prefetch = PrefetchCache(parts.inbox, pipeline.envelopes, id_now=acting.id_now)
        call = Call(
            user_id=user_id,
            now=now,
            tracker=tracker,
            mail=CallMail(
                inbox=parts.inbox,
                pipeline=pipeline,
                prefetch=prefetch,
                summaries=summaries_by(parts.models, user_id, prefetch, now),
                snoozed=snoozed,
            ),
            acting=acting,
            records=CallStores(
                ledger=parts.ledger,
                marks=await stack.enter_async_context(MarkWriter(parts.ledger, user_id)),
                saved=saved,
                preferences=parts.preferences,
                given=parts.given,
                likes=parts.likes,
                talk=talk,
                routing=routing,
                team=desk,
            ),
            background=await stack.enter_async_context(BackgroundTasks()),
            earlier=EarlierCall(
                resumption=_resumption(broken_off, tracker, now(), replaces=replaces),
                handled_elsewhere=_handled_elsewhere(left, pipeline, marks, parts.inbox, now()),
            ),
            line=Line(voice=voice, polyglot=parts.polyglot),
        )
        leave_out_from_the_start(call, parts.left_out)
        call.settle()
        if talk is not None and parts.conversations is not None and talk.takes_up and call_id:
            if parts.takes_up_talk:
                call.background.start("take up the talk", take_up_the_talk(call, talk, parts.conversations, owner))
            calls = [each for each in (call_id, resumes) if each]  # the talk may be this call's by now
            await go_on_with_the_draft(call, parts.conversations, owner, conversation_id=place.conversation_id, calls=calls)
        if call_id:
            await asyncio.gather(_see_what_is_on_its_way(call), _see_the_team(desk))
            call.background.start("settle what was interrupted", _settle_interrupted(acting))
            call.background.start("deliver the journal", acting.journal.keep_delivering())
            call.background.start("see the drafts", _see_drafts(acting))
            start_glancing(call, parts.models, parts.conversations, owner, NudgedMailRecords(parts.acting.database))
        try:
            yield call, look
        finally:
            if call.is_over:
                await call.records.saved.end()


def _resumed(
    broken_off: SavedCall, look: FirstLook, pipeline: BriefingPipeline, marks: Mapping[MailId, Mark], inbox: UnifiedInbox
) -> BriefingSessionTracker:
    return resumed_tracker(broken_off, look.agenda, pipeline, marks, of_no_account=_of_no_account(broken_off, inbox))


def _wake(tracker: BriefingSessionTracker, due: Iterable[MailId], now: datetime) -> None:
    """Mail that was snoozed in the call that broke off, and is due by now, returns to the agenda."""
    for mail in due:
        state = tracker.state_of(mail)
        if state is not None and state.action is MailAction.SNOOZE:
            tracker.restore(mail, at=now)


async def _settle_interrupted(acting: ActingOnMail) -> None:
    """Find out the result of changes that an earlier call had begun when it died."""
    if still_open := await acting.changer.steps.settle_interrupted():
        logger.warning("changes of an earlier call are still open", extra={"changes": still_open})


async def _see_drafts(acting: ActingOnMail) -> None:
    """Drafts of earlier calls are open in this one too."""
    with contextlib.suppress(DatabaseUnavailableError):
        await acting.drafts.all()


async def _see_what_is_on_its_way(call: Call) -> None:
    """A mail that an earlier call put in, and that is still held, can be held back in this call too."""
    acting = call.acting
    try:
        async with asyncio.timeout(TAKE_OVER_WITHIN_S):
            await acting.outgoing.look(acting.outbox, acting.drafts, call.now())
    except (DatabaseUnavailableError, TimeoutError):
        logger.warning("the outbox is away; what is on its way is seen later")


async def _see_the_team(desk: TeamDesk | None) -> None:
    """What it has for the user is part of the greeting, and what is known of the user of each request to a model."""
    if desk is None:
        return
    try:
        async with asyncio.timeout(TEAM_WITHIN_S):
            await desk.remember_anew()
            await desk.look()
    except (DatabaseUnavailableError, TimeoutError):
        logger.warning("the team is away; what it has is told later")


def _memories_of(desk: TeamDesk | None) -> Callable[[], Sequence[str]]:
    return lambda: [each.content for each in desk.memories_known] if desk is not None else []


async def _taken_over(store: CallStateStore, user_id: str, call_id: str, now: datetime) -> tuple[SavedCall | None, bool]:
    """What the call before this one saved, and whether the store knows that this one has taken over."""
    try:
        async with asyncio.timeout(TAKE_OVER_WITHIN_S):
            return await store.take_over(user_id, call_id, now=now), True
    except (CallStateUnavailableError, TimeoutError):
        logger.warning("saved calls are away; this one begins afresh")
        return None, False


async def _marks_of_what_was_left(
    ledger: BriefedEmailStore, user_id: str, left: SavedCall | None, now: datetime
) -> Mapping[MailId, Mark] | None:
    """The ledger's marks of the mails that were open when the last call ended; None if the ledger is away."""
    if left is None:
        return {}
    try:
        return (await ledger.recall(user_id, left.snapshot.open_mails, now=now)).marks
    except LedgerUnavailableError:
        return None


def _resumption(broken_off: SavedCall | None, tracker: BriefingSessionTracker, now: datetime, *, replaces: bool) -> Resumption | None:
    """How the call resumes one that broke off; None if the ledger knows that all of it was told."""
    if broken_off is None or (tracker.is_complete() and not replaces):
        return None
    shortly = now - broken_off.saved_at < SHORTLY
    return Resumption(shortly=shortly, replaces=replaces, left_open=broken_off.snapshot.open_mails)


def _handled_elsewhere(
    left: SavedCall | None, pipeline: BriefingPipeline, marks: Mapping[MailId, Mark] | None, inbox: UnifiedInbox, now: datetime
) -> int:
    """How many mails that were open when the last call ended were dealt with in another program; 0 while that is not known."""
    if left is None or marks is None or not pipeline.all_listed or now - left.saved_at < SHORTLY:
        return 0
    unseen = {*inbox.away, *inbox.sign_in_needed}
    left_open = [mail for mail in left.snapshot.open_mails if inbox.account(mail)]  # mail of a disconnected account was not read
    return handled_elsewhere(left_open, unread=pipeline.listed, marked=marks, unseen_accounts=unseen)


def _of_no_account(broken_off: SavedCall, inbox: UnifiedInbox) -> list[MailId]:
    """Mails of accounts that were disconnected since; none while the list of accounts is not known."""
    if UNLISTED in inbox.accounts:
        return []
    return [mail for topic in broken_off.snapshot.topics for mail in topic.mails if inbox.account(mail) is None]
