"""Has a small model write what one mail says, and keeps of it only what stands in the mail.

Each mail is a request of its own, with no tools and no history, so what stands in one can change no other's summary.
"""

import json
import math
from datetime import datetime

from pydantic import BaseModel, Field

from briefing.mail import Envelope, MailText
from briefing.speech.checking.given_summary import GivenSummary, HeldSummary, held
from briefing.speech.content.occasions import tells_code
from prompts import render
from prompts.data_quotation import as_data
from providers.models.typed.history import ModelRequest, OutputTool
from providers.models.typed.purposes import Purpose
from providers.models.typed.token_estimate import cut_to, tokens
from providers.models.typed.typed_errors import TypedModelError
from providers.models.typed.typed_models import TypedModels

MOST_OF_TEXT = 2_000
"""Tokens of a mail that are sent, estimated: what a mail wants stands further up."""

_MOST_BESIDE = 500
"""Tokens of sender, subject and names of what is attached."""

_LONGEST = 10_000


class SummaryOfMail(BaseModel):  # the model's one tool: a docstring would be sent with it
    wants: str = ""
    by_when: str = ""
    amount: str = ""
    place: str = ""
    choices: list[str] = Field(default_factory=list)
    attached: list[str] = Field(default_factory=list)
    news: str = ""
    line: str = ""

    def given(self) -> GivenSummary:
        return GivenSummary(
            wants=self.wants,
            by_when=self.by_when,
            amount=self.amount,
            place=self.place,
            choices=tuple(self.choices),
            attached=tuple(self.attached),
            news=self.news,
            line=self.line,
        )


async def summed_up(models: TypedModels, user_id: str, envelope: Envelope, text: MailText, *, now: datetime) -> HeldSummary | None:
    """What of the model's summary may be told; None where it gave none.

    Sign-in codes and invitations are never sent: rules tell them whole.
    """
    if not text.readable or envelope.invitation or tells_code(envelope, text):
        return None
    request, tool = request_of(envelope, text, user_id), OutputTool("summary", render("summarise_tool"))
    try:
        answer = await models.ask(Purpose.SUMMARISE, request, SummaryOfMail, tool)
    except TypedModelError:
        return None  # counted where it is raised
    return held(answer.given(), envelope, text, now=now)


def most_tokens_sent() -> int:
    """Of one request, estimated: the instructions, the tool, and as much of a mail as is sent."""
    schema = json.dumps(SummaryOfMail.model_json_schema())
    return math.ceil(tokens(render("summarise")) + tokens(schema)) + MOST_OF_TEXT + _MOST_BESIDE


def request_of(envelope: Envelope, text: MailText, user_id: str) -> ModelRequest:
    mail = {
        "from": (envelope.sender.name or envelope.sender.email)[:80],
        "subject": envelope.subject[:200],
        "goes_on": envelope.answers_me or text.quoted,
        "attachments": [name[:80] for name in text.attachments[:5]],
        "text": cut_to(text.text[:_LONGEST], MOST_OF_TEXT),
    }
    return ModelRequest(
        user_id=user_id,
        instructions=render("summarise"),
        words=render("summarise_request", mail=as_data(mail)),
    )
