"""What a call leaves behind of its talk, whoever carries it: both sides' words, how much was heard, no mail read out, and forgetting it."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from pathlib import Path

import pytest
from livekit import rtc
from livekit.agents import AgentSession

from agent.speaking.playback import Playback
from briefing.speech.sentences import replies
from briefing.understanding.understanding import understand
from conversations.conversation_rows import Owner
from conversations.parts import OurWords, ReadOut, TalkMessage, ToolResult, ToolUsed, UserWords
from conversations.store import ConversationStore
from conversations.talk_writer import TalkWriter
from session.opening.sending_due import writing_vault
from session.outcome import CameTo
from session.passages import Passage, PassageRole
from session.skills.forgetting_talk import agreed
from session.turn.kept_talk import names_a_subject
from session.turn.talk_time import CHARACTERS_PER_S
from storage.database import Database
from tests.agent.board.test_board_heard import Voice
from tests.agent.memory_call import memory_call
from tests.agent.typed_call import NOW, sample_settings, typed_call
from tests.conversations.talks import ANNA, store_on
from tests.inbox.memory_mailbox import MemoryMailbox, new_mails
from tests.inbox.virtual_clock import now
from tests.session.test_written_call import written
from tests.storage.migrated import migrated

LOCAL = Owner(user_id="local")
LATER = NOW + timedelta(minutes=1)
LONG = 3_650
"""Days: the clock of these calls stands in the past, and what is too old is deleted when a program starts."""


@asynccontextmanager
async def kept_in(folder: Path) -> AsyncIterator[ConversationStore]:
    settings = sample_settings(folder, unread=3)
    async with Database(settings.local_database_url) as database:
        yield ConversationStore(database, writing_vault(settings))


async def conversations(folder: Path) -> list[list[TalkMessage]]:
    """All that is kept, the newest conversation first."""
    async with kept_in(folder) as store:
        return [await store.messages(LOCAL, entry.conversation_id) for entry in await store.list_digest(LOCAL)]


def words_of(messages: list[TalkMessage]) -> str:
    return " ".join(message.words for message in messages)


async def test_a_call_leaves_a_conversation_with_both_sides_and_what_was_done(tmp_path: Path) -> None:
    async with written(tmp_path, unread=3) as call:
        greeted, first = " ".join(call.paper.turns), call.current
        archived = await call.type("archive it")
        await call.type("When does the lease end?")
    ((greeting, *_, asked, answer, _, _),) = await conversations(tmp_path)
    assert greeting.words.split() == greeted.split()
    assert asked.parts == (UserWords(words="archive it"),)
    used, result, *said = answer.parts
    assert used == ToolUsed(number=2, tool="change_mail", choice="archive", by="action")
    assert result == ToolResult(number=2, came_to=CameTo.DONE, mails=(first,) if first else ())
    assert all(isinstance(part, OurWords) and part.heard == len(part.words) for part in said)
    assert answer.words.split() == archived.split()
    async with kept_in(tmp_path) as store:
        (entry,) = await store.list_digest(LOCAL)
        assert entry.title == "When does the lease end?"


async def test_of_a_mail_that_is_read_in_full_no_sentence_is_kept(tmp_path: Path) -> None:
    async with written(tmp_path, unread=5) as call:
        presented = call.paper.since(0)
        mail = call.current
        read = await call.type("read it in full")
    (messages,) = await conversations(tmp_path)
    kept = words_of(messages)
    of_the_mail = [each for each in read.split(". ") if len(each) > 25 and each not in presented and "next?" not in each]
    assert of_the_mail
    assert not [sentence for sentence in of_the_mail if sentence in kept]
    assert [part.mail for part in messages[-1].parts if isinstance(part, ReadOut)] == [mail]


async def test_a_call_that_broke_off_is_resumed_in_the_same_conversation_and_after_a_goodbye_there_is_a_new_one(tmp_path: Path) -> None:
    async with written(tmp_path, unread=9, keep_days=LONG) as call:
        await call.type("next")
    async with written(tmp_path, unread=9, now=LATER, keep_days=LONG) as call:
        await call.type("flag it")
        await call.type("goodbye")
    (messages,) = await conversations(tmp_path)
    asked = [part.words for message in messages for part in message.parts if isinstance(part, UserWords)]
    assert asked == ["next", "flag it", "goodbye"]
    async with written(tmp_path, unread=9, now=LATER + timedelta(minutes=1), keep_days=LONG) as call:
        await call.type("next")
    assert len(await conversations(tmp_path)) == 2


async def test_a_call_through_livekit_keeps_what_one_in_writing_does(tmp_path: Path) -> None:
    async with typed_call(sample_settings(tmp_path, unread=3)) as call:
        await call.greet()
        answered = await call.type("archive it")
    (messages,) = await conversations(tmp_path)
    asked, answer = messages[-2:]
    assert asked.parts == (UserWords(words="archive it"),)
    assert [part.kind for part in answer.parts[:2]] == ["call", "result"]
    assert answer.words.split() == answered.split()


@pytest.mark.parametrize(
    ("words", "names"),
    [
        ("reply that Tuesday works for me", True),
        ("write to zoe at hearth dot example that lunch is at noon", True),
        ("forward it to Anna", True),
        ("search for the lease", True),
        ("what did Anna write", True),
        ("Who won the match on Saturday?", True),
        *((bare, False) for bare in ("next", "archive it", "snooze it until Friday", "read the draft", "yes", "no", "go on", "thank you")),
    ],
)
def test_what_is_written_searched_or_asked_for_may_be_a_title_and_a_bare_command_or_answer_may_not(words: str, *, names: bool) -> None:
    assert names_a_subject(understand(words)) is names


class TestForgetting:
    async def test_it_is_asked_first_and_after_a_yes_nothing_is_left(self, tmp_path: Path) -> None:
        async with written(tmp_path, unread=3) as call:
            await call.type("next")
            assert await call.type("forget this conversation") == replies.TO_FORGET_TALK
            assert await call.type("yes") == replies.TALK_FORGOTTEN
        assert await conversations(tmp_path) == []

    async def test_after_a_no_or_other_words_it_is_kept(self, tmp_path: Path) -> None:
        async with written(tmp_path, unread=3) as call:
            await call.type("forget this conversation")
            assert await call.type("no") == replies.TALK_STAYS
            await call.type("forget what we talked about")
            await call.type("next")
            await call.type("yes")
        assert len(await conversations(tmp_path)) == 1

    async def test_no_model_says_yes_for_the_user(self, tmp_path: Path) -> None:
        async with written(tmp_path, unread=3) as call:
            await call.type("next")
            assert (await agreed(call.call, certain=False)).happened is CameTo.ASKED
        assert len(await conversations(tmp_path)) == 1


async def test_of_words_that_were_cut_the_heard_ones_are_counted_and_of_those_to_nobody_none(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/aloud.db"
    await migrated(url)
    call = await memory_call(MemoryMailbox("work", new_mails(1)))
    session: AgentSession[None] = AgentSession(vad=None)
    session.output.audio = voice = Voice()
    playback, words = Playback(call), "alpha beta " * round(CHARACTERS_PER_S)

    async def told() -> AsyncIterator[str]:
        yield Passage(words, role=PassageRole.LEAD)

    async def play(seconds: float) -> None:
        async for _ in playback.follow(session, told()):
            pass
        voice.on_playback_started(created_at=now())
        await voice.capture_frame(rtc.AudioFrame(bytes(2), 24_000, 1, 1))
        voice.flush()
        voice.on_playback_finished(playback_position=seconds, interrupted=True)
        await asyncio.sleep(0)

    async with Database(url) as database:
        async with TalkWriter(store_on(database), ANNA, "call", lambda: NOW) as talk:
            call.records.talk = talk
            await play(3)
            call.line.caller_is_there = False
            await play(3)
        ((entry,), store) = await store_on(database).list_digest(ANNA), store_on(database)
        (message,) = await store.messages(ANNA, entry.conversation_id)
    cut, unheard = message.parts
    assert isinstance(cut, OurWords)
    assert isinstance(unheard, OurWords)
    assert (cut.words, cut.words[: cut.heard], unheard.heard) == (words, "alpha beta alpha beta alpha beta alpha beta", 0)
