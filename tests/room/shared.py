"""The LiveKit server and the worker that all tests of a process share, and a user of that worker's for each test.

A worker's start costs as much as three short calls. So what a test may change of it is a user's: their mail, their rooms, their part of the
database. The services of the models and of outgoing mail are at fixed addresses, where each test that needs them starts its own double.
A test whose worker has other settings, is stopped, or has its log searched, starts one of its own.
"""

import asyncio
import os
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from uuid import uuid4

import psutil
from livekit import api

from briefing.mail import MailId
from inbox.ledger.sql_ledger import SqlLedger
from providers.sample_inbox import SAMPLE_ADDRESS
from storage.database import Database
from tests.agent.typed_call import sample_settings
from tests.room.agenda import ExpectedBriefing, expected_briefing, marks_in
from tests.room.caller import Caller, caller_in
from tests.room.jobs import RoomView, job_processes
from tests.servers.livekit import LiveKitServer, configured, find_livekit_server
from tests.servers.openai.double import OpenAIDouble, openai_server
from tests.servers.ports import free_port
from tests.servers.process import SHARED, STOP_TIMEOUT_S
from tests.servers.smtp import SmtpDesk, smtp_server
from tests.servers.worker import environment

OWN_ADDRESS = "me@example.com"
VIP = "Vera Imhof <vera@example.org>"
HOLD_S = 5
HURRIED = 2.0
"""So much faster than usual the voice speaks: calls in real time are most of what the tests in rooms cost."""
LOOK_EVERY_S = 0.05
CLOSED_WITHIN_S = 10.0
LOST = "a call has lost its agent"
"""What the worker logs when it replaces one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SharedWorker:
    """`folder` holds a folder for each user, and what the worker stores."""

    livekit: LiveKitServer
    process: subprocess.Popen[bytes]
    log: Path
    folder: Path
    openai_port: int
    smtp_port: int

    @property
    def pid(self) -> int:
        return self.process.pid


@contextmanager
def running(command: list[str], *, log: Path, said: str = "", answers_at: str = "", **settings: str) -> Iterator[subprocess.Popen[bytes]]:
    """A server until the block ends; it is ready once its log says so, or it answers."""
    with log.open("ab") as sink:
        process = subprocess.Popen(command, stdout=sink, stderr=sink, cwd=log.parent, env=settings or None, start_new_session=True)
    SHARED.add(process.pid)
    try:
        while not (said in log.read_text(errors="replace") if said else _answers(answers_at)):
            assert process.poll() is None, log.read_text(errors="replace")[-4000:]
            time.sleep(LOOK_EVERY_S)
        yield process
    finally:
        process.terminate()
        with suppress(subprocess.TimeoutExpired):
            process.wait(STOP_TIMEOUT_S)
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        SHARED.remove(process.pid)


def _answers(url: str) -> bool:
    try:
        with urllib.request.urlopen(url, timeout=1) as answer:  # noqa: S310 - it is http, and on this machine
            return bool(answer.status == 200)
    except OSError:
        return False


@contextmanager
def shared_livekit(folder: Path) -> Iterator[LiveKitServer]:
    config, port = configured(folder)
    command = [find_livekit_server(), "--config", str(config)]
    with running(command, log=folder / "livekit.log", answers_at=f"http://127.0.0.1:{port}/"):
        yield LiveKitServer(url=f"ws://127.0.0.1:{port}")


@contextmanager
def shared_worker(livekit: LiveKitServer, folder: Path) -> Iterator[SharedWorker]:
    openai_port, smtp_port, log = free_port(), free_port(), folder / "worker.log"
    settings = environment(
        livekit,
        folder,
        {
            "ALOUD_MAILDIR": f"{folder}/{{user}}/inbox",
            "ALOUD_ADDRESSES": f"{SAMPLE_ADDRESS},{OWN_ADDRESS},{{user}}@sender.example",
            "ALOUD_VIPS": "vera@example.org",
            "ALOUD_SMTP_URL": f"smtp://127.0.0.1:{smtp_port}",
            "ALOUD_SEND_HOLD_S": str(HOLD_S),
            "ALOUD_SMALL_VISION_MODEL": "small-vision-model",
            "ALOUD_VISION_MODEL": "vision-model",
            "OPENAI_API_KEY": "sk-test",
            "OPENAI_BASE_URL": f"http://127.0.0.1:{openai_port}/v1",
        },
    )
    command = [str(Path(sys.executable).with_name("aloud")), "worker"]
    with running(command, log=log, said="registered worker", **settings) as process:
        yield SharedWorker(livekit=livekit, process=process, log=log, folder=folder, openai_port=openai_port, smtp_port=smtp_port)


@dataclass(frozen=True, slots=True, kw_only=True)
class User:
    """One user of the shared worker, with a sample inbox of today once they ask for it, and the services that the worker leans on.

    `others` are the processes of earlier tests' calls, which may still be about to end.
    """

    worker: SharedWorker
    user_id: str
    openai: OpenAIDouble
    began_at: int
    others: frozenset[int]
    _rooms: set[str] = field(default_factory=set)

    @property
    def folder(self) -> Path:
        return self.worker.folder / self.user_id

    @property
    def inbox(self) -> Path:
        return self.folder / "inbox"

    @property
    def address(self) -> str:
        """What their mail is sent from."""
        return f"{self.user_id}@sender.example"

    def has_mail(self, *, unread: int = 50) -> None:
        sample_settings(self.folder, unread=unread, now=datetime.now(UTC))

    async def expected_briefing(self) -> ExpectedBriefing:
        """What a call of theirs has to present."""
        return await expected_briefing(self.folder)

    def room(self, name: str = "") -> str:
        """The room that goes by this name in this test."""
        self._rooms.add(name)
        return f"{self.user_id}-{name}"

    @asynccontextmanager
    async def calls(self, room: str = "", *, identity: str = "caller", bound: str = "") -> AsyncIterator[Caller]:
        """Them, or somebody else, in a room with an agent of theirs."""
        async with caller_in(self.worker.livekit, room=self.room(room), identity=identity, user_id=self.user_id, bound=bound) as caller:
            yield caller

    @asynccontextmanager
    async def mail_server(self) -> AsyncIterator[SmtpDesk]:
        """Takes what the worker sends."""
        async with smtp_server(port=self.worker.smtp_port) as desk:
            yield desk

    async def marks(self) -> Mapping[MailId, tuple[str, str | None]]:
        """What the worker remembers of their mails, as status and action."""
        async with Database(self.database_url) as database:
            return await marks_in(SqlLedger(database), self.user_id)

    @property
    def database_url(self) -> str:
        """Shared with all other users."""
        return f"sqlite:///{self.worker.folder / 'data' / 'aloud.db'}"

    @property
    def logged(self) -> str:
        """What the worker has logged since the test began."""
        return self.worker.log.read_bytes()[self.began_at :].decode(errors="replace")

    async def wait_for_log(self, text: str, *, of: Caller) -> None:
        """Return once the worker has logged that about the call which the caller is, or was, in."""
        room = await of.room.sid
        while not any(text in line and room in line for line in self.logged.splitlines()):  # noqa: ASYNC110 - another program's log
            await asyncio.sleep(LOOK_EVERY_S)

    def job_processes(self) -> list[psutil.Process]:
        return [each for each in job_processes(self.worker.livekit, self.worker.pid) if each.pid not in self.others]

    def job_process(self) -> psutil.Process:
        """That of the only call."""
        (process,) = self.job_processes()
        return process

    async def is_open(self, room: str = "") -> bool:
        async with self._views() as livekit:
            return await RoomView(livekit, self.room(room)).exists()

    async def sees_closed(self, room: str) -> None:
        """Wait until the room is closed; the agent leaves it before."""
        async with asyncio.timeout(CLOSED_WITHIN_S):
            while await self.is_open(room):  # noqa: ASYNC110 - a server's state
                await asyncio.sleep(LOOK_EVERY_S)

    async def leave(self) -> None:
        """End every call, and wait until all of it is written."""
        await self.close_rooms()
        while self.job_processes():  # noqa: ASYNC110 - processes of another program
            await asyncio.sleep(LOOK_EVERY_S)

    async def close_rooms(self) -> None:
        async with self._views() as livekit:
            for name in self._rooms:
                view = RoomView(livekit, self.room(name))
                try:
                    await view.close()
                except api.TwirpError as error:
                    if error.code != api.TwirpErrorCode.NOT_FOUND:  # where the agent has not closed it already
                        raise

    def _views(self) -> api.LiveKitAPI:
        return api.LiveKitAPI(self.worker.livekit.url, self.worker.livekit.key, self.worker.livekit.secret)


@asynccontextmanager
async def user_of(worker: SharedWorker) -> AsyncIterator[User]:
    """A user whom nobody has seen before, until the block ends."""
    async with openai_server(port=worker.openai_port) as openai:
        openai.hurried = HURRIED
        others = frozenset(each.pid for each in job_processes(worker.livekit, worker.pid))
        user = User(worker=worker, user_id=f"u{uuid4().hex[:12]}", openai=openai, began_at=worker.log.stat().st_size, others=others)
        try:
            yield user
        finally:
            await user.close_rooms()
