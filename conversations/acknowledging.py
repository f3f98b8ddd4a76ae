"""The first words of a turn, by the small model: that somebody is looking, or the whole reply where the user only makes conversation."""

from typing import Literal

from pydantic import BaseModel, Field

from prompts import render
from prompts.data_quotation import as_data
from providers.models.typed.history import ModelRequest, OutputTool, UserLine
from providers.models.typed.purposes import Purpose
from providers.models.typed.typed_models import TypedModels

LONGEST_LINE_HEARD = 280


class Acknowledgement(BaseModel):
    """The arguments of the model's one tool."""

    spoken: str = Field(alias="spokenAck", max_length=300)
    intent: Literal["chitchat", "new_request"]
    open_in_browser: bool = Field(False, alias="openInBrowser")

    @property
    def is_small_talk(self) -> bool:
        return self.intent == "chitchat" and bool(self.spoken.strip())


async def acknowledge(models: TypedModels, user_id: str, words: str, *, before: str = "") -> Acknowledgement:
    """`before` is one line on the turn before, which the model is told in the user's role; it may quote mail. Raises `TypedModelError`."""
    note = (UserLine(render("prior_turn", summary=as_data(before))),) if before else ()
    request = ModelRequest(user_id=user_id, instructions=render("acknowledge"), history=note, words=words[:LONGEST_LINE_HEARD])
    return await models.ask(Purpose.ACKNOWLEDGE, request, Acknowledgement, OutputTool("finalize_ack", render("acknowledge_tool")))
