"""The tools as LiveKit runs them: what each takes is the signature of its skill. How they are described to a model is not told here."""

import inspect
from collections.abc import Awaitable
from typing import Any, Protocol

from livekit.agents import RunContext, function_tool, llm

from session.tools import Choice, Tool


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
