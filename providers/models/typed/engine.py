"""Runs of a model over OpenAI's chat API: one typed answer, one step, or words with tools in between.

The client's own retries are off: a request is repeated here, by the rules of `providers.resilience`, and an answer that is not what was
asked for is an error.
"""

import asyncio
import re
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Iterable, Iterator, Mapping
from contextlib import aclosing, contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TypeVar

from openai import APIError, APIResponseValidationError, APIStatusError, APITimeoutError
from openai.types.chat.completion_create_params import CompletionCreateParamsBase
from pydantic import BaseModel, ValidationError

from providers.models.openai_client import openai_client
from providers.models.typed.chat_messages import ModelAnswer, ToolCall, answer_of, described, message_of, output_tool
from providers.models.typed.history import (
    HistoryLine,
    ModelRequest,
    ModelStep,
    ModelTool,
    OutputTool,
    Repair,
    StepAnswer,
    SystemLine,
    ToolDescription,
    ToolLine,
    UserLine,
    shape_of,
)
from providers.models.typed.models_at import ModelsAt
from providers.models.typed.purposes import Limits, Purpose
from providers.models.typed.run_cost import RunCost, tokens_sent
from providers.models.typed.typed_errors import AnswerUnusableError, ModelAwayError, ModelRefusedError, RunTooLongError, TypedModelError
from providers.models.typed.typed_metrics import TYPED_METRICS
from providers.resilience.retry import AttemptError, Backoff, Clock, retry, seconds_asked_for

SERVER_ERRORS, TOO_MANY = 500, 429
REFUSES = frozenset({400, 413, 422})
"""What a provider answers to a request that it would never take."""
_FENCED = re.compile(r"\A```(?:json)?\n(.*)\n```\Z", re.DOTALL)
"""As some models give what they were asked for."""

T = TypeVar("T")
Answer = TypeVar("Answer", bound=BaseModel)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Request:
    """One request of a run, and what the run has cost so far."""

    model: str = field(repr=False)
    limits: Limits
    lines: tuple[HistoryLine, ...] = field(repr=False)
    tools: tuple[ToolDescription, ...]
    must_call: bool
    cost: RunCost
    tokens: int
    """Estimated; what it counts for until the server says more."""

    def parameters(self) -> CompletionCreateParamsBase:
        made: CompletionCreateParamsBase = {
            "model": self.model,
            "messages": [message_of(each) for each in self.lines],
            "max_completion_tokens": self.limits.output_tokens,
        }
        if self.tools:
            made["tools"] = [described(each) for each in self.tools]
            made["tool_choice"] = "required" if self.must_call else "auto"
            made["parallel_tool_calls"] = False
        return made


class Engine:
    """One connection pool; belongs to one event loop. `spend` is told what each run of a user has cost."""

    def __init__(self, at: ModelsAt, spend: Callable[[str, int], None], repair: Repair, limits: Mapping[Purpose, Limits]) -> None:
        self._at = at
        self._spend = spend
        self._repair = repair
        self._limits = limits
        self._client = openai_client(at.base_url, at.key.get_secret_value())

    async def aclose(self) -> None:
        await self._client.close()

    async def ask(self, purpose: Purpose, request: ModelRequest, answer: type[Answer], by: OutputTool) -> Answer:
        """Raises `TypedModelError`."""
        with self._metered(purpose, request.user_id, request.costs) as cost:
            lines = self._lines(request.instructions, (*request.history, _asked(request)), request.tail())
            answered = await self._answered(self._request(purpose, lines, (output_tool(answer, by),), cost, must_call=True))
            _check_tokens(cost, self._limits[purpose])
            return _typed_answer(answered, answer, by)

    async def step(self, purpose: Purpose, step: ModelStep) -> StepAnswer:
        """Raises `TypedModelError`."""
        with self._metered(purpose, step.user_id) as cost:
            lines = self._lines(step.instructions, step.lines)
            answered = await self._answered(self._request(purpose, lines, step.tools, cost, must_call=step.must_call))
            line = answered.line()
        return StepAnswer(line.words, line.calls, cost.tokens)

    async def stream(self, purpose: Purpose, request: ModelRequest) -> AsyncGenerator[str, None]:
        """Raises `TypedModelError`."""
        limits = self._limits[purpose]
        ends = asyncio.get_running_loop().time() + limits.run_s
        talk: list[HistoryLine] = [*request.history, _asked(request)]
        with self._metered(purpose, request.user_id, request.costs) as cost:
            for number in range(limits.requests):
                if number and not request.goes_on():
                    return
                lines = self._lines(request.instructions, talk, request.tail())
                answered = ModelAnswer()
                async with aclosing(self._words(self._request(purpose, lines, request.tools, cost), answered, ends)) as words:
                    async for piece in words:
                        yield piece
                _check_tokens(cost, limits)
                if not answered.calls:
                    if not answered.words:
                        raise AnswerUnusableError("the model said nothing")
                    return
                talk += [answered.line(), *[await _run(call, request.tools) for call in answered.calls.values()]]
            raise RunTooLongError("the run went beyond its requests")

    def _lines(self, instructions: str, talk: Iterable[HistoryLine], tail: Iterable[HistoryLine] = ()) -> tuple[HistoryLine, ...]:
        """What is sent: the talk repaired, and what is so now at its end."""
        repaired = [each for each in self._repair(talk, shape_of) if not isinstance(each, SystemLine)]
        return (SystemLine(instructions), *repaired, *tail)

    def _request(
        self,
        purpose: Purpose,
        lines: tuple[HistoryLine, ...],
        tools: tuple[ToolDescription, ...],
        cost: RunCost,
        *,
        must_call: bool = False,
    ) -> _Request:
        model = self._at.model_for(purpose)
        if model is None:
            raise ModelAwayError("no model is set for this")
        tokens = tokens_sent(lines, tools)
        return _Request(model=model, limits=self._limits[purpose], lines=lines, tools=tools, must_call=must_call, cost=cost, tokens=tokens)

    async def _answered(self, request: _Request) -> ModelAnswer:
        completions, within_s = self._client.chat.completions, request.limits.times.attempt_s
        async with asyncio.timeout(request.limits.run_s):
            response = await _repeated(lambda: completions.create(**request.parameters(), stream=False, timeout=within_s), request)
        answered = answer_of(response.choices[0].message)
        request.cost.settle(request.tokens, response.usage, answered)
        return answered

    async def _words(self, request: _Request, answered: ModelAnswer, ends: float) -> AsyncGenerator[str, None]:
        """As they come, and `answered` grows with them; `ends` is by the loop's clock, which runs on while nobody asks for more."""
        completions, within_s = self._client.chat.completions, request.limits.times.attempt_s
        parameters, usage = request.parameters(), None
        parameters["stream_options"] = {"include_usage": True}
        async with asyncio.timeout_at(ends):
            chunks = await _repeated(lambda: completions.create(**parameters, stream=True, timeout=within_s), request)
        events = aiter(chunks)
        try:
            while (chunk := await _next_until(events, ends)) is not None:
                usage = chunk.usage or usage
                for choice in chunk.choices:
                    if words := answered.add(choice.delta):
                        yield words
        finally:
            request.cost.settle(request.tokens, usage, answered)
            await chunks.close()

    @contextmanager
    def _metered(self, purpose: Purpose, user_id: str, costs: Callable[[int], None] | None = None) -> Iterator[RunCost]:
        cost = RunCost()
        try:
            yield cost
        except TypedModelError:
            raise
        except APIResponseValidationError as error:
            raise AnswerUnusableError("the answer could not be read") from error
        except (APIError, TimeoutError) as error:
            is_refused = isinstance(error, APIStatusError) and error.status_code in REFUSES
            raise (ModelRefusedError if is_refused else ModelAwayError)("the model did not answer") from error
        except Exception as error:  # whatever a library raises for an answer that nobody expected, with its words in it
            raise AnswerUnusableError("the answer could not be read") from error
        finally:
            TYPED_METRICS.count_tokens(purpose, sent=cost.sent, received=cost.received)
            self._spend(user_id, cost.tokens)
            if costs is not None:
                costs(cost.tokens)


