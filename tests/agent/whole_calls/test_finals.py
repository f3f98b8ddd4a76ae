"""Every turn of a call ends with exactly one final, whatever it was and whatever became of it."""

import asyncio
from pathlib import Path

import pytest

from conversations.pending_links import link_to
from session.turn.final import Final
from tests.agent.acting_calls import acting_call
from tests.agent.talking_models import conversations_of, routed_call, talking
from tests.agent.typed_call import TypedCall
from tests.agent.whole_calls.test_routed_turns import LEASE, MATCH, Resumes, lease_of_last_week, new, waited_for
from tests.servers.openai.chat import BreakOff, Fails, Reply
from tests.servers.openai.double import CallTool, Say
from tests.servers.openai.faults import Refuse

pytestmark = pytest.mark.slow

REPLY = "reply that Tuesday works for me"


async def final_of(call: TypedCall) -> Final:
    async with asyncio.timeout(20):
        return await call.finals.get()


def squeezed(words: str) -> str:
    return "".join(words.split())


async def test_a_turn_that_rules_a_model_or_an_acknowledgement_answer_ends_with_what_was_said_and_where(tmp_path: Path) -> None:
    async with talking(tmp_path) as (settings, models), conversations_of(settings) as store:
        lease = await lease_of_last_week(store)
        async with routed_call(settings) as call:
            assert call.finals.empty(), "what is said unasked is no turn"
            here = None
            for line in ("next", "flag it, and go on", "thank you", "Tell me about the weather in Rome"):
                said, final = await call.type(line), await final_of(call)
                assert squeezed(final.spoken) == squeezed(said), line
                assert (final.open_in_browser, final.deep_link, final.conversation_id) == (False, None, here or final.conversation_id), line
                here = final.conversation_id
            assert here
            models.routes = Resumes("lease")
            await call.type(LEASE)
            assert (await final_of(call)).conversation_id == lease
            models.routes = new
            await call.type(MATCH)
            begun = (await final_of(call)).conversation_id
            assert begun not in {None, here, lease}
            models.acknowledges = CallTool("finalize_ack", spokenAck="Good, and you?", intent="chitchat")
            models.answers_after_s, models.routes = 5.0, lambda *_: CallTool("route", kind="continue")
            assert await call.type("How are you today, my dear friend Aloud?") == "Good, and you?"
            assert await final_of(call) == Final(spoken="Good, and you?", conversation_id=begun)
        assert call.finals.empty()


async def test_a_turn_that_leaves_a_draft_ends_with_the_link_to_it_and_the_next_one_without(tmp_path: Path) -> None:
    async with acting_call(tmp_path) as acting:
        call = acting.typed
        said, final = await call.type(REPLY), await final_of(call)
        draft = call.call.acting.draft
        assert draft
        assert "raft" in said
        assert final.conversation_id
        link = link_to(final.conversation_id, draft.draft_id)
        assert final == Final(spoken=final.spoken, open_in_browser=True, deep_link=link, conversation_id=final.conversation_id)
        assert squeezed(final.spoken) == squeezed(said)
        await call.type("repeat")
        assert (await final_of(call)).deep_link is None


async def test_errors_a_turn_whose_answer_fails_also_in_mid_stream_ends_with_one_final_that_says_so(tmp_path: Path) -> None:
    async with talking(tmp_path) as (settings, models), routed_call(settings) as call:
        answers: list[Reply] = [Fails(Refuse(400)), BreakOff("It ends in "), Say("")]
        models.answers = lambda _: answers[0]
        for number in range(3):
            said, final = await call.type(f"Who won the match number {number}?"), await final_of(call)
            assert said.strip()
            assert squeezed(final.spoken) == squeezed(said)
            assert call.finals.empty()
            answers.pop(0)


async def test_a_turn_that_a_newer_one_cuts_off_ends_with_what_was_heard_of_it_before_that(tmp_path: Path) -> None:
    async with talking(tmp_path, aloud_small_model=None) as (settings, models), routed_call(settings) as call:
        models.answers_after_s = 20.0
        call.session.generate_reply(user_input=MATCH)
        await waited_for(lambda: bool(models.answered))
        await call.session.interrupt()
        said = await call.type("next")
        first, second = await final_of(call), await final_of(call)
        assert (first.spoken, squeezed(second.spoken)) == ("", squeezed(said))
        assert first.conversation_id == second.conversation_id is not None
        assert call.finals.empty()
