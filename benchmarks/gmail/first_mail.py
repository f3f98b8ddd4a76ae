"""How long a caller waits for the first mail of a Gmail inbox that is 80 ms away, text included, and what it costs, whatever it holds.

Three ways over the same client: the real pipeline with the real mailbox; nothing but one list, one batch and one text, which is the least
that any way needs; and reading everything before the first word. The quota is out of the way in the last one: by Google's rules reading
5,000 mails takes seventeen minutes, which nobody would measure.
"""

import asyncio
from collections.abc import Coroutine
from datetime import UTC, datetime
from time import perf_counter

from benchmarks.arms import Report, compare
from benchmarks.gmail.far_away import signed_in
from benchmarks.gmail.inbox_away import gmail_inbox_away
from benchmarks.record import Figure, Measured, Picture
from briefing.mail import Preferences
from inbox.listing.pipeline import BriefingPipeline
from inbox.unified import UnifiedInbox
from providers.gmail.api import GmailApi
from providers.gmail.history_records import UNREAD
from providers.gmail.mailbox import READS_AT_ONCE, GmailMailbox
from providers.gmail.quota import LIMIT, QuotaBudget
from providers.mailbox import Account
from providers.resilience.priority import Priority
from tests.inbox.memory_ledger import MemoryLedger

SIZES = {50: 6, 500: 6, 5_000: 3}
"""Unread mails, and rounds."""
UNBOUNDED = 10**9
TARGET_RATIO = 1.15
TARGET_UNITS = 450

LEAST = "one list, one batch, one text"
OURS = "ours"
EVERYTHING = "everything first"


class Caller:
    """One user's connection, warm as it is for all but the first account; a new mailbox for every call."""

    def __init__(self, runner: asyncio.Runner, url: str) -> None:
        self._runner = runner
        self._quota = QuotaBudget(limit=UNBOUNDED, shares=dict.fromkeys(Priority, UNBOUNDED))
        self._api = runner.run(self._connected(url))
        self.units = 0

    def least(self) -> None:
        """The first answers that hold a mail at all."""
        self._run(self._list_batch_and_text())

    def ours(self) -> None:
        """What a call does before it presents a mail."""
        self._run(self._first_look())

    def everything(self) -> None:
        """All pages, and then all mails."""
        self._run(self._all())

    def close(self) -> None:
        """Let go of the connection."""
        self._runner.run(self._api.aclose())

    async def _connected(self, url: str) -> GmailApi:
        return GmailApi(signed_in(url), self._quota)

    def _run(self, work: Coroutine[object, object, None]) -> None:
        before = sum(self._quota.spent_by.values())
        self._runner.run(work)
        self.units = sum(self._quota.spent_by.values()) - before

    async def _list_batch_and_text(self) -> None:
        page = await self._api.list_messages(UNREAD)
        await self._api.messages(page.ids[:READS_AT_ONCE])
        await self._api.raw(page.ids[0])

    async def _first_look(self) -> None:
        mailbox = GmailMailbox(self._api, account=Account(slug="gm0a1b2c3d", label="work"), quota=self._quota)
        preferences = Preferences(vips=frozenset({"p7@example.org"}), own_addresses=frozenset({"sam@example.com"}))
        inbox = UnifiedInbox([mailbox])
        pipeline = BriefingPipeline(inbox=inbox, ledger=MemoryLedger(), preferences=preferences, user_id="u")
        look = await pipeline.first_look(datetime.now(UTC))
        text = await inbox.text(look.agenda.topics[0].mails[0].mail_id)
        assert text.text, "the first mail has no words"
        await pipeline.aclose()

    async def _all(self) -> None:
        page = await self._api.list_messages(UNREAD)
        ids = list(page.ids)
        while page.next_page is not None:
            page = await self._api.list_messages(UNREAD, page=page.next_page)
            ids += page.ids
        read = await self._api.messages(ids, priority=Priority.PREFETCH)
        assert len(read.found) == len(ids), "not everything was read"
        await self._api.raw(ids[0])


def measured(unread: int, rounds: int) -> tuple[Report, dict[str, int]]:
    """All three ways over one inbox, and the units of each."""
    with gmail_inbox_away(unread) as url, asyncio.Runner() as runner:
        caller = Caller(runner, url)
        arms = {LEAST: caller.least, OURS: caller.ours, EVERYTHING: caller.everything}
        report, units = compare(arms, rounds, clock=perf_counter), {}
        for name, run in arms.items():
            run()
            units[name] = caller.units
        caller.close()
    return report, units


def main() -> Measured:
    """All three ways at every size."""
    reports = {unread: measured(unread, rounds) for unread, rounds in SIZES.items()}
    figures: list[Figure] = []
    for unread, (report, units) in reports.items():
        print(f"{unread:,} unread", *report.lines(), sep="\n  ")
        print(f"  units: ours {units[OURS]}, everything {units[EVERYTHING]:,} ({units[EVERYTHING] / LIMIT:.1f} minutes of quota)")
        figures += [
            Figure(
                what=f"first mail of {unread:,} unread, times the least",
                measured=report[OURS].median_ratio,
                at_most=TARGET_RATIO,
                same_again=report.same_again.median_ratio,
            ),
            Figure(what=f"its quota units at {unread:,} unread", measured=units[OURS], at_most=TARGET_UNITS),
        ]
    series = {name: [(unread, report[name].median_s) for unread, (report, _) in reports.items()] for name in (LEAST, OURS, EVERYTHING)}
    return Measured(
        figures=figures,
        numbers={"unread": {str(unread): {**report.as_json(), "units": units} for unread, (report, units) in reports.items()}},
        picture=Picture(series=series, title="First mail and its text, with 80 ms per request", x="unread mails", y="s"),
    )
