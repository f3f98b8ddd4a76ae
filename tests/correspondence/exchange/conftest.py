from collections.abc import AsyncIterator
from pathlib import Path

import pytest_asyncio

from tests.correspondence.exchange.post_office import PostOffice, post_office


@pytest_asyncio.fixture
async def office(migrated_url: str, tmp_path: Path) -> AsyncIterator[PostOffice]:
    """The briefing, of three mails with one newsletter among them, has left and was delivered; for modules that have none of their own."""
    async with post_office(tmp_path, migrated_url) as opened:
        await opened.send()
        await opened.work()
        yield opened
