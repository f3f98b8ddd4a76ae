"""Has the strong model write how a briefing mail begins: what matters today, in two or three sentences.

Nothing of it is believed. Each sentence is held against the rest of the mail, as a spoken summary is held against its mail, and where one
does not hold, the mail begins with the counts alone.
"""

from datetime import UTC

from pydantic import BaseModel, Field

from briefing.mail import UNKNOWN_SENDER, Envelope, MailId, MailText, ThreadId
from briefing.speech.checking.given_summary import GivenSummary, held
from correspondence.briefing_mail.letter_parts import letter_of
from correspondence.briefing_mail.material import BriefingMaterial
from correspondence.briefing_mail.text_body import text_body
from prompts import render
from prompts.data_quotation import as_data
from providers.models.typed.history import ModelRequest, OutputTool
from providers.models.typed.purposes import Purpose
from providers.models.typed.token_estimate import cut_to
from providers.models.typed.typed_errors import TypedModelError
from providers.models.typed.typed_models import TypedModels

MOST_SENTENCES = 3
_MOST_TOKENS = 6_000
_ITS_ID = MailId("aloud:briefing")


class Introduction(BaseModel):  # the model's one tool: a docstring would be sent with it
    sentences: list[str] = Field(default_factory=list)


async def introduced(models: TypedModels, user_id: str, material: BriefingMaterial) -> str:
    """What may stand there; empty where the model is away, or says what the mail does not."""
    if not models.has_model_for(Purpose.INTRODUCE) or not (material.needing or material.meetings):
        return ""
    told = text_body(letter_of(material, how_to_answer=()))
    request = ModelRequest(
        user_id=user_id,
        instructions=render("introduce"),
        words=render("introduce_request", briefing=as_data(cut_to(told, _MOST_TOKENS))),
    )
    try:
        answer = await models.ask(Purpose.INTRODUCE, request, Introduction, OutputTool("begin", render("introduce_tool")))
    except TypedModelError:
        return ""
    return held_introduction(answer.sentences, told, material)


def held_introduction(sentences: list[str], told: str, material: BriefingMaterial) -> str:
    """The sentences, if each of them says no more than the mail does; else nothing."""
    text = MailText(mail_id=_ITS_ID, text=told)
    written = material.now.astimezone(UTC)
    envelope = Envelope(mail_id=_ITS_ID, thread_id=ThreadId(_ITS_ID), subject="", sender=UNKNOWN_SENDER, received_at=written)
    stand = [held(GivenSummary(line=sentence), envelope, text, now=material.now).words for sentence in sentences[:MOST_SENTENCES]]
    return " ".join(stand) if stand and all(stand) else ""
