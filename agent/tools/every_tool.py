"""All tools of a call."""

from agent.tools.answering_tools import AnsweringTools
from agent.tools.changing_tools import ChangingTools
from agent.tools.minding_tools import MindingTools
from agent.tools.moving_tools import MovingTools
from agent.tools.reading_tools import ReadingTools
from agent.tools.writing_tools import WritingTools


class BriefingTools(MovingTools, ReadingTools, ChangingTools, WritingTools, AnsweringTools, MindingTools):
    """The tools of one call."""
