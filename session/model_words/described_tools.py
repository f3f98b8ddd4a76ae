"""The tools of a call for a model off the voice path: the descriptions of `session.model_request`, and what `session.tools` does.

`agent.tools` adapts the same table for LiveKit. A model's arguments are checked here against the signature of the skill, as LiveKit does
there: one that does not fit is told what does.
"""

import asyncio
import json
from collections.abc import Mapping
from typing import cast

from pydantic import TypeAdapter, ValidationError

from providers.models.typed.history import ModelTool
from session.call import Call
from session.model_request.tool_descriptions import description_of
from session.model_request.tool_results import result_of, result_of_a_misfit
from session.outcome import Outcome, SkillRefusedError, saying
from session.passages import Passage
from session.tools import TOOLS, use


class DescribedTools:
    """The tools of one answer. `said` are the words of those that ran since it was read last; `is_verbatim`: as they stand."""

    def __init__(self, call: Call) -> None:
        self._call = call
        self._said: list[Passage] = []
        self._running: asyncio.Task[str] | None = None
        self.is_verbatim = False
        self.ran = 0
        self.offered = tuple(map(self._tool, TOOLS))

    def taken_words(self) -> list[Passage]:
        said, self._said = self._said, []
        return said

    async def ended(self) -> None:
        """Wait for the tool that still runs where the answer was interrupted."""
        if self._running is not None:
            await asyncio.wait([self._running])

    def _tool(self, name: str) -> ModelTool:
        described = description_of(name)

        async def run(arguments: Mapping[str, object]) -> str:
            self._running = asyncio.create_task(self._run(name, arguments), name="a model's tool")
            return await asyncio.shield(self._running)  # a line that interrupts the answer does not break off a change

        parameters = cast("Mapping[str, object]", described["parameters"])
        return ModelTool(name=name, description=str(described["description"]), parameters=parameters, run=run)

    async def _run(self, name: str, given: Mapping[str, object]) -> str:
        self.ran += 1
        arguments = _fitting(name, given)
        if arguments is None:
            return result_of_a_misfit(self._call, name, json.dumps(given, default=str))
        try:
            outcome: Outcome = await use(self._call, name, arguments)
        except SkillRefusedError as refusal:
            self._said += saying(str(refusal)).spoken
            return result_of(self._call, refusal)
        self._said += outcome.spoken
        self.is_verbatim = self.is_verbatim or outcome.verbatim
        return result_of(self._call, outcome)


def _fitting(name: str, given: Mapping[str, object]) -> Mapping[str, object] | None:
    """The arguments that the tool takes, in its types; None if one does not fit or is missing."""
    taken = TOOLS[name].takes.values()
    try:
        fitting = {each.name: TypeAdapter(each.annotation).validate_python(given[each.name]) for each in taken if each.name in given}
    except ValidationError:
        return None
    return None if any(each.default is each.empty and each.name not in fitting for each in taken) else fitting
