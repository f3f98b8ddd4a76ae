"""A real PostgreSQL of the test's own: loopback, a free port, data in a temporary folder, and as many empty databases as wanted."""

import secrets
import shutil
import signal
import subprocess
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Self

import asyncpg

from storage.migrate import migrate
from tests.servers.own_server import UNPRIVILEGED, binary, start
from tests.servers.ports import free_port

START_WITHIN_S = 30.0
TEMPLATE = "migrated"


class PostgresServer:
    """A context manager that owns its server and all its data."""

    def __init__(self) -> None:
        self._port = free_port()
        self._password = secrets.token_urlsafe(16)
        self._folder = Path(tempfile.mkdtemp(prefix="aloud-postgres-"))
        self._process: subprocess.Popen[bytes] | None = None
        self._has_template = False

    def url(self, database: str = "postgres") -> str:
        return f"postgresql://aloud:{self._password}@127.0.0.1:{self._port}/{database}"

    @property
    def files(self) -> Path:
        """Where it keeps everything."""
        return self._folder / "data"

    @asynccontextmanager
    async def empty_database(self, template: str = "template1") -> AsyncIterator[str]:
        """The URL of a new database, dropped afterwards."""
        name = f"test_{secrets.token_hex(6)}"
        await self._run(f"CREATE DATABASE {name} TEMPLATE {template}")
        try:
            yield self.url(name)
        finally:
            await self._run(f"DROP DATABASE {name} WITH (FORCE)")

    @asynccontextmanager
    async def migrated_database(self) -> AsyncIterator[str]:
        """The same with today's tables: a copy of one that was migrated once."""
        if not self._has_template:
            await self._run(f"CREATE DATABASE {TEMPLATE}")
            await migrate(self.url(TEMPLATE))
            self._has_template = True
        async with self.empty_database(TEMPLATE) as url:
            yield url

    def start(self) -> None:
        settings = {
            "listen_addresses": "127.0.0.1",
            "port": str(self._port),
            "unix_socket_directories": "",
            "fsync": "off",
            "synchronous_commit": "off",
            "full_page_writes": "off",
            "autovacuum": "off",
        }
        options = [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
        command = [_program("postgres"), "-D", str(self._folder / "data"), *options]
        ready = "database system is ready to accept connections"
        self._process = start(command, folder=self._folder, ready=ready, within_s=START_WITHIN_S, user=UNPRIVILEGED)

    def stop(self) -> None:
        """Its fast shutdown: connections are ended, nothing is lost."""
        if self._process is not None:
            self._process.send_signal(signal.SIGINT)
            self._process.wait()
            self._process = None

    async def _run(self, statement: str) -> None:
        connection = await asyncpg.connect(self.url())
        try:
            await connection.execute(statement)
        finally:
            await connection.close()

    def _create(self) -> None:
        password_file = self._folder / "password"
        password_file.write_text(self._password)
        if UNPRIVILEGED is not None:
            for path in (self._folder, password_file):
                shutil.chown(path, UNPRIVILEGED)
        login = ["--username=aloud", "--auth=scram-sha-256", f"--pwfile={password_file}"]
        subprocess.run(
            [_program("initdb"), f"--pgdata={self._folder / 'data'}", *login, "--encoding=UTF8", "--locale=C", "--no-sync"],
            check=True,
            capture_output=True,
            cwd=self._folder,
            user=UNPRIVILEGED,
            extra_groups=[] if UNPRIVILEGED else None,
        )

    def __enter__(self) -> Self:
        self._create()
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()
        shutil.rmtree(self._folder)


def _program(name: str) -> str:
    return binary(name, "postgresql", *sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True))
