"""The answer of a model to a line that is typed, as the passages that are written: through the typed models, with the tools of the call.

What it is sent is what a call sends: the instructions, what was said before (of the conversation as it is stored, whichever channel that
was in), and last what is so now. What it claims is held against the receipts, and words that a tool says verbatim are no model's to change.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Iterator
from contextlib import aclosing, suppress
from functools import partial

from briefing.agenda import MailRef
from briefing.speech.sentences.about_failures import ONCE_MORE, Trouble
from briefing.understanding.telling_words import MailNames
from conversations.restored import restored
from providers.models.typed.history import AssistantLine, CalledTool, HistoryLine, ModelRequest, SystemLine, ToolLine, UserLine
from providers.models.typed.purposes import Purpose
from providers.models.typed.typed_errors import TypedModelError
from providers.models.typed.typed_models import TypedModels
from session.call import Call
from session.metrics import Service
from session.model_request.end_message import OPEN_MAIL, end_message
from session.model_request.instructions import instructions
from session.model_request.mail_blocks import read_what_is_named
from session.model_words.claim_filter import ClaimFilter
from session.model_words.described_tools import DescribedTools
from session.passages import Passage, PassageRole
from session.skills.presenting import unpresented
from session.timeouts import NAMED_WITHIN_S
from storage.database import DatabaseUnavailableError


class MailTelling:
    """Passages of one answer: from where a sentence names `mail`, they tell of it; `left` is the mail that the turn began with.

    The same rule as for a voice (`agent.model.sentence_stream`), for words that come as whole sentences.
    """

    def __init__(self, mail: MailRef | None, left: MailRef | None) -> None:
        self._mail = mail
        self._names = MailNames(mail, left) if mail is not None else None
        self._named = False
        self._sentences = 0
        self._last: Passage | None = None
        self._statement: Passage | None = None

    def passage(self, sentence: str) -> Passage:
        first, self._sentences = not self._sentences, self._sentences + bool(sentence.strip())
        self._named = self._named or (self._names is not None and self._names(sentence, first=first))
        mail = self._mail.mail_id if self._mail is not None and self._named else None
        passage = Passage(sentence, role=PassageRole.MAIL if mail else PassageRole.LEAD, mail=mail, by_model=True)
        if mail is not None and sentence.strip():
            self._last = passage
            self._statement = self._statement if sentence.rstrip().endswith("?") else passage
        return passage

    def last_of_mail(self) -> Passage | None:
        """The last sentence that tells of the mail; one that asks only where nothing else does. None: it was never named."""
        return self._statement or self._last


logger = logging.getLogger(__name__)

MOST_MESSAGES = 60
HISTORY_WITHIN_S = 1.0


class WrittenAnswer:
    """One answer. Once it is read to its end, `goes_on` tells whether another wish of the line may follow, and `told` what ended telling
    the mail under the cursor."""

    def __init__(self, call: Call, models: TypedModels) -> None:
        self._call = call
        self._models = models
        self._tools = DescribedTools(call)
        self._telling = MailTelling(call.tracker.current() if unpresented(call) else None, call.tracker.current())
        self.goes_on = False

    @property
    def told(self) -> Passage | None:
        return self._telling.last_of_mail()

    async def passages(self, words: str) -> AsyncIterator[Passage]:
        await read_what_is_named(self._call, None, within_s=NAMED_WITHIN_S)
        request = ModelRequest(
            user_id=self._call.user_id,
            instructions=instructions(),
            words=words,
            history=await self._history(words),
            tools=self._tools.offered,
            tail=partial(_tail, self._call),
            goes_on=lambda: not self._tools.is_verbatim,
        )
        begun, trouble, sentences, ran = False, None, ClaimFilter(self._call), 0
        try:
            async with aclosing(self._models.stream(Purpose.ANSWER, request)) as pieces:
                async for piece in pieces:
                    if self._tools.ran != ran:
                        sentences.calls, ran = True, self._tools.ran
                        for sentence in sentences.finished():
                            yield self._telling.passage(sentence)
                        sentences = ClaimFilter(self._call)
                        if not piece.isspace():
                            self._tools.taken_words()  # the model tells what they came to
                    begun = begun or bool(piece.strip())
                    for sentence in sentences.with_more(piece):
                        yield self._telling.passage(sentence)
        except TypedModelError:
            trouble = Trouble.CUT_OFF if begun else Trouble.NO_ANSWER
        sentences.calls = self._tools.is_verbatim
        for sentence in sentences.finished():
            yield self._telling.passage(sentence)
        for passage in self._ours(trouble, begun=begun):
            yield passage

    async def untold(self) -> list[Passage]:
        """What its tools came to and nobody has told, where it was interrupted; a tool that has begun runs to its end."""
        await self._tools.ended()
        return self._tools.taken_words()

    def _ours(self, trouble: Trouble | None, *, begun: bool) -> Iterator[Passage]:
        """What we say behind the model's words: what a tool says verbatim, and what replaces an answer that did not come."""
        own, health = self._tools.taken_words(), self._call.line.health
        if self._tools.is_verbatim:
            health.worked(Service.LLM)
            self.goes_on = True
            yield from own
        elif trouble is None and (begun or own):
            health.worked(Service.LLM)
            if not begun:
                yield from own
        elif own:
            health.failed_unheard(trouble or Trouble.NO_WORDS)
            if begun:
                yield Passage(f" {ONCE_MORE}")
            yield from own
        else:
            yield Passage(f"{' ' if begun else ''}{health.failed(trouble or Trouble.NO_WORDS)}")

    async def _history(self, words: str) -> tuple[HistoryLine, ...]:
        """What was said before in the conversation; nothing while the store is away, since the answer does not wait for it."""
        talk = self._call.records.talk
        if talk is None:
            return ()
        with suppress(DatabaseUnavailableError, TimeoutError):
            async with asyncio.timeout(HISTORY_WITHIN_S):
                lines = restored(await talk.so_far(most=MOST_MESSAGES, within_s=HISTORY_WITHIN_S))
                last = lines[-1] if lines else None
                return lines[:-1] if isinstance(last, UserLine) and words.startswith(last.words) else lines
        logger.warning("a conversation could not be read; a model answers without what was said before")
        return ()


def _tail(call: Call) -> tuple[HistoryLine, ...]:
    """The open mail's text as a tool's result, since that speaks with nobody's authority; behind it the one message that is ours."""
    told = end_message(call)
    ours = SystemLine(told.position)
    if not told.mail_text:
        return (ours,)
    asked = AssistantLine("", (CalledTool(call_id=OPEN_MAIL, tool=OPEN_MAIL),))
    return asked, ToolLine(call_id=OPEN_MAIL, tool=OPEN_MAIL, words=told.mail_text), ours
