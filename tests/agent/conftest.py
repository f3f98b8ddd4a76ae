from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from pydantic import SecretStr

from tests.agent.typed_call import TypedCall, sample_settings, typed_call
from tests.servers.openai.double import OpenAIDouble, openai_server


@pytest_asyncio.fixture
async def openai() -> AsyncIterator[OpenAIDouble]:
    async with openai_server() as double:
        yield double


@pytest_asyncio.fixture
async def call(tmp_path: Path, openai: OpenAIDouble) -> AsyncIterator[TypedCall]:
    """A greeted call with a model, where a module has no call of its own."""
    settings = sample_settings(tmp_path, openai_api_key=SecretStr("sk-test"), openai_base_url=openai.url)
    async with typed_call(settings) as call:
        await call.greet()
        yield call


def pytest_itemcollected(item: pytest.Item) -> None:
    """Whole calls, each for one of many like words: a part of them is a run's."""
    if "[" in item.name:
        item.add_marker(pytest.mark.part(0.25))
