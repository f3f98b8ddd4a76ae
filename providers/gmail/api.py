"""Gmail's interface for one account, typed and asynchronous: what the mailbox is built on, and the only way to Google's library.

Each method is one kind of request. Repeating, waiting, the quota and signing in are dealt with below it, so that what is raised here is
final for the moment: `MailboxUnavailableError` when the time for the question is up, `SignInNeededError` when asking again is no use.
Every method may raise these two. The time is three seconds for an interactive question and minutes for one that is read ahead.

Units are those of https://developers.google.com/workspace/gmail/api/reference/quota as of 1 May 2026.
"""

from collections.abc import Mapping, Sequence
from typing import TypeVar

from providers.gmail import wire
from providers.gmail.asking import Asking, NotThereError, Question, RefusedError
from providers.gmail.patience import Pauses, RealPauses
from providers.gmail.quota import Priority, QuotaBudget
from providers.gmail.sign_in import GmailAccess
from providers.gmail.transport import Done, Refusal, Transport
from providers.gmail.values import HistoryPage, LabelSets, Message, MessagePage, Messages, Profile, WatchLease
from providers.mailbox import MailboxUnavailableError, MailGoneError, SyncTokenExpiredError

__all__ = ["GmailAccess", "GmailApi", "Units"]

SEND_WITHIN_S = 30.0
"""Nobody waits for a sending in silence, and every one that is given up is one of which nobody knows."""

T = TypeVar("T")


class Units:
    """What a request costs, each time that it is asked."""

    PROFILE = 1
    LABELS = 1
    HISTORY = 2
    LIST = 5
    MODIFY = 5
    GET = 20
    THREAD = 40
    SEND = 100
    WATCH = 100


