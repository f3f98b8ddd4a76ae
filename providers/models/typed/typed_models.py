"""Asks language models off the voice path: for one typed answer, for streamed words with tools, or for one step of a loop of others.

Each run has a purpose, and with it a model, a time limit and a budget (`purposes.py`); each user has a budget for the day. Whatever goes
wrong in a model or its provider is raised as a `TypedModelError`, and nothing of a request or an answer gets into the log.
"""

import asyncio
import importlib
import logging
from collections.abc import AsyncGenerator, Callable, Iterator, Mapping
from contextlib import aclosing, contextmanager
from types import ModuleType
from typing import Protocol, Self, TypeVar

from pydantic import BaseModel

from providers.models.typed.daily_tokens import DailyTokens
from providers.models.typed.history import ModelRequest, ModelStep, OutputTool, Repair, StepAnswer
from providers.models.typed.models_at import ModelsAt
from providers.models.typed.purposes import LIMITS, Limits, Purpose
from providers.models.typed.typed_errors import DaySpentError, ModelAwayError, TypedModelError
from providers.models.typed.typed_metrics import TYPED_METRICS

logger = logging.getLogger(__name__)

ENGINE = "providers.models.typed.engine"

Answer = TypeVar("Answer", bound=BaseModel)


class _Engine(Protocol):
    async def ask(self, purpose: Purpose, request: ModelRequest, answer: type[Answer], by: OutputTool) -> Answer: ...

    def stream(self, purpose: Purpose, request: ModelRequest) -> AsyncGenerator[str, None]: ...

    async def step(self, purpose: Purpose, step: ModelStep) -> StepAnswer: ...

    async def aclose(self) -> None: ...


class TypedModels:
    """An async context manager; belongs to one event loop. Entering it loads and opens nothing."""

    def __init__(self, at: ModelsAt, tokens: DailyTokens, *, repair: Repair, limits: Mapping[Purpose, Limits] = LIMITS) -> None:
        """`repair` is applied to the history before every request of every run."""
        self._at = at
        self._tokens = tokens
        self._repair = repair
        self._limits = limits
        self._engine: _Engine | None = None
        self._loading = asyncio.Lock()

    def has_model_for(self, purpose: Purpose) -> bool:
        return self._at.model_for(purpose) is not None

    async def ask(self, purpose: Purpose, request: ModelRequest, answer: type[Answer], by: OutputTool) -> Answer:
        """What the model calls the one tool with, checked. Raises `TypedModelError`."""
        with _counted(purpose):
            engine = await self._ready(purpose, request.user_id)
            return await engine.ask(purpose, request, answer, by)

    async def stream(self, purpose: Purpose, request: ModelRequest) -> AsyncGenerator[str, None]:
        """The model's words as they come, those of every step; its tools run while it is read, one at a time.

        Raises `TypedModelError`, also after words. Close it if it is not read to its end.
        """
        with _counted(purpose):
            engine = await self._ready(purpose, request.user_id)
            async with aclosing(engine.stream(purpose, request)) as words:
                async for piece in words:
                    yield piece

    async def step(self, purpose: Purpose, step: ModelStep) -> StepAnswer:
        """What the model answers to one request: words, calls, or both. Its calls are run by nobody here. Raises `TypedModelError`."""
        with _counted(purpose):
            engine = await self._ready(purpose, step.user_id)
            return await engine.step(purpose, step)

    async def load(self) -> None:
        """Have the first request not wait for it."""
        async with self._loading:
            if self._engine is None:
                loaded: ModuleType = await asyncio.to_thread(importlib.import_module, ENGINE)
                make: Callable[..., _Engine] = loaded.Engine
                self._engine = make(self._at, self._tokens.spend, self._repair, self._limits)

    async def _ready(self, purpose: Purpose, user_id: str) -> _Engine:
        if not self.has_model_for(purpose):
            raise ModelAwayError("no model is set for this")
        if not await self._tokens.are_left(user_id, of_day=self._limits[purpose].of_day):
            if not self._tokens.is_known(user_id):
                raise ModelAwayError("what the user has spent today is not known")
            raise DaySpentError("the user's day is spent")
        await self.load()
        if self._engine is None:
            raise ModelAwayError("what asks models was closed")
        return self._engine

    async def __aenter__(self) -> Self:
        await self._tokens.__aenter__()
        return self

    async def __aexit__(self, *_: object) -> None:
        engine, self._engine = self._engine, None
        if engine is not None:
            await engine.aclose()
        await self._tokens.__aexit__()


@contextmanager
def _counted(purpose: Purpose) -> Iterator[None]:
    try:
        yield
    except TypedModelError as error:
        TYPED_METRICS.count_fault(purpose, error.fault)
        why = {"purpose": purpose, "fault": error.fault, "error": type(error.__cause__).__name__}
        logger.warning("a model was asked in vain", extra=why)
        raise
