"""A wish that waits for the answer to a question is done after a yes, or named: never dropped without a word, and never done unasked."""

import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from briefing.speech.sentences import about_sending as words
from briefing.understanding.understanding import understand
from briefing.understanding.utterance import Channel, Utterance
from session.tools import use
from session.turn.tool_of_command import Answer, Use
from session.turn.wish_by_wish import ToModel, first_answer, hear, next_answer
from tests.agent.acting_calls import ActingCall, acting_call
from tests.servers.openai.double import CallTool, OpenAIDouble, Say, openai_server

pytestmark = pytest.mark.slow

LINE = "reply that Tuesday works and then archive it"
LEFT = "I have left \u201carchive it\u201d undone."


@pytest_asyncio.fixture
async def openai() -> AsyncIterator[OpenAIDouble]:
    async with openai_server() as double:
        yield double


@pytest_asyncio.fixture
async def call(tmp_path: Path, openai: OpenAIDouble) -> AsyncIterator[ActingCall]:
    """One with a model, in which nothing leaves."""
    async with acting_call(tmp_path, model=openai, hold_s=60, unread=12) as call:
        yield call


@pytest.mark.parametrize("between", [["thank you"], ["hmm okay let me think"], ["great", "hello"]])
async def test_a_courtesy_between_question_and_yes_changes_nothing(call: ActingCall, openai: OpenAIDouble, between: list[str]) -> None:
    mail = call.open
    await call.dialogue(LINE, *between)
    assert (await call.type("yes")).startswith(f"{words.held(60)} Archived. ")
    assert (call.place(mail)[0], openai.chat_requests) == (".Archive", [])


async def test_it_still_waits_after_a_model_has_changed_what_is_asked(call: ActingCall, openai: OpenAIDouble) -> None:
    mail = call.open
    await call.type(LINE)
    openai.replies(CallTool("change_draft", text="Friday works."))
    assert LEFT not in await call.type("hmm, rather the end of the week, could you rewrite that")
    assert call.typed.call.dialogue.hint == "done by itself after the user's yes: archive it"
    assert (await call.type("yes")).startswith(f"{words.held(60)} Archived. ")
    assert call.place(mail)[0] == ".Archive"


async def test_it_still_waits_after_a_model_has_said_something(call: ActingCall, openai: OpenAIDouble) -> None:
    mail = call.open
    await call.type(LINE)
    openai.replies(Say("He is a designer."))
    assert LEFT not in await call.type("who was he again, I keep forgetting")
    assert "Shall I send it like this?" in await call.type("yes")
    assert "Archived." in await call.type("yes")
    assert call.place(mail)[0] == ".Archive"


async def test_it_is_named_once_the_user_has_gone_elsewhere_whatever_a_model_did_before(call: ActingCall, openai: OpenAIDouble) -> None:
    mail = call.open
    await call.type(LINE)
    openai.replies(CallTool("go", to="next"), Say("The next one is from Marcus."))
    await call.type("oh well, what else might there be")
    assert (await call.type("next")).endswith(LEFT)
    assert call.place(mail) == ("", "")


async def test_it_is_not_named_where_the_model_has_just_done_it(call: ActingCall, openai: OpenAIDouble) -> None:
    mail = call.open
    await call.type(LINE)
    openai.replies(CallTool("change_mail", action="archive"))
    assert LEFT not in await call.type("on reflection archive it right now, forget about answering him")
    assert call.place(mail)[0] == ".Archive"


async def test_a_yes_to_a_models_own_question_answers_that_one_alone(call: ActingCall, openai: OpenAIDouble) -> None:
    await call.type(LINE)
    openai.replies(Say("He is a designer. Shall I look him up?"), Say("All right, I look."))
    await call.type("who was he again, I keep forgetting")
    assert await call.type("yes") == "All right, I look."
    assert await call.typed.call.acting.outbox.waiting() == ()


async def test_it_is_heard_as_it_was_said(tmp_path: Path) -> None:
    """Words over our own voice buy nothing unasked, however plainly the yes before them was heard."""
    async with acting_call(tmp_path, hold_s=60, unread=12) as acting:
        call, mail = acting.typed.call, acting.open
        for line, overlapped in ((LINE, True), ("yes", False)):
            said = understand(line)
            answer: Answer | ToModel | None = first_answer(call, said)
            hear(call, Utterance(said=said, channel=Channel.VOICE, by=call.user_id, at=time.monotonic(), overlapped=overlapped))
            while isinstance(answer, Use):
                for passage in (await use(call, answer.tool, answer.arguments)).spoken:
                    call.being_told(passage)
                    call.was_told(passage)
                answer = next_answer(call)
        assert (len(await call.acting.outbox.waiting()), acting.place(mail), call.dialogue.asked is not None) == (1, ("", ""), True)


async def test_words_that_answer_leave_no_wish_behind(call: ActingCall) -> None:
    await call.type("thank you")
    assert call.typed.call.dialogue.wishes == []
