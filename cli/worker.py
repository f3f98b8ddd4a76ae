"""`aloud worker`: the production worker."""

import os
import sys
from pathlib import Path

import agent
from cli.screen import load_settings


def worker() -> None:
    """Take calls from a LiveKit server. Reads only the environment and .env."""
    settings = load_settings()
    main = Path(agent.__file__).with_name("main.py")
    command = [sys.executable, "-m", "livekit.agents", "start", str(main), "--log-level", settings.aloud_log_level]
    os.execv(sys.executable, command)  # noqa: S606 - the very interpreter we run on; the same process, so signals reach the worker
