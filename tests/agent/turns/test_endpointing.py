"""The end of a turn, judged by its words: half a command waits, a whole one does not, and what is still being transcribed is waited for."""

import asyncio

import pytest
from livekit import rtc
from livekit.agents import AgentSession, AgentStateChangedEvent, APIConnectionError, UserStateChangedEvent, llm, stt
from livekit.agents.metrics import STTMetrics
from livekit.agents.types import APIConnectOptions, NotGivenOr
from livekit.agents.utils import AudioBuffer
from livekit.agents.voice.io import AudioInput
from livekit.agents.voice.turn import TurnDetectionEvent

from agent.turns.endpointing import ENDED, GOES_ON, LIKELY, TRANSCRIBED_WITHIN_S, Endpointing
from agent.turns.endpointing_audio import ANSWERS_WITHIN_S, EndpointingAudio
from tests.agent.memory_call import memory_call
from tests.inbox.memory_mailbox import MemoryMailbox, new_mails
from tests.inbox.virtual_clock import in_virtual_time, now

T0 = 1_773_000_000.0


class Recogniser(stt.STT[str]):
    """An STT whose answers the test gives itself."""

    def __init__(self, *, streaming: bool = False) -> None:
        super().__init__(capabilities=stt.STTCapabilities(streaming=streaming, interim_results=False))

    async def _recognize_impl(
        self, buffer: AudioBuffer, *, language: NotGivenOr[str] = "en", conn_options: APIConnectOptions
    ) -> stt.SpeechEvent:
        raise NotImplementedError

    def answers(self, *, asked_at: float, after_s: float) -> None:
        """A sound was transcribed, or turned out to be noise."""
        self.emit(
            "metrics_collected",
            STTMetrics(label="", request_id="", timestamp=asked_at + after_s, duration=after_s, audio_duration=1.0, streamed=False),
        )

    def fails(self, *, recoverable: bool) -> None:
        self.emit("error", stt.STTError(timestamp=T0, label="", error=APIConnectionError(), recoverable=recoverable))


class Sound:
    """A model that is as sure as the test says."""

    def __init__(self) -> None:
        self.predictions: list[asyncio.Future[TurnDetectionEvent]] = []
        self.heard: list[rtc.AudioFrame] = []
        self.flushed = 0
        self.closed = False

    def push_audio(self, frame: rtc.AudioFrame) -> None:
        self.heard.append(frame)

    def predict(self) -> asyncio.Future[TurnDetectionEvent]:
        self.predictions.append(asyncio.get_running_loop().create_future())
        return self.predictions[-1]

    def answers(self, probability: float) -> None:
        self.predictions[-1].set_result(
            TurnDetectionEvent(type="eot_prediction", end_of_turn_probability=probability, last_speaking_time=0)
        )

    def flush(self, reason: str | None = None) -> None:
        self.flushed += 1

    async def unlikely_threshold(self, language: object) -> float | None:
        return 0.36

    async def aclose(self) -> None:
        self.closed = True


def new_session() -> AgentSession[None]:
    return AgentSession(vad=None, turn_handling={"turn_detection": "manual"})


def speaks_and_falls_silent(session: AgentSession[None], at: float) -> None:
    session.emit("user_state_changed", UserStateChangedEvent(old_state="listening", new_state="speaking", created_at=at - 1.5))
    session.emit("user_state_changed", UserStateChangedEvent(old_state="speaking", new_state="listening", created_at=at))


def turn(words: str) -> llm.ChatContext:
    context = llm.ChatContext()
    context.add_message(role="assistant", content="What now?")
    context.add_message(role="user", content=words)
    return context


async def test_what_words_do_not_tell_has_ended_without_a_model() -> None:
    endpointing = Endpointing()
    assert await endpointing.predict_end_of_turn(turn("who was it that called")) >= LIKELY
    assert await endpointing.predict_end_of_turn(turn("archive")) < LIKELY
    assert await endpointing.predict_end_of_turn(llm.ChatContext()) >= LIKELY
    assert await endpointing.supports_language(None)
    assert await endpointing.unlikely_threshold(None) == LIKELY


@in_virtual_time
async def test_a_turn_is_judged_only_when_all_its_sounds_are_transcribed() -> None:
    session, recogniser, endpointing = new_session(), Recogniser(), Endpointing()
    endpointing.follow(session, recogniser)
    speaks_and_falls_silent(session, T0)
    recogniser.answers(asked_at=T0, after_s=0.4)
    assert await endpointing.predict_end_of_turn(turn("archive it")) == ENDED
    assert now() == 0

    speaks_and_falls_silent(session, T0 + 2)
    judged = asyncio.create_task(endpointing.predict_end_of_turn(turn("archive it")))
    await asyncio.sleep(1)
    assert not judged.done()
    recogniser.answers(asked_at=T0 + 2, after_s=1.0)
    assert await judged == ENDED
    assert now() == 1


