"""A briefing of so many minutes: what matters most, over when it is to be by the clock of what was played, and nothing lost."""

import asyncio
import zlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from livekit.agents import AgentSession, CloseEvent
from livekit.agents.voice.events import CloseReason

from agent.caller.silence_watch import Silence
from briefing.mail import MailStatus
from briefing.speech.sentences import about_likes, replies
from briefing.understanding.commands import Command, CommandKind, PlainReading
from briefing.understanding.utterance import Channel, Utterance
from knowledge.likes import Likes
from session.behaviours import greet
from session.call import Call
from session.outcome import Outcome
from session.passages import Passage, as_reply
from session.tools import use
from session.turn.talk_time import TalkTime, longest_that_fit
from session.turn.tool_of_command import Use, tool_for
from session.turn.wish_by_wish import first_answer, hear
from tests.agent.memory_call import call_and_look
from tests.inbox.memory_mailbox import MemoryMailbox, new_mails
from tests.inbox.virtual_clock import in_virtual_time, now
from tests.session.silence.test_silence import LIMIT_S, Line
from tests.session.test_written_call import written

SAYS = (
    "Could you please look at the second page of the plan, and tell me by Friday whether the numbers for the upper floor are right? "
    "The builder wants 4,200 pounds more than last year, and I have promised him an answer."
)


class TalkingLine(Line):
    """What is said takes as long as a voice would take, which speaks some sentences a third faster than others."""

    def __init__(self, call: Call, session: AgentSession[None]) -> None:
        super().__init__(call, session)
        self.over = asyncio.Event()
        """The time that was given is over, and what is said then was said."""

    async def act(self, kind: CommandKind) -> None:
        await super().act(kind)
        answer = tool_for(Command(kind=kind))
        await self._play(await use(self.call, answer.tool, answer.arguments))

    async def takes(self, words: str) -> None:
        self.over.clear()
        said = self.call.dialogue.understandings.of(words)
        answer = first_answer(self.call, said)
        self.speaks(words)
        hear(self.call, Utterance(said=said, channel=Channel.TYPED, by="robin", at=now(), overlapped=False))
        assert isinstance(answer, Use)
        await self._play(await use(self.call, answer.tool, answer.arguments))

    async def _play(self, outcome: Outcome) -> None:
        self.agent("speaking")
        for passage in as_reply(outcome.spoken):
            self.said.append(passage)
            self.call.being_told(passage)
            seconds = len(passage) / (13 + zlib.crc32(passage.encode()) % 5)
            await asyncio.sleep(seconds)
            self.call.line.time.played(len(passage), seconds, whole=True)
            self.call.was_told(passage)
        self.agent("listening")
        if not self.call.line.time.runs:
            self.over.set()

    async def say(self, words: str) -> bool:
        self.call.being_told(Passage(words))
        return await super().say(words)


@asynccontextmanager
async def talking(mails: int) -> AsyncIterator[TalkingLine]:
    mailbox = MemoryMailbox("work", [replace(mail, snippet=SAYS, flagged=place % 9 == 4) for place, mail in enumerate(new_mails(mails))])
    call, look = await call_and_look(mailbox)
    line = TalkingLine(call, AgentSession(vad=None, turn_handling={"turn_detection": "manual"}))
    async with call.background, call.records.marks:
        Silence(call, limit_s=LIMIT_S).follow(line.session)
        call.background.start("say what is unasked", call.announcements.follow(line))
        await greet(call, look)
        yield line
        line.session.emit("close", CloseEvent(reason=CloseReason.USER_INITIATED))


@in_virtual_time
async def test_two_minutes_end_by_themselves_in_time_and_what_was_left_out_is_named_offered_and_not_heard() -> None:
    for mails in (60, 90, 200):
        async with talking(mails) as line:
            call = line.call
            before = call.line.time.played_s
            await line.takes("I have two minutes")
            await line.over.wait()
            assert 108 <= call.line.time.played_s - before <= 132
            left = call.tracker.pending_mails()
            is_up = next(said for said in reversed(line.said) if said.startswith("That's two minutes. "))
            assert f"{len(left)} mails are left" in is_up
            assert is_up.endswith("Shall I go on?")
            told = [mail for said in line.said if isinstance(said, Passage) and (mail := said.mail)]
            assert len(told) == len(set(told)) == mails - len(left)
            assert {mail.mail_id for mail in left}.isdisjoint(told)
            assert not call.records.likes.flows
            await line.takes("yes")
            assert call.tracker.cursor_context().status is MailStatus.BRIEFED
            assert line.said[-1].endswith("?"), "after the time the user is asked again"


@in_virtual_time
async def test_what_matters_comes_first_wherever_it_stands_and_in_few_words_where_there_is_much_of_it() -> None:
    async with talking(120) as line:
        important = sum(mail.important for mail in line.call.tracker.pending_mails())
        assert important > 8
        begun = len(line.said)
        await line.takes("just two minutes, please")
        await line.over.wait()
        told = [mail for said in line.said[begun:] if isinstance(said, Passage) and (mail := said.mail)]
        states = [state for mail in told if (state := line.call.tracker.state_of(mail))]
        matter = [state.mail.important for state in states]
        assert matter == sorted(matter, reverse=True)
        assert sum(matter) == important


