"""Generated histories of a Gmail mailbox with two clients at work, and a plain account of what each was told.

A history is a sequence of steps. A step lets something happen at the server or in a client, now, or in front of the n-th request from
now, which may fall between any two questions of a client. `Listener` is what a call is to an inbox: it lists page by page, looks, and
takes what there is to tell.
"""

import asyncio
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from random import Random

from hypothesis import strategies as st

from briefing.mail import MailId, provider_id_of
from inbox.arrivals.changes import MOST_LOOKS_SPARED
from inbox.listing.unread_ids import Listing
from inbox.unified import UnifiedInbox
from providers.gmail.mailbox import GmailMailbox
from providers.gmail.quota import QuotaBudget
from providers.resilience.priority import Priority
from tests.providers.gmail.doubles.arranged_model import WORK
from tests.providers.gmail.doubles.model import ARRIVED, Failure, GmailModel, ModelApi

NO_LIMIT = 10**9


class What(StrEnum):
    """What a step may be: the first ones happen at the server, then requests that fail, then what clients do."""

    DELIVER = "deliver"
    FILTERED = "filtered"
    SENT = "sent"
    READ = "read"
    UNREAD = "unread"
    ARCHIVE = "archive"
    INTO_INBOX = "into inbox"
    STAR = "star"
    TRASH = "trash"
    RESTORE = "restore"
    DELETE = "delete"
    EXPIRE = "expire"
    FAIL = "fail"
    ANSWER_LOST = "answer lost"
    PART_FAILS = "part fails"
    LIST = "list"
    LOOK = "look"
    LOOK_BOTH = "look both"
    LIST_AND_LOOK = "list and look"
    TELL = "tell"


FAILURES: Mapping[What, Failure] = {
    What.FAIL: Failure(),
    What.ANSWER_LOST: Failure(late=True),
    What.PART_FAILS: Failure(part=True),
}
RELABELLED: Mapping[What, tuple[frozenset[str], frozenset[str]]] = {
    What.READ: (frozenset(), frozenset({"UNREAD"})),
    What.UNREAD: (frozenset({"UNREAD"}), frozenset()),
    What.ARCHIVE: (frozenset(), frozenset({"INBOX"})),
    What.INTO_INBOX: (frozenset({"INBOX"}), frozenset()),
    What.STAR: (frozenset({"STARRED"}), frozenset()),
    What.TRASH: (frozenset({"TRASH"}), frozenset({"INBOX"})),
    What.RESTORE: (frozenset({"INBOX"}), frozenset({"TRASH"})),
}
DELIVERED: Mapping[What, frozenset[str]] = {
    What.DELIVER: ARRIVED,
    What.FILTERED: frozenset({"UNREAD"}),
    What.SENT: frozenset({"SENT"}),
}


@dataclass(frozen=True, slots=True)
class Step:
    """`which` mail or client is meant; `at` 0 is now, else in front of the at-th request from now (of no meaning for clients)."""

    what: What
    which: int
    at: int


@dataclass(frozen=True, slots=True)
class History:
    """How nasty the server is, how much is there before, and what happens."""

    before: int
    list_page: int
    history_page: int
    oddities: int
    steps: tuple[Step, ...]

    def model(self) -> GmailModel:
        return GmailModel(
            list_page=self.list_page,
            history_page=self.history_page,
            empty_pages=bool(self.oddities & 1),
            repeats=bool(self.oddities & 2),
            names_labels=not self.oddities & 4,
            labels_as_now=bool(self.oddities & 16),
            slow={"profile": 0.001} if self.oddities & 8 else {},
        )


_WHATS = [*What, What.DELIVER, What.DELIVER, What.READ, What.LIST, What.LOOK, What.LOOK, What.LOOK, What.TELL]
histories = st.builds(
    History,
    before=st.integers(0, 7),
    list_page=st.integers(1, 4),
    history_page=st.integers(1, 3),
    oddities=st.integers(0, 31),
    steps=st.lists(st.builds(Step, st.sampled_from(_WHATS), st.integers(0, 9), st.integers(0, 6)), min_size=10, max_size=30).map(tuple),
)


