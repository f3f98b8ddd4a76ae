"""The tools as a model sees them: what each takes is the signature of its skill, what it is for stands in `prompts/tools.md`."""

import inspect
import re
from collections.abc import Awaitable
from typing import Any, Protocol

from livekit.agents import RunContext, function_tool, llm

from prompts import render
from session.tools import Choice, Tool

SECTION = re.compile(r"^# (.+)\n(.+)\n?((?:- .+\n?)*)", re.MULTILINE)
ARGUMENT = re.compile(r"^- (\w+): (.+)$", re.MULTILINE)
ANY_TOOL = "any tool"

PROMPTS = {name: (purpose, dict(ARGUMENT.findall(arguments))) for name, purpose, arguments in SECTION.findall(render("tools"))}
"""The purpose of each tool and its arguments; `ANY_TOOL` has the arguments that many tools share."""


class Runs(Protocol):
    """Runs the tool that LiveKit calls; returns what a model is told."""

    def run(self, context: RunContext[None], /, **arguments: object) -> Awaitable[str]: ...


def tool_of(name: str, tool: Tool | Choice) -> llm.FunctionTool[Any, Any]:
    """The tool as a method for a class that has `run`.

    LiveKit reads a function's signature and docstring, so it is given one that has those. Raises `KeyError` where the prompt of the tool
    or of one of its arguments is missing; the values of a choice may speak for themselves.
    """

    async def method(self: Runs, context: RunContext[None], **arguments: object) -> str:
        return await self.run(context, **arguments)

    purpose, own = PROMPTS[name]
    described = {**PROMPTS[ANY_TOOL][1], **own}
    own_parameters = list(inspect.signature(method).parameters.values())[:2]
    taken = [each.replace(kind=each.KEYWORD_ONLY) for each in tool.takes.values()]
    untold = {tool.by} - own.keys() if isinstance(tool, Choice) else set()
    arguments = "".join(f"\n    {each.name}: {described[each.name]}" for each in taken if each.name not in untold)
    method.__name__ = name
    method.__doc__ = f"{purpose}\n\nArgs:{arguments}" if arguments else purpose
    method.__annotations__ = {"context": RunContext[None], **{each.name: each.annotation for each in taken}, "return": str}
    method.__signature__ = inspect.Signature([*own_parameters, *taken])  # type: ignore[attr-defined]
    return function_tool(method)
