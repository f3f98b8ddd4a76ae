"""A call on a sound card of the tests: the agent and all else are real, and speak with whatever serves speech in the settings."""

from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import datetime

from livekit import rtc

from agent.roomless.loudspeaker import Loudspeaker
from agent.roomless.microphone import HEARS_AT_HZ, Microphone
from agent.roomless.roomless_call import RoomlessCall
from providers.models.choice import choose_models
from providers.settings import Settings
from session.opening.assembly import open_call
from tests.agent.roomless.card_of_tests import CardOfTests, Screen
from tests.room.caller import SAMPLE_RATE, synthesise
from tests.storage.prepared import prepared


@asynccontextmanager
async def talking_call(
    settings: Settings, card: CardOfTests, screen: Screen, *, now: Callable[[], datetime], listens: bool = True
) -> AsyncIterator[RoomlessCall]:
    """The call, once it has said its greeting to the end."""
    await prepared(settings)
    async with AsyncExitStack() as stack:
        models = await stack.enter_async_context(choose_models(settings))
        call, look = await stack.enter_async_context(open_call(settings, "local", call_id="talking", now=now, voice=models.voice))
        loudspeaker = Loudspeaker(card.output)
        stack.push_async_callback(loudspeaker.aclose)
        microphone = Microphone(card.input) if listens else None
        if microphone is not None:
            stack.push_async_callback(microphone.aclose)
        talk = RoomlessCall(
            call,
            models,
            screen,
            think=lambda _: None,
            note_away=lambda: None,
            settings=settings if listens else None,
            heard=screen.heard.append,
        )
        stack.push_async_callback(talk.aclose)
        await talk.start(look, loudspeaker, microphone)
        await talk.greet(look)
        await talk.everything_said()
        yield talk


def as_microphone_hears(sound: bytes, *, hz: int) -> bytes:
    """16 bit mono samples, at the rate of the card's microphone."""
    resampler = rtc.AudioResampler(hz, HEARS_AT_HZ)
    frames = [*resampler.push(rtc.AudioFrame(sound, hz, 1, len(sound) // 2)), *resampler.flush()]
    return b"".join(bytes(frame.data) for frame in frames)


async def spoken_to_it(words: str) -> bytes:
    """In the voice of espeak, for services that are told what they hear."""
    return as_microphone_hears(await synthesise(words), hz=SAMPLE_RATE)
