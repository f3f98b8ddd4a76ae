"""A tool call that our code chooses, in the form that LiveKit expects: the chunk that a language model would have sent."""

import json

from livekit.agents import llm
from livekit.agents.utils import shortuuid

from agent.tools.running import INSTANT
from session.turn.tool_of_command import Use

HANDED_ON = "handed-on-"


def tool_call(use: Use) -> llm.ChatChunk:
    """The chunk that makes LiveKit run the tool once the turn is committed; where a model goes on, as a call of its own."""
    call_id = shortuuid(HANDED_ON if use.goes_on else INSTANT)
    call = llm.FunctionToolCall(name=use.tool, arguments=json.dumps(dict(use.arguments)), call_id=call_id)
    return llm.ChatChunk(id=call.call_id, delta=llm.ChoiceDelta(role="assistant", tool_calls=[call]))
