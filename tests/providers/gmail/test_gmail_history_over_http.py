"""A few of the generated histories over HTTP: the real client against the third-party server, corrected by our proxy."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator

import pytest

from inbox.unified import UnifiedInbox
from providers.gmail.api import GmailApi
from providers.gmail.mailbox import GmailMailbox
from providers.gmail.quota import QuotaBudget
from providers.google.access import GoogleAccess
from tests.providers.gmail.doubles.arranged import ArrangedGmail, NoBackoff, arranged_gmail, client_at
from tests.providers.gmail.doubles.arranged_model import WORK
from tests.providers.gmail.doubles.histories import DELIVERED, RELABELLED, History, Listener, Step, What, drawn, provider_ids
from tests.providers.gmail.doubles.model import ARRIVED
from tests.providers.messages import message
from tests.randomness import chance, times
from tests.servers.gmail.calls import CallKind
from tests.servers.gmail.faults import Fault
from tests.servers.gmail.server import RunningGmail, running_gmail

pytestmark = pytest.mark.server

FAULTS = {What.FAIL: Fault.SERVER_ERROR, What.ANSWER_LOST: Fault.CUT_AFTER, What.PART_FAILS: Fault.TOO_MANY_REQUESTS}


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningGmail]:
    with running_gmail(tmp_path_factory.mktemp("gmail")) as gmail:
        yield gmail


@pytest.mark.random
@pytest.mark.parametrize("run", range(times(3, in_proofs=60)))
async def test_what_was_told_and_what_is_known_end_equal_to_the_server(running: RunningGmail, run: int) -> None:
    history = drawn(chance("history over http", run))
    async with arranged_gmail(running) as gmail:
        play = _HttpPlay(gmail, history)
        try:
            await play.run()
        finally:
            for client in play.clients:
                await client.inbox.aclose()
        there = set(await gmail.hands.ids("INBOX", "UNREAD"))
        for client in play.clients:
            assert provider_ids(client.known) == there
            assert client.twice == []


class _HttpPlay:
    def __init__(self, gmail: ArrangedGmail, history: History) -> None:
        self._gmail = gmail
        self._history = history
        self._made = 0
        self.clients = [self._client(), self._client()]

    async def run(self) -> None:
        for _ in range(self._history.before):
            await self._deliver(ARRIVED)
        if self._history.oddities & 1:
            self._gmail.proxy.faults.fail(CallKind.HISTORY, Fault.EMPTY_HISTORY_PAGE)
        if self._history.oddities & 2:
            self._gmail.proxy.faults.fail(CallKind.HISTORY, Fault.DUPLICATED_RECORDS, times=None)
        for step in self._history.steps:
            await self._step(step)
        self._gmail.proxy.faults.clear()
        for client in self.clients:
            await client.finish(set(await self._gmail.hands.ids("INBOX", "UNREAD")))

    async def _step(self, step: Step) -> None:
        client = self.clients[step.which % len(self.clients)]
        at = len(self._gmail.proxy.requests) + step.at
        asks: dict[What, Callable[[], Awaitable[object]]] = {
            What.LIST: client.list_on,
            What.LOOK: client.look,
            What.LOOK_BOTH: lambda: asyncio.gather(*(each.look() for each in self.clients)),
            What.LIST_AND_LOOK: lambda: asyncio.gather(client.list_on(), client.look()),
        }
        if step.what in asks:
            await asks[step.what]()
        elif step.what is What.TELL:
            client.tell()
        elif step.what in FAULTS:
            self._gmail.proxy.faults.fail(at + 1, FAULTS[step.what])
        elif step.at:
            self._gmail.proxy.faults.before(at, lambda: self._happen(step))
        else:
            await self._happen(step)

    async def _happen(self, step: Step) -> None:
        hands = self._gmail.hands
        mails = await hands.ids(anywhere=True)
        if step.what in DELIVERED:
            await self._deliver(DELIVERED[step.what])
        elif step.what is What.EXPIRE:
            await self._gmail.proxy.gmail.forget_history(hands.user)
        elif mails and step.what is What.DELETE:
            await hands.delete(mails[step.which % len(mails)])
        elif mails:
            add, remove = RELABELLED[step.what]
            await hands.modify(mails[step.which % len(mails)], add=sorted(add), remove=sorted(remove))

    async def _deliver(self, labels: frozenset[str]) -> None:
        self._made += 1
        await self._gmail.hands.insert(message(f"m{self._made}", hours=self._made), *sorted(labels))

    def _client(self) -> Listener:
        quota = QuotaBudget()
        api = GmailApi(GoogleAccess(self._gmail.grant, client_at(self._gmail.proxy)), quota, clock=NoBackoff())
        inbox = UnifiedInbox([GmailMailbox(api, account=WORK, quota=quota, page_size=self._history.list_page)])
        return Listener(inbox, inbox.unread())
