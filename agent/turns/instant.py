"""A tool call that our code chooses, in the form that LiveKit expects: the chunk that a language model would have sent."""

import json

from livekit.agents import llm
from livekit.agents.utils import shortuuid

from agent.tools.running import INSTANT
from session.plain_answers import Use


def tool_call(use: Use) -> llm.ChatChunk:
    """The chunk that makes LiveKit run the tool once the turn is committed."""
    call = llm.FunctionToolCall(name=use.tool, arguments=json.dumps(dict(use.arguments)), call_id=shortuuid(INSTANT))
    return llm.ChatChunk(id=call.call_id, delta=llm.ChoiceDelta(role="assistant", tool_calls=[call]))
