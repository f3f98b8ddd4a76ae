"""Finds the LiveKit server's program, which some commands start."""

import os
import shutil
from pathlib import Path

from cli.screen import fail

NO_SERVER = "livekit-server is missing: run `make demo`, which builds it, or put one on the PATH."


def find_livekit_server() -> str | None:
    """On the PATH, or where `make` builds it in a clone."""
    places = [os.environ.get("PATH", ""), str(Path.cwd() / ".cache" / "bin"), str(Path(__file__).parents[1] / ".cache" / "bin")]
    return shutil.which("livekit-server", path=os.pathsep.join(places))


def needed_livekit_server() -> str:
    """As `find_livekit_server`, but exits with an error line if there is none."""
    if program := find_livekit_server():
        return program
    raise fail(NO_SERVER, code=1)
