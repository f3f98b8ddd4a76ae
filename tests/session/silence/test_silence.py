"""Who is silent is asked once more, told that the line stays open, and let go at the limit; whoever speaks starts that over."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from livekit.agents import (
    AgentSession,
    AgentStateChangedEvent,
    CloseEvent,
    ConversationItemAddedEvent,
    FunctionToolsExecutedEvent,
    UserInputTranscribedEvent,
    UserStateChangedEvent,
    llm,
)
from livekit.agents.voice.events import AgentState, CloseReason

from agent.caller.silence_watch import Silence
from briefing.speech.sentences import silences
from briefing.understanding.commands import Command, CommandKind
from knowledge.likes import Likes
from session.announcements.announcement import Announcement, Precedence
from session.behaviours import greet
from session.call import Call
from session.dialogue import Offer, Offered
from session.passages import Passage, as_reply
from session.silence import ASK_AFTER_S, TELL_AFTER_S
from session.tools import use
from session.turn.tool_of_command import tool_for
from tests.agent.given_floor import GivenFloor
from tests.agent.memory_call import call_and_look, memory_call
from tests.inbox.memory_mailbox import MemoryMailbox, new_mails
from tests.inbox.virtual_clock import in_virtual_time, now

LIMIT_S = 600.0
SENTENCE_S = 2.0


class Line(GivenFloor):
    """A call without a room: the session's events come from the test, and what is said takes two seconds."""

    def __init__(self, call: Call, session: AgentSession[None]) -> None:
        super().__init__()
        self.call = call
        self.session = session
        self.heard_out = True
        self.acted: list[CommandKind] = []

    async def act(self, kind: CommandKind) -> None:
        self.acted.append(kind)

    async def say(self, words: str) -> bool:
        self.said.append(words)
        self.at.append(now())
        self.agent("speaking")
        await asyncio.sleep(SENTENCE_S)
        self.agent("listening")
        return self.heard_out

    def agent(self, state: AgentState) -> None:
        before = "speaking" if state == "listening" else "listening"
        self.session.emit("agent_state_changed", AgentStateChangedEvent(old_state=before, new_state=state))

    def noise(self, *, begins: bool) -> None:
        before, after = ("listening", "speaking") if begins else ("speaking", "listening")
        self.session.emit("user_state_changed", UserStateChangedEvent.model_validate({"old_state": before, "new_state": after}))

    def speaks(self, words: str) -> None:
        self.session.emit("user_input_transcribed", UserInputTranscribedEvent(transcript=words, is_final=True))

    def types(self, line: str) -> None:
        message = llm.ChatMessage(role="user", content=[line])
        self.session.emit("conversation_item_added", ConversationItemAddedEvent(item=message))

    def manages(self, how: str) -> None:
        call = llm.FunctionCall(call_id="1", name="manage_call", arguments=json.dumps({"how": how}))
        output = llm.FunctionCallOutput(call_id="1", name=call.name, output="", is_error=False)
        self.session.emit("function_tools_executed", FunctionToolsExecutedEvent(function_calls=[call], function_call_outputs=[output]))


@asynccontextmanager
async def silent_line(limit_s: float = LIMIT_S) -> AsyncIterator[Line]:
    call = await memory_call(MemoryMailbox("work", new_mails(3)))
    line = Line(call, AgentSession(vad=None, turn_handling={"turn_detection": "manual"}))
    async with call.background:
        Silence(call, limit_s=limit_s).follow(line.session)
        call.background.start("say what is unasked", call.announcements.follow(line))
        line.agent("speaking")
        line.agent("listening")
        yield line
        line.session.emit("close", CloseEvent(reason=CloseReason.USER_INITIATED))


@in_virtual_time
async def test_silence_leads_to_one_more_question_one_reassurance_and_the_end() -> None:
    async with silent_line() as line:
        await line.call.events.ended.wait()
        moments, words = line.at, line.said
        assert words == ["Archive it, flag it, or next?", silences.STILL_HERE, silences.FAREWELL]
        first = ASK_AFTER_S
        second = first + SENTENCE_S + TELL_AFTER_S
        last = second + SENTENCE_S + LIMIT_S - ASK_AFTER_S - TELL_AFTER_S
        assert moments == [first, second, last]
        assert now() == last + SENTENCE_S
        progress = line.call.tracker.progress()
        assert progress.remaining == progress.mails > 0


@in_virtual_time
async def test_a_word_or_a_typed_line_starts_over() -> None:
    async with silent_line() as line:
        for come_back in (line.speaks, line.types):
            await asyncio.sleep(ASK_AFTER_S + SENTENCE_S + 1)
            come_back("who was it that called")
        await asyncio.sleep(ASK_AFTER_S + SENTENCE_S + 1)
        assert line.said == ["Archive it, flag it, or next?"] * 3