class GmailApi:
    """One account. It belongs to one event loop; close it.

    `socket_timeout_s` bounds each step of a connection, and so how long a thread can be held up by a server that nobody waits for.
    `concurrency` is how many requests are under way at once.
    """

    def __init__(
        self,
        access: GmailAccess,
        quota: QuotaBudget,
        *,
        socket_timeout_s: float = 20.0,
        concurrency: int = 8,
        pauses: Pauses | None = None,
    ) -> None:
        self._transport = Transport(access, socket_timeout_s=socket_timeout_s, concurrency=concurrency)
        self._requests = self._transport.requests
        self._asking = Asking(self._transport, quota, pauses or RealPauses())

    async def profile(self, *, priority: Priority = Priority.INTERACTIVE) -> Profile:
        """Whose mailbox it is, and where its history is now. 1 unit."""
        return await self._certain(Question(request=self._requests.profile(), units=Units.PROFILE, read=wire.read_profile), priority)

    async def list_messages(
        self, query: str, *, page: str | None = None, most: int = 500, priority: Priority = Priority.INTERACTIVE
    ) -> MessagePage:
        """One page of ids that match a query in Gmail's search language, newest first; trash and spam only if it names them. 5 units.

        `most` is at most 500. A page may be empty and still have a next one.
        """
        request = self._requests.listing(query, page=page, most=most)
        return await self._certain(Question(request=request, units=Units.LIST, read=wire.read_listing), priority)

    async def messages(self, ids: Sequence[str], *, priority: Priority = Priority.INTERACTIVE) -> Messages:
        """Messages without their text, as batches of at most 50. 20 units each.

        `MailboxUnavailableError` only if no batch was answered; single messages that were not are `not_loaded`.
        """
        questions = {message: Question(request=self._requests.message(message), units=Units.GET, read=wire.read_message) for message in ids}
        answers = await self._asking.several(questions, priority)
        return Messages(found=tuple(answers.found.values()), gone=answers.gone, not_loaded=answers.failed)

    async def labels_of(self, ids: Sequence[str], *, priority: Priority = Priority.INTERACTIVE) -> LabelSets:
        """The labels of messages, as `messages`. 20 units each."""
        questions = {message: Question(request=self._requests.labels(message), units=Units.GET, read=wire.read_labels) for message in ids}
        answers = await self._asking.several(questions, priority)
        return LabelSets(found=answers.found, gone=answers.gone, not_loaded=answers.failed)

    async def label_ids(self, *, priority: Priority = Priority.INTERACTIVE) -> Mapping[str, str]:
        """The ids of the labels that the user has made, by their names; Gmail's own are none of them. 1 unit."""
        return await self._certain(Question(request=self._requests.label_names(), units=Units.LABELS, read=wire.read_label_ids), priority)

    async def raw(self, message: str, *, priority: Priority = Priority.INTERACTIVE) -> bytes:
        """A whole message, as it came. Raises `MailGoneError`. 20 units."""
        return await self._present(Question(request=self._requests.raw(message), units=Units.GET, read=wire.read_raw), priority)

    async def thread(self, thread: str, *, priority: Priority = Priority.INTERACTIVE) -> tuple[Message, ...]:
        """All messages of a thread, trash included, oldest first; none if it is gone. 40 units."""
        try:
            return await self._present(Question(request=self._requests.thread(thread), units=Units.THREAD, read=wire.read_thread), priority)
        except MailGoneError:
            return ()

    async def history(self, since: str, *, page: str | None = None, priority: Priority = Priority.POLLING) -> HistoryPage:
        """One page of what happened after a history id; all pages are asked with the same `since`. 2 units.

        Raises `SyncTokenExpiredError`, also for an id that Gmail calls invalid instead of forgotten.
        """
        question = Question(request=self._requests.history(since, page=page), units=Units.HISTORY, read=wire.read_history)
        try:
            return await self._asking.one(question, priority)
        except (NotThereError, RefusedError):
            raise SyncTokenExpiredError("the provider has forgotten this point of the history") from None

    async def modify(
        self,
        message: str,
        *,
        add: Sequence[str] = (),
        remove: Sequence[str] = (),
        priority: Priority = Priority.INTERACTIVE,
    ) -> frozenset[str]:
        """Change labels, given by their ids; the labels that Gmail says it has now. Raises `MailGoneError`. 5 units.

        Asked again after a failure of which nobody knows whether it was one: labels that are there already stay there.
        """
        request = self._requests.modify(message, add=add, remove=remove)
        return await self._present(Question(request=request, units=Units.MODIFY, read=wire.read_labels), priority)

    async def trash(self, message: str, *, priority: Priority = Priority.INTERACTIVE) -> frozenset[str]:
        """Put a message into the trash; the labels that Gmail says it has now. Raises `MailGoneError`. 5 units."""
        question = Question(request=self._requests.trash(message), units=Units.MODIFY, read=wire.read_labels)
        return await self._present(question, priority)

    async def send(
        self, raw: bytes, *, thread: str = "", within_s: float = SEND_WITHIN_S, priority: Priority = Priority.INTERACTIVE
    ) -> Done[str] | Refusal | None:
        """Send a message, into a thread if one is named: one attempt, of which the id is the proof. 100 units.

        None if it was not even made; a `BROKEN` one may have been done. Raises `SignInNeededError`, before anything left.
        """
        question = Question(request=self._requests.send(raw, thread=thread), units=Units.SEND, read=wire.read_id)
        return await self._asking.once(question, priority, within_s=within_s)

    async def watch(self, topic: str, *, priority: Priority = Priority.POLLING) -> WatchLease:
        """Have notifications sent to a Pub/Sub topic, `projects/<project>/topics/<name>`. 100 units."""
        return await self._certain(Question(request=self._requests.watch(topic), units=Units.WATCH, read=wire.read_watch), priority)

    async def aclose(self) -> None:
        """Let go of threads and sockets; what is under way ends with `MailboxUnavailableError`."""
        await self._transport.aclose()

    async def _certain(self, question: Question[T], priority: Priority) -> T:
        """The answer of something that is always there; a server that does not know it is none of Gmail's."""
        try:
            return await self._asking.one(question, priority)
        except NotThereError:
            raise MailboxUnavailableError("the provider does not know the request") from None

    async def _present(self, question: Question[T], priority: Priority) -> T:
        try:
            return await self._asking.one(question, priority)
        except NotThereError:
            raise MailGoneError("the message is not there any more") from None
