"""From the first word to the first mail: how long the greeting is to hear, and the true count that it says, of inboxes of any size.

The greeting of a first call and of one the day after, of sample inboxes of 3 to 5,000 unread mails, is spoken by espeak-ng, and its samples
are counted. The count is what the mailbox says when the call begins, timed as the CPU that asking for it takes on a Maildir and on Gmail's
client over the model of its rules, where it is one question about the inbox's own label.
"""

import asyncio
import re
import time
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from uuid import uuid4

from benchmarks.judgement.two_minutes import spoken_s
from benchmarks.record import Figure, Measured
from providers.mailbox import Account, Mailbox
from providers.maildir.mailbox import MaildirMailbox
from providers.sample_inbox import write_sample_inbox
from session.opening.assembly import open_call
from session.skills.greeting import greeting
from tests.agent.typed_call import NOW, sample_settings
from tests.providers.gmail.doubles.arranged_model import ArrangedGmailModel
from tests.storage.prepared import prepared

SIZES = (3, 16, 50, 150, 400, 1000, 5000)
MOST_S, MOST_CPU_S = 8.0, 0.25


async def greeted(size: int) -> tuple[list[tuple[str, float]], float]:
    """What is said before the first mail and for how long, in two calls; and the CPU seconds of the mailbox's own count."""
    with TemporaryDirectory() as folder:
        inbox = Path(folder) / "inbox"
        write_sample_inbox(inbox, now=NOW, seed=size, unread=size)
        settings = sample_settings(Path(folder), now=NOW)
        await prepared(settings)
        said: list[tuple[str, float]] = []
        for at in (NOW, NOW + timedelta(days=1)):
            async with open_call(settings, "local", call_id=str(uuid4()), now=partial(datetime.astimezone, at)) as (call, look):
                words = greeting(call, look)
                said.append((words, await spoken_s(words)))
        mailbox = MaildirMailbox(inbox, account=Account(slug="counted", label=""), own_addresses=frozenset())
        try:
            return said, await counting_s(mailbox, size)
        finally:
            await mailbox.aclose()


async def counting_s(mailbox: Mailbox, size: int) -> float:
    before = time.process_time()
    assert await mailbox.unread_count() == size
    return time.process_time() - before


async def gmail_counting_s(size: int) -> float:
    arranged = ArrangedGmailModel()
    for number in range(size):
        arranged.model.deliver(b"From: a@example.org\r\nSubject: Matter %d\r\n\r\nWords.\r\n" % number)
    return await counting_s(arranged.mailbox, size)


async def all_of_them() -> Measured:
    lengths, untrue, cpu = list[float](), 0, 0.0
    for size in SIZES:
        said, cpu = await greeted(size)
        untrue += re.search(rf"\b{size}\b", said[0][0]) is None
        for words, seconds in said:
            print(f"{size:>5} unread, {seconds:4.1f} s: {words}", flush=True)
            lengths.append(seconds)
    return Measured(
        figures=[
            Figure(what=f"longest greeting of {len(lengths)}, seconds played", measured=max(lengths), at_most=MOST_S),
            Figure(what="greetings that do not say the true count", measured=untrue, at_most=0),
            Figure(what=f"counting {SIZES[-1]} unread mails of a Maildir, CPU seconds", measured=cpu, at_most=MOST_CPU_S),
            Figure(
                what=f"counting {SIZES[-1]} unread mails of Gmail, CPU seconds",
                measured=await gmail_counting_s(SIZES[-1]),
                at_most=MOST_CPU_S,
            ),
        ],
        numbers={"seconds": lengths},
    )


def main() -> Measured:
    return asyncio.run(all_of_them())
