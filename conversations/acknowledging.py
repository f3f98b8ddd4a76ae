"""The first words of a turn, by the small model: that somebody is looking, or the whole reply where the user only makes conversation.

And of a task that is handed over: what will be looked into.
"""

from collections.abc import Sequence
from typing import Literal

from pydantic import BaseModel, Field

from briefing.understanding.claims import claims
from briefing.understanding.command_grammar.team_words.wanted_work import matter_of
from briefing.understanding.telling_words import matter_words
from knowledge.memories import fitting_memories
from prompts import render
from prompts.data_quotation import as_data
from providers.models.typed.history import ModelRequest, OutputTool, UserLine
from providers.models.typed.purposes import Purpose
from providers.models.typed.typed_errors import TypedModelError
from providers.models.typed.typed_models import TypedModels

LONGEST_LINE_HEARD = 280
MOST_REMEMBERED = 20
LONGEST_ACKNOWLEDGEMENT = 240
SHORT_WORD = 3
"""Letters of a word that names nothing by itself."""
HANDED_OVER = "I'll look into that, and tell you what comes of it."
"""Where no model has words for it."""


class Acknowledgement(BaseModel):
    """The arguments of the model's one tool."""

    spoken: str = Field(alias="spokenAck", max_length=300)
    intent: Literal["chitchat", "new_request"]
    open_in_browser: bool = Field(False, alias="openInBrowser")

    @property
    def is_small_talk(self) -> bool:
        return self.intent == "chitchat" and bool(self.spoken.strip())


async def acknowledge(models: TypedModels, user_id: str, words: str, *, before: str = "", memories: Sequence[str] = ()) -> Acknowledgement:
    """`before` is one line on the turn before, which the model is told in the user's role; it may quote mail. `memories` are what the user
    told of themselves. Raises `TypedModelError`."""
    note = (UserLine(render("prior_turn", summary=as_data(before))),) if before else ()
    instructions, history = render("acknowledge"), (*_remembered(memories, words), *note)
    request = ModelRequest(user_id=user_id, instructions=instructions, history=history, words=words[:LONGEST_LINE_HEARD])
    return await models.ask(Purpose.ACKNOWLEDGE, request, Acknowledgement, OutputTool("finalize_ack", render("acknowledge_tool")))


async def acknowledge_task(
    models: TypedModels | None, user_id: str, words: str, *, agent: str, memories: Sequence[str] = (), otherwise: str = HANDED_OVER
) -> str:
    """What an agent of this name says to a task that it was just given, which is queued whatever fails here. `memories` are what is known
    of the user. `otherwise` where there is no model, or where what it says names another matter, asks, or claims that something is done."""
    if models is None:
        return otherwise
    request = ModelRequest(
        user_id=user_id,
        instructions=render("acknowledge_task", name=agent),
        history=_remembered(memories, words),
        words=words[:LONGEST_LINE_HEARD],
    )
    tool = OutputTool("finalize_ack", render("acknowledge_tool"))
    try:
        await models.load()  # once in the process; for a voice it is loaded before the call
        told = " ".join((await models.ask(Purpose.ACKNOWLEDGE, request, Acknowledgement, tool)).spoken.split())
    except TypedModelError:
        return otherwise
    is_sayable = 0 < len(told) <= LONGEST_ACKNOWLEDGEMENT and "?" not in told and not claims(told)
    return told if is_sayable and _names(told, words) else otherwise


def _names(told: str, asked: str) -> bool:
    """Whether it speaks of what was asked for, and not only of looking."""
    telling = {word for word in matter_words(matter_of(asked)) if len(word) > SHORT_WORD}
    return not telling or any(word[:5] in told.casefold() for word in telling)


def _remembered(memories: Sequence[str], words: str) -> tuple[UserLine, ...]:
    """In the user's role: they are the user's words."""
    fitting = fitting_memories(memories, matter_words(words), MOST_REMEMBERED)
    return (UserLine(render("remembered", memories=as_data(fitting))),) if fitting else ()