def _asked(request: ModelRequest) -> UserLine:
    return UserLine(request.words, request.picture)


def _typed_answer(answered: ModelAnswer, answer: type[Answer], by: OutputTool) -> Answer:
    called = next((call for call in answered.calls.values() if call.tool == by.name), None)
    if called is None:
        raise AnswerUnusableError("the tool was not called")
    try:
        return answer.model_validate_json(_FENCED.sub(r"\1", called.arguments.strip()) or "{}")
    except ValidationError:
        raise AnswerUnusableError("the tool was called with something else") from None


async def _run(call: ToolCall, tools: Iterable[ModelTool]) -> ToolLine:
    """What the model is told of its call, also of one that could not be made."""
    tool = next((each for each in tools if each.name == call.tool), None)
    arguments = call.read()
    if tool is None:
        words = "There is no such tool."
    elif arguments is None:
        words = "The arguments were no JSON object. Call the tool again."
    else:
        words = await tool.run(arguments)
    return ToolLine(call_id=call.id, tool=call.tool, words=words)


def _check_tokens(cost: RunCost, limits: Limits) -> None:
    if cost.tokens > limits.tokens:
        raise RunTooLongError("the run went beyond its tokens")


async def _next_until(chunks: AsyncIterator[T], ends: float) -> T | None:
    """The next one; None behind the last. A timeout around all of them would count what the reader does between two."""
    async with asyncio.timeout_at(ends):
        return await anext(chunks, None)


class _FailedAttemptError(AttemptError):
    def __init__(self, error: Exception, retry_after_s: float | None) -> None:
        super().__init__()
        self.error = error
        self.retry_after_s = retry_after_s


async def _repeated(attempt: Callable[[], Awaitable[T]], request: _Request) -> T:
    """Where that helps, and there is time. What was sent is taken back where it was refused, or did not arrive."""
    limits, cost = request.limits, request.cost
    backoff = Backoff(limits.times, Clock())

    async def once() -> T:
        cost.sent += request.tokens
        try:
            async with asyncio.timeout(backoff.attempt_s):
                return await attempt()
        except (APIError, TimeoutError) as error:
            if isinstance(error, APIError) and not isinstance(error, APITimeoutError):
                cost.sent -= request.tokens
            raise _FailedAttemptError(error, _retry_after_s(error) if limits.tries_again else None) from None

    try:
        return await retry(once, backoff)
    except _FailedAttemptError as failed:
        raise failed.error from None


def _retry_after_s(error: Exception) -> float | None:
    """What the server asks for; None where another attempt is no use."""
    if isinstance(error, APIResponseValidationError):
        return None
    if not isinstance(error, APIStatusError):
        return 0.0
    if error.status_code < SERVER_ERRORS and error.status_code != TOO_MANY:
        return None
    return seconds_asked_for(error.response.headers.get("retry-after"), datetime.now(UTC))
