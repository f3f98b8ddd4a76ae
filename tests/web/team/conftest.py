from collections.abc import AsyncIterator

import pytest

from providers.settings import Settings
from tests.web.served import Served
from tests.web.team.teams_served import Stores, stores_of


@pytest.fixture
async def stores(server: Served, settings: Settings) -> AsyncIterator[Stores]:
    assert server.origin
    async with stores_of(settings) as stores:
        yield stores
