"""From the first word to the first mail: how long the greeting is to hear, and the true count that it says, of inboxes of any size.

The greeting of a first call and of one the day after, of sample inboxes of 3 to 5,000 unread mails, is spoken by espeak-ng, and its
samples are counted; so are the greetings of calls of other kinds in which a mail follows (taken up again, accounts that fail, news of the
team, all of it together). All that a written call says before the words of the first mail is spoken as well, the name of its topic among
it, also for who hears headlines only or lets the next mail come by itself. The count is what the mailbox says when the call begins, timed
as the CPU that asking for it takes on a Maildir and on Gmail's client over the model of its rules, where it is one question about the
inbox's own label.
"""

import asyncio
import re
import time
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from itertools import takewhile
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, cast
from uuid import uuid4

from benchmarks.judgement.two_minutes import spoken_s
from benchmarks.record import Figure, Measured
from briefing.mail import Address
from briefing.speech.sentences import replies
from briefing.speech.sentences.call_opening import LONGEST_S, GreetingFacts, greeting_again
from briefing.speech.sentences.call_opening import greeting as greeting_of
from knowledge.likes import Length, Likes
from providers.mailbox import Account, Mailbox
from providers.maildir.mailbox import MaildirMailbox
from providers.sample_inbox import write_sample_inbox
from session.opening.assembly import open_call
from session.passages import Passage, PassageRole
from session.skills.greeting import greeting
from session.turn.talk_time import CHARACTERS_PER_S
from session.written_call import WrittenCall
from tests.agent.typed_call import NOW, sample_settings
from tests.providers.gmail.doubles.arranged_model import ArrangedGmailModel
from tests.storage.prepared import prepared

SIZES = (3, 16, 50, 150, 400, 1000, 5000)
MOST_S, MOST_CPU_S = 8.0, 0.25
MOST = LONGEST_S * CHARACTERS_PER_S
DAY = timedelta(days=1)
WRITERS = ("Katharina Hohenstein", "Tomasz Wolski", "Ben Ito")


class Passages:
    """Keeps the `WrittenOutput` protocol."""

    def __init__(self) -> None:
        self.passages: list[Passage] = []

    def write(self, words: str) -> None:
        self.passages.append(Passage(words) if not isinstance(words, Passage) else words)

    def end_passage(self) -> None:
        pass

    def end_turn(self) -> None:
        pass


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
                words = greeting(call, look).words
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


def of_other_kinds() -> Iterator[str]:
    """What is said first in calls of other kinds."""
    since, of_three = NOW - timedelta(hours=3), tuple(Address(name=name, email="a@kontor.example") for name in WRITERS)
    plain = GreetingFacts(now=NOW, new=50, important=12, leading=of_three, minutes=12)
    again = replace(plain, new=37, arrived=37, left_out_heard=13, left_out_skipped=2, last_briefed_at=since)
    trouble = {"unreachable_accounts": ("work",), "closed_accounts": ("the flower shop",), "not_loaded": 3, "ledger_away": True}
    between = {"handled_elsewhere": 3, "from_team": ("what the supplier still owes you", ""), "left_out_until": {"Github": NOW + DAY}}
    draft = {"in_the_middle": "We were in the middle of your reply to Katharina Hohenstein."}
    for facts in (plain, again, replace(again, arrived=4, still_unread=11), replace(plain, new=0, still_unread=9, last_briefed_at=since)):
        for more in (
            {},
            {"unreachable_accounts": ("work", "home")},
            trouble,
            between,
            draft,
            {"accounts_unknown": True},
            trouble | between | draft,
        ):
            yield greeting_of(replace(facts, **cast("Any", more)), most=MOST).words
    for more in ({}, trouble, between):
        yield greeting_of(replace(GreetingFacts(now=NOW, new=1), **cast("Any", more)), most=MOST).words
    for hello, done in (
        (replies.BACK_AGAIN, ""),
        (replies.YOU_ARE_BACK, ""),
        (replies.WELCOME_BACK, replies.where_we_were(done=137, left=263)),
    ):
        for more in ({}, between, draft, between | draft):
            yield greeting_again(hello, done, replace(GreetingFacts(now=NOW), **cast("Any", more)), most=MOST).words


async def before_the_first_mail(likes: Likes, size: int) -> str:
    """All that a written call says until the words of the first mail begin."""
    with TemporaryDirectory() as folder:
        write_sample_inbox(Path(folder) / "inbox", now=NOW, seed=size, unread=size)
        settings = sample_settings(Path(folder), now=NOW)
        await prepared(settings)
        async with open_call(settings, "local", call_id=str(uuid4()), now=partial(datetime.astimezone, NOW)) as (call, look):
            call.records.likes = likes
            paper = Passages()
            conversation = WrittenCall(call, paper)
            await conversation.start(look)
            await conversation.greet(look)
            before = [*takewhile(lambda passage: passage.role is not PassageRole.MAIL, paper.passages)]
            return " ".join(before)


async def all_of_them() -> Measured:
    lengths, untrue, cpu = list[float](), 0, 0.0
    for size in SIZES:
        said, cpu = await greeted(size)
        untrue += re.search(rf"\b{size}\b", said[0][0]) is None
        for words, seconds in said:
            print(f"{size:>5} unread, {seconds:4.1f} s: {words}", flush=True)
            lengths.append(seconds)
    others = [(await spoken_s(words), words) for words in dict.fromkeys(of_other_kinds())]
    liked = [
        (await spoken_s(words := await before_the_first_mail(likes, size)), words)
        for likes in (Likes(), Likes(length=Length.HEADLINES), Likes(flows=True))
        for size in (1, 16, 50, 60, 80, 100)
    ]
    for seconds, words in sorted([*others, *liked], reverse=True):
        print(f"      {seconds:4.1f} s: {words}", flush=True)
    return Measured(
        figures=[
            Figure(what=f"longest greeting of {len(others)} calls of other kinds, seconds", measured=max(others)[0], at_most=MOST_S),
            Figure(what="until the words of the first mail, its topic named, seconds", measured=max(liked)[0]),
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
