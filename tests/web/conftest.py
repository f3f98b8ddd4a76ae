"""A server of the local user, for the tests that need no other; a module with a `settings` of its own has that server."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from providers.settings import Settings
from tests.web.served import Served, served, settings_for
from tests.web.typing_browser import Typist


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return settings_for(tmp_path)


@pytest.fixture
async def server(settings: Settings) -> AsyncIterator[Served]:
    async with served(settings) as server:
        yield server


@pytest.fixture
async def typist(server: Served) -> Typist:
    return Typist(await server.user())
