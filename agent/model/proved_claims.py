"""A model's words in a call, in whole sentences that are true as far as they tell what was done: `session.model_words.claim_filter`.

A sentence waits until it is whole, since its end may decide what it claims. A TTS waits for whole sentences too, so this adds no delay.
"""

from collections.abc import AsyncIterable, AsyncIterator

from agent.model.answer_parts import Part, calls_tool, words_of
from session.call import Call
from session.model_words.claim_filter import ClaimFilter
from session.passages import Passage


async def as_proved(parts: AsyncIterable[Part], call: Call) -> AsyncIterator[Part]:
    """The same parts, with the model's text in whole sentences, each of them true as far as it tells what was done."""
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
