"""A model's words on their way to the voice, sentence by sentence, each a passage of its own.

So that it is known how far they were heard: the mail a model tells of counts as heard when all was played but the question it ends with.
"""

import re
from collections.abc import AsyncIterable, AsyncIterator, Callable

from livekit.agents import FlushSentinel, llm

from agent.spoken import Passage, PassageRole
from briefing.mail import MailId

_WORDS = re.compile(r"(?<=\s)(?=\S)")
_ENDED = re.compile(r"[.!?…][\"')\]]*\s+$")

Part = llm.ChatChunk | str | FlushSentinel


async def in_sentences(parts: AsyncIterable[Part], *, mail: MailId | None, told: Callable[[Passage], None]) -> AsyncIterator[Part]:
    """The same parts, with text as passages and a mark between two sentences; tool calls, and what is a passage already, as they come.

    `mail` is the mail that the text tells of, if any. When the text is complete, `told` is given the first passage of the sentence with
    which that mail has been told. What comes as a passage already is none of the model's words; behind them, it says that they broke off.
    """
    text = _Sentences(mail)
    broke_off = False
    async for part in parts:
        if isinstance(part, Passage):
            broke_off = text.begun
            yield part
            continue
        words = "" if isinstance(part, Passage) else _words_of(part)
        if not words:
            yield part
            continue
        for piece in text.cut(words):
            yield piece
    if not broke_off and (last := text.last_of_mail()):
        told(last)


class _Sentences:
    """Cuts a stream of words at the ends of sentences."""

    def __init__(self, mail: MailId | None) -> None:
        self._mail = mail
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
        """The first passage of the last sentence, or of the one before where the last one asks something."""
        if self._mail is None or not self._opened:
            return None
        asks = self._sentence.rstrip().endswith("?") and len(self._opened) > 1
        return self._opened[-2 if asks else -1]

    def _piece(self, words: str) -> Passage:
        role = PassageRole.LEAD if self._mail is None else PassageRole.MAIL
        passage = Passage(words, role=role, mail=self._mail)
        if self._over:
            self._opened.append(passage)
            self._sentence = ""
        self._sentence += words
        return passage


def _words_of(part: Part) -> str:
    if isinstance(part, str):
        return part
    return (part.delta.content or "") if isinstance(part, llm.ChatChunk) and part.delta and not part.delta.tool_calls else ""
