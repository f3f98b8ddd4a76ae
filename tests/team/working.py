"""What tests of background work share: a team at work on a database, with a scripted model over HTTP and mail in a Maildir."""

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, field
from email.message import EmailMessage
from pathlib import Path

from inbox.unified import UnifiedInbox
from providers.durable.work_lanes import LaneLostError, WorkLanes
from providers.mailbox import Account
from providers.maildir import MaildirMailbox
from providers.models.typed.typed_models import TypedModels
from storage.database import Database
from team.agent_run import TeamParts
from team.limits import TeamLimits
from team.row_ids import lane_of
from team.run import run_work_session
from team.store import TeamStore
from team.tools.toolbox import UserMail, WebSearch
from tests.providers.models.typed.asking import TokensInMemory, typed_models
from tests.servers.openai.chat import CallTool, ChatRequest, Reply, Say, Script
from tests.servers.openai.double import OpenAIDouble
from tests.team.teams import HandClock, due, store_on

OWN = "anna@example.com"
Work = Callable[[ChatRequest], Reply]


@dataclass(slots=True)
class Mind:
    """How the model of a test works: `works` are its answers to the steps of tasks, in turn, and then `always`; `learns` and `briefs` what
    it answers when it is asked afterwards."""

    works: list[Script] = field(default_factory=list)
    always: Script = field(default_factory=lambda: Say("Done: nothing is owed."))
    learns: list[dict[str, object]] = field(default_factory=list)
    briefs: dict[str, object] = field(default_factory=lambda: {"brief": False})
    sums_up: str = "So far: nothing."
    asked: list[ChatRequest] = field(default_factory=list)

    def __call__(self, chat: ChatRequest) -> Reply:
        match chat.tool_names:
            case ("note_insights",):
                return CallTool("note_insights", insights=self.learns)
            case ("decide",):
                return CallTool("decide", **self.briefs)
            case ("sum_up",):
                return CallTool("sum_up", summary=self.sums_up)
        self.asked.append(chat)
        script = self.works.pop(0) if self.works else self.always
        return script if isinstance(script, Reply) else script(chat)


@dataclass(slots=True)
class Office:
    """One process that works, with its mail in `folder`; `run` is one run of an agent."""

    store: TeamStore
    parts: TeamParts
    mind: Mind
    clock: HandClock
    folder: Path

    async def run(self, agent_id: str) -> None:
        await run_of(self.parts, agent_id)

    async def run_all(self, most: int = 50) -> None:
        """Whoever is due, until nobody is."""
        for _ in range(most):
            waiting = await due(self.store)
            if not waiting:
                return
            for agent_id in waiting:
                await self.run(agent_id)
        raise AssertionError("somebody is due for ever")


async def run_of(parts: TeamParts, agent_id: str) -> None:
    """One run, where nobody is at it already."""
    async with WorkLanes(parts.store.database, now=parts.now).working(lane_of(agent_id)) as lane:
        if lane is not None:
            with suppress(LaneLostError):
                await run_work_session(parts, lane, agent_id)


@asynccontextmanager
async def office(
    database: Database,
    server: OpenAIDouble,
    folder: Path,
    *,
    clock: HandClock | None = None,
    limits: TeamLimits | None = None,
    web: WebSearch | None = None,
    most_tokens: int = 10_000_000,
    records: TokensInMemory | None = None,
) -> AsyncIterator[Office]:
    clock, mind = clock or HandClock(), Mind()
    server.always(mind)
    for part in ("cur", "new", "tmp"):
        (folder / part).mkdir(parents=True, exist_ok=True)
    async with typed_models(server, most=most_tokens, records=records) as models:
        await models.load()
        store = store_on(database, now=clock)
        yield Office(store, parts_of(store, models, folder, clock, limits, web), mind, clock, folder)


def parts_of(
    store: TeamStore,
    models: TypedModels,
    folder: Path,
    clock: HandClock,
    limits: TeamLimits | None = None,
    web: WebSearch | None = None,
) -> TeamParts:
    def open_mail(_user_id: str, /) -> AbstractAsyncContextManager[UserMail]:
        return mail_in(folder)

    return TeamParts(store=store, models=models, open_mail=open_mail, now=clock, limits=limits or TeamLimits(), web=web)


@asynccontextmanager
async def mail_in(folder: Path) -> AsyncIterator[UserMail]:
    async with AsyncExitStack() as stack:
        mailbox = MaildirMailbox(folder, account=Account(slug="work", label="work"), own_addresses=frozenset({OWN}))
        inbox = UnifiedInbox([mailbox], timeout_s=60)
        stack.push_async_callback(inbox.aclose)
        yield UserMail(inbox=inbox, own_addresses=frozenset({OWN}))


def deliver(folder: Path, name: str, *, sender: str, subject: str, text: str) -> str:
    """A mail to the user; its id."""
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Subject"] = sender, OWN, subject
    mail["Message-ID"], mail["Date"] = f"<{name}@example.org>", "Mon, 02 Mar 2026 08:00:00 +0000"
    mail.set_content(text)
    (folder / "new" / f"{name}.host").write_bytes(mail.as_bytes())
    return f"work:{name}.host"
