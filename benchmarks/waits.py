"""Whether anything is waited for between the user's words and the model: a ledger and a saved state that take their time must not show.

Every turn marks mails as heard and saves where the call is. Both go out behind the turn; here each of their answers takes 300 ms, which
would stand out against a way of a few milliseconds.
"""

import asyncio
import statistics
from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import asdict, dataclass
from datetime import datetime

from benchmarks.record import Figure, Measured, Picture
from benchmarks.turns import LINES, aloud, held
from briefing.mail import MailId, Mark
from inbox.ledger.briefed_emails import Recall
from inbox.ledger.marks import MarkWriter
from inbox.saved_call.call_state_writer import CallStateWriter
from tests.agent.memory_call import USER, memory_call
from tests.inbox.memory_call_state import MemoryCallState
from tests.inbox.memory_ledger import MemoryLedger
from tests.inbox.memory_mailbox import MemoryMailbox, new_mails

STORES_TAKE_S = (0.0, 0.3)
TARGET_ADDED_S = 0.02
TURNS = 24


class SlowLedger(MemoryLedger):
    """A ledger far away; `answered` counts what was put into it."""

    def __init__(self, waits_s: float) -> None:
        super().__init__()
        self.waits_s = waits_s
        self.answered = 0

    async def mark(self, user_id: str, marks: Sequence[Mark]) -> None:
        """Keep the marks, in a while."""
        await asyncio.sleep(self.waits_s)
        self.answered += 1
        await super().mark(user_id, marks)

    async def recall(self, user_id: str, candidates: Sequence[MailId], *, now: datetime) -> Recall:
        """What is known of them, in a while."""
        await asyncio.sleep(self.waits_s)
        return await super().recall(user_id, candidates, now=now)


@dataclass(frozen=True, slots=True, kw_only=True)
class Waited:
    """A call whose stores take `store_takes_s` for each of `stored` answers: seconds from the words to the model, turn by turn."""

    store_takes_s: float
    stored: int
    to_request_s: tuple[float, ...]

    @property
    def median_s(self) -> float:
        """Of one turn."""
        return statistics.median(self.to_request_s)


async def with_slow_stores(store_takes_s: float) -> Waited:
    """A call over a ledger and a saved state that take their time."""
    ledger, states = SlowLedger(store_takes_s), MemoryCallState()
    states.answers_after_s = store_takes_s
    async with AsyncExitStack() as stack:
        call = await memory_call(MemoryMailbox("work", new_mails(40)))
        await states.take_over(USER, "slow", now=call.now())
        call.records.ledger, call.records.marks = ledger, await stack.enter_async_context(MarkWriter(ledger, USER))
        call.records.saved = await stack.enter_async_context(CallStateWriter(states, USER, "slow", call.now))
        slow = await stack.enter_async_context(held(call, aloud))
        for turn in range(TURNS):
            await slow.turn(LINES[turn % len(LINES)])
        await call.records.marks.drain()
    return Waited(
        store_takes_s=store_takes_s,
        stored=ledger.answered + states.writes,
        to_request_s=tuple(taken.to_request for taken in slow.turns),
    )


def main() -> Measured:
    """The same call with quick and with slow stores."""
    at_once, slow = calls = [asyncio.run(with_slow_stores(each)) for each in STORES_TAKE_S]
    assert slow.stored, "nothing was stored, so nothing was shown"
    for each in calls:
        print(f"{1000 * each.median_s:.1f} ms from words to model where each of {each.stored} answers takes {each.store_takes_s} s")
    series = {
        f"stores take {each.store_takes_s} s": [(turn, 1000 * taken) for turn, taken in enumerate(each.to_request_s, start=1)]
        for each in calls
    }
    return Measured(
        figures=[Figure(what="added to a turn by slow stores, s", measured=slow.median_s - at_once.median_s, at_most=TARGET_ADDED_S)],
        numbers={"calls": [asdict(each) for each in calls]},
        picture=Picture(series=series, title="From the user's words to the model", x="turn", y="ms", log=False),
    )