@dataclass(slots=True)
class Listener:
    """One client, and what it knows by what it was told.

    What is announced may stand on a page that was listed after the look which found it; a call takes no notice of it then. `twice` are
    mails that were announced, and announced again without having been called gone. `times_announced` and `times_gone` forget nothing, so
    that they can be compared with what really came and left.
    """

    inbox: UnifiedInbox
    listing: Listing
    known: set[MailId] = field(default_factory=set)
    announced: set[MailId] = field(default_factory=set)
    times_announced: Counter[MailId] = field(default_factory=Counter)
    times_gone: Counter[MailId] = field(default_factory=Counter)
    twice: list[MailId] = field(default_factory=list)

    async def list_on(self) -> None:
        if not self.listing.more:
            self.listing.ask_again()
        if self.listing.more:
            self.known.update(await anext(self.listing))

    async def look(self) -> bool:
        return await self.inbox.look()

    def tell(self) -> None:
        changes = self.inbox.drain_changes()
        self.known.difference_update(changes.gone)
        self.announced.difference_update(changes.gone)
        self.times_gone.update(changes.gone)
        self.twice += [mail for mail in changes.arrived if mail in self.announced]
        self.announced.update(changes.arrived)
        self.times_announced.update(changes.arrived)
        self.known.update(changes.arrived)

    async def finish(self, there: set[str]) -> None:
        """All is well again: list to the end, and look until what is known is what is there, as often as an expired token may need."""
        while self.listing.more or self.listing.behind:
            await self.list_on()
        for _ in range(MOST_LOOKS_SPARED + 2):
            assert await self.look()
            self.tell()
            if provider_ids(self.known) == there:
                return


class Play:
    """One history, played.

    `times_come` and `times_left` count how often each mail came among the unread ones of the inbox, those of before not included, and how
    often it left them. `expired`: history was forgotten at some time. Of a list that was never read to its end nobody can then tell for
    certain what is new and what was not listed yet; it is told once, in any case.
    """

    def __init__(self, history: History) -> None:
        self.history = history
        self.model = history.model()
        self.model.between = self._before_request
        self._due: dict[int, list[Callable[[], None]]] = {}
        self._made = 0
        self.expired = False
        for _ in range(history.before):
            self._deliver(ARRIVED)
        self.before = frozenset(self.model.unread)
        self.times_come: Counter[str] = Counter()
        self.times_left: Counter[str] = Counter()
        self.clients = [self._client(), self._client()]

    async def run(self) -> None:
        for step in self.history.steps:
            await self._step(step)
        self._due.clear()
        self.model.fail_at.clear()
        for client in self.clients:
            await client.finish(set(self.model.unread))

    async def _step(self, step: Step) -> None:
        client = self.clients[step.which % len(self.clients)]
        match step.what:
            case What.LIST:
                await client.list_on()
            case What.LOOK:
                await client.look()
            case What.LOOK_BOTH:
                await asyncio.gather(*(each.look() for each in self.clients))
            case What.LIST_AND_LOOK:
                await asyncio.gather(client.list_on(), client.look())
            case What.TELL:
                client.tell()
            case What.FAIL | What.ANSWER_LOST | What.PART_FAILS:
                self.model.fail_at[self.model.requests.total() + step.at] = FAILURES[step.what]
            case _ if step.at == 0:
                self._happen(step)
            case _:
                self._due.setdefault(self.model.requests.total() + step.at, []).append(lambda: self._happen(step))

    def _before_request(self, number: int) -> None:
        for happens in self._due.pop(number, ()):
            happens()

    def news(self, mail: str) -> int:
        """How often a client may announce a mail."""
        return self.times_come[mail] + (self.expired and mail in self.before)

    def _happen(self, step: Step) -> None:
        before = set(self.model.unread)
        self._change(step)
        after = set(self.model.unread)
        self.times_come.update(after - before)
        self.times_left.update(before - after)

    def _change(self, step: Step) -> None:
        mails = self.model.mails
        if step.what in DELIVERED:
            self._deliver(DELIVERED[step.what])
        elif step.what is What.EXPIRE:
            self.model.forget_history()
            self.expired = True
        elif mails and step.what is What.DELETE:
            self.model.delete(mails[step.which % len(mails)])
        elif mails:
            add, remove = RELABELLED[step.what]
            self.model.relabel(mails[step.which % len(mails)], add=add, remove=remove)

    def _deliver(self, labels: frozenset[str]) -> None:
        self._made += 1
        self.model.deliver(b"From: a@example.org\nSubject: %d\n\nx\n" % self._made, labels)

    def _client(self) -> Listener:
        quota = QuotaBudget(limit=NO_LIMIT, shares=dict.fromkeys(Priority, NO_LIMIT))
        mailbox = GmailMailbox(ModelApi(self.model, quota), account=WORK, quota=quota, page_size=self.history.list_page)
        inbox = UnifiedInbox([mailbox])
        return Listener(inbox, inbox.unread())


def provider_ids(mails: set[MailId]) -> set[str]:
    """As the server calls them."""
    return {provider_id_of(mail) for mail in mails}


def drawn(chance: Random) -> History:
    """A long history, for where few can be played."""
    steps = (Step(chance.choice(_WHATS), chance.randint(0, 9), chance.randint(0, 6)) for _ in range(chance.randint(20, 30)))
    return History(chance.randint(0, 7), chance.randint(1, 4), chance.randint(1, 3), chance.randint(0, 15), tuple(steps))
