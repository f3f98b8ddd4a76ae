"""Requests to Gmail, repeated until they are answered or their time is up. Every request goes through here and through the quota.

Repeating is safe because these requests are idempotent: reads, setting labels, moving a message to the trash. Sending a mail is not, so it
goes through `once`.
"""

import asyncio
import logging
from collections.abc import Callable, Coroutine, Iterable, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

from providers.gmail.batch import MOST, GmailRequest, read_batch, write_batch
from providers.gmail.quota import QuotaBudget
from providers.gmail.transport import GmailTransport, RefusedError, weigh
from providers.gmail.values import Several
from providers.gmail.verdicts import ASK_AGAIN, Answer, Verdict
from providers.google.access import SIGN_IN_AGAIN
from providers.mailbox import MailboxUnavailableError, SignInNeededError
from providers.resilience.priority import Priority
from providers.resilience.retry import TIMEOUTS, Backoff, Clock, retry

logger = logging.getLogger(__name__)

T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class Question(Generic[T]):
    """A request, its units per attempt, and how its answer is read (`read` raises `GarbledError`)."""

    request: GmailRequest
    units: int
    read: Callable[[Answer], T]


class Questions:
    """Asks through one transport and one quota. Every method raises `RefusedError`, `MailboxUnavailableError` or `SignInNeededError`."""

    def __init__(self, transport: GmailTransport, quota: QuotaBudget, clock: Clock) -> None:
        self._transport = transport
        self._quota = quota
        self._clock = clock

    async def one(self, question: Question[T], priority: Priority) -> T:
        return await self._ask(question, priority, Backoff(TIMEOUTS[priority], self._clock))

    async def once(self, question: Question[T], priority: Priority, *, within_s: float) -> T:
        """One attempt, for a request that must not be made twice. After `BROKEN` it may have been done, after `THROTTLED` it was not."""
        try:
            async with asyncio.timeout(TIMEOUTS[priority].whole_s):
                await self._quota.spend(question.units, priority)
        except TimeoutError:
            raise RefusedError(Verdict.THROTTLED) from None
        try:
            async with asyncio.timeout(within_s):
                return await self._transport.ask(question.request, question.read, priority)
        except TimeoutError:
            raise RefusedError(Verdict.BROKEN) from None

    async def several(self, questions: Mapping[str, Question[T]], priority: Priority) -> Several[T]:
        """Reads, sent as batches; those that a batch leaves unanswered are repeated one by one.

        A refusal within a batch says nothing about the account; only a request of its own can show that the sign-in is refused. Raises
        `MailboxUnavailableError` only if no batch was answered at all.
        """
        abouts = list(questions)
        batches = [abouts[start : start + MOST] for start in range(0, len(abouts), MOST)]
        found: dict[str, T] = {}
        refused: dict[str, RefusedError] = {about: RefusedError(Verdict.BROKEN) for about in questions}
        answered = await _all(self._batch({about: questions[about] for about in batch}, priority, found, refused) for batch in batches)
        if batches and not any(answered):
            raise MailboxUnavailableError("the provider did not answer in time")
        gone = tuple(about for about in questions if about not in found and refused[about].verdict is Verdict.NOT_THERE)
        return Several(
            found={about: found[about] for about in questions if about in found},
            gone=gone,
            not_loaded=tuple(about for about in questions if about not in found and about not in gone),
        )

    async def _batch(
        self, questions: Mapping[str, Question[T]], priority: Priority, found: dict[str, T], refused: dict[str, RefusedError]
    ) -> bool:
        backoff = Backoff(TIMEOUTS[priority], self._clock)
        batch = Question(
            request=write_batch(self._transport.batch_url, [each.request for each in questions.values()]),
            units=sum(each.units for each in questions.values()),
            read=read_batch,
        )
        try:
            answers = await self._ask(batch, priority, backoff)
        except RefusedError:
            return False
        for place, (about, question) in enumerate(questions.items()):
            try:
                found[about] = _inner(answers.get(place), question)
            except RefusedError as error:
                refused[about] = error

        async def ask_alone(about: str, own: Backoff) -> None:
            if await own.wait(refused[about].retry_after_s or 0.0):
                try:
                    found[about] = await self._ask(questions[about], priority, own)
                except RefusedError as error:
                    refused[about] = error

        alone = [about for about in questions if about not in found and refused[about].verdict in _ASK_ALONE]
        if alone:
            logger.info("part of a batch was not read", extra={"asked": len(questions), "again": len(alone)})
        await _all(ask_alone(about, backoff.same_end()) for about in alone)
        return True

    async def _ask(self, question: Question[T], priority: Priority, backoff: Backoff) -> T:
        async def attempt() -> T:
            try:
                async with asyncio.timeout(backoff.left_s):
                    await self._quota.spend(question.units, priority)
                async with asyncio.timeout(backoff.attempt_s):
                    return await self._transport.ask(question.request, question.read, priority)
            except TimeoutError:
                raise RefusedError(Verdict.BROKEN) from None

        try:
            return await retry(attempt, backoff)
        except RefusedError as error:
            if error.verdict is not Verdict.NOT_THERE:
                logger.warning("the provider did not answer a request", extra={"verdict": error.verdict.value, "priority": priority.name})
            if error.verdict in {Verdict.SIGNED_OUT, Verdict.NOT_ALLOWED}:
                raise SignInNeededError(SIGN_IN_AGAIN) from None
            raise


_ASK_ALONE = ASK_AGAIN | {Verdict.SIGNED_OUT}
"""A batch that began just before the token ran out is taken, and its inner calls are not."""


def _inner(answer: Answer | None, question: Question[T]) -> T:
    if answer is None:
        raise RefusedError(Verdict.BROKEN)
    return weigh(answer, question.read)


async def _all(work: Iterable[Coroutine[object, object, T]]) -> list[T]:
    """All results, or the first failure; none is left running."""
    try:
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(each) for each in work]
    except BaseExceptionGroup as failed:
        raise failed.exceptions[0] from None
    return [task.result() for task in tasks]
