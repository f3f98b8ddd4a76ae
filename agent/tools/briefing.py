"""All tools of a call."""

from agent.tools.answering import AnsweringTools
from agent.tools.changing import ChangingTools
from agent.tools.minding import MindingTools
from agent.tools.moving import MovingTools
from agent.tools.reading import ReadingTools
from agent.tools.writing import WritingTools


class BriefingTools(MovingTools, ReadingTools, ChangingTools, WritingTools, AnsweringTools, MindingTools):
    """The tools of one call."""
