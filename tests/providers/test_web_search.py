"""The web through a search engine over HTTP: it gets the words, and what it answers is told without an address that could be opened."""

from collections.abc import AsyncIterator
from dataclasses import dataclass, field

import pytest
from aiohttp import web

from providers.web_search import MOST_CHARACTERS, MOST_RESULTS, SearxSearch, WebSearchError
from tests.servers.http_server import http_server


@dataclass
class Engine:
    url: str = ""
    answers: object = field(default_factory=dict)
    status: int = 200
    asked: list[dict[str, str]] = field(default_factory=list)

    async def search(self, request: web.Request) -> web.Response:
        self.asked.append(dict(request.query))
        return web.json_response(self.answers, status=self.status)


@pytest.fixture
async def engine() -> AsyncIterator[Engine]:
    engine, application = Engine(), web.Application()
    application.add_routes([web.get("/search", engine.search)])
    async with http_server(application) as engine.url:
        yield engine


async def test_it_is_asked_with_the_words_and_tells_titles_words_and_sites(engine: Engine) -> None:
    results = [
        {"title": f"Boiler {number}", "content": "From 900 euros", "url": f"https://shop.example/{number}?q=1"} for number in range(20)
    ]
    engine.answers = {"query": "boiler prices", "results": [{"title": "Long", "content": "word " * 500, "url": "nonsense"}, *results]}
    async with SearxSearch.opened(f"{engine.url}/") as search:
        long, first, *others = await search.find("boiler prices")
    assert engine.asked == [{"q": "boiler prices", "format": "json"}]
    assert first == "Boiler 0: From 900 euros (shop.example)"
    assert len(others) == MOST_RESULTS - 2
    assert len(long) == MOST_CHARACTERS


@pytest.mark.parametrize(("status", "answers"), [(500, {}), (403, {"results": []}), (200, {"results": "none"}), (200, ["a"])])
async def test_what_is_no_answer_is_an_error_that_quotes_nothing(engine: Engine, status: int, answers: object) -> None:
    engine.status, engine.answers = status, answers
    async with SearxSearch.opened(engine.url) as search:
        with pytest.raises(WebSearchError) as raised:
            await search.find("my secret words")
    assert "secret" not in str(raised.value)


async def test_nobody_there_is_the_same() -> None:
    async with SearxSearch.opened("http://127.0.0.1:9") as search:
        with pytest.raises(WebSearchError):
            await search.find("boiler prices")
