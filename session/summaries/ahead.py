"""Has a small model write what the next mails say, while the user listens to the current one.

Nothing waits for it: a mail whose summary is not there when its turn comes is told by rule, as is what does not hold against its mail. Each
mail is a request of its own, with no tools and no history, so what stands in one can change no other's summary. In memory for one call.
"""

import asyncio
import json
import math
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime

from pydantic import BaseModel, Field

from briefing.agenda import MailRef
from briefing.mail import Envelope, MailId, MailText
from briefing.speech.checking.given_summary import BY_RULE, GivenSummary, HeldSummary, held
from briefing.speech.content.occasions import tells_code
from prompts import render
from prompts.data_quotation import as_data
from providers.mailbox import MailboxError
from providers.models.typed.history import ModelRequest, OutputTool
from providers.models.typed.purposes import Purpose
from providers.models.typed.typed_errors import TypedModelError
from providers.models.typed.typed_models import TypedModels
from session.metrics import METRICS, SummaryFate
from session.model_request.token_estimate import cut_to, tokens
from session.prefetch_cache import PrefetchCache

MOST_OF_TEXT = 2_000
"""Tokens of a mail that are sent, estimated: what a mail wants stands further up."""

_MOST_BESIDE = 500
"""Tokens of sender, subject and names of what is attached."""

_LONGEST = 10_000

MOST_IN_A_CALL = 100
"""Summaries; past that a briefing goes on by rule."""


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


class Summaries:
    """Those of one call. Sign-in codes and invitations are never sent: rules tell them whole."""

    def __init__(
        self, models: TypedModels, user_id: str, prefetch: PrefetchCache, now: Callable[[], datetime], *, most: int = MOST_IN_A_CALL
    ) -> None:
        self._models = models
        self._user_id = user_id
        self._prefetch = prefetch
        self._now = now
        self._most = most
        self._asked: set[MailId] = set()
        self._held: dict[MailId, HeldSummary] = {}

    def of(self, mail: MailId) -> HeldSummary:
        """What may be told of the mail; none while it is not there."""
        return self._held.get(mail, BY_RULE)

    async def write(self, mails: Iterable[MailRef]) -> None:
        """Those of the mails that are loaded, side by side; each is asked for once in a call, whatever becomes of it."""
        new = [mail.mail_id for mail in mails if mail.mail_id not in self._asked and self._prefetch.loaded(mail.mail_id)]
        new = new[: self._most - len(self._asked)]
        self._asked.update(new)
        async with asyncio.TaskGroup() as group:
            for mail in new:
                group.create_task(self._write(mail))

    async def _write(self, mail: MailId) -> None:
        try:
            envelope, text = await self._prefetch.envelope(mail), self._prefetch.loaded(mail)
            if envelope is None or text is None or not text.readable or envelope.invitation or tells_code(envelope, text):
                return
            answer = await self._models.ask(
                Purpose.SUMMARISE, request_of(envelope, text, self._user_id), SummaryOfMail, OutputTool("summary", render("summarise_tool"))
            )
        except (TypedModelError, MailboxError):
            return  # counted where they are raised
        found = held(answer.given(), envelope, text, now=self._now())
        METRICS.count_summary(SummaryFate.HELD if found.words else SummaryFate.REFUSED)
        self._held[mail] = found


async def read_ahead(prefetch: PrefetchCache, summaries: Summaries | None, upcoming: Sequence[MailRef]) -> None:
    """Have the next mails here, and what they say, before they are told."""
    await prefetch.prepare(*upcoming)
    if summaries is not None:
        await summaries.write(upcoming)


def summaries_by(models: TypedModels | None, user_id: str, prefetch: PrefetchCache, now: Callable[[], datetime]) -> Summaries | None:
    """None where no small model is set."""
    return Summaries(models, user_id, prefetch, now) if models is not None and models.has_model_for(Purpose.SUMMARISE) else None


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
