"""What a model says that it has done, held against the receipts: a sentence that claims what none shows is replaced before it is heard.

A sentence waits until it is whole, since only its end may tell what it claims. A voice waits for that as well, so nothing is said later.
"""

import re
from collections.abc import AsyncIterable, AsyncIterator, Iterator

from livekit.agents import FlushSentinel, llm

from actions.deeds import Deed
from actions.wishes import asks_for
from agent.hands import Hands
from agent.spoken import Passage
from briefing.claims import SOMETHING, claims
from briefing.speech.replies import NOT_DONE

Part = llm.ChatChunk | str | FlushSentinel

_SENTENCE = re.compile(r"[^\n]*?(?:[.!?\u2026]+[\"'\u201d\u2019)\]]*\s+|\n+)")
"""Whole once something stands behind its end: "3.5" and "e.g" are no ends, and a quotation mark may follow."""
_RECOUNTS = re.compile(
    r"\b(?:earlier|before|so far|previous(?:ly)?|last one|a moment ago|in (?:all|total|this call)|this morning"
    r"|\d+|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b",
    re.IGNORECASE,
)
"""What tells of the call so far, and not of what was just wished."""
_COVERED_BY = {Deed.MOVE: frozenset({Deed.ARCHIVE, Deed.DELETE, Deed.REPORT_SPAM, Deed.LABEL}), Deed.SEND_LATER: frozenset({Deed.SEND})}
"""What else proves a claim: whoever says "moved" may mean the archive."""


async def as_proved(parts: AsyncIterable[Part], hands: Hands) -> AsyncIterator[Part]:
    """The same parts, with the model's text in whole sentences, each of them true as far as it tells what was done."""
    sentences = _Sentences(hands)
    async for part in parts:
        words = "" if isinstance(part, Passage) else _words_of(part)
        for sentence in sentences.with_more(words) if words else sentences.to_the_end():
            yield sentence
        if not words:
            yield part
    for sentence in sentences.to_the_end():
        yield sentence


class _Sentences:
    """The text of one answer as it comes; what is claimed in it without a receipt is replaced, once for all of the answer."""

    def __init__(self, hands: Hands) -> None:
        self._hands = hands
        self._held = ""
        self._replaced = False

    def with_more(self, words: str) -> Iterator[str]:
        """The sentences that are whole with these words; the words behind them wait."""
        self._held += words
        while whole := _SENTENCE.match(self._held):
            self._held = self._held[whole.end() :]
            yield from self._told(whole[0])

    def to_the_end(self) -> Iterator[str]:
        """What is left, since nothing follows."""
        held, self._held = self._held, ""
        if held:
            yield from self._told(held)

    def _told(self, sentence: str) -> Iterator[str]:
        if is_proved(sentence, self._hands):
            yield sentence
        elif not self._replaced:
            self._replaced = True
            yield NOT_DONE + sentence[len(sentence.rstrip()) :]


def is_proved(sentence: str, hands: Hands) -> bool:
    """Whether there is a receipt for all that the sentence claims to be done."""
    return all(_has_receipt(claim, sentence, hands) for claim in claims(sentence))


def _has_receipt(claim: str, sentence: str, hands: Hands) -> bool:
    """A receipt of this turn; for what a sentence recounts, and nobody has tried just now, one of this call."""
    receipts = hands.receipts
    if claim == SOMETHING:
        wanted = bool(receipts.tried) or any(asks_for(hands.words, deed) for deed in Deed)
        return bool(receipts.proved) or (receipts.worked and not wanted)
    deed = Deed(claim)
    proving = _COVERED_BY.get(deed, frozenset()) | {deed}
    if receipts.proved & proving:
        return True
    return _RECOUNTS.search(sentence) is not None and deed not in receipts.tried and bool(receipts.ever & proving)


def _words_of(part: Part) -> str:
    if isinstance(part, str):
        return part
    return (part.delta.content or "") if isinstance(part, llm.ChatChunk) and part.delta and not part.delta.tool_calls else ""
