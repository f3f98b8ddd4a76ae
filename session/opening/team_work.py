"""What works in the background, from the settings; a composition root, like `session.opening.assembly`."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager, suppress
from datetime import tzinfo

from prometheus_client import start_http_server

from briefing.understanding.times.zones import zone_of
from knowledge.preferences import PreferenceStore
from providers.durable.at_work import at_work
from providers.durable.due_work import DueClock
from providers.durable.durable_engine import DurableEngine
from providers.durable.enqueueing import DurableWakeUp, WakeUp, by_the_clock
from providers.durable.only_worker import only_worker
from providers.models.typed.purposes import Purpose
from providers.models.typed.typed_models import TypedModels
from providers.settings import Settings
from providers.web_search import SearxSearch
from session.opening.asking_models import typed_models_of
from session.opening.assembly import open_mail
from session.opening.sending_due import writing_vault
from storage.database import Database, DatabaseUnavailableError
from storage.epoch import now_in_utc
from team.agent_run import TeamParts
from team.limits import TeamLimits
from team.run import team_work
from team.store import TeamStore
from team.tasks import Tasks
from team.team_metrics import TEAM_METRICS
from team.tools.toolbox import UserMail, WebSearch

COUNTS_EVERY_S = 15.0


def has_model_for_team(settings: Settings) -> bool:
    """Without one, the team rests: what is queued waits."""
    return settings.openai_api_key is not None


class WrongKeyError(Exception):
    """The key of this process opens none of the agents: whatever it did would be wrong."""


@asynccontextmanager
async def team_at_work(
    settings: Settings, *, waits: Callable[[], None] = lambda: None, limits: TeamLimits | None = None
) -> AsyncIterator[None]:
    """The team of all users at work inside the block. On an SQLite file it waits until no other process works, and calls `waits` then.

    Raises `WrongKeyError`.
    """
    url = settings.shared_database_url
    async with AsyncExitStack() as stack:
        await stack.enter_async_context(only_worker(url, waits=waits))
        database = await stack.enter_async_context(Database(url))
        models = typed_models_of(settings, database)
        if models is None or not models.has_model_for(Purpose.WORK):
            raise RuntimeError("the team has no model")
        wake = await stack.enter_async_context(DurableWakeUp(url))
        web = await stack.enter_async_context(SearxSearch.opened(there)) if (there := settings.aloud_web_search_url) else None
        parts = team_parts(settings, database, await stack.enter_async_context(models), limits=limits, wake=wake, web=web)
        if not await parts.store.opens():
            raise WrongKeyError("the key opens none of the agents")
        await models.load()
        clock = DueClock(database, [team_work(parts)], now=now_in_utc)
        await stack.enter_async_context(DurableEngine(url, clock.wake))
        await stack.enter_async_context(clock)
        await stack.enter_async_context(at_work(database, now=now_in_utc))
        await stack.enter_async_context(metrics_served(settings, parts.store.tasks))
        yield


@asynccontextmanager
async def metrics_served(settings: Settings, tasks: Tasks) -> AsyncIterator[None]:
    """In Prometheus' text format, at any path of that port, inside the block."""
    if not settings.aloud_team_metrics_port:
        yield
        return
    server, _ = start_http_server(settings.aloud_team_metrics_port, settings.aloud_health_host, registry=TEAM_METRICS.registry)
    await _count_the_queue(tasks)
    counting = asyncio.create_task(_keep_counting(tasks), name="count what waits")
    try:
        yield
    finally:
        counting.cancel()
        await asyncio.gather(counting, return_exceptions=True)
        await asyncio.to_thread(server.shutdown)
        server.server_close()


async def _keep_counting(tasks: Tasks) -> None:
    while True:
        await asyncio.sleep(COUNTS_EVERY_S)
        await _count_the_queue(tasks)


async def _count_the_queue(tasks: Tasks) -> None:
    with suppress(DatabaseUnavailableError):
        TEAM_METRICS.note_queue(await tasks.waiting())


def team_parts(
    settings: Settings,
    database: Database,
    models: TypedModels,
    *,
    limits: TeamLimits | None = None,
    wake: WakeUp = by_the_clock,
    web: WebSearch | None = None,
) -> TeamParts:
    """`wake` is for what agents queue for one another."""

    def mail_of(user_id: str, /) -> AbstractAsyncContextManager[UserMail]:
        return _mail_of(settings, database, user_id)

    async def zone_of_user(user_id: str, /) -> tzinfo:
        return zone_of((await preferences.likes(user_id)).zone) or settings.timezone

    preferences = PreferenceStore(database)
    return TeamParts(
        store=TeamStore(database, writing_vault(settings), now=now_in_utc, wake=wake),
        models=models,
        open_mail=mail_of,
        now=now_in_utc,
        limits=limits or TeamLimits(),
        web=web,
        zone_of=zone_of_user,
    )


@asynccontextmanager
async def _mail_of(settings: Settings, database: Database, user_id: str) -> AsyncIterator[UserMail]:
    async with open_mail(settings, database, user_id) as (inbox, own_addresses):
        yield UserMail(inbox=inbox, own_addresses=own_addresses)