@in_virtual_time
async def test_an_answer_in_between_takes_its_time_out_of_the_rest_and_the_end_stays_where_it_is() -> None:
    async with talking(80) as line:
        before = line.call.line.time.played_s
        await line.takes("you have two minutes")
        for words in ("who sent it", "what time is it", "flag it", "read it in full", "how many are left"):
            await asyncio.sleep(9)
            await line.takes(words)
        await line.over.wait()
        assert 108 <= line.call.line.time.played_s - before <= 132


@in_virtual_time
async def test_fewer_mails_end_early_and_that_is_said() -> None:
    async with talking(3) as line:
        await line.takes("give me the five-minute version")
        await line.over.wait()
        assert any("That was all, in less than five minutes." in said for said in line.said)
        assert line.call.tracker.progress().briefed == 3


async def test_in_writing_it_is_told_at_once_and_ends_as_it_would_when_spoken(tmp_path: Path) -> None:
    async with written(tmp_path) as told:
        before = told.call.line.time.played_s
        said = await told.type("I have two minutes")
        assert 108 <= told.call.line.time.played_s - before <= 132
        assert said.endswith("Shall I go on?")
        left = told.call.tracker.progress().remaining
        assert await told.type("no") == replies.ALL_RIGHT
        assert told.call.tracker.progress().remaining == left > 10
        assert told.call.records.likes == Likes()
        assert (await told.type("next")).endswith("?")


@pytest.mark.parametrize(
    ("words", "seconds"),
    [
        ("I have five minutes", 300),
        ("I've only got two minutes", 120),
        ("give me the two-minute version", 120),
        ("you have ten minutes", 600),
        ("just two minutes please", 120),
        ("a five minute summary please", 300),
        ("I have to leave in ten minutes", 600),
        ("I have half an hour", 1800),
        ("brief me in 90 seconds", 90),
        ("what matters in three minutes", 180),
        ("do I have two minutes?", 120),
        ("have we got ten minutes", 600),
        ("can you do it in two minutes?", 120),
        ("could you summarise everything in 90 seconds", 90),
        ("can we get through my mail in five minutes", 300),
        ("fit it all into three minutes", 180),
        ("is two minutes enough?", 120),
        ("let's do five minutes", 300),
    ],
)
def test_any_length_is_understood(words: str, seconds: int) -> None:
    command = PlainReading(words).command
    assert command is not None
    assert command.kind is CommandKind.IN_TIME
    assert tool_for(command) == Use("manage_call", {"how": "brief_for", "number": seconds})


@pytest.mark.parametrize(
    "words", ["give me two minutes", "just a minute", "wait two minutes", "one minute", "two minutes", "have you got two minutes"]
)
def test_words_that_ask_to_wait_give_no_time(words: str) -> None:
    command = PlainReading(words).command
    assert command is None or command.kind is not CommandKind.IN_TIME


@pytest.mark.part(0.4)
@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("what matters most?", "Twelve look important"),
        ("what's the most important thing?", "Twelve look important"),
        ("give me the highlights", "Twelve look important"),
        ("is there anything that can't wait?", "Twelve look important"),
        ("what do I need to know?", "Twelve look important"),
        ("just the important bits", "Only what is important from now on"),
        ("only the essentials", "Only what is important from now on"),
        ("just tell me what matters", "Only what is important from now on"),
        ("I'm in a hurry", about_likes.IN_A_HURRY),
        ("the quick version please", about_likes.IN_A_HURRY),
        ("be quick", about_likes.IN_A_HURRY),
        ("how long will it take?", "About twelve minutes for the 49 mails that are left."),
    ],
)
async def test_who_has_little_time_is_understood_or_asked(tmp_path: Path, words: str, told: str) -> None:
    async with written(tmp_path) as call:
        assert (await call.type(words)).startswith(told)


async def test_a_draft_that_is_to_be_quick_is_no_matter_of_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ALOUD_SENDING_DRY_RUN", "true")
    async with written(tmp_path) as call:
        await call.type("reply that I am there")
        assert about_likes.IN_A_HURRY not in await call.type("make it quick")


def test_a_voice_that_was_measured_or_speeds_up_is_what_time_is_counted_by() -> None:
    time = TalkTime()
    assert time.takes_s("x" * 150) == 10
    time.played(400, 40, whole=True)
    assert time.takes_s("x" * 150) == 15
    time.speeds_up(1.5)
    assert time.takes_s("x" * 150) == 10
    time.played(100, 99, whole=False)
    assert time.takes_s("x" * 150) == 10, "what was cut measures nothing"
    time.give(60)
    assert time.left_s("x" * 150) == 50


def test_the_longest_form_that_fits_is_told_and_the_shortest_where_the_end_is_nearer_with_it() -> None:
    time, forms = TalkTime(), ("x" * 300, "x" * 150, "x" * 90)
    assert [longest_that_fit(forms, left_s, time, rest_s=0) for left_s in (20, 11, 6, 4, 2)] == [*forms, forms[2], None]
    assert longest_that_fit(forms, 40, time, rest_s=25) == forms[1]
    assert longest_that_fit(forms, 40, time, rest_s=90) == forms[2]
