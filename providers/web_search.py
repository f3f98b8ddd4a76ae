"""The web, searched through a SearXNG server of the operator's own choice (https://docs.searxng.org/dev/search_api.html).

It gets words and nothing else: no page of a result is ever opened, so a link that somebody planted leads nowhere.
"""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Self

import httpx2
from pydantic import BaseModel, ValidationError

from providers.encryption import trusted_authorities

TIMEOUT_S = 15.0
MOST_RESULTS, MOST_CHARACTERS = 8, 500


class WebSearchError(Exception):
    """It did not answer, or nothing that can be used. Of what was asked for, the text says nothing."""


class _Result(BaseModel):
    title: str = ""
    content: str | None = ""
    url: str = ""


class _Results(BaseModel):
    results: list[_Result]


class SearxSearch:
    """Asks the server at this address, which has to allow JSON as a format."""

    def __init__(self, http: httpx2.AsyncClient, url: str) -> None:
        self._http = http
        self._url = url.rstrip("/")

    @classmethod
    @asynccontextmanager
    async def opened(cls, url: str) -> AsyncIterator[Self]:
        async with httpx2.AsyncClient(timeout=TIMEOUT_S, verify=trusted_authorities()) as http:
            yield cls(http, url)

    async def find(self, words: str, /) -> Sequence[str]:
        """The first results: the title, what it says, and the name of the site. Raises `WebSearchError`."""
        try:
            answer = await self._http.get(f"{self._url}/search", params={"q": words, "format": "json"})
            found = _Results.model_validate_json(answer.raise_for_status().content)
        except (httpx2.HTTPError, httpx2.InvalidURL, ValidationError) as error:
            raise WebSearchError(type(error).__name__) from None
        return [_told(each) for each in found.results[:MOST_RESULTS]]


def _told(result: _Result) -> str:
    site = httpx2.URL(result.url).host if result.url.isascii() and "://" in result.url else ""
    return " ".join(f"{result.title}: {result.content or ''} ({site or 'unknown site'})".split())[:MOST_CHARACTERS]
