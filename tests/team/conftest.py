from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from storage.database import Database
from tests.providers.models.typed.asked_server import server
from tests.servers.openai.double import OpenAIDouble
from tests.team.working import Office, office

__all__ = ["server"]


@pytest.fixture
async def work(database: Database, server: OpenAIDouble, tmp_path: Path) -> AsyncIterator[Office]:
    async with office(database, server, tmp_path / "mail") as opened:
        yield opened
