"""Aloud's worker as a process of its own, started as in production."""

import os
import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path

from tests.servers.livekit import ROOT, LiveKitServer
from tests.servers.process import ServerProcess


@asynccontextmanager
async def worker(server: LiveKitServer, folder: Path, *, log: str = "worker.log", **settings: str) -> AsyncIterator[ServerProcess]:
    """`aloud worker` with these settings and nothing else of ours in its environment; ready to take calls."""
    async with ServerProcess.started(
        [str(Path(sys.executable).with_name("aloud")), "worker"],
        log=folder / log,
        environment=environment(server, folder, settings),
        folder=folder,
    ) as process:
        await process.wait_for_log("registered worker")
        yield process


@asynccontextmanager
async def agent_worker(agent: str, server: LiveKitServer, folder: Path, **settings: str) -> AsyncIterator[ServerProcess]:
    """A worker for the agent in the file `agent`, in the same environment."""
    async with ServerProcess.started(
        [sys.executable, "-m", "livekit.agents", "start", agent],
        log=folder / "worker.log",
        environment=environment(server, folder, settings),
        folder=folder,
    ) as process:
        await process.wait_for_log("registered worker")
        yield process


def environment(server: LiveKitServer, folder: Path, settings: Mapping[str, str]) -> dict[str, str]:
    """What the worker sees: the path, the LiveKit server, a data folder of its own, and these settings."""
    return {
        "PATH": os.environ["PATH"],
        "HOME": str(folder),
        "PYTHONPATH": str(ROOT),
        "ALOUD_DATA_DIR": str(folder / "data"),
        "ALOUD_TIMEZONE": "UTC",
        "ALOUD_TURN_DETECTION": "vad",
        "ALOUD_DRAIN_S": "2",
        "ALOUD_WORDS_PER_MINUTE": "450",
        **({} if "OPENAI_API_KEY" in settings else {"ALOUD_VOICE": "none"}),
        **server.environment,
        **settings,
    }
