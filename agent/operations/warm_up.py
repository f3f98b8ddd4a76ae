"""Runs one simulated call before any job is forked, so that jobs share more memory.

Code that runs for the first time changes memory for good: the interpreter specialises it, and libraries build classes, tables and caches.
If that happens in a job, the job gets its own copy of these pages; if it happens here, all jobs share them. So the parts of a real call run
once, on a few sample mails in a temporary folder, with audio that goes nowhere and a local server in place of the models.

Only memory is left of it: no thread, no event loop, no socket, no open database. LiveKit's native half is not used, because it starts
threads; so what only a room needs is not warmed up.
"""

import asyncio
import logging
import threading
from collections.abc import Iterator
from contextlib import AsyncExitStack, aclosing, contextmanager
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from time import time

from livekit import rtc
from livekit.agents.voice.io import AudioInput, AudioOutput, AudioOutputCapabilities

from agent.answering import new_endpointing, new_session, voice_detection
from agent.board.showing import board_of, captions_of
from agent.briefer import Briefer
from agent.caller.silence_watch import check_in_when_user_is_silent
from agent.carrying import carry
from agent.operations.made_up_services import made_up_services
from agent.tools.running import BriefingTools
from agent.turns.typed_lines import TypedLines
from providers.models.choice import choose_models
from providers.sample_inbox import SAMPLE_ADDRESS, write_sample_inbox
from providers.settings import Settings
from session.behaviours import greet
from session.opening.assembly import local_now, open_call, prepare_storage

logger = logging.getLogger(__name__)

MAILS = 50
LINES = ("next", "hold on")
WITHIN_S = 10.0
SAMPLE_RATE = 16_000
"""The rate of the voice activity detection: any other would be resampled by LiveKit's native half."""
FRAME_S = 0.05


def warm_up(settings: Settings) -> None:
    """Run the simulated call. A failure is logged, not raised: without it each job only takes more memory."""
    try:
        with _quiet(), TemporaryDirectory() as folder:
            asyncio.run(_within(WITHIN_S, settings, Path(folder)))
            _await_threads()
    except Exception as error:  # a worker that cannot do this can still take calls
        logger.warning("the warm-up failed", extra={"error": type(error).__name__})


def _await_threads() -> None:
    """Wait for the threads in which asyncio waits for the processes of the voice."""
    for thread in threading.enumerate():
        if thread is not threading.current_thread():
            thread.join(WITHIN_S)


@contextmanager
def _quiet() -> Iterator[None]:
    """Log nothing: records of a simulated call would mislead."""
    logging.disable()
    try:
        yield
    finally:
        logging.disable(logging.NOTSET)


async def _within(seconds: float, settings: Settings, folder: Path) -> None:
    async with asyncio.timeout(seconds), made_up_services() as address:
        await _call(_made_up(settings, folder, address))


def _made_up(settings: Settings, folder: Path, address: str) -> Settings:
    """The settings of the worker with made-up mail, and without its databases and services."""
    write_sample_inbox(folder / "inbox", now=datetime.now(settings.timezone), unread=MAILS)
    services = {"database_url": None, "redis_url": None, "aloud_smtp_url": None, "openai_base_url": address, "aloud_voice_url": address}
    mail = {"aloud_maildir": (folder / "inbox",), "aloud_addresses": (SAMPLE_ADDRESS,), "aloud_data_dir": folder / "data"}
    return settings.model_copy(update={**services, **mail})


async def _call(settings: Settings) -> None:
    """A call as `agent.answering.answer` has it, without a room."""
    await prepare_storage(settings)
    async with AsyncExitStack() as stack:
        models = await stack.enter_async_context(choose_models(settings))
        endpointing = await stack.enter_async_context(aclosing(new_endpointing(models, settings)))
        session = new_session(voice_detection(), models, endpointing)
        stack.push_async_callback(session.aclose)
        opening = open_call(settings, settings.aloud_user, call_id="warm-up", now=local_now(settings))
        call, look = await stack.enter_async_context(opening)
        briefer = Briefer(BriefingTools(call), asks_model=models.asks_model)
        check_in_when_user_is_silent(session, call, limit_s=settings.aloud_silence_limit_s)
        session.input.audio, session.output.audio = _Silence(), _Nowhere()
        await carry(call, briefer, session, look)
        endpointing.overhear(session)
        captions_of(briefer)
        board = board_of(briefer, call, _shown, speaks=models.speaks, hears=True)
        call.background.start("show the board", board.follow())
        await greet(call, look)
        lines = TypedLines(briefer.answering, call)
        for line in LINES:
            await lines.take(session, line)
            await session.wait_for_idle()
        await _read_ahead()
        await session.aclose()


async def _read_ahead() -> None:
    """Wait until what comes next was read, and summed up where a model does that."""
    ahead = [task for task in asyncio.all_tasks() if task.get_name() == "read ahead"]
    await asyncio.gather(*ahead, return_exceptions=True)


async def _shown(board: str) -> None:
    pass


class _Silence(AudioInput):
    """A microphone in a quiet room."""

    def __init__(self) -> None:
        super().__init__(label="silence")

    async def __anext__(self) -> rtc.AudioFrame:
        await asyncio.sleep(FRAME_S)
        return rtc.AudioFrame.create(SAMPLE_RATE, 1, round(SAMPLE_RATE * FRAME_S))


class _Nowhere(AudioOutput):
    """An audio output that plays everything at once, to nowhere."""

    def __init__(self) -> None:
        super().__init__(label="nowhere", capabilities=AudioOutputCapabilities(pause=False))
        self._played_s = 0.0

    async def capture_frame(self, frame: rtc.AudioFrame) -> None:
        await super().capture_frame(frame)
        if not self._played_s:
            self.on_playback_started(created_at=time())
        self._played_s += frame.duration

    def flush(self) -> None:
        super().flush()
        if self._played_s:
            played_s, self._played_s = self._played_s, 0.0
            self.on_playback_finished(playback_position=played_s, interrupted=False)

    def clear_buffer(self) -> None:
        self.flush()
