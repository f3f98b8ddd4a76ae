"""What a glance leads to in a call: one offer at a polite point, once for each mail, and nothing that outlives the sharing."""

import asyncio

from briefing.mail import MailStatus, Mark
from briefing.speech.sentences import about_screen
from glance.glance import GlanceReason
from providers.models.typed.history import AssistantLine, ModelStep
from providers.models.typed.purposes import Purpose
from session.glancing.asked_of_it import look_again, on_screen, stop_looking, why_silent
from session.glancing.shared_screen import ScreenEvent, Sharing
from session.outcome import SkillRefusedError
from tests.glance.stage_set import (
    LEASE,
    MESSAGE,
    ScriptedModels,
    not_worth_it,
    screened,
    searches,
    surfaces,
)
from tests.inbox.virtual_clock import in_virtual_time
from tests.session.glancing.sharing import A_WHILE_S, OFFERS, NudgesInMemory, sharing


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
async def test_what_was_not_said_before_the_looking_ended_is_offered_once_it_begins_again() -> None:
    for ends, begins in ((ScreenEvent.PAUSED, ScreenEvent.RESUMED), (ScreenEvent.UNSHARED, ScreenEvent.SHARED)):
        async with sharing(*OFFERS, *OFFERS, OFFERS[0]) as shared:
            shared.talk.call.told.holds = True
            await shared.stands_still()
            shared.screen.happened(ends)
            shared.talk.call.told.holds = False
            await asyncio.sleep(A_WHILE_S)
            shared.screen.happened(begins)
            await shared.stands_still()
            assert shared.talk.floor.said == [MESSAGE]
            await shared.stands_still()
            assert (shared.talk.floor.said, shared.screen.last) == ([MESSAGE], GlanceReason.SAME_AGAIN)


@in_virtual_time
async def test_models_that_cannot_be_loaded_are_silence_and_the_next_picture_is_looked_at() -> None:
    async def loads() -> None:
        if not tried:
            tried.append(True)
            raise ImportError

    tried: list[bool] = []
    async with sharing(*OFFERS, load=loads) as shared:
        await shared.stands_still()
        assert (shared.talk.floor.said, shared.screen.last) == ([], GlanceReason.FAILED)
        await shared.stands_still()
        assert shared.talk.floor.said == [MESSAGE]


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
    async def test_an_offer_that_found_no_moment_yet_is_told_as_such(self) -> None:
        async with sharing(*OFFERS) as shared:
            shared.talk.call.told.holds = True
            await shared.stands_still()
            assert [await shared.talk.says(asked) for asked in (why_silent, on_screen)] == [about_screen.NOT_SAID] * 2
            shared.talk.call.told.holds = False
            await asyncio.sleep(A_WHILE_S)
            assert await shared.talk.says(why_silent) == about_screen.SAID_SOMETHING

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
