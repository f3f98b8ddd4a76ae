"""The tools in LiveKit's form: as it runs them, by the signatures of their skills, and as `session.model_request` describes them.

LiveKit would build a pydantic model and a schema of each tool for every request, which costs more CPU than the rest of a turn. So a model
is given tools that are only described; the one that runs is looked up by its name.
"""

import inspect
from collections.abc import Awaitable, Iterable
from functools import cache
from typing import Any, Protocol

from livekit.agents import RunContext, function_tool, llm

from session.model_request.tool_descriptions import description_of
from session.tools import TOOLS, Choice, Tool


class Runs(Protocol):
    """Runs the tool that LiveKit calls; returns what a model is told."""

    def run(self, context: RunContext[None], /, **arguments: object) -> Awaitable[str]: ...


def tool_of(name: str, tool: Tool | Choice) -> llm.FunctionTool[Any, Any]:
    """The tool as a method for a class that has `run`. LiveKit reads a function's signature, so it is given one that has that."""

    async def method(self: Runs, context: RunContext[None], **arguments: object) -> str:
        return await self.run(context, **arguments)

    own_parameters = list(inspect.signature(method).parameters.values())[:2]
    taken = [each.replace(kind=each.KEYWORD_ONLY) for each in tool.takes.values()]
    method.__name__ = name
    method.__annotations__ = {"context": RunContext[None], **{each.name: each.annotation for each in taken}, "return": str}
    method.__signature__ = inspect.Signature([*own_parameters, *taken])  # type: ignore[attr-defined]
    return function_tool(method)


def described(tools: Iterable[llm.Tool]) -> list[llm.Tool]:
    """The same tools, with descriptions that are ready to be sent."""
    return [_described(tool.info.name) if isinstance(tool, llm.FunctionTool) and tool.info.name in TOOLS else tool for tool in tools]


@cache
def _described(name: str) -> llm.Tool:
    return function_tool(_never_run, raw_schema={**description_of(name)})


async def _never_run(raw_arguments: dict[str, object]) -> None:
    raise NotImplementedError("only described, never run")
