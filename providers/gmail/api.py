"""Gmail's API for one account, typed and asynchronous: what the mailbox is built on.

Each method is one kind of request. Retries, waiting, the quota and the sign-in are handled below. Every method may raise
`MailboxUnavailableError` when the time for the request is up, and `SignInNeededError` when only a new sign-in helps. The time is three
seconds for an interactive request and minutes for one that reads ahead.
"""

import base64
import ssl
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TypeVar
from urllib.parse import quote

from providers.gmail import wire
from providers.gmail.batch import GmailRequest
from providers.gmail.questions import Question, Questions
from providers.gmail.quota import QuotaBudget, Units
from providers.gmail.transport import GmailTransport, RefusedError
from providers.gmail.values import HistoryPage, Message, MessagePage, Profile, Several, WatchLease
from providers.gmail.verdicts import Verdict
from providers.google.access import GoogleAccess
from providers.mailbox import MailboxUnavailableError, MailGoneError, SyncTokenExpiredError
from providers.resilience.priority import Priority
from providers.resilience.retry import Clock

ME = "me"
INBOX = "INBOX"
ANY_ID = "any-message"
MOST_LISTED = 500
"""Ids or records on one page: the most that Gmail gives."""
SEND_WITHIN_S = 30.0
"""Long, because the outcome of a request that is given up is unknown, and the user does not wait for it in silence."""

T = TypeVar("T")


