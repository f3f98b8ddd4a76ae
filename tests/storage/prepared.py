"""All that a program prepares before its first call, sooner where there is nothing yet.

Apart from `migrated`, because it needs the whole product, and what only wants tables does not.
"""

from providers.settings import Settings
from session.opening.assembly import prepare_storage
from storage.database import driver_url
from tests.storage.migrated import copied


async def prepared(settings: Settings) -> None:
    """What `prepare_storage` does: a copy of an empty database has nothing to migrate or to seal."""
    if not copied(driver_url(settings.local_database_url)) or settings.database_url:
        await prepare_storage(settings)
