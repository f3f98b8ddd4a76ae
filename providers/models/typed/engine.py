"""pydantic-ai, put between what is asked for and OpenAI's HTTP API; nothing else of ours knows it.

Its own retries are off: a request is repeated here, by the rules of `providers.resilience`, and an answer that is not what was asked for is
an error.
"""

import asyncio
import re
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable, Iterator, Mapping
from contextlib import AsyncExitStack, aclosing, asynccontextmanager, contextmanager
from datetime import UTC, datetime
from functools import cache
from typing import TypeVar

from pydantic import BaseModel, ValidationError
from pydantic_ai import Agent, RunUsage, Tool, UsageLimits
from pydantic_ai import messages as parts
from pydantic_ai.direct import model_request
from pydantic_ai.exceptions import ModelAPIError, ModelHTTPError, UnexpectedModelBehavior, UsageLimitExceeded
from pydantic_ai.models import ModelRequestParameters, StreamedResponse
from pydantic_ai.models.openai import OpenAIChatModel
from pydantic_ai.models.wrapper import WrapperModel
from pydantic_ai.providers.openai import OpenAIProvider
from pydantic_ai.settings import ModelSettings
from pydantic_ai.tools import GenerateToolJsonSchema, RunContext, ToolDefinition

from providers.models.openai_client import openai_client
from providers.models.typed.engine_messages import answer_of, definition_of, messages_of, one_by_one, prompt_of, shape_of, words_of
from providers.models.typed.history import HistoryLine, ModelRequest, ModelStep, ModelTool, OutputTool, Repair, StepAnswer
from providers.models.typed.models_at import ModelsAt
from providers.models.typed.purposes import Limits, Purpose
from providers.models.typed.typed_errors import AnswerUnusableError, ModelAwayError, ModelRefusedError, RunTooLongError, TypedModelError
from providers.models.typed.typed_metrics import TYPED_METRICS
from providers.models.typed.uncut_run import next_until, uncut_words
from providers.models.typed.unreported import Unreported, tokens_sent
from providers.resilience.retry import AttemptError, Backoff, Clock, retry, seconds_asked_for

SERVER_ERRORS, TOO_MANY = 500, 429
_FENCED = re.compile(r"\A```(?:json)?\n(.*)\n```\Z", re.DOTALL)
"""As some models give what they were asked for."""

T = TypeVar("T")

