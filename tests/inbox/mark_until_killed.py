"""A process that marks mails until somebody kills it, and says which marks it was promised: `python -m … SQLITE_URL REDIS_URL`."""

import asyncio
import sys
from itertools import count

from inbox.ledger.backlog import Backlog
from inbox.ledger.redis_ledger import RedisLedger
from inbox.ledger.reliable_ledger import ReliableLedger
from storage.database import Database
from tests.inbox.ledger_contract import USER, mark


async def main(database_url: str, redis_url: str) -> None:
    async with Database(database_url) as disk, ReliableLedger(RedisLedger.from_url(redis_url), Backlog(disk)) as ledger:
        for number in count():
            await ledger.mark(USER, [mark(f"work:{number}")])
            sys.stdout.write(f"work:{number}\n")
            sys.stdout.flush()


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
