"""What each tool may do, declared where the tool is: a tool that does not say so is never offered to anybody."""

from collections.abc import Callable, Iterable
from typing import TypeVar

from livekit.agents import llm

from briefing.mail_action import Tier

_TIER = "aloud_tier"

Method = TypeVar("Method", bound=Callable[..., object])
AnyTool = TypeVar("AnyTool", bound=llm.Tool)


class NoTierError(Exception):
    """A tool does not say what it may do; the agent does not start."""


def tier(tier: Tier) -> Callable[[Method], Method]:
    """Declare the tier of a tool. It stands below `function_tool`, which wraps the method that it marks."""

    def declare(method: Method) -> Method:
        setattr(method, _TIER, tier)
        return method

    return declare


def tier_of_tool(tool: llm.Tool) -> Tier:
    """The tier that a tool declares. Raises `NoTierError`."""
    declared = getattr(tool, _TIER, None)
    if not isinstance(declared, Tier):
        raise NoTierError(f"the tool {tool.id} declares no tier")
    return declared


def with_tiers(tools: Iterable[AnyTool]) -> list[AnyTool]:
    """The same tools, each known to declare its tier. Raises `NoTierError`."""
    checked = list(tools)
    for each in checked:
        tier_of_tool(each)
    return checked
