"""What a stage has come to, taken out of its messages: the newest assistant message that holds the call decides."""

from collections.abc import Sequence
from typing import TypeVar

from pydantic import BaseModel, ConfigDict, Field, StrictBool, ValidationError

from providers.models.typed.history import AssistantLine, HistoryLine, ToolDescription

Result = TypeVar("Result", bound=BaseModel)


class Candidate(BaseModel):  # parts of a tool: a docstring would be sent with it
    subject: str | None = None
    sender: str | None = None
    query: str | None = None


class TriageResult(BaseModel):
    model_config = ConfigDict(populate_by_name=True)
    dig_in: StrictBool = Field(alias="digIn")
    reason: str | None = None
    candidate: Candidate | None = None


class AnalystResult(BaseModel):
    model_config = ConfigDict(populate_by_name=True)
    surface: StrictBool
    message: str | None = None
    action_prompt: str | None = Field(None, alias="actionPrompt")


def result_in(lines: Sequence[HistoryLine], tool: str, shape: type[Result]) -> Result | None:
    """None where there is no such call, or where the newest one does not fit."""
    for line in reversed(lines):
        called = [call for call in line.calls if call.tool == tool] if isinstance(line, AssistantLine) else []
        if called:
            try:
                return shape.model_validate(called[0].arguments)
            except ValidationError:
                return None
    return None


def ending(tool: str, description: str, shape: type[BaseModel]) -> ToolDescription:
    """The tool that gives a stage's result, as a model is told of it."""
    return ToolDescription(name=tool, description=description, parameters=shape.model_json_schema())