REFUSES = frozenset({400, 413, 422})
"""What a provider answers to a request that it would never take."""
Answer = TypeVar("Answer", bound=BaseModel)


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
        limits, unreported = self._limits[purpose], Unreported()
        model = self._model(purpose, request.tail, unreported)
        asked = parts.UserPromptPart(prompt_of(request.words, request.picture))
        lines = [*messages_of(request.history), parts.ModelRequest(parts=[asked], instructions=request.instructions)]
        with self._metered(purpose, request.user_id, unreported, request.costs) as usage:
            async with asyncio.timeout(limits.run_s):
                response = await model_request(model, lines, model_request_parameters=_offered(answer, by))
            usage.incr(response.usage)
            _usage_limits(limits).check_tokens(usage)
            return _typed_answer(response, answer, by)

    async def step(self, purpose: Purpose, step: ModelStep) -> StepAnswer:
        """Raises `TypedModelError`."""
        limits, unreported = self._limits[purpose], Unreported()
        model = self._model(purpose, tuple, unreported)
        offered = ModelRequestParameters(
            function_tools=[definition_of(each) for each in step.tools],
            allow_text_output=not step.must_call,
            instruction_parts=[parts.InstructionPart(content=step.instructions)],
        )
        with self._metered(purpose, step.user_id, unreported) as usage:
            async with asyncio.timeout(limits.run_s):
                response = await model.request(messages_of(step.lines), None, offered)
            usage.incr(response.usage)
        tokens = usage.input_tokens + usage.output_tokens + unreported.sent + unreported.received
        return answer_of(response, tokens)

    async def stream(self, purpose: Purpose, request: ModelRequest) -> AsyncGenerator[str, None]:
        """Raises `TypedModelError`."""
        unreported = Unreported()
        async with aclosing(uncut_words(self._words(purpose, request, unreported), unreported.begun)) as words:
            async for piece in words:
                yield piece

    async def _words(self, purpose: Purpose, request: ModelRequest, unreported: Unreported) -> AsyncGenerator[str, None]:
        limits = self._limits[purpose]
        ends = asyncio.get_running_loop().time() + limits.run_s
        tools = [_tool(each) for each in request.tools]
        agent = Agent(
            self._model(purpose, request.tail, unreported),
            tools=tools,
            instructions=request.instructions,
            retries={"tools": limits.requests, "output": 0},
        )
        with self._metered(purpose, request.user_id, unreported, request.costs) as usage:
            begun = agent.iter(
                prompt_of(request.words, request.picture),
                message_history=messages_of(request.history),
                usage_limits=_usage_limits(limits),
                usage=usage,
            )
            async with begun as run:
                async for node in run:
                    if not Agent.is_model_request_node(node):
                        continue
                    if usage.requests and not request.goes_on():
                        return
                    async with AsyncExitStack() as request_under_way:
                        async with asyncio.timeout_at(ends):
                            events = aiter(await request_under_way.enter_async_context(node.stream(run.ctx)))
                        while (event := await next_until(events, ends)) is not None:
                            if words := words_of(event):
                                yield words

    def _model(self, purpose: Purpose, tail: Callable[[], Iterable[HistoryLine]], unreported: Unreported) -> "_RepairedModel":
        name = self._at.model_for(purpose)
        if name is None:
            raise ModelAwayError("no model is set for this")
        model = OpenAIChatModel(name, provider=OpenAIProvider(openai_client=self._client))
        return _RepairedModel(model, self._limits[purpose], self._repair, tail, unreported)

    @contextmanager
    def _metered(
        self, purpose: Purpose, user_id: str, unreported: Unreported, costs: Callable[[int], None] | None = None
    ) -> Iterator[RunUsage]:
        usage = RunUsage()
        try:
            yield usage
        except TypedModelError:
            raise
        except UsageLimitExceeded as error:
            raise RunTooLongError("the run went beyond its budget") from error
        except UnexpectedModelBehavior as error:
            raise AnswerUnusableError("the model answered something else") from error
        except (ModelAPIError, TimeoutError) as error:
            is_refused = isinstance(error, ModelHTTPError) and error.status_code in REFUSES
            raise (ModelRefusedError if is_refused else ModelAwayError)("the model did not answer") from error
        except Exception as error:  # whatever a library raises for an answer that nobody expected, with its words in it
            raise AnswerUnusableError("the answer could not be read") from error
        finally:
            sent, received = usage.input_tokens + unreported.sent, usage.output_tokens + unreported.received
            TYPED_METRICS.count_tokens(purpose, sent=sent, received=received)
            self._spend(user_id, sent + received)
            if costs is not None:
                costs(sent + received)


@cache
def _offered(answer: type[Answer], by: OutputTool) -> ModelRequestParameters:
    """Made once, since it reads the whole shape of the answer."""
    schema = answer.model_json_schema(schema_generator=GenerateToolJsonSchema)
    described = [by.description, *([schema.pop("description")] if "description" in schema else [])]
    tool = ToolDefinition(name=by.name, description=". ".join(described), parameters_json_schema=schema, strict=False, kind="output")
    return ModelRequestParameters(output_mode="tool", output_tools=[tool], allow_text_output=False)


def _typed_answer(response: parts.ModelResponse, answer: type[Answer], by: OutputTool) -> Answer:
    """An agent of pydantic-ai would do for one request what it does for many, and each job that runs it has 6 MB more of its own."""
    called = next((part for part in response.parts if isinstance(part, parts.ToolCallPart) and part.tool_name == by.name), None)
    if called is None:
        raise UnexpectedModelBehavior("the tool was not called")
    given = (called.args if isinstance(called.args, str) else called.args_as_json_str()).strip()
    try:
        return answer.model_validate_json(_FENCED.sub(r"\1", given) or "{}")
    except ValidationError:
        raise UnexpectedModelBehavior("the tool was called with something else") from None