@in_virtual_time
async def test_silence_while_the_agent_speaks_or_works_does_not_count() -> None:
    async with silent_line() as line:
        for state in ("speaking", "thinking"):
            line.agent(state)
            await asyncio.sleep(100)
            assert line.said == []
            line.agent("listening")
        await asyncio.sleep(ASK_AFTER_S - 1)
        assert line.said == []
        await asyncio.sleep(2)
        assert len(line.said) == 1


@in_virtual_time
async def test_a_noise_stops_the_clock_and_does_not_start_it_over() -> None:
    async with silent_line() as line:
        await asyncio.sleep(ASK_AFTER_S - 5)
        line.noise(begins=True)
        await asyncio.sleep(30)
        line.noise(begins=False)
        await asyncio.sleep(6)
        assert line.at == [ASK_AFTER_S + 30]


@in_virtual_time
async def test_a_room_full_of_noise_does_not_keep_the_call_open_for_ever() -> None:
    async with silent_line() as line:
        while not line.call.events.ended.is_set():
            await asyncio.sleep(1)
            line.noise(begins=True)
            await asyncio.sleep(1)
            line.noise(begins=False)
        assert LIMIT_S < now() < 2.1 * LIMIT_S


@in_virtual_time
async def test_words_that_are_still_being_transcribed_are_not_talked_over() -> None:
    async with silent_line() as line:
        await asyncio.sleep(ASK_AFTER_S - 0.1)
        line.noise(begins=True)
        await asyncio.sleep(1)
        line.noise(begins=False)
        await asyncio.sleep(2)
        line.speaks("next")
        await asyncio.sleep(ASK_AFTER_S - 1)
        assert line.said == []


@in_virtual_time
async def test_who_said_hold_on_or_stop_is_left_in_peace_until_the_limit() -> None:
    async with silent_line() as line:
        line.manages("hold_on")
        await line.call.events.ended.wait()
        assert (line.at, line.said) == ([LIMIT_S], [silences.FAREWELL])
    async with silent_line() as line:
        line.speaks("stop")
        await asyncio.sleep(LIMIT_S - 1)
        assert line.said == []


@in_virtual_time
async def test_go_on_after_hold_on_starts_over() -> None:
    async with silent_line() as line:
        line.manages("hold_on")
        await asyncio.sleep(100)
        line.speaks("go on")
        await asyncio.sleep(ASK_AFTER_S + 1)
        assert len(line.said) == 1


@in_virtual_time
async def test_a_word_during_the_farewell_keeps_the_call() -> None:
    async with silent_line() as line:
        line.manages("hold_on")
        line.heard_out = False
        await asyncio.sleep(LIMIT_S + 1)
        line.speaks("wait")
        await asyncio.sleep(SENTENCE_S + 1)
        assert line.said[-1] == silences.FAREWELL
        assert not line.call.events.ended.is_set()


@in_virtual_time
async def test_an_open_offer_is_asked_about_with_yes_or_no() -> None:
    async with silent_line() as line:
        line.call.dialogue.note(Offered(Offer.HEAR_ARRIVALS))
        await asyncio.sleep(ASK_AFTER_S + 1)
        assert line.said[0] == "Yes or no."


@in_virtual_time
async def test_nobody_is_asked_who_is_not_there() -> None:
    async with silent_line() as line:
        line.call.line.caller_is_there = False
        await asyncio.sleep(LIMIT_S)
        assert line.said == []
        line.call.line.caller_is_there = True
        await asyncio.sleep(ASK_AFTER_S + 1)
        assert len(line.said) == 1


@in_virtual_time
async def test_who_does_not_want_to_be_prodded_hears_only_the_farewell() -> None:
    for prods, said in ((0, [silences.FAREWELL]), (1, ["Archive it, flag it, or next?", silences.FAREWELL])):
        async with silent_line() as line:
            began = now()
            line.call.records.likes = Likes(prods=prods)
            line.agent("speaking")
            line.agent("listening")
            await line.call.events.ended.wait()
            assert line.said == said
            assert now() - began == LIMIT_S + len(said) * SENTENCE_S


@in_virtual_time
async def test_a_prod_comes_as_late_as_the_user_likes() -> None:
    async with silent_line() as line:
        line.call.records.likes = Likes(prod_after_s=60)
        line.agent("speaking")
        line.agent("listening")
        await asyncio.sleep(59)
        assert line.said == []
        await asyncio.sleep(2)
        assert len(line.said) == 1


