"""`aloud team` as a process of its own: it rests without a model, works with one, and is ended by a signal. What it writes is discreet."""

import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import httpx2
import pytest

from cli.commands.aloud_team import AT_WORK, RESTS, WAITS, WRONG_KEY
from providers.durable.giving_way import NICER
from providers.settings import Settings
from session.opening.handing_over import team_store
from storage.database import Database
from team.records import ItemKind, TaskStatus
from tests.cli.forked import forked_server
from tests.room.canaries import FACT, RESULT, TASK, files_in, found
from tests.servers.openai.chat import CallTool, Say
from tests.servers.openai.double import OpenAIDouble, openai_server
from tests.servers.otlp import otlp_collector
from tests.servers.ports import free_port
from tests.servers.process import ServerProcess
from tests.storage.prepared import prepared
from tests.team.teams import ANNA, a_team
from tests.team.working import Mind, deliver

WITHIN_S = 300.0


@pytest.fixture
async def model() -> AsyncIterator[OpenAIDouble]:
    async with openai_server() as running:
        yield running


def settings_of(folder: Path, model: OpenAIDouble | None = None) -> Settings:
    mail = folder / "mail"
    for part in ("cur", "new", "tmp"):
        (mail / part).mkdir(parents=True, exist_ok=True)
    given: dict[str, object] = {"aloud_data_dir": folder / "data", "aloud_maildir": str(mail), "aloud_addresses": "anna@example.com"}
    if model is not None:
        given |= {"openai_api_key": "sk-test", "openai_base_url": model.url}
    return Settings(_env_file=None, aloud_user="anna", **given)  # type: ignore[arg-type] # fields by name


@asynccontextmanager
async def aloud_team(settings: Settings, folder: Path, log: str = "team.log", **more: str) -> AsyncIterator[ServerProcess]:
    environment = {**os.environ, **settings.as_environment(), "COLUMNS": "500", **more}
    async with forked_server("team", log=folder / log, environment=environment, folder=folder) as process:
        yield process


@pytest.mark.slow
async def test_without_a_model_it_says_in_one_sentence_that_the_team_rests(tmp_path: Path) -> None:
    async with aloud_team(settings_of(tmp_path), tmp_path) as process:
        async with asyncio.timeout(WITHIN_S):
            await process.wait_for_log(RESTS)
        process.check_running()
        own = os.getpriority(os.PRIO_PROCESS, 0)
        assert os.getpriority(os.PRIO_PROCESS, process.process.pid) == min(19, own + NICER), "it gives way to calls"


@pytest.mark.slow
async def test_with_a_key_that_opens_nothing_of_the_team_it_refuses_to_work(tmp_path: Path, model: OpenAIDouble) -> None:
    settings = settings_of(tmp_path, model)
    await prepared(settings)
    async with Database(settings.shared_database_url) as database, team_store(settings, database) as store:
        await a_team(store)
    elsewhere = settings.model_copy(update={"aloud_data_dir": tmp_path / "elsewhere", "database_url": settings.shared_database_url})
    async with aloud_team(elsewhere, tmp_path) as process, asyncio.timeout(WITHIN_S):
        await process.wait_for_log(WRONG_KEY)


@pytest.mark.slow
@pytest.mark.takes(60)
async def test_it_works_on_what_was_handed_over_and_the_next_takes_over_when_it_is_killed(tmp_path: Path, model: OpenAIDouble) -> None:
    """And nothing of tasks, insights and results is in its logs, traces and metrics, nor readable in the database."""
    settings, mind, port = settings_of(tmp_path, model), Mind(always=Say(f"Brandt is owed a {RESULT}.")), free_port()
    mind.learns = [{"kind": "fact", "content": f"Brandt sells {FACT}s."}]
    mind.briefs = {"brief": True, "summary": f"The {RESULT} is due", "text": f"Pay the {RESULT} on Friday."}
    model.always(mind)
    await prepared(settings)
    deliver(tmp_path / "mail", "1", sender="Brandt <info@brandt.example>", subject="Invoice 17", text="Please pay 240 euros.")
    async with AsyncExitStack() as stack:
        await stack.enter_async_context(asyncio.timeout(WITHIN_S))
        collector = await stack.enter_async_context(otlp_collector())
        database = await stack.enter_async_context(Database(settings.shared_database_url))
        store = await stack.enter_async_context(team_store(settings, database))
        watched = {
            "ALOUD_LOG_LEVEL": "DEBUG",
            "ALOUD_TEAM_METRICS_PORT": str(port),
            "OTEL_EXPORTER_OTLP_ENDPOINT": collector.url,
            "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT": f"{collector.url}/v1/traces",
        }
        _, lead = await a_team(store)
        first = await stack.enter_async_context(aloud_team(settings, tmp_path, **watched))
        second = await stack.enter_async_context(aloud_team(settings, tmp_path, "second.log", **watched))
        while AT_WORK not in first.log.read_text() + second.log.read_text():  # noqa: ASYNC110 - said by another process
            await asyncio.sleep(0.05)
        works, waits = (first, second) if AT_WORK in first.log.read_text() else (second, first)
        await waits.wait_for_log(WAITS)
        mind.works = [CallTool("search_mail", words="invoice")]
        for words in (f"What of the {TASK} do we owe?", "And now?"):
            task = await store.tasks.hand_over(ANNA, lead.agent_id, words)
            while (await store.tasks.task(ANNA, task.task_id)).status is not TaskStatus.DONE:  # noqa: ASYNC110 - another process does it
                await asyncio.sleep(0.1)
            if TASK in words:
                works.kill()
        await waits.wait_for_log(AT_WORK)
        items = await store.items.unread(ANNA)
        http = await stack.enter_async_context(httpx2.AsyncClient())
        metrics = (await http.get(f"http://127.0.0.1:{port}/metrics")).content
    assert "Invoice 17" in str(mind.asked[1].raw)
    assert [item.summary for item in items if item.kind is ItemKind.RESULT] == [f"Brandt is owed a {RESULT}."] * 2
    kept = files_in(tmp_path / "data")  # the log of both, and the database
    assert found(["team.log", "aloud_team_runs_total"], kept + metrics) == ["team.log", "aloud_team_runs_total"]
    for written in (first.log.read_bytes(), second.log.read_bytes(), kept, metrics, *collector.received):
        assert found([TASK, FACT, RESULT], written) == []
