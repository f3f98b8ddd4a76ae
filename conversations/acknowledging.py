"""The first words of a turn, by the small model: that somebody is looking, or the whole reply where the user only makes conversation.

And of a task that is handed over: what will be looked into.
"""

from collections.abc import Sequence
from typing import Literal

from pydantic import BaseModel, Field

from briefing.understanding.claims import claims
from prompts import render
from prompts.data_quotation import as_data
from providers.models.typed.history import ModelRequest, OutputTool, UserLine
from providers.models.typed.purposes import Purpose
from providers.models.typed.typed_errors import TypedModelError
from providers.models.typed.typed_models import TypedModels

LONGEST_LINE_HEARD = 280
MOST_REMEMBERED = 20
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
    instructions, history = render("acknowledge"), (*_remembered(memories), *note)
    request = ModelRequest(user_id=user_id, instructions=instructions, history=history, words=words[:LONGEST_LINE_HEARD])
    return await models.ask(Purpose.ACKNOWLEDGE, request, Acknowledgement, OutputTool("finalize_ack", render("acknowledge_tool")))


async def words_for_task(models: TypedModels, user_id: str, words: str, *, agent: str, memories: Sequence[str] = ()) -> str:
    """What an agent of this name says to a task that it was just given: it names the matter. `memories` are what is known of the user.

    Raises `TypedModelError`.
    """
    instructions = render("acknowledge_task", name=agent)
    request = ModelRequest(user_id=user_id, instructions=instructions, history=_remembered(memories), words=words[:LONGEST_LINE_HEARD])
    told = await models.ask(Purpose.ACKNOWLEDGE, request, Acknowledgement, OutputTool("finalize_ack", render("acknowledge_tool")))
    return " ".join(told.spoken.split())


async def acknowledge_task(models: TypedModels | None, user_id: str, words: str, *, agent: str, memories: Sequence[str]) -> str:
    """As `words_for_task`, and fixed words where there is no model, or where its own claim that something is done."""
    if models is None:
        return HANDED_OVER
    try:
        told = await words_for_task(models, user_id, words, agent=agent, memories=memories)
    except TypedModelError:
        return HANDED_OVER
    return told if told and not claims(told) else HANDED_OVER


def _remembered(memories: Sequence[str]) -> tuple[UserLine, ...]:
    """The newest of them, in the user's role: they are the user's words."""
    return (UserLine(render("remembered", memories=as_data(list(memories[-MOST_REMEMBERED:])))),) if memories else ()
