"""While a mail is being told, the board shows how far: an estimate that never says that all of it was heard."""

import asyncio
from collections.abc import AsyncIterator

from livekit import rtc
from livekit.agents import AgentSession
from livekit.agents.voice.io import AudioOutput, AudioOutputCapabilities

from agent.board.drawing import draw
from agent.speaking.playback import Playback
from session.call import Call
from session.passages import Passage, PassageRole
from session.turn.talk_time import CHARACTERS_PER_S
from tests.agent.memory_call import memory_call
from tests.inbox.memory_mailbox import MemoryMailbox, new_mails
from tests.inbox.virtual_clock import in_virtual_time, now


class Voice(AudioOutput):
    """A voice that begins and ends when the test says so."""

    def __init__(self) -> None:
        super().__init__(label="voice", capabilities=AudioOutputCapabilities(pause=False))

    async def capture_frame(self, frame: rtc.AudioFrame) -> None:
        await super().capture_frame(frame)

    def flush(self) -> None:
        super().flush()

    def clear_buffer(self) -> None:
        pass


def heard(call: Call, playback: Playback) -> float:
    card = draw(call, speaks=True, hears=True, played=playback.share_played).current
    assert card
    return card.heard


@in_virtual_time
async def test_what_was_played_of_a_mail_grows_while_it_is_told_and_is_all_of_it_at_its_end() -> None:
    call = await memory_call(MemoryMailbox("work", new_mails(2)))
    first, second = call.tracker.pending_mails()
    session: AgentSession[None] = AgentSession(vad=None)
    session.output.audio = voice = Voice()
    playback, words = Playback(call), "x" * round(10 * CHARACTERS_PER_S)

    async def told() -> AsyncIterator[str]:
        yield Passage(words, role=PassageRole.MAIL, mail=first.mail_id, ends=True)

    async for _ in playback.follow(session, told()):
        assert heard(call, playback) == 0.0
    voice.on_playback_started(created_at=now())
    await asyncio.sleep(4)
    assert (heard(call, playback), playback.share_played(second.mail_id)) == (0.4, 0.0)
    await asyncio.sleep(60)
    assert heard(call, playback) == 0.99
    await voice.capture_frame(rtc.AudioFrame(bytes(2), 24_000, 1, 1))
    voice.flush()
    voice.on_playback_finished(playback_position=10, interrupted=False)
    assert heard(call, playback) == 1.0
