"""A sound card for machines without one: an ALSA device that writes into a pipe, which is read as fast as a loudspeaker would play."""

import array
import fcntl
import math
import os
import select
import sys
import threading
import time
from pathlib import Path
from typing import Self

import pytest

on_linux = pytest.mark.skipif(sys.platform != "linux", reason="the sound card of these tests is an ALSA device")

RATE = 44100  # what PortAudio asks an ALSA device for that has no preference
BYTES_PER_SECOND = 2 * RATE
CHUNK = 4096  # the smallest pipe there is; 46 ms
LOUD = 200.0
TIMEOUT_S = 40.0


class SoundCard:
    """Knows how loud it has been. `environment` makes it the default device of a process."""

    def __init__(self, folder: Path) -> None:
        self._pipe = folder / "loudspeaker"
        os.mkfifo(self._pipe)
        config = folder / "asound.conf"
        config.write_text(
            f'pcm.nowhere {{ type null }}\npcm.!default {{ type file slave.pcm "nowhere" file "{self._pipe}" format "raw" }}\n'
        )
        self.environment = {"ALSA_CONFIG_PATH": str(config)}
        self._news = threading.Condition()
        self._loud: list[bool] = []
        self._off = threading.Event()
        self._thread = threading.Thread(target=self._play, name="sound card")

    def wait_until_loud(self) -> None:
        """Return once something is heard from now on."""
        with self._news:
            now = len(self._loud)
            assert self._news.wait_for(lambda: any(self._loud[now:]), TIMEOUT_S), "nothing was heard"

    def heard_until_silent(self, silence_s: float = 1.0) -> float:
        """Wait until it has been silent for so long; for how many seconds it was still to be heard from now on."""
        chunks = round(silence_s * BYTES_PER_SECOND / CHUNK)
        with self._news:
            now = len(self._loud)
            silent = self._news.wait_for(lambda: len(self._loud) - now >= chunks and not any(self._loud[-chunks:]), TIMEOUT_S)
            assert silent, "it does not fall silent"
            return sum(self._loud[now:]) * CHUNK / BYTES_PER_SECOND

    def _play(self) -> None:
        pipe = os.open(self._pipe, os.O_RDWR)  # for reading alone, it would wait for a writer and end with the first
        fcntl.fcntl(pipe, fcntl.F_SETPIPE_SZ, CHUNK)
        due = time.monotonic()
        try:
            while not self._off.is_set():
                if not select.select([pipe], [], [], 0.1)[0]:
                    continue
                self._note(os.read(pipe, CHUNK))
                due = max(due, time.monotonic() - 0.5) + CHUNK / BYTES_PER_SECOND
                self._off.wait(max(0.0, due - time.monotonic()))
        finally:
            os.close(pipe)

    def _note(self, chunk: bytes) -> None:
        samples = array.array("h", chunk[: len(chunk) // 2 * 2])[::4]
        with self._news:
            self._loud.append(math.sqrt(sum(sample * sample for sample in samples) / max(1, len(samples))) > LOUD)
            self._news.notify_all()

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._off.set()
        self._thread.join()
