"""A nudge on its way to the user: when it is said, what opens with it, and when it counts as made."""

import asyncio
from dataclasses import replace

from briefing.mail import ThreadId, mail_id
from briefing.speech.sentences import about_screen
from briefing.speech.sentences.about_failures import Trouble
from glance.glance import GlanceReason
from providers.models.typed.history import AssistantLine, ModelStep
from session.announcements.queue import MOST_TRIES
from session.dialogue import Offer, Offered
from session.glancing.offering import EXPIRES_AFTER_S
from session.passages import Passage
from session.skills.changing.open_question import open_question
from session.skills.offers import accept_offer, decline_offer
from session.skills.presenting import present
from tests.agent.given_floor import SENTENCE_S
from tests.glance.stage_set import (
    LEASE,
    MESSAGE,
    reads,
    screened,
    searches,
    surfaces,
)
from tests.inbox.virtual_clock import in_virtual_time
from tests.session.glancing.sharing import A_WHILE_S, OFFERS, sharing


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
async def test_somebody_who_comes_and_goes_while_the_screen_is_looked_at_leaves_it_unsaid() -> None:
    def somebody_passes_by(_: ModelStep) -> AssistantLine:
        shared.screen.joined += 1
        return reads()

    async with sharing(screened(), searches(), somebody_passes_by, surfaces()) as shared:
        await shared.stands_still()
        assert (shared.talk.floor.said, shared.screen.last) == ([], GlanceReason.SURFACED)
        assert not shared.nudges.kept, "it was never said"


@in_virtual_time
async def test_it_waits_for_who_said_hold_on() -> None:
    async with sharing(*OFFERS) as shared:
        shared.talk.call.told.holds = True
        await shared.stands_still()
        assert shared.talk.floor.said == []


@in_virtual_time
async def test_it_is_open_from_its_first_word_on_so_who_answers_before_its_end_is_understood() -> None:
    async with sharing(*OFFERS) as shared:
        await shared.begins_to_offer()
        shared.talk.floor.user_speaks()
        await asyncio.sleep(5)
        call = shared.talk.call
        assert open_question(call) == (MESSAGE, "nudge-1")
        call.model_said(Passage(f"{MESSAGE} ", by_model=True), heard=False)
        assert call.dialogue.offer is Offer.TAKE_NUDGE, "it asks what is open"
        call.line.has_model = True
        assert await shared.talk.says(accept_offer) == about_screen.TAKEN
        assert (call.it, shared.screen.nudge) == (LEASE.mail_id, None)


@in_virtual_time
async def test_who_interrupts_it_with_something_else_is_not_offered_it_again() -> None:
    async with sharing(*OFFERS) as shared:
        await shared.begins_to_offer()
        await shared.talk.says(present)
        await asyncio.sleep(A_WHILE_S)
        assert shared.talk.floor.said == [MESSAGE]
        assert shared.talk.call.dialogue.offer is None
        assert list(shared.nudges.kept) == [(shared.talk.call.user_id, LEASE.mail_id)]


@in_virtual_time
async def test_what_no_voice_speaks_is_said_again_and_counts_as_made_only_once_it_was_spoken() -> None:
    async with sharing(*OFFERS) as shared:
        shared.talk.floor.voice_trouble = Trouble.NO_VOICE
        await shared.begins_to_offer()
        await asyncio.sleep(SENTENCE_S)
        assert shared.nudges.kept == {}
        assert shared.talk.call.dialogue.offer is Offer.TAKE_NUDGE, "its card is there all the same"
        shared.talk.floor.voice_trouble = None
        await asyncio.sleep(A_WHILE_S)
        assert shared.talk.floor.said == [MESSAGE, MESSAGE]
        assert list(shared.nudges.kept) == [(shared.talk.call.user_id, LEASE.mail_id)]


@in_virtual_time
async def test_what_no_voice_ever_speaks_is_tried_a_few_times_and_not_noted() -> None:
    async with sharing(*OFFERS) as shared:
        shared.talk.floor.voice_trouble = Trouble.NO_VOICE
        await shared.stands_still(2 * EXPIRES_AFTER_S)
        assert shared.talk.floor.said == [MESSAGE] * MOST_TRIES
        assert shared.nudges.kept == {}


@in_virtual_time
async def test_what_was_answered_is_not_said_again_though_no_voice_spoke_it() -> None:
    async with sharing(*OFFERS) as shared:
        shared.talk.floor.voice_trouble = Trouble.NO_VOICE
        await shared.begins_to_offer()
        await shared.talk.says(decline_offer)
        await asyncio.sleep(A_WHILE_S)
        assert shared.talk.floor.said == [MESSAGE]


@in_virtual_time
async def test_a_listener_whom_nobody_announces_does_not_hear_it() -> None:
    async with sharing(*OFFERS) as shared:
        shared.talk.floor.user_speaks()
        await shared.stands_still()
        assert shared.screen.last is GlanceReason.SURFACED

        async def with_others() -> bool:
            return False

        shared.screen.alone = with_others
        shared.talk.floor.agent_answers()
        shared.talk.falls_silent()
        await asyncio.sleep(A_WHILE_S)
        assert shared.talk.floor.said == []


@in_virtual_time
async def test_a_newer_one_takes_the_place_of_one_that_waits_and_follows_one_that_nobody_answers() -> None:
    again = "Anna needs the signed lease today; shall I draft the answer?"
    async with sharing(*OFFERS, screened(subject="x"), searches("x"), surfaces(), *OFFERS[:3], surfaces(message=again)) as shared:
        shared.talk.floor.user_speaks()
        for _ in range(3):
            await shared.stands_still()
        shared.talk.floor.agent_answers()
        shared.talk.falls_silent()
        await asyncio.sleep(A_WHILE_S)
        assert shared.talk.floor.said == [again]
    garage = replace(LEASE, mail_id=mail_id("work", "garage"), subject="Garage key", thread_id=ThreadId("garage"))
    newer = "Anna asks for the garage key; shall I draft it?"
    key = (screened(subject="Garage key", query="garage key"), searches("garage key"), reads(), surfaces(message=newer, actionPrompt=None))
    answers = (*OFFERS, *key)
    async with sharing(*answers) as shared:
        shared.talk.mailbox.deliver(garage, "Can you bring the garage key?")
        shared.talk.mailbox.read_elsewhere(garage.mail_id)
        await shared.stands_still()
        await shared.stands_still()
        assert shared.talk.floor.said == [MESSAGE, newer]
        assert open_question(shared.talk.call) == (newer, "nudge-2")


@in_virtual_time
async def test_a_no_leaves_it() -> None:
    async with sharing(*OFFERS) as shared:
        await shared.stands_still()
        await shared.talk.says(decline_offer)
        assert shared.talk.call.dialogue.offer is None
