"""The real speech server as a process of its own, with the real models: `python -m tests.servers.voice PORT FOLDER [MODELS]`."""

import logging
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.servers.own_server import start
from tests.servers.ports import free_port
from tests.servers.process import SHARED
from voice.main import serve
from voice.unavailable import VoiceUnavailableError
from voice.weights.found import WeightPlaces

ROOT = Path(__file__).parent.parent.parent
READY = "it listens and speaks"
STARTS_WITHIN_S = 120
"""On two cores that do much else; it takes four seconds by itself."""


def command(port: int, folder: Path, *models: Path) -> list[str]:
    return ["env", f"PYTHONPATH={ROOT}", sys.executable, "-m", "tests.servers.voice", str(port), str(folder), *map(str, models)]


@contextmanager
def real_voice(folder: Path) -> Iterator[str]:
    """Where it is, like `http://127.0.0.1:1234`, once it listens and speaks. For tests that share it, so that the models load once."""
    port = free_port()
    server = start(command(port, folder), folder=folder, ready=READY, within_s=STARTS_WITHIN_S)
    SHARED.add(server.pid)
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        SHARED.remove(server.pid)
        server.terminate()
        try:
            server.wait(20)
        except subprocess.TimeoutExpired:
            server.kill()
            server.wait()


def main(port: int, folder: Path, models: Path | None) -> None:
    logging.basicConfig(level=logging.INFO)
    with socket.create_server(("127.0.0.1", port)) as listening:
        try:
            serve(WeightPlaces(chosen=models, kept=folder / "kept"), listening, ready=lambda: logging.getLogger(__name__).info(READY))
        except VoiceUnavailableError as error:
            sys.exit(str(error))


if __name__ == "__main__":
    main(int(sys.argv[1]), Path(sys.argv[2]), Path(sys.argv[3]) if len(sys.argv) > 3 else None)
