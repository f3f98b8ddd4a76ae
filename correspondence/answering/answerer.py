"""Answers what a reply asks in words: a model with the whole record before it, which looks up what it needs.

It is asked one step at a time. What it says of things done is left out: what was done, code has said by its receipts.
"""

import re
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from briefing.understanding.claims import claims
from correspondence.answering.looking_up import OpenCalendars, ReadableInbox, ReadingTools, no_calendars
from correspondence.briefing_mail.plain_names import without_links
from correspondence.exchange import CannotAnswerError, Correspondence
from correspondence.record import record_of
from prompts import render
from prompts.data_quotation import as_data
from providers.models.typed.history import HistoryLine, ModelStep, UserLine
from providers.models.typed.purposes import Purpose
from providers.models.typed.typed_errors import TypedModelError
from providers.models.typed.typed_models import TypedModels

MOST_STEPS = 8
LONGEST_ANSWER = 4_000
_SENTENCES = re.compile(r"(?<=[.!?])\s+(?=\S)|\n+")

Memories = Callable[[str], Awaitable[Sequence[str]]]


async def no_memories(_user_id: str) -> Sequence[str]:
    return ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelAnswerer:
    """`memories` are what is known of the user from their own words; talking with them is what these are for."""

    models: TypedModels
    memories: Memories = no_memories

    async def answer(
        self,
        inbox: ReadableInbox,
        found: Correspondence,
        *,
        done: Sequence[str],
        asked: Sequence[str],
        now: datetime,
        calendars: OpenCalendars = no_calendars,
    ) -> str:
        """Raises `CannotAnswerError`, and `NoRecordError` where there is nothing to answer to."""
        tools = ReadingTools(inbox=inbox, calendars=calendars, research=found.research, now=now)
        lines: list[HistoryLine] = [UserLine(request_of(found, done=done, asked=asked))]
        instructions = instructions_of(now, await self.memories(found.user_id))
        for number in range(MOST_STEPS):
            offered = tools.described if number < MOST_STEPS - 1 else ()
            step = ModelStep(user_id=found.user_id, instructions=instructions, lines=tuple(lines), tools=offered)
            try:
                said = await self.models.step(Purpose.CORRESPOND, step)
            except TypedModelError as error:
                raise CannotAnswerError("the model is away") from error
            lines.append(said)
            if not said.calls:
                return told_truly(said.words)
            lines += [await tools.answer(call) for call in said.calls]
        raise CannotAnswerError("the model came to no end")


def instructions_of(now: datetime, memories: Sequence[str]) -> str:
    return render("letter_answer", now=now.strftime("%A, %-d %B %Y, %H:%M %Z"), memories=as_data(list(memories)))


def request_of(found: Correspondence, *, done: Sequence[str], asked: Sequence[str]) -> str:
    """The record whole, what is on file, and the words that wait for an answer. Raises `NoRecordError`."""
    mails = [{"number": each.number, "mail_id": each.mail_id, "subject": each.subject} for each in found.mails]
    research = [{"name": each.name, "meeting": each.meeting} for each in found.research]
    return render(
        "letter_answer_request",
        record=as_data(record_of(found)),
        mails=as_data(mails),
        research=as_data(research),
        done=as_data(list(done)),
        asked=as_data(list(asked)),
    )


def told_truly(words: str) -> str:
    """The answer without sentences that claim that something was done, and with nothing that becomes a link: a mail may have put it there.
    Raises `CannotAnswerError` where nothing is left of it."""
    kept = [sentence.strip() for sentence in _SENTENCES.split(words[:LONGEST_ANSWER]) if sentence.strip() and not claims(sentence)]
    if not kept:
        raise CannotAnswerError("nothing of the answer can be said")
    return without_links(" ".join(kept))
