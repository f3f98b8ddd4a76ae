"""Programs beside Python that some commands need."""

import os
import shutil
from pathlib import Path


def find_livekit_server() -> str | None:
    """On the PATH, or where `make` builds it in a clone."""
    places = [os.environ.get("PATH", ""), str(Path.cwd() / ".cache" / "bin"), str(Path(__file__).parents[1] / ".cache" / "bin")]
    return shutil.which("livekit-server", path=os.pathsep.join(places))
