"""What a stage has come to, taken out of its messages: the newest assistant message that holds the call decides."""

from collections.abc import Sequence
from typing import Annotated, TypeVar

from pydantic import BaseModel, ConfigDict, Field, StrictBool, ValidationError

from providers.models.typed.history import AssistantLine, HistoryLine, ToolDescription

Result = TypeVar("Result", bound=BaseModel)


_Shown = Annotated[str, Field(max_length=1_000)]
"""What a model has read in one line of a picture; whoever compares it need not look at a book."""


class Candidate(BaseModel):  # parts of a tool: a docstring would be sent with it
    subject: _Shown | None = None
    sender: _Shown | None = None
    query: _Shown | None = None


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
    """None where there is no such call, or where the newest one does not fit or another one beside it says something else."""
    for line in reversed(lines):
        called = [call for call in line.calls if call.tool == tool] if isinstance(line, AssistantLine) else []
        if called:
            try:
                first, *others = [shape.model_validate(call.arguments) for call in called]
            except ValidationError:
                return None
            return first if all(other == first for other in others) else None
    return None


def ending(tool: str, description: str, shape: type[BaseModel]) -> ToolDescription:
    """The tool that gives a stage's result, as a model is told of it."""
    return ToolDescription(name=tool, description=description, parameters=shape.model_json_schema())
