"""Cuts a model's words into sentences on their way to the voice, each a passage of its own.

This shows how far they were heard: the mail that a model tells of counts as heard when everything but the final question was played.

A model that was given a mail need not speak of it: "Archived." or "Sure." says nothing about the next one. So a sentence tells of the mail
only from where one names it. We cannot check whether the rest is a fair account. But a mail that was not named is presented again, which
costs a sentence; one that was wrongly counted as told would never come back.
"""

import re
from collections.abc import AsyncIterable, AsyncIterator, Callable

from livekit.agents import FlushSentinel

from agent.model.answer_parts import Part, calls_tool, words_of
from briefing.agenda import MailRef
from briefing.understanding.claims import LONGEST_SENTENCE
from briefing.understanding.telling_words import MailNames
from session.call import Call
from session.model_words.claim_filter import ClaimFilter
from session.passages import Passage, PassageRole

_WORDS = re.compile(r"(?<=\s)(?=\S)")
_ENDED = re.compile(r"[.!?…][\"')\]]*\s+$")


async def in_sentences(
    parts: AsyncIterable[Part], *, mail: MailRef | None, told: Callable[[Passage], None], left: MailRef | None = None
) -> AsyncIterator[Part]:
    """The same parts, with text as passages and a mark between two sentences; tool calls, and what is a passage already, as they come.

    `mail` is the mail that the text has to tell of, if any, and `left` the one that the turn began with. The first sentence that names
    `mail` by a word that does not fit `left` too begins to tell of it. When the text is complete, `told` gets the passage of the sentence
    that ends telling of the mail, or is not called if the mail was never named. A part that is already a passage is ours, not the model's;
    after the model's words it says that they broke off.
    """
    text = _SentenceCutter(mail, MailNames(mail, left) if mail else None)
    broke_off = False
    async for part in parts:
        if isinstance(part, Passage):
            broke_off = text.begun
            yield part
            continue
        words = "" if calls_tool(part) else words_of(part)
        if not words:
            yield part
            continue
        for piece in text.cut(words):
            yield piece
    if not broke_off and (last := text.last_of_mail()):
        told(last)


class _SentenceCutter:
    """Cuts a stream of words at the ends of sentences. `names` is there if `mail` is."""

    def __init__(self, mail: MailRef | None, names: MailNames | None) -> None:
        self._mail = mail
        self._names = names
        self._named = False
        self._opened: list[Passage] = []
        self._sentence = ""
        self._over = True

    @property
    def begun(self) -> bool:
        """Whether there was a word yet."""
        return bool(self._opened)

    def cut(self, words: str) -> list[Passage | FlushSentinel]:
        """The words as passages, a mark behind each whole sentence."""
        pieces: list[Passage | FlushSentinel] = []
        for part in _WORDS.split(words):
            if not part:
                continue
            pieces.append(self._piece(part))
            self._over = _ENDED.search(self._sentence) is not None
            if self._over:
                pieces.append(FlushSentinel())
        return pieces

    def last_of_mail(self) -> Passage | None:
        """The passage of the last sentence that tells of the mail, or of the one before if the last one is a question."""
        telling = [passage for passage in self._opened if passage.role is PassageRole.MAIL]
        if not telling:
            return None
        asks = self._sentence.rstrip().endswith("?") and len(telling) > 1
        return telling[-2 if asks else -1]

    def _piece(self, words: str) -> Passage:
        self._sentence = words if self._over else (self._sentence + words)[-LONGEST_SENTENCE:]
        names_now = not self._named and self._names is not None and self._names(self._sentence, first=self._first)
        self._named = self._named or names_now
        telling = self._mail.mail_id if self._mail and self._named else None
        passage = Passage(words, role=PassageRole.MAIL if telling else PassageRole.LEAD, mail=telling, by_model=True)
        if self._over:
            self._opened.append(passage)
        elif names_now:
            self._opened[-1] = passage
        return passage

    @property
    def _first(self) -> bool:
        return len(self._opened) + self._over < 2


async def as_proved(parts: AsyncIterable[Part], call: Call) -> AsyncIterator[Part]:
    """The same parts, with the model's text in whole sentences, each of them true as far as it tells what was done.

    A sentence waits until it is whole, since its end may decide what it claims. A TTS waits for whole sentences too, so this adds no delay.
    """
    sentences = ClaimFilter(call)
    async for part in parts:
        words = "" if isinstance(part, Passage) or calls_tool(part) else words_of(part)
        for sentence in sentences.with_more(words) if words else sentences.to_the_end():
            yield sentence
        if not words:
            sentences.calls = sentences.calls or calls_tool(part)
            yield part
    for sentence in sentences.finished():
        yield sentence
