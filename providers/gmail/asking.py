"""A question put to Gmail until it is answered, or until its time is up: every request goes through here, and through the quota.

Repeating is safe because everything that is asked here may be done twice: reads, labels that are set to what they are to be, a message
put into the trash. Sending a mail is not of that kind: it is asked `once`.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, NoReturn, TypeVar

from providers.gmail.batch import MOST, read_batch
from providers.gmail.connection import GmailRequest
from providers.gmail.patience import PATIENCE, Pauses, Waiting
from providers.gmail.quota import Priority, QuotaBudget
from providers.gmail.sign_in import SIGN_IN_AGAIN
from providers.gmail.transport import Done, Refusal, Transport, weigh
from providers.gmail.verdicts import ASK_AGAIN, Answer, Verdict
from providers.mailbox import MailboxUnavailableError, SignInNeededError

logger = logging.getLogger(__name__)

T = TypeVar("T")


class NotThereError(Exception):
    """Gmail has no such thing."""


class RefusedError(MailboxUnavailableError):
    """Gmail does not take the request, and will not when it is asked again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Question(Generic[T]):
    """A request, what it costs each time that it is asked, and how its answer is read (`read` raises `GarbledError`)."""

    request: GmailRequest
    units: int
    read: Callable[[bytes], T]

    def answered(self, answer: Answer) -> T:
        """The value of an answer."""
        return self.read(answer.body)


@dataclass(frozen=True, slots=True, kw_only=True)
class Several(Generic[T]):
    """What came of several questions, by what each was about; `failed` had no answer in time."""

    found: Mapping[str, T]
    gone: tuple[str, ...]
    failed: tuple[str, ...]