class _FailedAttemptError(AttemptError):
    def __init__(self, error: Exception, retry_after_s: float | None) -> None:
        super().__init__()
        self.error = error
        self.retry_after_s = retry_after_s


class _RepairedModel(WrapperModel):
    """Every request of a run passes here: with its history repaired, what is so now at its end, and repeated where that helps."""

    def __init__(
        self, model: OpenAIChatModel, limits: Limits, repair: Repair, tail: Callable[[], Iterable[HistoryLine]], unreported: Unreported
    ) -> None:
        super().__init__(model)
        self._limits = limits
        self._repair = repair
        self._tail = tail
        self._unreported = unreported

    async def request(
        self, messages: list[parts.ModelMessage], model_settings: ModelSettings | None, model_request_parameters: ModelRequestParameters
    ) -> parts.ModelResponse:
        self._unreported.begun.set()
        sent, settings = self._sent(messages), self._bounded(model_settings)
        tokens = tokens_sent(sent, model_request_parameters)
        response = await self._repeated(lambda: self.wrapped.request(sent, settings, model_request_parameters), tokens)
        self._unreported.settle(tokens, response)
        return response

    @asynccontextmanager
    async def request_stream(
        self,
        messages: list[parts.ModelMessage],
        model_settings: ModelSettings | None,
        model_request_parameters: ModelRequestParameters,
        run_context: RunContext[object] | None = None,
    ) -> AsyncGenerator[StreamedResponse]:
        self._unreported.begun.set()
        sent, settings = self._sent(messages), self._bounded(model_settings)
        tokens = tokens_sent(sent, model_request_parameters)
        async with AsyncExitStack() as stack:
            opened = await self._repeated(
                lambda: stack.enter_async_context(self.wrapped.request_stream(sent, settings, model_request_parameters, run_context)),
                tokens,
            )
            try:
                yield opened
            finally:
                self._unreported.settle(tokens, opened.get())

    def _sent(self, messages: list[parts.ModelMessage]) -> list[parts.ModelMessage]:
        repaired = self._repair(one_by_one(messages), shape_of)
        return [*(each for each in repaired if not shape_of(each).is_system), *messages_of(tuple(self._tail()))]

    def _bounded(self, given: ModelSettings | None) -> ModelSettings:
        times = self._limits.times
        own = ModelSettings(max_tokens=self._limits.output_tokens, parallel_tool_calls=False, timeout=times.attempt_s)
        return {**(given or {}), **own}

    async def _repeated(self, attempt: Callable[[], Awaitable[T]], tokens: int) -> T:
        backoff = Backoff(self._limits.times, Clock())

        async def once() -> T:
            self._unreported.sent += tokens
            try:
                async with asyncio.timeout(backoff.attempt_s):
                    return await attempt()
            except (ModelAPIError, TimeoutError) as error:
                if isinstance(error, ModelAPIError):  # refused, or not reached
                    self._unreported.sent -= tokens
                raise _FailedAttemptError(error, _retry_after_s(error) if self._limits.tries_again else None) from None

        try:
            return await retry(once, backoff)
        except _FailedAttemptError as failed:
            raise failed.error from None


def _retry_after_s(error: Exception) -> float | None:
    """What the server asks for; None where another attempt is no use."""
    if not isinstance(error, ModelHTTPError):
        return 0.0
    if error.status_code < SERVER_ERRORS and error.status_code != TOO_MANY:
        return None
    return seconds_asked_for((error.headers or {}).get("retry-after"), datetime.now(UTC))


def _usage_limits(limits: Limits) -> UsageLimits:
    return UsageLimits(request_limit=limits.requests, total_tokens_limit=limits.tokens)


def _tool(tool: ModelTool) -> Tool[None]:
    async def run(**arguments: object) -> str:
        return await tool.run(arguments)

    return Tool.from_schema(run, tool.name, tool.description, dict(tool.parameters), sequential=True)


def _load_the_rest() -> None:
    """What pydantic-ai loads with its first model would stop the event loop for half a second there."""
    OpenAIChatModel("none", provider=OpenAIProvider(openai_client=openai_client("http://127.0.0.1:1", "none")))


_load_the_rest()
