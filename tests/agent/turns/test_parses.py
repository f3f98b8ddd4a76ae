"""What a turn means is worked out once: no grammar reads the same words twice, and nobody else reads them."""

from pathlib import Path

import pytest
from livekit.agents import llm

from agent.turns.endpointing import Endpointing
from tests.agent.acting_calls import ActingCall, acting_call
from tests.briefing.understanding.parses import Parses, parses_of
from tests.servers.openai.double import CallTool, Say, openai_server

pytestmark = pytest.mark.slow

LOOKED_UP = "understanding.Understandings.of"
MADE = "understanding.understand"
WORDS = "command_words.hear"
CLAUSES = "clauses.clauses_of"


async def spoken(call: ActingCall, line: str) -> Parses:
    """The parses of one turn, of which endpointing hears the last words too, as it does where there is a microphone."""
    endpointing, heard, briefer = Endpointing(), llm.ChatMessage(role="user", content=[line]), call.typed.briefer
    endpointing.belongs_to(call.typed.call)
    with parses_of(line) as parses:
        await endpointing.predict_end_of_turn(llm.ChatContext([heard]))
        await briefer.on_user_turn_completed(briefer.chat_ctx, heard)
        await call.type(line)
    return parses


def held_once(parses: Parses) -> None:
    read = parses.read.copy()
    assert read.pop(LOOKED_UP) > 1, "several have asked what the words mean"
    assert set(read.values()) == {1}, read
    assert parses.from_outside.keys() == {LOOKED_UP}


async def test_a_plain_command_is_read_once_by_each_grammar(tmp_path: Path) -> None:
    async with acting_call(tmp_path, unread=12) as call:
        parses = await spoken(call, "archive it")
        held_once(parses)
        assert {MADE, WORDS, CLAUSES} <= parses.read.keys()


async def test_what_is_dictated_sent_agreed_to_and_held_back_is_read_once(tmp_path: Path) -> None:
    async with acting_call(tmp_path, hold_s=60, unread=12) as call:
        for line in ("reply that Tuesday works", "send it", "yes please", "no, wait"):
            held_once(await spoken(call, line))
        assert not call.desk.taken


async def test_words_for_which_a_model_calls_a_tool_are_read_once(tmp_path: Path) -> None:
    async with openai_server() as openai, acting_call(tmp_path, model=openai, unread=12) as call:
        openai.replies(CallTool("change_mail", action="archive"), Say("There you go, it is archived."))
        mail = call.open
        held_once(await spoken(call, "I think you may as well file that one away for good"))
        assert call.place(mail)[0] == ".Archive"


async def test_what_nobody_understands_is_read_once(tmp_path: Path) -> None:
    async with acting_call(tmp_path, unread=12) as call:
        held_once(await spoken(call, "what is the weather like"))
