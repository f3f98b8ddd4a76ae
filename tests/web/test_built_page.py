"""The page is served as it was built, and where it was not, there is one that says how to build it. Health says so as well."""

from pathlib import Path

import pytest

from storage.migrate import downgrade
from tests.web.served import Served, served, settings_for
from web.http.built_page import BuiltPage


@pytest.fixture
def build(tmp_path: Path) -> Path:
    folder = tmp_path / "dist"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text("<title>Aloud</title>")
    (folder / "assets" / "index-1a2b.js").write_text("export {};" * 1000)
    (tmp_path / "secret.txt").write_text("not of the page")
    return folder


async def test_the_page_and_its_files_are_served(tmp_path: Path, build: Path) -> None:
    async with served(settings_for(tmp_path), page=BuiltPage(build)) as server:
        browser = server.browser()
        index, script = await browser.get("/"), await browser.get("/assets/index-1a2b.js")
        assert (index.text, index.headers["Cache-Control"]) == ("<title>Aloud</title>", "no-cache")
        assert index.headers["Content-Type"].startswith("text/html")
        assert "immutable" in script.headers["Cache-Control"]
        assert script.headers["Content-Type"].startswith("text/javascript")
        assert (await browser.http.head("/")).status_code == 200
        assert (script.text, script.headers["Content-Encoding"]) == ("export {};" * 1000, "gzip")
        assert "Content-Encoding" not in (await browser.get("/api/me")).headers


@pytest.mark.parametrize("path", ["/secret.txt", "/../secret.txt", "/%2e%2e/secret.txt", "/assets/..%2f..%2fsecret.txt", "/assets/"])
async def test_nothing_else_is(tmp_path: Path, build: Path, path: str) -> None:
    async with served(settings_for(tmp_path), page=BuiltPage(build)) as server:
        answer = await server.browser().get(path)
        assert answer.status_code == 404
        assert answer.headers["Content-Type"] == "application/problem+json"


async def test_one_that_was_not_built_says_how_to(tmp_path: Path) -> None:
    async with served(settings_for(tmp_path), page=BuiltPage(tmp_path / "dist")) as server:
        browser = server.browser()
        answer = await browser.get("/")
        assert answer.status_code == 503
        assert "npm run build" in answer.text
        assert (await browser.get("/assets/x.js")).status_code == 404


class TestHealth:
    async def test_alive_says_only_that_the_process_answers(self, server: Served) -> None:
        server.rooms.away = True
        answer = await server.browser().get("/health/live")
        assert (answer.status_code, answer.json()) == (200, {"alive": True})

    async def test_ready_when_a_call_would_work(self, tmp_path: Path, build: Path) -> None:
        async with served(settings_for(tmp_path), page=BuiltPage(build)) as server:
            answer = await server.browser().get("/health/ready")
            assert (answer.status_code, answer.json()) == (200, {"ready": True, "storage": True, "livekit": True, "page": True})

    async def test_not_ready_without_a_line(self, tmp_path: Path, build: Path) -> None:
        async with served(settings_for(tmp_path), page=BuiltPage(build)) as server:
            server.rooms.away = True
            answer = await server.browser().get("/health/ready")
            assert (answer.status_code, answer.json()["livekit"], answer.json()["storage"]) == (503, False, True)

    async def test_not_ready_without_a_page(self, tmp_path: Path) -> None:
        async with served(settings_for(tmp_path), page=BuiltPage(tmp_path / "dist")) as server:
            answer = await server.browser().get("/health/ready")
            assert (answer.status_code, answer.json()["page"]) == (503, False)

    async def test_not_ready_without_the_tables(self, tmp_path: Path, build: Path) -> None:
        settings = settings_for(tmp_path)
        async with served(settings, page=BuiltPage(build)) as server:
            await downgrade(settings.local_database_url, "0003")
            answer = await server.browser().get("/health/ready")
            assert (answer.status_code, answer.json()["storage"]) == (503, False)


async def test_a_database_that_is_away_is_a_problem_with_words(tmp_path: Path) -> None:
    settings = settings_for(tmp_path)
    async with served(settings) as server:
        await downgrade(settings.local_database_url, "0003")
        answer = await server.browser().get("/api/me")
        assert (answer.status_code, answer.json()["code"]) == (503, "database_away")
        assert answer.headers["Retry-After"]
