"""What a glance leads to in a call: one offer at a polite point, once for each mail, and nothing that outlives the sharing."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime

from briefing.mail import MailId, MailStatus, Mark
from briefing.speech.sentences import about_screen
from glance.glance import Glance, GlanceParts, GlanceReason
from glance.unified_mail import MailOfUser
from providers.models.typed.history import AssistantLine, ModelStep
from providers.models.typed.purposes import Purpose
from session.dialogue import Offer, Offered
from session.glancing.asked_of_it import look_again, on_screen, stop_looking, why_silent
from session.glancing.glances import EXPIRES_AFTER_S, Glances
from session.glancing.nudged import NudgedMails
from session.glancing.shared_screen import ScreenEvent, SharedScreen, Sharing
from session.outcome import SkillRefusedError
from session.skills.changing.open_question import open_question
from session.skills.offers import decline_offer
from storage.database import DatabaseUnavailableError
from tests.agent.given_floor import Conversation, conversation
from tests.glance.stage_set import (
    FRAME,
    LEASE,
    LEASE_TEXT,
    MESSAGE,
    ROBIN,
    Answer,
    ScriptedModels,
    no_talks,
    not_worth_it,
    reads,
    screened,
    searches,
    surfaces,
)
from tests.inbox.memory_mailbox import NOON, OWN_ADDRESS
from tests.inbox.virtual_clock import in_virtual_time

OFFERS = (screened(), searches(), reads(), surfaces())
A_WHILE_S = 20.0


class NudgesInMemory:
    """What outlives a call."""

    def __init__(self) -> None:
        self.kept: dict[tuple[str, MailId], datetime] = {}
        self.away = False

    async def since(self, user_id: str, mails: Sequence[MailId], at: datetime) -> frozenset[MailId]:
        if self.away:
            raise DatabaseUnavailableError
        return frozenset(mail for mail in mails if self.kept.get((user_id, mail), at) > at)

    async def add(self, user_id: str, mail: MailId, at: datetime) -> None:
        if self.away:
            raise DatabaseUnavailableError
        self.kept[user_id, mail] = at


@dataclass
class Shared:
    talk: Conversation
    models: ScriptedModels
    nudges: NudgesInMemory

    @property
    def screen(self) -> SharedScreen:
        return self.talk.call.line.screen

    async def stands_still(self, seconds: float = A_WHILE_S) -> None:
        assert self.screen.look(FRAME)
        await asyncio.sleep(seconds)


@asynccontextmanager
async def sharing(*answers: Answer, models: ScriptedModels | None = None, nudges: NudgesInMemory | None = None) -> AsyncIterator[Shared]:
    """A call in which a screen is shared, on which Anna's mail about the lease is open, read already."""
    async with conversation(["a", "b"]) as talk:
        talk.mailbox.deliver(LEASE, LEASE_TEXT)
        talk.mailbox.read_elsewhere(LEASE.mail_id)

        async def knows(mails: Sequence[MailId]) -> bool:
            return await glances.knows(mails)

        async def alone() -> bool:
            return await call.line.screen.alone()

        call, shared = talk.call, Shared(talk, models or ScriptedModels(*answers), nudges or NudgesInMemory())
        parts = GlanceParts(
            models=shared.models,
            mail=MailOfUser(call.mail.inbox, ROBIN),
            digest=no_talks,
            now=lambda: NOON,
            own_addresses=frozenset({OWN_ADDRESS}),
            knows=knows,
            alone=alone,
        )
        glances = Glances(call, Glance(parts, ROBIN), NudgedMails(shared.nudges))
        call.line.screen.can_look = True
        call.background.start("glance at the screen", glances.follow())
        await asyncio.sleep(10)
        talk.floor.said.clear()
        shared.screen.happened(ScreenEvent.SHARED)
        yield shared


