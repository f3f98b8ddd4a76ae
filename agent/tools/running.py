"""Runs the tools of a call for LiveKit.

The same tools answer a spoken command, a typed line and a model's request, so these cannot disagree; `session.tools` has them by name. The
words of each tool are kept by call id in `spoken`: they answer an instant command, for which no model is asked, and everything that a model
must not rephrase.
"""

from collections import OrderedDict
from collections.abc import Sequence
from typing import Any

from livekit.agents import RunContext, ToolError, llm
from livekit.agents.voice import SpeechHandle

from agent.tools.function_tools import tool_of
from session.call import Call
from session.model_request.tool_results import result_of
from session.outcome import Outcome, SkillRefusedError, saying
from session.passages import Passage
from session.tools import TOOLS, use

INSTANT = "instant-"
ANSWERS_KEPT = 20
GOODBYE = ("manage_call", "goodbye")

FoundTool = llm.FunctionTool[Any, Any] | llm.RawFunctionTool[Any, Any]


class UnknownToolError(Exception):
    """A tool is missing in `session.tools`, so it could do nothing; the agent does not start."""


def known(tools: Sequence[FoundTool]) -> list[llm.Tool | llm.Toolset]:
    """The same tools. Raises `UnknownToolError`."""
    if unknown := {tool.id for tool in tools} - TOOLS.keys():
        raise UnknownToolError(f"no skill is declared for {', '.join(sorted(unknown))}")
    return [*tools]


class BriefingTools:
    """The tools of one call: those of `session.tools`, which are added below as methods."""

    def __init__(self, call: Call) -> None:
        self.call = call
        self.spoken: OrderedDict[str, tuple[Passage, ...]] = OrderedDict()
        self._verbatim: set[str] = set()

    def is_verbatim(self, call_id: str) -> bool:
        """Whether the words of this tool call are said verbatim, even if a model called it."""
        return call_id in self.spoken and (call_id.startswith(INSTANT) or call_id in self._verbatim)

    async def run(self, context: RunContext[None], **arguments: object) -> str:
        """Run the tool that LiveKit calls; returns what a model is told. Raises `ToolError`."""
        call_id = context.function_call.call_id
        try:
            outcome = await use(self.call, context.function_call.name, arguments)
        except SkillRefusedError as refusal:
            self._keep(call_id, saying(str(refusal)))
            if not call_id.startswith(INSTANT):
                raise ToolError(result_of(self.call, refusal)) from None
            return result_of(self.call, refusal)
        if (context.function_call.name, arguments.get("how")) == GOODBYE:
            context.speech_handle.add_done_callback(self._hang_up)
        self._keep(call_id, outcome)
        return result_of(self.call, outcome)

    def _hang_up(self, speech: SpeechHandle) -> None:
        """End the call after the goodbye; a caller who interrupts it wants to stay."""
        if not speech.interrupted:
            self.call.events.ended.set()

    def _keep(self, call_id: str, outcome: Outcome) -> None:
        """Keep the tool's words: for an instant command, and for when a model fails before it has put the result in words."""
        self.spoken[call_id] = outcome.spoken
        if outcome.verbatim:
            self._verbatim.add(call_id)
        if len(self.spoken) > ANSWERS_KEPT:
            forgotten, _ = self.spoken.popitem(last=False)
            self._verbatim.discard(forgotten)


for _name, _tool in TOOLS.items():
    setattr(BriefingTools, _name, tool_of(_name, _tool))
