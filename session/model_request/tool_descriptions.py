"""The tools as they are described to a model: name, purpose, and arguments as a JSON schema. What each takes is the signature of its skill,
what it is for stands in `prompts/tools.md`.

It is not one of OpenAI's strict schemas. Those name every argument twice and make a model write out each that it does not use; what it
makes up all the same is refused by the tool, with what there is.
"""

import re
from collections.abc import Mapping
from functools import cache
from inspect import Parameter
from types import MappingProxyType

from pydantic import TypeAdapter

from prompts import render
from session.tools import TOOLS, Choice

SECTION = re.compile(r"^# (.+)\n(.+)\n?((?:- .+\n?)*)", re.MULTILINE)
ARGUMENT = re.compile(r"^- (\w+): (.+)$", re.MULTILINE)
ANY_TOOL = "any tool"
SENT = ("type", "enum", "items")
"""What a model reads of an argument's schema."""

PROMPTS = {name: (purpose, dict(ARGUMENT.findall(arguments))) for name, purpose, arguments in SECTION.findall(render("tools"))}
"""The purpose of each tool and its arguments; `ANY_TOOL` has the arguments that many tools share."""


@cache
def description_of(name: str) -> Mapping[str, object]:
    """The tool `name` as any provider takes it. Raises `KeyError` where the prompt of the tool or of one of its arguments is missing; the
    values of a choice may speak for themselves."""
    tool = TOOLS[name]
    purpose, own = PROMPTS[name]
    described = {**PROMPTS[ANY_TOOL][1], **own}
    untold = {tool.by} - own.keys() if isinstance(tool, Choice) else set()
    arguments = {
        each.name: {**({} if each.name in untold else {"description": described[each.name]}), **type_of(each)}
        for each in tool.takes.values()
    }
    needed = [each.name for each in tool.takes.values() if each.default is Parameter.empty]
    parameters = {"type": "object", "properties": arguments, **({"required": needed} if needed else {})}
    return MappingProxyType({"name": name, "description": purpose, "parameters": parameters})


def type_of(argument: Parameter) -> Mapping[str, object]:
    """What a model is told of the argument's type: which values there are, if they are few."""
    schema = TypeAdapter(argument.annotation).json_schema()
    return {name: schema[name] for name in SENT if name in schema}
