"""A worker says that it is ready when it would take a call, and take it well; metrics and readiness are answered over HTTP."""

import asyncio
import sqlite3
from pathlib import Path

import aiohttp
import pytest

from agent.operations.endpoint import StorageProbe, WorkerReadiness, application
from agent.operations.metrics_page import metrics_folder
from providers.settings import Settings
from tests.servers.http_server import http_server


def settings_in(folder: Path, **changes: object) -> Settings:
    return Settings.load(env_file=None).model_copy(update={"aloud_data_dir": folder} | changes)


@pytest.mark.parametrize(
    ("registered", "storage", "draining", "ready"),
    [(True, True, False, True), (False, True, False, False), (True, False, False, False), (True, True, True, False)],
)
async def test_ready_means_registered_with_storage_and_not_draining(
    registered: bool, storage: bool, draining: bool, ready: bool, tmp_path: Path
) -> None:
    readiness = WorkerReadiness(registered=registered, storage=storage, draining=draining)

    async def look() -> WorkerReadiness:
        return readiness

    async with http_server(application(look, tmp_path)) as url, aiohttp.ClientSession() as http, http.get(f"{url}/ready") as answer:
        assert answer.status == (200 if ready else 503)
        assert await answer.json() == {"ready": ready, "registered": registered, "storage": storage, "draining": draining}


async def test_the_storage_is_brought_to_todays_schema_and_then_only_looked_at(tmp_path: Path) -> None:
    probe = StorageProbe(f"sqlite:///{tmp_path}/data/aloud.db")
    assert await probe.works()
    assert (tmp_path / "data" / "aloud.db").exists()
    assert await probe.works()


async def test_storage_that_is_broken_or_of_a_newer_program_does_not_work(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/aloud.db"
    assert await StorageProbe(url).works()
    with sqlite3.connect(tmp_path / "aloud.db") as database:
        database.execute("UPDATE aloud_schema_version SET version_num = 'from the future'")
    database.close()
    assert not await StorageProbe(url).works()
    (tmp_path / "file").write_text("no database")
    assert not await StorageProbe(f"sqlite:///{tmp_path}/file").works()
    assert not await StorageProbe(f"sqlite:///{tmp_path}/file/aloud.db").works()


async def test_a_database_that_goes_away_is_noticed(tmp_path: Path) -> None:
    probe = StorageProbe(f"sqlite:///{tmp_path}/aloud.db")
    assert await probe.works()
    (tmp_path / "aloud.db").unlink()
    assert not await probe.works()


async def test_two_readers_of_the_metrics_do_not_disturb_each_other(tmp_path: Path) -> None:
    async def look() -> WorkerReadiness:
        raise AssertionError("nobody asked")

    async with http_server(application(look, tmp_path)) as url, aiohttp.ClientSession() as http:

        async def read() -> str:
            async with http.get(f"{url}/metrics") as answer:
                assert answer.status == 200
                assert answer.content_type == "text/plain"
                return await answer.text()

        pages = await asyncio.gather(read(), read(), read())
    assert len(set(pages)) == 1
    assert "aloud_calls_running 0.0" in pages[0]


def test_nothing_is_counted_for_nobody_and_two_workers_count_apart(tmp_path: Path) -> None:
    assert metrics_folder(settings_in(tmp_path)) is None
    first, second = (metrics_folder(settings_in(tmp_path, aloud_metrics_port=port)) for port in (9100, 9101))
    assert first
    assert second
    assert first != second