class FlowingLine(Line):
    """The same, where what comes by itself is done, and each passage takes two seconds."""

    async def act(self, kind: CommandKind) -> None:
        await super().act(kind)
        answer = tool_for(Command(kind=kind))
        outcome = await use(self.call, answer.tool, answer.arguments)
        self.agent("speaking")
        for passage in as_reply(outcome.spoken):
            self.said.append(passage)
            self.call.being_told(passage)
            await asyncio.sleep(SENTENCE_S)
            self.call.was_told(passage)
        self.agent("listening")

    async def say(self, words: str) -> bool:
        self.call.being_told(Passage(words))
        return await super().say(words)


@asynccontextmanager
async def flowing(mails: int, limit_s: float = LIMIT_S) -> AsyncIterator[FlowingLine]:
    call, look = await call_and_look(MemoryMailbox("work", new_mails(mails)))
    call.records.likes = Likes(flows=True)
    line = FlowingLine(call, AgentSession(vad=None, turn_handling={"turn_detection": "manual"}))
    async with call.background, call.records.marks:
        Silence(call, limit_s=limit_s).follow(line.session)
        call.background.start("say what is unasked", call.announcements.follow(line))
        await greet(call, look)
        yield line
        line.session.emit("close", CloseEvent(reason=CloseReason.USER_INITIATED))


@in_virtual_time
async def test_in_flow_a_briefing_is_told_from_the_greeting_to_the_end_without_a_word_of_the_user_and_asks_nothing() -> None:
    async with flowing(5) as line:
        await asyncio.sleep(60)
        assert line.call.tracker.progress().briefed == 5
        assert line.acted == [CommandKind.GO_ON, *[CommandKind.NEXT] * 5]
        assert [words for words in line.said[1:] if words.strip().endswith("?")] == []
        await line.call.events.ended.wait()
        assert line.said[-1] == silences.FAREWELL


@in_virtual_time
async def test_in_flow_a_call_that_nobody_hears_stops_at_the_limit_and_ends_like_any_other() -> None:
    async with flowing(60, limit_s=60) as line:
        await line.call.events.ended.wait()
        assert line.call.tracker.current() is not None
        assert line.said[-3:] == ["Archive it, flag it, or next?", silences.STILL_HERE, silences.FAREWELL]
        assert 60 < now() < 60 + 2 * 60 + 20
    async with flowing(60, limit_s=60) as line:
        for _ in range(4):
            await asyncio.sleep(30)
            line.speaks("thanks")
        acted = len(line.acted)
        await asyncio.sleep(30)
        assert len(line.acted) > acted + 3, "whoever speaks now and then is there"


@in_virtual_time
async def test_in_flow_what_is_said_beside_the_mails_does_not_stop_them_and_what_is_asked_does() -> None:
    async with flowing(40) as line:
        call = line.call
        for beside in ("The time is noon.", "A new mail came in, from Anna Berg.", "You are welcome."):
            line.speaks("what time is it")
            call.told.asks = False
            call.announcements.put(Announcement(says=lambda said=beside: said, precedence=Precedence.ARRIVAL))  # type: ignore[misc]
            await asyncio.sleep(8)
            acted = len(line.acted)
            await asyncio.sleep(10)
            assert len(line.acted) > acted, beside
        line.noise(begins=True)
        await asyncio.sleep(5)
        line.noise(begins=False)
        acted = len(line.acted)
        await asyncio.sleep(10)
        assert len(line.acted) > acted, "a noise says nothing"
        call.announcements.put(Announcement(says=lambda: "Shall I read it now?", precedence=Precedence.ARRIVAL))
        await asyncio.sleep(6)
        acted = len(line.acted)
        await asyncio.sleep(60)
        assert len(line.acted) == acted, "what was asked waits for its answer"


@in_virtual_time
async def test_in_flow_who_asked_for_quiet_hears_no_mail() -> None:
    async with flowing(40) as line:
        await asyncio.sleep(10)
        line.manages("hold_on")
        await asyncio.sleep(4)
        acted = len(line.acted)
        await asyncio.sleep(200)
        assert len(line.acted) == acted


@in_virtual_time
async def test_in_flow_after_hold_on_only_going_on_lets_the_next_mail_come() -> None:
    async with flowing(40) as line:
        await asyncio.sleep(10)
        line.manages("hold_on")
        await asyncio.sleep(4)
        acted = len(line.acted)
        for words in ("what time is it", "thanks", "just a second"):
            line.speaks(words)
            await line.say("It is noon.")
            await asyncio.sleep(10)
        assert len(line.acted) == acted
        line.speaks("go on")
        await line.act(CommandKind.GO_ON)
        await asyncio.sleep(20)
        assert len(line.acted) > acted + 3
