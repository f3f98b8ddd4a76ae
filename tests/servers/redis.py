"""A real redis-server of the test's own: loopback, a free port, data in a folder, every write on disk before it is acknowledged.

It can be killed without warning, or frozen, and started again on the same port with the same data.
"""

import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Self

from redis.asyncio.connection import Connection

from tests.servers.own_server import binary, start
from tests.servers.ports import free_port

START_WITHIN_S = 10.0


class RedisServer:
    """A context manager that owns its process and its data. `settings` come on top of its configuration."""

    def __init__(self, **settings: str) -> None:
        self.port = free_port()
        self._folder = Path(tempfile.mkdtemp(prefix="aloud-redis-"))
        self._process: subprocess.Popen[bytes] | None = None
        self._settings = {
            "port": str(self.port),
            "bind": "127.0.0.1",
            "dir": str(self._folder),
            "save": "",
            "appendonly": "yes",
            "appendfsync": "always",
            "auto-aof-rewrite-percentage": "0",
        } | {name.replace("_", "-"): value for name, value in settings.items()}

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    @property
    def files(self) -> Path:
        """Where it keeps everything."""
        return self._folder

    def start(self) -> None:
        arguments = [part for name, value in self._settings.items() for part in (f"--{name}", value)]
        command = [binary("redis-server", "redis-server"), *arguments]
        self._process = start(command, folder=self._folder, ready="Ready to accept connections", within_s=START_WITHIN_S)

    def kill(self) -> None:
        """As a power cut does it: no time to say or save anything."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    def restart(self) -> None:
        self.kill()
        self.start()

    def form_cluster(self) -> None:
        """Make this one server, started with `cluster_enabled="yes"`, a cluster that serves every key."""
        ask = [binary("redis-cli", "redis-tools"), "-p", str(self.port), "cluster"]
        subprocess.run([*ask, "addslotsrange", "0", "16383"], check=True, capture_output=True)
        deadline = time.monotonic() + START_WITHIN_S
        while b"cluster_state:ok" not in subprocess.run([*ask, "info"], check=True, capture_output=True).stdout:
            assert time.monotonic() < deadline, "the cluster did not form"
            time.sleep(0.05)

    def freeze(self) -> None:
        """The port still accepts connections, and nobody answers."""
        assert self._process is not None
        self._process.send_signal(signal.SIGSTOP)

    def thaw(self) -> None:
        assert self._process is not None
        self._process.send_signal(signal.SIGCONT)

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()
        shutil.rmtree(self._folder)


class CountingConnection(Connection):
    """A client's connection that counts round trips: each packed write is sent whole before its answers are read."""

    round_trips = 0

    async def send_packed_command(self, command: bytes | str | Iterable[bytes], check_health: bool = True) -> None:
        type(self).round_trips += 1
        await super().send_packed_command(command, check_health)
