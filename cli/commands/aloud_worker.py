"""`aloud worker`: the production worker."""

import importlib.util
import os
import signal
import sys

from cli.screen import fail, load_settings


def worker() -> None:
    """Take calls from a LiveKit server. Configured by the environment and .env."""
    settings = load_settings()
    keys = {"LIVEKIT_API_KEY": settings.livekit_api_key, "LIVEKIT_API_SECRET": settings.livekit_api_secret.get_secret_value()}
    if missing := [name for name, value in keys.items() if not value]:
        raise fail(f"Set {' and '.join(missing)}: the worker signs in with them at LIVEKIT_URL. `aloud dev` needs neither.")
    main = importlib.util.find_spec("agent.main")
    if main is None or main.origin is None:
        raise fail("This installation of Aloud is incomplete: agent/main.py is missing.", code=1)
    command = [sys.executable, "-m", "cli.commands.worker_process", "start", main.origin, "--log-level", settings.aloud_log_level]
    os.environ.setdefault("MALLOC_ARENA_MAX", "2")  # glibc gives each of a job's twenty threads a heap of its own otherwise
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})  # until the new program can end without a traceback
    os.execv(sys.executable, command)  # noqa: S606 - the very interpreter we run on; the same process, so signals reach the worker
