"""A tool that our code chooses, as LiveKit wants it: the chunk with which a language model would have asked for it."""

import json

from livekit.agents import llm
from livekit.agents.utils import shortuuid

from agent.tools.running import INSTANT
from session.plain_answers import Use


def tool_call(use: Use) -> llm.ChatChunk:
    """The chunk that has LiveKit run the tool, once the turn is committed."""
    call = llm.FunctionToolCall(name=use.tool, arguments=json.dumps(dict(use.arguments)), call_id=shortuuid(INSTANT))
    return llm.ChatChunk(id=call.call_id, delta=llm.ChoiceDelta(role="assistant", tool_calls=[call]))