class Asking:
    """Asks through one transport and one quota."""

    def __init__(self, transport: Transport, quota: QuotaBudget, pauses: Pauses) -> None:
        self._transport = transport
        self._quota = quota
        self._pauses = pauses

    async def one(self, question: Question[T], priority: Priority) -> T:
        """The answer. Raises `NotThereError`, `MailboxUnavailableError` or `SignInNeededError`."""
        return await self._one(question, priority, Waiting(PATIENCE[priority], self._pauses))

    async def once(self, question: Question[T], priority: Priority, *, within_s: float) -> Done[T] | Refusal | None:
        """A request that must not be made twice: what came of the one attempt, or none if there was no time left to make it.

        A refusal as `BROKEN` says nothing about whether it was done.
        """
        try:
            async with asyncio.timeout(PATIENCE[priority].whole_s):
                await self._quota.spend(question.units, priority)
        except TimeoutError:
            return None
        try:
            async with asyncio.timeout(within_s):
                return await self._transport.ask(question.request, question.answered, priority)
        except TimeoutError:
            return Refusal(verdict=Verdict.BROKEN)

    async def several(self, questions: Mapping[str, Question[T]], priority: Priority) -> Several[T]:
        """Answers to reads that are sent as batches; what a batch does not answer is asked again one by one.

        A message that may not be read has no answer, and says nothing about the account: what the account may not do, a request of its
        own says. Raises `SignInNeededError` where one does, and `MailboxUnavailableError` if no batch was answered at all.
        """
        abouts = list(questions)
        batches = [abouts[start : start + MOST] for start in range(0, len(abouts), MOST)]
        answered = await _all(self._batch([questions[about] for about in batch], priority) for batch in batches)
        if batches and not any(answered):
            raise MailboxUnavailableError("the provider did not answer in time")
        replies = {
            about: reply
            for batch, inner in zip(batches, answered, strict=True)
            for about, reply in zip(batch, inner or [Refusal(verdict=Verdict.BROKEN)] * len(batch), strict=True)
        }
        gone = tuple(a for a, reply in replies.items() if isinstance(reply, Refusal) and reply.verdict is Verdict.NOT_THERE)
        found = {about: reply.value for about, reply in replies.items() if isinstance(reply, Done)}
        return Several(found=found, gone=gone, failed=tuple(a for a in abouts if a not in found and a not in set(gone)))

    async def _one(self, question: Question[T], priority: Priority, waiting: Waiting) -> T:
        def attempt() -> Coroutine[object, object, Done[T] | Refusal]:
            return self._transport.ask(question.request, question.answered, priority)

        return await self._until_answered(attempt, question.units, priority, waiting)

    async def _batch(self, questions: Sequence[Question[T]], priority: Priority) -> list[Done[T] | Refusal]:
        """A reply to each question, or none at all if the batch was not answered."""
        waiting = Waiting(PATIENCE[priority], self._pauses)
        requests = [each.request for each in questions]

        def attempt() -> Coroutine[object, object, Done[list[Done[T] | Refusal]] | Refusal]:
            return self._transport.ask_many(requests, lambda answer: _inner(questions, answer), priority)

        try:
            replies = await self._until_answered(attempt, sum(each.units for each in questions), priority, waiting)
        except (MailboxUnavailableError, NotThereError):
            return []
        again = {place: reply for place, reply in enumerate(replies) if isinstance(reply, Refusal) and reply.verdict in _ASK_ALONE}
        if again:
            logger.info("part of a batch was not read", extra={"asked": len(questions), "again": len(again)})
        alone = await _all(self._again(questions[place], reply, priority, waiting.alike()) for place, reply in again.items())
        for place, reply in zip(again, alone, strict=True):
            replies[place] = reply
        return replies

    async def _again(self, question: Question[T], refusal: Refusal, priority: Priority, waiting: Waiting) -> Done[T] | Refusal:
        """A question that its batch did not answer, on its own; refused for good when its time is up."""
        if not await waiting.pause(refusal.pause_s):
            return refusal
        try:
            return Done(value=await self._one(question, priority, waiting))
        except NotThereError:
            return Refusal(verdict=Verdict.NOT_THERE)
        except MailboxUnavailableError:
            return refusal

    async def _until_answered(
        self, attempt: Callable[[], Awaitable[Done[T] | Refusal]], units: int, priority: Priority, waiting: Waiting
    ) -> T:
        attempts = 0
        while True:
            attempts += 1
            reply = await self._attempt(attempt, units, priority, waiting)
            if isinstance(reply, Done):
                return reply.value
            about = {"verdict": reply.verdict.value, "attempts": attempts, "priority": priority.name}
            if reply.verdict not in ASK_AGAIN:
                _refuse(reply.verdict, about)
            if not await waiting.pause(reply.pause_s):
                logger.warning("the provider did not answer in time", extra=about)
                raise MailboxUnavailableError("the provider did not answer in time")

    async def _attempt(
        self, attempt: Callable[[], Awaitable[Done[T] | Refusal]], units: int, priority: Priority, waiting: Waiting
    ) -> Done[T] | Refusal:
        try:
            async with asyncio.timeout(waiting.left_s):
                await self._quota.spend(units, priority)
            async with asyncio.timeout(waiting.attempt_s):
                return await attempt()
        except TimeoutError:
            return Refusal(verdict=Verdict.BROKEN)


_ASK_ALONE = ASK_AGAIN | {Verdict.SIGNED_OUT}
"""A batch that began just before the token ran out is taken, and its inner calls are not."""


def _inner(questions: Sequence[Question[T]], answer: Answer) -> list[Done[T] | Refusal]:
    answers = read_batch(answer)
    return [
        weigh(answers[place], question.answered) if place in answers else Refusal(verdict=Verdict.BROKEN)
        for place, question in enumerate(questions)
    ]


def _refuse(verdict: Verdict, about: Mapping[str, object]) -> NoReturn:
    if verdict is Verdict.NOT_THERE:
        raise NotThereError
    logger.warning("the provider refused a request", extra=about)
    if verdict is Verdict.REFUSED:
        raise RefusedError("the provider refused the request")
    if verdict is Verdict.WITHHELD:
        raise MailboxUnavailableError("the provider gives nothing for now")
    raise SignInNeededError(SIGN_IN_AGAIN)


async def _all(work: Iterable[Coroutine[object, object, T]]) -> list[T]:
    """All results, or one of the failures once all are done: none is left running."""
    results = await asyncio.gather(*work, return_exceptions=True)
    done: list[T] = []
    for result in results:
        if isinstance(result, BaseException):
            raise result
        done.append(result)
    return done