@in_virtual_time
async def test_a_late_answer_about_the_sound_before_does_not_count() -> None:
    session, recogniser, endpointing = new_session(), Recogniser(), Endpointing()
    endpointing.follow(session, recogniser)
    speaks_and_falls_silent(session, T0)
    speaks_and_falls_silent(session, T0 + 1.3)
    recogniser.answers(asked_at=T0, after_s=1.6)
    judged = asyncio.create_task(endpointing.predict_end_of_turn(turn("archive it")))
    await asyncio.sleep(0.5)
    assert not judged.done()
    recogniser.answers(asked_at=T0 + 1.6, after_s=0.5)
    assert await judged == ENDED


@in_virtual_time
async def test_an_answer_that_overtakes_the_end_of_its_sound_counts() -> None:
    session, recogniser, endpointing = new_session(), Recogniser(), Endpointing()
    endpointing.follow(session, recogniser)
    recogniser.answers(asked_at=T0 - 0.05, after_s=0.02)
    speaks_and_falls_silent(session, T0)
    assert await endpointing.predict_end_of_turn(turn("next")) == ENDED
    assert now() == 0


@in_virtual_time
async def test_recognisers_that_hang_or_fail_do_not_hold_the_turn_up_for_good() -> None:
    session, recogniser, endpointing = new_session(), Recogniser(), Endpointing()
    endpointing.follow(session, recogniser)
    speaks_and_falls_silent(session, T0)
    await endpointing.predict_end_of_turn(turn("next"))
    assert now() == TRANSCRIBED_WITHIN_S

    speaks_and_falls_silent(session, T0 + 10)
    judged = asyncio.create_task(endpointing.predict_end_of_turn(turn("next")))
    await asyncio.sleep(1)
    recogniser.fails(recoverable=True)
    await asyncio.sleep(1)
    assert not judged.done()
    recogniser.fails(recoverable=False)
    assert await judged == ENDED
    assert now() == TRANSCRIBED_WITHIN_S + 2


@in_virtual_time
async def test_the_callers_own_limit_is_kept() -> None:
    session, recogniser, endpointing = new_session(), Recogniser(), Endpointing()
    endpointing.follow(session, recogniser)
    speaks_and_falls_silent(session, T0)
    await endpointing.predict_end_of_turn(turn("next"), timeout=0.2)
    assert now() == 0.2


@in_virtual_time
async def test_recognisers_that_stream_are_not_waited_for() -> None:
    session, endpointing = new_session(), Endpointing()
    endpointing.follow(session, Recogniser(streaming=True))
    speaks_and_falls_silent(session, T0)
    assert await endpointing.predict_end_of_turn(turn("next")) == ENDED
    assert now() == 0


@pytest.mark.parametrize(("probability", "ended"), [(0.9, ENDED), (0.36, ENDED), (0.2, GOES_ON)])
async def test_free_speech_is_judged_by_its_sound(probability: float, ended: float) -> None:
    session, model = new_session(), Sound()
    endpointing = Endpointing(EndpointingAudio(model))
    endpointing.follow(session, Recogniser(streaming=True))
    speaks_and_falls_silent(session, T0)
    model.answers(probability)
    assert await endpointing.predict_end_of_turn(turn("who was it that called")) == ended
    assert await endpointing.predict_end_of_turn(turn("next")) == ENDED
    assert await endpointing.predict_end_of_turn(turn("archive the")) == GOES_ON
    await endpointing.aclose()
    assert model.closed


@in_virtual_time
async def test_a_model_that_does_not_answer_lets_the_turn_end() -> None:
    session, model = new_session(), Sound()
    endpointing = Endpointing(EndpointingAudio(model))
    endpointing.follow(session, Recogniser(streaming=True))
    assert await endpointing.predict_end_of_turn(turn("who was it that called")) == ENDED
    speaks_and_falls_silent(session, T0)
    assert await endpointing.predict_end_of_turn(turn("who was it that called")) == ENDED
    assert now() == ANSWERS_WITHIN_S


async def test_the_model_hears_the_microphone_and_forgets_a_turn_that_was_answered() -> None:
    class Microphone(AudioInput):
        async def __anext__(self) -> rtc.AudioFrame:
            return rtc.AudioFrame.create(16000, 1, 160)

    session, model = new_session(), Sound()
    endpointing = Endpointing(EndpointingAudio(model))
    endpointing.follow(session, Recogniser(streaming=True))
    session.input.audio = Microphone(label="microphone")
    endpointing.overhear(session)
    assert await anext(session.input.audio) is model.heard[0]
    session.emit("agent_state_changed", AgentStateChangedEvent(old_state="listening", new_state="speaking"))
    assert model.flushed == 1


async def test_what_would_take_a_mail_back_goes_on_while_none_is_about_to_leave() -> None:
    endpointing = Endpointing()
    endpointing.belongs_to(await memory_call(MemoryMailbox("work", new_mails(3))))
    lines = ("archive it, no", "no, that's the", "don't send it to", "I meant to")
    assert [await endpointing.predict_end_of_turn(turn(line)) for line in lines] == [GOES_ON] * len(lines)
