"""The loop of a stage with tools: ask, run what is called, ask again, until the one call that ends it, or words alone."""

from glance.mail_tools import ReadOnlyTools
from glance.stages import GlanceModels, RunSettings
from prompts import render
from prompts.data_quotation import as_data
from providers.models.typed.history import CalledTool, HistoryLine, ModelStep, ToolDescription, ToolLine, UserLine

_LONGEST_NAME = 80


class StepsSpentError(Exception):
    """The stage went beyond its steps."""


async def run(
    models: GlanceModels, settings: RunSettings, opening: UserLine, *, instructions: str, ends: ToolDescription, tools: ReadOnlyTools
) -> tuple[HistoryLine, ...]:
    """All that was said. Raises `StepsSpentError`, `TypedModelError`, and whatever a tool raises; its caller owns the time."""
    lines: list[HistoryLine] = [opening]
    offered = (*tools.described, ends)
    for taken in range(0, settings.step_limit, 2):
        step = ModelStep(user_id=settings.identity.user_id, instructions=instructions, lines=tuple(lines), tools=offered)
        answer = await models.step(settings.stage.purpose, step)
        lines.append(answer)
        if not answer.calls:
            return tuple(lines)
        if taken + 1 == settings.step_limit:
            break
        lines += [await _answered(call, settings, tools) for call in answer.calls]
        if [call.tool for call in answer.calls] == [settings.stage.ends_with]:
            return tuple(lines)
    raise StepsSpentError


async def _answered(call: CalledTool, settings: RunSettings, tools: ReadOnlyTools) -> ToolLine:
    if call.tool == settings.stage.ends_with:
        words = render("glance_ended")
    elif (tool := tools.named(call.tool)) is not None:
        words = await tool.run(settings.identity, call.arguments)
    else:
        words = render("glance_no_such_tool", tool=as_data(call.tool[:_LONGEST_NAME]))
    return ToolLine(call_id=call.call_id or "", tool=call.tool, words=words)