class GmailApi:
    """One account. It belongs to one event loop; close it. `timeout_s` bounds each step of a request, `concurrency` how many there are."""

    def __init__(
        self,
        access: GoogleAccess,
        quota: QuotaBudget,
        *,
        timeout_s: float = 20.0,
        concurrency: int = 8,
        clock: Clock | None = None,
        encryption: ssl.SSLContext | None = None,
    ) -> None:
        """`encryption`: whose certificates are believed, if not those that the system believes."""
        self._transport = GmailTransport(access, timeout_s=timeout_s, concurrency=concurrency, encryption=encryption)
        self._questions = Questions(self._transport, quota, clock or Clock())
        users = self._transport.users
        self._users, self._messages_, self._threads, self._history = users, users.messages(), users.threads(), users.history()

    async def profile(self, *, priority: Priority = Priority.INTERACTIVE) -> Profile:
        """Whose mailbox it is, and where its history is now. 1 unit."""
        return await self._ask(self._users.getProfile(userId=ME, fields=wire.PROFILE_FIELDS), wire.read_profile, Units.PROFILE, priority)

    async def list_messages(
        self, query: str, *, page: str | None = None, most: int = MOST_LISTED, priority: Priority = Priority.INTERACTIVE
    ) -> MessagePage:
        """One page of ids that match a query in Gmail's search language, newest first; trash and spam only if it names them. 5 units.

        `most` is at most 500. A page may be empty and still have a next one.
        """
        most = min(most, MOST_LISTED)
        request = self._messages_.list(userId=ME, q=query, pageToken=page, maxResults=most, fields=wire.LIST_FIELDS)
        return await self._ask(request, wire.read_listing, Units.LIST, priority)

    async def unread_in_inbox(self, *, priority: Priority = Priority.INTERACTIVE) -> int:
        """How many unread messages the inbox holds, as Gmail counts them. 1 unit."""
        request = self._users.labels().get(userId=ME, id=INBOX, fields=wire.UNREAD_FIELDS)
        return await self._ask(request, wire.read_unread, Units.LABELS, priority)

    async def messages(self, ids: Sequence[str], *, priority: Priority = Priority.INTERACTIVE) -> Several[Message]:
        """Messages without their text, as batches of at most 50. 20 units each.

        `MailboxUnavailableError` only if no batch was answered; single messages that were not are `not_loaded`.
        """
        return await self._several(ids, "full", wire.MESSAGE_FIELDS, wire.read_message, priority)

    async def labels_of(self, ids: Sequence[str], *, priority: Priority = Priority.INTERACTIVE) -> Several[frozenset[str]]:
        """The labels of messages, as `messages`. 20 units each."""
        return await self._several(ids, "minimal", wire.LABEL_FIELDS, wire.read_labels, priority)

    async def label_ids(self) -> Mapping[str, str]:
        """The ids of the labels that the user has made, by their names; Gmail's own are none of them. 1 unit."""
        request = self._users.labels().list(userId=ME, fields=wire.LABEL_NAMES_FIELDS)
        return await self._ask(request, wire.read_label_ids, Units.LABELS, Priority.INTERACTIVE)

    async def raw(self, message: str) -> bytes:
        """A whole message, as it came. Raises `MailGoneError`. 20 units."""
        request = self._messages_.get(userId=ME, id=message, format="raw", fields=wire.RAW_FIELDS)
        return await self._ask(request, wire.read_raw, Units.GET, Priority.INTERACTIVE, gone=MailGoneError)

    async def thread(self, thread: str) -> tuple[Message, ...]:
        """All messages of a thread, trash included, oldest first; none if it is gone. 40 units."""
        request = self._threads.get(userId=ME, id=thread, format="full", fields=wire.THREAD_FIELDS)
        try:
            return await self._ask(request, wire.read_thread, Units.THREAD, Priority.INTERACTIVE, gone=MailGoneError)
        except MailGoneError:
            return ()

    async def history(self, since: str, *, page: str | None = None, priority: Priority = Priority.POLLING) -> HistoryPage:
        """One page of what happened after a history id; all pages are asked with the same `since`. 2 units.

        Raises `SyncTokenExpiredError`, also for an id that Gmail calls invalid instead of forgotten.
        """
        request = self._history.list(userId=ME, startHistoryId=since, pageToken=page, maxResults=MOST_LISTED, fields=wire.HISTORY_FIELDS)
        gone = SyncTokenExpiredError
        return await self._ask(request, wire.read_history, Units.HISTORY, priority, gone=gone, refused=gone)

    async def modify(self, message: str, *, add: Sequence[str] = (), remove: Sequence[str] = ()) -> frozenset[str]:
        """Change labels, given by their ids; the labels that Gmail says it has now. Raises `MailGoneError`. 5 units.

        Repeated when it is unknown whether it was done: setting labels is idempotent.
        """
        body = {"addLabelIds": list(add), "removeLabelIds": list(remove)}
        request = self._messages_.modify(userId=ME, id=message, body=body, fields=wire.LABEL_FIELDS)
        return await self._ask(request, wire.read_labels, Units.MODIFY, Priority.INTERACTIVE, gone=MailGoneError)

    async def trash(self, message: str) -> frozenset[str]:
        """Put a message into the trash; the labels that Gmail says it has now. Raises `MailGoneError`. 5 units."""
        request = self._messages_.trash(userId=ME, id=message, fields=wire.LABEL_FIELDS)
        return await self._ask(request, wire.read_labels, Units.MODIFY, Priority.INTERACTIVE, gone=MailGoneError)

    async def send(self, raw: bytes, *, thread: str = "", within_s: float = SEND_WITHIN_S) -> str:
        """Send a message, into a thread if one is named: one attempt, of which the id is the proof. 100 units.

        Raises `RefusedError`: one that is `BROKEN` may have been done. Raises `SignInNeededError` before anything left.
        """
        body = {"raw": base64.urlsafe_b64encode(raw).decode()} | ({"threadId": thread} if thread else {})
        request = self._messages_.send(userId=ME, body=body, fields=wire.SENT_FIELDS)
        return await self._questions.once(_question(request, wire.read_id, Units.SEND), Priority.INTERACTIVE, within_s=within_s)

    async def watch(self, topic: str, *, priority: Priority = Priority.POLLING) -> WatchLease:
        """Have notifications sent to a Pub/Sub topic, `projects/<project>/topics/<name>`. 100 units.

        Whatever the label of a mail: what filters archive matters too.
        """
        request = self._users.watch(userId=ME, body={"topicName": topic}, fields=wire.WATCH_FIELDS)
        return await self._ask(request, wire.read_watch, Units.WATCH, priority)

    async def aclose(self) -> None:
        """Requests in flight end with `MailboxUnavailableError`."""
        await self._transport.aclose()

    async def _several(self, ids: Sequence[str], form: str, fields: str, read: Callable[[bytes], T], priority: Priority) -> Several[T]:
        like = self._messages_.get(userId=ME, id=ANY_ID, format=form, fields=fields)  # to build one takes as long as to read its answer
        requests = {message: replace(like, uri=like.uri.replace(ANY_ID, quote(message, safe=""))) for message in ids}
        questions = {message: _question(request, read, Units.GET) for message, request in requests.items()}
        return await self._questions.several(questions, priority)

    async def _ask(
        self,
        request: GmailRequest,
        read: Callable[[bytes], T],
        units: int,
        priority: Priority,
        *,
        gone: type[Exception] = MailboxUnavailableError,
        refused: type[Exception] = MailboxUnavailableError,
    ) -> T:
        """`gone` and `refused`: what is raised where Gmail has no such thing, or does not take the request."""
        try:
            return await self._questions.one(_question(request, read, units), priority)
        except RefusedError as error:
            kinds = {Verdict.NOT_THERE: gone, Verdict.REFUSED: refused}
            raise kinds.get(error.verdict, MailboxUnavailableError)(f"Gmail's answer: {error.verdict}") from None


def _question(request: GmailRequest, read: Callable[[bytes], T], units: int) -> Question[T]:
    return Question(request=request, units=units, read=lambda answer: read(answer.body))
