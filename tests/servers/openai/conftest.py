from collections.abc import AsyncIterator

import pytest_asyncio
from openai import AsyncClient

from tests.servers.openai.double import OpenAIDouble, openai_server
from tests.servers.openai.test_openai_double import client_of


@pytest_asyncio.fixture
async def double() -> AsyncIterator[OpenAIDouble]:
    async with openai_server() as running:
        yield running


@pytest_asyncio.fixture
async def client(double: OpenAIDouble) -> AsyncIterator[AsyncClient]:
    async with client_of(double) as opened:
        yield opened
