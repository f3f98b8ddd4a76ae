"""Drawing the board, as JSON ready to be sent, in inboxes of 50, 5,000 and 10,000 mails: it should cost what is shown, not what there is.

Each drawing follows a move, in the middle of an agenda of which half was gone through, with a full list of what is done. The slowest
drawing is what a call's event loop has to bear, so it is recorded beside the medians. Times are CPU times.
"""

import asyncio
from time import process_time

from agent.board.drawing import draw
from benchmarks.arms import compare
from benchmarks.made_up_inbox import made_up_inbox
from benchmarks.record import Figure, Measured, Picture
from session.call import Call
from tests.agent.memory_call import memory_call
from tests.inbox.memory_mailbox import MemoryMailbox

SIZES = (50, 5_000, 10_000)
MOVES = 20
ROUNDS = 7
BUDGET_MS = 50.0


def main() -> Measured:
    """Every size in turn."""
    drawings = {size: Drawings(size) for size in SIZES}
    report = compare({f"{size:,} mails": each.draw_after_each_move for size, each in drawings.items()}, ROUNDS)
    medians = {size: 1000 * report[f"{size:,} mails"].median_s / MOVES for size in SIZES}
    for size, each in drawings.items():
        print(f"{size:>6,} mails: {medians[size]:.2f} ms CPU a board, slowest {each.slowest_ms:.1f}, {each.bytes:,} bytes")
    return Measured(
        figures=[
            *(Figure(what=f"a board of {size:,} mails, median, ms CPU", measured=medians[size]) for size in SIZES),
            *(Figure(what=f"the slowest of {size:,}, ms CPU", measured=drawings[size].slowest_ms, at_most=BUDGET_MS) for size in SIZES),
        ],
        numbers={
            "draw_after_each_move": report.as_json(),
            "median_ms": {str(size): median for size, median in medians.items()},
            "slowest_ms": {str(size): each.slowest_ms for size, each in drawings.items()},
            "bytes": {str(size): each.bytes for size, each in drawings.items()},
        },
        picture=Picture(series={"one board": list(medians.items())}, title="Drawing the board", x="mails", y="ms CPU (median)"),
    )


class Drawings:
    """A call half way through its agenda, and how long its boards take."""

    def __init__(self, size: int) -> None:
        self._call = asyncio.run(memory_call(MemoryMailbox("work", made_up_inbox(size))))
        for _ in range(size // 2):
            self._move(self._call)
        self.slowest_ms = 0.0
        self.bytes = 0

    def draw_after_each_move(self) -> None:
        """Go on by `MOVES` mails and back again, a board after each."""
        here = self._call.tracker.current()
        for _ in range(MOVES):
            self._move(self._call)
            self._draw()
        if here is not None:
            self._call.tracker.jump_to(here.mail_id, at=self._call.now())

    def _move(self, call: Call) -> None:
        call.tracker.advance(at=call.now())

    def _draw(self) -> None:
        started = process_time()
        board = draw(self._call, speaks=True, hears=True).model_dump_json()
        self.slowest_ms = max(self.slowest_ms, 1000 * (process_time() - started))
        self.bytes = max(self.bytes, len(board.encode()))