@in_virtual_time
async def test_a_mail_that_waits_is_offered_once_and_stays_open_as_an_offer() -> None:
    async with sharing(*OFFERS) as shared:
        await shared.stands_still()
        call = shared.talk.call
        assert shared.talk.floor.said == [MESSAGE]
        assert call.dialogue.offer is Offer.TAKE_NUDGE
        assert open_question(call) == (MESSAGE, "nudge-1")
        assert list(shared.nudges.kept) == [(call.user_id, LEASE.mail_id)]


@in_virtual_time
async def test_it_is_not_said_into_the_users_turn_nor_into_an_answer_nor_while_something_is_asked() -> None:
    async with sharing(*OFFERS) as shared:
        floor, call = shared.talk.floor, shared.talk.call
        floor.user_speaks()
        await shared.stands_still()
        assert floor.said == []
        floor.agent_answers()
        await asyncio.sleep(5)
        assert floor.said == []
        call.dialogue.note(Offered(Offer.HEAR_SKIPPED))
        floor.agent_listens()
        await asyncio.sleep(10)
        assert floor.said == []
        call.dialogue.state = call.dialogue.state.__class__()
        await asyncio.sleep(5)
        assert floor.said == [MESSAGE]


@in_virtual_time
async def test_it_expires() -> None:
    async with sharing(*OFFERS) as shared:
        shared.talk.floor.user_speaks()
        await shared.stands_still(EXPIRES_AFTER_S + 5)
        shared.talk.floor.agent_answers()
        shared.talk.falls_silent()
        await asyncio.sleep(A_WHILE_S)
        assert shared.talk.floor.said == []
        assert not shared.nudges.kept, "it was never said"


@in_virtual_time
async def test_no_mail_is_offered_twice_in_this_call_or_the_next() -> None:
    nudges = NudgesInMemory()
    async with sharing(*OFFERS, screened(subject="x"), searches("x"), surfaces(), *OFFERS, nudges=nudges) as shared:
        for _ in range(3):
            await shared.stands_still()
        assert shared.talk.floor.said == [MESSAGE]
        assert shared.screen.last is GlanceReason.KNOWN
    async with sharing(*OFFERS, nudges=nudges) as shared:
        await shared.stands_still()
        assert shared.talk.floor.said == []


@in_virtual_time
async def test_a_mail_that_was_heard_in_an_earlier_call_is_not_offered() -> None:
    async with sharing(*OFFERS) as shared:
        call = shared.talk.call
        heard = Mark(mail_id=LEASE.mail_id, status=MailStatus.BRIEFED, at=call.now())
        await call.records.ledger.mark(call.user_id, [heard])
        await shared.stands_still()
        assert (shared.talk.floor.said, shared.screen.last) == ([], GlanceReason.KNOWN)


@in_virtual_time
async def test_while_nobody_knows_what_was_offered_nothing_is() -> None:
    async with sharing(*OFFERS) as shared:
        shared.nudges.away = True
        await shared.stands_still()
        assert (shared.talk.floor.said, shared.screen.last) == ([], GlanceReason.KNOWN)


@in_virtual_time
async def test_nothing_is_said_while_somebody_else_is_in_the_room() -> None:
    async with sharing(*OFFERS) as shared:

        async def with_others() -> bool:
            return False

        shared.screen.alone = with_others
        await shared.stands_still()
        assert (shared.talk.floor.said, shared.screen.last, shared.models.asked) == ([], GlanceReason.NOT_ALONE, [])


@in_virtual_time
async def test_who_joins_before_it_is_said_does_not_hear_it() -> None:
    async with sharing(*OFFERS) as shared:
        shared.talk.floor.user_speaks()
        await shared.stands_still()
        assert shared.screen.last is GlanceReason.SURFACED
        shared.screen.joined += 1
        shared.talk.floor.agent_answers()
        shared.talk.falls_silent()
        await asyncio.sleep(A_WHILE_S)
        assert shared.talk.floor.said == []


