"""The scripted server, and models that ask it: fixtures of the folders whose `conftest.py` names them."""

from collections.abc import AsyncIterator

import pytest

from providers.models.typed.typed_models import TypedModels
from tests.providers.models.typed.asking import typed_models
from tests.servers.openai.double import OpenAIDouble, openai_server


@pytest.fixture
async def server() -> AsyncIterator[OpenAIDouble]:
    async with openai_server() as running:
        yield running


@pytest.fixture
async def models(server: OpenAIDouble) -> AsyncIterator[TypedModels]:
    """Loaded, so that no time limit is about that."""
    async with typed_models(server) as opened:
        await opened.load()
        yield opened
