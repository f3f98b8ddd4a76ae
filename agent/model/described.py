"""The tools as they are described to a model: computed once per call, not once per request.

LiveKit builds a pydantic model and a schema of each tool for every request, which costs more CPU than the rest of a turn. The description
is the same; the tool that runs is looked up by name and is never one of these.

It is not one of OpenAI's strict schemas. Those name every argument twice and make a model write out each that it does not use; what it
makes up all the same is refused by the tool, with what there is.
"""

from collections.abc import Iterable
from typing import Any

from livekit.agents import function_tool, llm
from livekit.agents.llm.utils import build_strict_openai_schema


class Described:
    """Descriptions of one call's tools, by name."""

    def __init__(self) -> None:
        self._ready: dict[str, llm.Tool] = {}

    def of(self, tools: Iterable[llm.Tool]) -> list[llm.Tool]:
        """The same tools, with descriptions that are ready to be sent."""
        return [self._described(tool) if isinstance(tool, llm.FunctionTool) else tool for tool in tools]

    def _described(self, tool: "llm.FunctionTool[Any, Any]") -> llm.Tool:
        name = tool.info.name
        if name not in self._ready:
            schema = _in_short(build_strict_openai_schema(tool)["function"])
            self._ready[name] = function_tool(_never_run, raw_schema=schema, flags=tool.info.flags)
        return self._ready[name]


def _in_short(strict: dict[str, Any]) -> dict[str, Any]:
    """The same schema with each argument named once: what may be null in a strict schema may be left out here."""
    arguments = strict["parameters"]["properties"]
    needed = [name for name, each in arguments.items() if isinstance(each["type"], str)]
    plain = {name: each | {"type": each["type"] if isinstance(each["type"], str) else each["type"][0]} for name, each in arguments.items()}
    parameters = {"type": "object", "properties": plain} | ({"required": needed} if needed else {})
    return {"name": strict["name"], "description": strict["description"].strip(), "parameters": parameters}


async def _never_run(raw_arguments: dict[str, object]) -> None:
    raise NotImplementedError("only described, never run")
