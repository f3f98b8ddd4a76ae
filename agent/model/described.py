"""The tools as `session.model_request` describes them, in LiveKit's form.

LiveKit would build a pydantic model and a schema of each tool for every request, which costs more CPU than the rest of a turn. The tool
that runs is looked up by name and is never one of these.
"""

from collections.abc import Iterable
from functools import cache

from livekit.agents import function_tool, llm

from session.model_request.tool_descriptions import description_of
from session.tools import TOOLS


def described(tools: Iterable[llm.Tool]) -> list[llm.Tool]:
    """The same tools, with descriptions that are ready to be sent."""
    return [_described(tool.info.name) if isinstance(tool, llm.FunctionTool) and tool.info.name in TOOLS else tool for tool in tools]


@cache
def _described(name: str) -> llm.Tool:
    return function_tool(_never_run, raw_schema={**description_of(name)})


async def _never_run(raw_arguments: dict[str, object]) -> None:
    raise NotImplementedError("only described, never run")
