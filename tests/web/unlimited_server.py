"""A web server of the local user, without limits, on which nobody calls: `python -m tests.web.unlimited_server PORT FOLDER`."""

import asyncio
import sys
from dataclasses import fields
from pathlib import Path

import uvicorn

from storage.migrate import migrate
from tests.web.call_rooms import MemoryCallRooms
from tests.web.served import settings_for
from web.http.rate_limits import RateLimit
from web.main import web_server
from web.server_parts import Rates

SERVING = "Uvicorn running"
NO_LIMIT = 1_000_000


def main(port: int, folder: Path) -> None:
    settings = settings_for(folder, aloud_web_port=port, google_client_id="a-client", google_client_secret="a-secret")
    settings.aloud_data_dir.mkdir()
    asyncio.run(migrate(settings.local_database_url))
    rates = Rates(**{each.name: RateLimit(NO_LIMIT) for each in fields(Rates)})
    rooms = MemoryCallRooms()
    rooms.exists = False
    uvicorn.run(web_server(settings, open_rooms=rooms.served, rates=rates), port=port, ws="none", access_log=False)


if __name__ == "__main__":
    main(int(sys.argv[1]), Path(sys.argv[2]))
