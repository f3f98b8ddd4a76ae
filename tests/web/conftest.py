"""A server of the local user, for the tests that need no other."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.web.served import Served, served, settings_for


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Served]:
    async with served(settings_for(tmp_path)) as server:
        yield server
