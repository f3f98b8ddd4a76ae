"""Checks a model's claims of what it has done against the receipts; a sentence with an unproved claim is replaced before it is heard.

If a change was asked for or tried and no receipt proves it, the filter does not guess how a claim may be worded: of the whole answer only
questions and admissions of failure are heard. Otherwise each sentence is checked for claims, and the content of a mail may be told.

A sentence waits until it is whole, since its end may decide what it claims. A TTS waits for whole sentences too, so this adds no delay.
"""

from collections.abc import AsyncIterable, AsyncIterator, Iterator

from agent.model.answer_parts import Part, calls_tool, words_of
from briefing.mail_action import MailAction
from briefing.speech.sentences.replies import NOT_ALL_DONE, NOT_DONE
from briefing.understanding.claims import SOMETHING, admits_failure, claims, is_of_several, recounts, whole_sentence
from session.call import Call
from session.passages import Passage

_COVERED_BY = {
    MailAction.MOVE: frozenset({MailAction.ARCHIVE, MailAction.DELETE, MailAction.REPORT_SPAM, MailAction.LABEL}),
    MailAction.SEND_LATER: frozenset({MailAction.SEND}),
}
"""What else proves a claim: "moved" may mean the archive."""

_DONE_AT_ONCE = frozenset(MailAction) - {MailAction.SEND, MailAction.SEND_LATER, MailAction.UNDO}
"""What is done, or asked about in our own words, by a tool in the same turn; "answer me" hardly asks for a mail to be sent."""


async def as_proved(parts: AsyncIterable[Part], call: Call) -> AsyncIterator[Part]:
    """The same parts, with the model's text in whole sentences, each of them true as far as it tells what was done."""
    sentences = _ClaimFilter(call)
    async for part in parts:
        words = "" if isinstance(part, Passage) or calls_tool(part) else words_of(part)
        for sentence in sentences.with_more(words) if words else sentences.to_the_end():
            yield sentence
        if not words:
            sentences.calls = sentences.calls or calls_tool(part)
            yield part
    for sentence in sentences.finished():
        yield sentence


class _ClaimFilter:
    """The text of one answer as it comes; what is claimed in it without a receipt is replaced, once for all of the answer.

    `calls`: a tool is called with it. What was left out before that was said too early, and the tool says what became of it.
    """

    def __init__(self, call: Call) -> None:
        self.calls = False
        self._call = call
        self._held = ""
        self._replaced = False
        self._left_out = False
        self._told_true = False

    def with_more(self, words: str) -> Iterator[str]:
        """The sentences that are whole with these words; the words behind them wait."""
        self._held += words
        while whole := whole_sentence(self._held):
            self._held = self._held[len(whole) :]
            yield from self._told(whole)

    def to_the_end(self) -> Iterator[str]:
        """What is left, since nothing follows."""
        held, self._held = self._held, ""
        if held:
            yield from self._told(held)

    def finished(self) -> Iterator[str]:
        """The last of it, and what is true where that was left out."""
        yield from self.to_the_end()
        if self._left_out and not (self._told_true or self._replaced or self.calls):
            self._replaced = True
            yield self._not_done()

    def _not_done(self) -> str:
        return NOT_ALL_DONE if self._call.acting.receipts.proved else NOT_DONE

    def _told(self, sentence: str) -> Iterator[str]:
        if is_owed(self._call):
            says_true = is_proved(sentence, self._call) and ("?" in sentence or admits_failure(sentence))
            self._told_true |= says_true
            self._left_out |= bool(sentence.strip()) and not says_true
            yield from [sentence] if says_true else []
        elif is_proved(sentence, self._call):
            yield sentence
        elif not self._replaced:
            self._replaced = True
            yield self._not_done() + sentence[len(sentence.rstrip()) :]


def is_owed(call: Call) -> bool:
    """Whether a change that was asked for or tried since the user's last words has no receipt, or not for all of it."""
    receipts, lines = call.acting.receipts, [call.dialogue.last]
    if receipts.failed:
        return True
    if len(call.dialogue.said) > 1 and call.dialogue.last.change.completes:
        lines.append(call.dialogue.said[-2])
    wanted = {action for action in _DONE_AT_ONCE if any(line.change.asks_for(action) for line in lines)} | receipts.tried
    return bool(wanted) and all(receipts.proved.isdisjoint(_proofs_of(action)) for action in wanted)


def is_proved(sentence: str, call: Call) -> bool:
    """Whether there is a receipt for all that the sentence claims to be done; so is what stands before "shall I go on?"."""
    told = f"{sentence.rpartition(',')[0]}." if "?" in sentence else sentence
    return all(_has_receipt(claim, sentence, call) for claim in claims(told))


def _has_receipt(claim: str, sentence: str, call: Call) -> bool:
    """A receipt of this turn proves a claim; one of the call does if the sentence recounts an action that was not tried just now."""
    receipts = call.acting.receipts
    if receipts.failed or (receipts.missed and is_of_several(sentence)):
        return False
    if claim == SOMETHING:
        wanted = bool(receipts.tried) or any(call.dialogue.last.change.asks_for(action) for action in MailAction)
        return bool(receipts.proved) or (receipts.worked and not wanted)
    action = MailAction(claim)
    proofs = _proofs_of(action)
    if receipts.proved & proofs:
        return True
    return recounts(sentence) and action not in receipts.tried and bool(receipts.ever & proofs)


def _proofs_of(action: MailAction) -> frozenset[MailAction]:
    return _COVERED_BY.get(action, frozenset()) | {action}
