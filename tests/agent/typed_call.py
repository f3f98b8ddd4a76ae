"""A whole call without a room: the real session, agent, tools, Maildir and stores; lines in, text out."""

import asyncio
import os
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from pathlib import Path
from uuid import uuid4

from livekit.agents import AgentSession, llm
from livekit.agents.voice.io import TextOutput
from livekit.agents.voice.run_result import RunResult

from agent.briefer import Briefer
from agent.carrying import carry
from agent.connect_options import CONNECT
from agent.tools.running import BriefingTools
from briefing.mail import MailId
from inbox.listing.first_look import FirstLook
from providers.models.choice import choose_models
from providers.sample_inbox import SAMPLE_ADDRESS
from providers.settings import Settings
from session.behaviours import greet
from session.call import Call
from session.opening.assembly import open_call
from session.service_health import ServiceHealth
from session.timeouts import MAX_TOOL_STEPS
from session.turn.final import Final
from tests.providers.sample_copies import copy_sample_inbox
from tests.storage.prepared import prepared

NOW = datetime(2026, 3, 10, 9, 0, tzinfo=UTC)


def default_settings() -> Settings:
    """Those of the environment, read once: to read them takes a fifteenth of a typed call."""
    return _settings_of(frozenset((name, value) for name, value in os.environ.items() if not name.startswith("PYTEST_")))


@lru_cache(maxsize=2)
def _settings_of(_environment: frozenset[tuple[str, str]]) -> Settings:
    return Settings.load(env_file=None)


def sample_settings(folder: Path, *, unread: int = 50, now: datetime = NOW, **changes: object) -> Settings:
    """Settings over a sample inbox in `folder`, written on first use."""
    inbox = folder / "inbox"
    if not inbox.exists():
        copy_sample_inbox(inbox, now=now, unread=unread)
    values = {"aloud_maildir": (inbox,), "aloud_addresses": (SAMPLE_ADDRESS,), "aloud_data_dir": folder / "data", "aloud_timezone": "UTC"}
    return default_settings().model_copy(update=values | changes)


class _Page(TextOutput):
    """Where the text goes that nobody speaks."""

    def __init__(self) -> None:
        super().__init__(label="page", next_in_chain=None)
        self.text = ""
        self.on_text: Callable[[], None] = lambda: None

    async def capture_text(self, text: str) -> None:
        self.text += text
        self.on_text()

    def flush(self) -> None:
        pass


@dataclass
class TypedCall:
    """`finals` is what each turn has come to. `longest_answer_s` is the longest that the caller has waited for an answer, to its end."""

    call: Call
    look: FirstLook
    session: AgentSession[None]
    briefer: Briefer
    page: _Page
    finals: "asyncio.Queue[Final]" = field(default_factory=asyncio.Queue)
    longest_answer_s: float = 0.0

    @property
    def current(self) -> MailId | None:
        mail = self.call.tracker.current()
        return mail.mail_id if mail else None

    async def greet(self) -> str:
        """The greeting and the first mail, as the caller reads them."""
        with self._answering():
            await greet(self.call, self.look)
            await self.session.wait_for_idle()
        return self.page.text

    async def reads(self, words: str, *, within_s: float) -> None:
        """Wait until the caller has read these words, said unasked, and all that follows them."""
        async with asyncio.timeout(within_s):
            await self.has_read(words, within_s=within_s)
            await self.session.wait_for_idle()

    async def has_read(self, words: str, *, within_s: float) -> None:
        """Wait until the caller has read these words, whatever else is going on."""
        came = asyncio.Event()
        self.page.on_text = lambda: came.set() if words in self.page.text else None
        self.page.on_text()
        async with asyncio.timeout(within_s):
            await came.wait()

    async def type(self, line: str) -> str:
        """One typed line; what was answered."""
        with self._answering():
            result: RunResult[None] = await self.session.run(user_input=line)
        said = [event.item for event in result.events if event.type == "message"]
        return " ".join(item.text_content or "" for item in said if isinstance(item, llm.ChatMessage) and item.role == "assistant")

    async def to_the_end(self) -> tuple[list[MailId], str]:
        """Say "next" until no mail is open: the mails that were, in order, and the last answer."""
        told: list[MailId] = []
        said = ""
        while self.current is not None:
            told.append(self.current)
            said = await self.type("next")
        return told, said

    @contextmanager
    def _answering(self) -> Iterator[None]:
        clock = asyncio.get_running_loop().time
        began = clock()
        yield
        self.longest_answer_s = max(self.longest_answer_s, clock() - began)


@asynccontextmanager
async def typed_call(
    settings: Settings,
    *,
    now: datetime = NOW,
    moving: bool = False,
    user_id: str = "local",
    slack_s: float = 0.0,
    clock: Callable[[], datetime] | None = None,
) -> AsyncIterator[TypedCall]:
    """A call of `user_id` at the moment `now`, which stands still, or from that moment on where it is `moving`; or by a `clock`.

    With `slack_s` what is said depends the less on how busy the machine is.
    """
    time = asyncio.get_running_loop().time
    began = time()
    await prepared(settings)
    async with (
        choose_models(settings if settings.openai_api_key else settings.model_copy(update={"aloud_voice": "none"})) as models,
        open_call(
            settings,
            user_id,
            call_id=str(uuid4()),
            now=clock or (lambda: now + timedelta(seconds=time() - began if moving else 0)),
            voice=models.voice,
        ) as (call, look),
    ):
        call.line.health = ServiceHealth(slack_s=slack_s)
        session: AgentSession[None] = AgentSession(
            llm=models.llm,
            vad=None,
            conn_options=CONNECT,
            max_tool_steps=MAX_TOOL_STEPS,
            turn_handling={"turn_detection": "manual", "preemptive_generation": {"enabled": False}},
        )
        session.output.transcription = page = _Page()
        briefer = Briefer(BriefingTools(call), asks_model=models.asks_model)
        typed = TypedCall(call, look, session, briefer, page)
        await carry(call, briefer, session, look, ends=typed.finals.put)
        try:
            yield typed
        finally:
            await session.aclose()
