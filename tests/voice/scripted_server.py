"""The server with its doubles, which hear and speak at once, or take so long: `python -m tests.voice.scripted_server PORT [SECONDS]`."""

import sys
import time

import uvicorn

from tests.voice.doubles import ScriptedListener, WordSynthesizer, parts_of
from voice.listener import Piece, Samples, Stop
from voice.main import create_app

SERVING = "Uvicorn running"


class SlowSynthesizer(WordSynthesizer):
    """Takes so many seconds for each word."""

    def __init__(self, seconds: float) -> None:
        super().__init__()
        self._seconds = seconds

    def speak(self, piece: Piece, *, speed: float, stop: Stop) -> Samples:
        time.sleep(self._seconds)
        return super().speak(piece, speed=speed, stop=stop)


def main(port: int, seconds: float) -> None:
    application = create_app(lambda: parts_of(ScriptedListener(), SlowSynthesizer(seconds)), cores=2)
    uvicorn.run(application, port=port, ws="none", access_log=False)


if __name__ == "__main__":
    main(int(sys.argv[1]), float(sys.argv[2]) if len(sys.argv) > 2 else 0.0)