@in_virtual_time
async def test_it_waits_for_who_said_hold_on() -> None:
    async with sharing(*OFFERS) as shared:
        shared.talk.call.told.holds = True
        await shared.stands_still()
        assert shared.talk.floor.said == []


@in_virtual_time
async def test_sharing_that_ends_or_is_paused_at_any_moment_leaves_nothing_running_and_nothing_said() -> None:
    class Slow(ScriptedModels):
        running = 0

        async def step(self, purpose: Purpose, step: ModelStep) -> AssistantLine:
            self.running += 1
            try:
                await asyncio.sleep(1)
                return await super().step(purpose, step)
            finally:
                self.running -= 1

    for tenths in range(0, 60, 4):
        for event in (ScreenEvent.UNSHARED, ScreenEvent.PAUSED):
            models = Slow(*OFFERS)
            async with sharing(models=models) as shared:
                await shared.stands_still(tenths / 10)
                said = len(shared.talk.floor.said)
                shared.screen.happened(event)
                await asyncio.sleep(0)
                await asyncio.sleep(0.01)
                assert (models.running, shared.screen.under_way) == (0, False)
                await asyncio.sleep(A_WHILE_S)
                assert len(shared.talk.floor.said) == said


@in_virtual_time
async def test_a_glance_goes_on_after_one_that_was_stopped() -> None:
    async with sharing(*OFFERS) as shared:
        shared.screen.happened(ScreenEvent.PAUSED)
        shared.screen.happened(ScreenEvent.RESUMED)
        await shared.stands_still()
        assert shared.talk.floor.said == [MESSAGE]


@in_virtual_time
async def test_who_interrupts_it_is_not_offered_it_again() -> None:
    async with sharing(*OFFERS) as shared:
        shared.screen.look(FRAME)
        for _ in range(200):
            await asyncio.sleep(0.05)
            if shared.talk.floor.said:
                break
        shared.talk.floor.user_speaks()
        await asyncio.sleep(5)
        shared.talk.floor.agent_answers()
        shared.talk.falls_silent()
        await asyncio.sleep(A_WHILE_S)
        assert shared.talk.floor.said == [MESSAGE]
        assert shared.talk.call.dialogue.offer is None


@in_virtual_time
async def test_a_no_leaves_it() -> None:
    async with sharing(*OFFERS) as shared:
        await shared.stands_still()
        await shared.talk.says(decline_offer)
        assert shared.talk.call.dialogue.offer is None


class TestWhatIsAsked:
    @in_virtual_time
    async def test_it_stops_and_looks_again_on_a_word(self) -> None:
        async with sharing(not_worth_it()) as shared:
            assert await shared.talk.says(stop_looking) == about_screen.STOPPED
            assert shared.screen.sharing is Sharing.PAUSED
            assert await shared.talk.says(on_screen) == about_screen.PAUSED
            assert await shared.talk.says(look_again) == about_screen.LOOKS_AGAIN
            assert shared.screen.looks

    @in_virtual_time
    async def test_what_it_saw_is_told_by_the_reason_alone(self) -> None:
        async with sharing(not_worth_it()) as shared:
            assert await shared.talk.says(on_screen) == about_screen.NOTHING_YET
            await shared.stands_still()
            assert await shared.talk.says(on_screen) == "I looked at your screen: it showed no mail that seems to wait for you."
            assert await shared.talk.says(why_silent) == "Because it showed no mail that seems to wait for you."

    @in_virtual_time
    async def test_without_a_screen_or_a_model_that_is_said(self) -> None:
        async with sharing() as shared:
            shared.screen.happened(ScreenEvent.UNSHARED)
            assert await shared.talk.says(on_screen) == about_screen.NOT_SHARED
            shared.screen.can_look = False
            assert await shared.talk.says(why_silent) == about_screen.CANNOT_LOOK
            refused = ""
            try:
                await shared.talk.says(stop_looking)
            except SkillRefusedError as refusal:
                refused = str(refusal)
            assert refused == about_screen.CANNOT_LOOK
