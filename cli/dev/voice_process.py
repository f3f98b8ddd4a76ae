"""The speech server as a child process of a command, where the settings choose the local voice.

A call does without it: what cannot be spoken by it is spoken by espeak-ng, and one types. So a voice that does not start, or ends for good,
is told of in one line and ends nothing; one that dies is started again. One that runs already at `ALOUD_VOICE_URL` is used as it is.
"""

import asyncio
import os
import socket
import sys
import tempfile
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from pathlib import Path
from urllib.parse import urlsplit

from pydantic import SecretStr

from cli.commands.aloud_voice import LOOPBACK, MISSING, SPEAKS_AT
from cli.dev.child_process import Child, Restarts, keep_running
from cli.logs import log_file
from cli.screen import out, progress
from providers.models.local_voice import LocalVoiceAwayError, local_voice
from providers.settings import Settings, local_voice_installed

READY_WITHIN_S = 60.0
LOOK_EVERY_S = 0.2
ANSWERS_WITHIN_S = 2.0

INSTEAD = "You type, and espeak-ng speaks where it is installed."
TOO_SLOW = "This machine is too slow for the local voice ({factor:.1f} s of computing for a second of sound): type, for answers in time."
RESTARTS = Restarts(
    again="The local voice ended by itself. Another one is being started; until then you type.",
    no_more="The local voice has ended {times} times. You type from now on. Its log: {log}",
    at_once=True,
)
NOT_READY = "The local voice did not start: {why} " + INSTEAD


@asynccontextmanager
async def voice_started(settings: Settings) -> AsyncIterator[Settings]:
    """The settings for the processes beside it, with a speech server behind them until the block ends; `ALOUD_VOICE=none` without one."""
    if settings.voice != "local" or not _is_here(settings) or await _answers(settings):
        yield settings
        return
    if not local_voice_installed():
        out.print(NOT_READY.format(why=MISSING), markup=False)
        yield without_voice(settings)
        return
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="aloud-voice-")))
        current = await stack.enter_async_context(AsyncExitStack())
        settings = _at_a_free_port(settings)
        with progress("Starting the local voice (a few seconds)…"):
            child = await _started(settings, current, folder)
            trouble = await _trouble_of(settings, child)
        if trouble is not None:
            out.print(NOT_READY.format(why=trouble), markup=False, soft_wrap=True)
            await current.aclose()
            yield without_voice(settings)
            return
        keeping = asyncio.create_task(
            keep_running(child, current, partial(_started, settings, current, folder), RESTARTS), name="keep the voice"
        )
        try:
            yield settings
        finally:
            keeping.cancel()
            await asyncio.wait([keeping])


def without_voice(settings: Settings) -> Settings:
    return settings.model_copy(update={"aloud_voice": "none"})


def _without_secrets(settings: Settings) -> Settings:
    """It only listens and speaks, with code that is not ours: keys and addresses of stores are none of its business."""
    secret = [name for name, value in settings if isinstance(value, SecretStr)]
    return settings.model_copy(update={**dict.fromkeys(secret, SecretStr("")), "redis_url": None, "database_url": None})


def _is_here(settings: Settings) -> bool:
    return (urlsplit(settings.aloud_voice_url).hostname or "") in {LOOPBACK, "localhost", "::1"}


async def _answers(settings: Settings) -> bool:
    try:
        await local_voice(settings.aloud_voice_url, within_s=ANSWERS_WITHIN_S)
    except LocalVoiceAwayError:
        return False
    return True


def _at_a_free_port(settings: Settings) -> Settings:
    """At the port of the settings, or at a free one where another program has that."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((LOOPBACK, settings.voice_port))
        except OSError:
            probe.bind((LOOPBACK, 0))
        port = probe.getsockname()[1]
    return settings.model_copy(update={"aloud_voice": "local", "aloud_voice_url": f"http://{LOOPBACK}:{port}/v1"})


async def _started(settings: Settings, current: AsyncExitStack, folder: Path) -> Child:
    command = [sys.executable, "-m", "cli.main", "voice"]
    environment = {**os.environ, **_without_secrets(settings).as_environment()}
    log = log_file(settings, "voice")
    return await current.enter_async_context(Child.started("The local voice", command, environment=environment, log=log, folder=folder))


async def _trouble_of(settings: Settings, child: Child) -> str | None:
    """Wait until it speaks; why it does not, in one sentence."""
    try:
        async with asyncio.timeout(READY_WITHIN_S):
            while not child.has_logged(SPEAKS_AT):
                if child.process.returncode is not None:
                    return (child.log.read_text(errors="replace").strip().splitlines() or [f"See {child.log}."])[-1]
                await asyncio.sleep(LOOK_EVERY_S)
    except TimeoutError:
        return f"It was not ready within {READY_WITHIN_S:.0f} seconds. Its log: {child.log}"
    try:
        voice = await local_voice(settings.aloud_voice_url, within_s=ANSWERS_WITHIN_S)
    except LocalVoiceAwayError as away:
        return str(away)
    if voice.is_too_slow:
        out.print(TOO_SLOW.format(factor=max(voice.listens.real_time_factor, voice.speaks.real_time_factor)), markup=False)
    return None
