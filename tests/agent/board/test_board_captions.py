"""What a page that comes late is told of the conversation: both sides, in order, as far as it was said, and only what it has missed."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

from livekit import rtc
from livekit.agents import AgentSession

from agent.board.board_messages import MOST_CAPTIONS, SaidBefore
from agent.board.captions import LONGEST_CAPTION, Captions
from agent.board.showing import captions_of
from agent.speaking.playback import Playback
from session.passages import Passage
from session.turn.talk_time import CHARACTERS_PER_S
from tests.agent.board.test_board_heard import Voice
from tests.agent.memory_call import memory_call
from tests.agent.typed_call import sample_settings, typed_call
from tests.inbox.memory_mailbox import MemoryMailbox, new_mails
from tests.inbox.virtual_clock import in_virtual_time, now


def lines(said: SaidBefore) -> list[tuple[str, str]]:
    return [(line.speaker.value, line.text) for line in said.lines]


async def test_both_sides_are_told_in_order_with_all_that_the_agent_said(tmp_path: Path) -> None:
    async with typed_call(sample_settings(tmp_path)) as call:
        captions = captions_of(call.briefer)
        await call.greet()
        greeted = call.page.text
        await call.type("archive it")
        said = lines(captions.before(0))
        mine = said.index(("you", "archive it"))
        assert {speaker for speaker, _ in said[:mine]} == {"aloud"}
        assert "".join(" ".join(text for _, text in said[:mine]).split()) == "".join(greeted.split())
        assert said[mine + 1][0] == "aloud"
        assert said[mine + 1][1].startswith("Archived.")


@in_virtual_time
async def test_a_page_is_told_what_began_before_it_came_and_nothing_that_it_has_heard_itself() -> None:
    captions = Captions(now)
    captions.heard("next")
    began = now()
    await asyncio.sleep(10)
    captions.heard("archive it")
    await asyncio.sleep(3)
    captions.told("Archived. A long sentence.", began)
    assert lines(captions.before(0)) == [("you", "next"), ("aloud", "Archived. A long sentence."), ("you", "archive it")]
    assert lines(captions.before(5)) == [("you", "next"), ("aloud", "Archived. A long sentence.")]
    assert lines(captions.before(3600)) == []


@in_virtual_time
async def test_of_a_sentence_that_was_cut_only_the_words_that_were_played_are_told() -> None:
    call = await memory_call(MemoryMailbox("work", new_mails(1)))
    session: AgentSession[None] = AgentSession(vad=None)
    session.output.audio = voice = Voice()
    playback, captions = Playback(call), Captions(now)
    playback.on_told.append(captions.told)
    words = "alpha beta " * round(CHARACTERS_PER_S)

    async def told() -> AsyncIterator[str]:
        yield Passage(words)

    async for _ in playback.follow(session, told()):
        pass
    voice.on_playback_started(created_at=now())
    await asyncio.sleep(3)
    await voice.capture_frame(rtc.AudioFrame(bytes(2), 24_000, 1, 1))
    voice.flush()
    voice.on_playback_finished(playback_position=3, interrupted=True)
    await asyncio.sleep(1)
    assert lines(captions.before(0)) == [("aloud", "alpha beta alpha beta alpha beta alpha beta")]


@in_virtual_time
async def test_it_is_bounded_and_hides_nothing_whatever_is_said() -> None:
    captions = Captions(now)
    for number in range(MOST_CAPTIONS + 5):
        captions.told(f"{number} \u202e\n" + "x" * 3 * LONGEST_CAPTION, now())
    captions.heard("  ")
    await asyncio.sleep(1)
    said = lines(captions.before(0))
    assert len(said) == MOST_CAPTIONS
    assert said[0][1].startswith("5 xxx")
    assert max(len(text) for _, text in said) == LONGEST_CAPTION
