"""Processes that answer correspondences, for tests that kill them: `python -m tests.correspondence.exchange.letters_process`.

As `tests.team.worker_process`, and with a clock that runs twenty times as fast, since replies are looked for every half minute. By that
clock a lease is over before it is renewed, so that the twelve seconds in which a service's search may come to know a mail would never end
in the lane in which they began: here nothing pauses while it looks.
"""

import asyncio
import json
from contextlib import AsyncExitStack
from dataclasses import asdict, dataclass, replace
from datetime import datetime, timedelta
from pathlib import Path
from time import time

from actions.sending.dispatch import sendings
from actions.sending.sending_store import SendingStore
from providers.durable.due_work import DueClock
from session.opening.correspondence_work import correspondence_parts, correspondence_work
from session.opening.sending_due import writing_vault
from storage.database import Database
from tests.correspondence.exchange.post_office import MORNING, installation, post_settings
from tests.team.forking import die_after_renaming, die_at, work_for_each_line

SPEED = 20
LEASE = timedelta(seconds=60)


@dataclass(frozen=True, slots=True, kw_only=True)
class LetterOrders:
    """`dies_at`: the number of the statement before which the process is killed; 0 lets it live until it is. `dies_behind`: a folder, after
    the first mail that came into which it is killed. `began_at` is the moment at which the clock showed the morning. `installed`: letters
    leave from the installation's address."""

    url: str
    folder: str
    port: int
    began_at: float
    dies_at: int = 0
    dies_behind: str = ""
    installed: bool = False

    def line(self) -> bytes:
        return json.dumps(asdict(self)).encode() + b"\n"

    def now(self) -> datetime:
        return MORNING + timedelta(seconds=(time() - self.began_at) * SPEED)


def main() -> None:
    work_for_each_line(LetterOrders, _work)


async def _work(orders: LetterOrders) -> None:
    folder = Path(orders.folder)
    async with AsyncExitStack() as stack:
        database = await stack.enter_async_context(Database(orders.url))
        ours = installation(folder / "briefings", orders.port) if orders.installed else {}
        settings = post_settings(folder, folder / "mail", orders.port, orders.url, **ours)
        parts, recorder = correspondence_parts(settings, database, now=orders.now)
        store, senders = SendingStore(database, writing_vault(settings)), parts.posting.senders

        def outbox_of(user_id: str) -> DueClock:
            outbox = sendings(store, senders, now=orders.now, user_id=user_id, look_pauses_s=(0.0, 0.0))
            return DueClock(database, [outbox], now=orders.now, lease=LEASE)

        parts = replace(parts, posting=replace(parts.posting, outbox_of=outbox_of))
        die_at(orders.dies_at)
        die_after_renaming(orders.dies_behind)
        kinds = correspondence_work(parts, recorder)
        await stack.enter_async_context(DueClock(database, kinds, now=orders.now, lease=LEASE, look_every_s=0.1, look_again_s=0.5))
        await asyncio.Event().wait()


if __name__ == "__main__":
    main()
