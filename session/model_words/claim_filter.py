"""Checks a model's claims of what it has done against the receipts; a sentence with an unproved claim is replaced before it is heard.

If a change was asked for or tried and no receipt proves it, the filter does not guess how a claim may be worded: heard is only what cannot
be taken for a success, such as a question, an admission, or what a mail says. Otherwise each sentence is checked for claims. What is true
takes the place of what is not heard, unless the rest of the answer says it.
"""

from collections.abc import Iterator

from briefing.mail import Address
from briefing.mail_action import MailAction
from briefing.speech.sentences import about_sending, after_a_change
from briefing.speech.sentences.replies import NOT_ALL_DONE, NOT_DONE, not_done, one_from
from briefing.understanding.claims import SOMETHING, claims, is_of_several, people_of, recounts, tells_no_success, whole_sentence
from briefing.words import split_words
from session.call import Call

_COVERED_BY = {
    MailAction.MOVE: frozenset({MailAction.ARCHIVE, MailAction.DELETE, MailAction.REPORT_SPAM, MailAction.LABEL}),
    MailAction.SEND_LATER: frozenset({MailAction.SEND}),
}
"""What else proves a claim: "moved" may mean the archive."""

_LEAVES = frozenset({MailAction.SEND, MailAction.SEND_LATER})
_DONE_AT_ONCE = frozenset(MailAction) - {MailAction.SEND, MailAction.SEND_LATER, MailAction.UNDO}
"""What is done, or asked about in our own words, by a tool in the same turn; "answer me" hardly asks for a mail to be sent."""


class ClaimFilter:
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
        self._false: frozenset[str] = frozenset()
        self._gap = ""

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
        if self._left_out and not (self._replaced or self.calls) and (self._false or not self._told_true):
            self._replaced = True
            yield self._gap + _truth(self._call, self._false)

    def _told(self, sentence: str) -> Iterator[str]:
        if is_owed(self._call):
            says_true = is_proved(sentence, self._call) and (tells_no_success(sentence) or recounts_truly(sentence, self._call))
            self._told_true |= says_true
            self._left_out |= bool(sentence.strip()) and not says_true
            self._false |= frozenset() if says_true else claims(sentence)
            if says_true:
                self._gap = "" if sentence[-1:].isspace() else " "
                yield sentence
        elif is_proved(sentence, self._call):
            yield sentence
        elif not self._replaced:
            self._replaced = True
            told = _of_another(sentence, self._call) or _truth(self._call, claims(sentence))
            yield told + sentence[len(sentence.rstrip()) :]


def _truth(call: Call, claimed: frozenset[str]) -> str:
    """What is true in place of a claim without a receipt."""
    acting = call.acting
    unproved = {MailAction(each) for each in claimed - {SOMETHING}} or _wanted(call)
    if unproved & _LEAVES and acting.held:
        mail = acting.held[-1]
        said = about_sending.leaves_in(mail.to, max(1, round((mail.by - call.now()).total_seconds())))
        return about_sending.truly(said, dry_run=mail.dry_run)
    if unproved and unproved <= _LEAVES and acting.draft is not None:
        return about_sending.STILL_A_DRAFT
    if acting.receipts.proved:
        return NOT_ALL_DONE
    return not_done(next(iter(unproved))) if len(unproved) == 1 and not unproved & acting.receipts.ever else NOT_DONE


def _wanted(call: Call) -> set[MailAction]:
    """What the user's last words ask for."""
    return {action for action in MailAction if call.dialogue.last.change.asks_for(action)} if call.dialogue.said else set()


def is_owed(call: Call) -> bool:
    """Whether a change that was asked for or tried since the user's last words has no receipt, or not for all of it."""
    receipts, lines = call.acting.receipts, [call.dialogue.last]
    if receipts.failed:
        return True
    if len(call.dialogue.said) > 1 and call.dialogue.last.change.completes:
        lines.append(call.dialogue.said[-2])
    wanted = {action for action in _DONE_AT_ONCE if any(line.change.asks_for(action) for line in lines)} | receipts.tried
    return bool(wanted) and all(receipts.proved.isdisjoint(_proofs_of(action)) for action in wanted)


def recounts_truly(sentence: str, call: Call) -> bool:
    """Whether it tells of what was done before, with a receipt for it."""
    return bool(claims(sentence)) and recounts(sentence) and is_proved(sentence, call)


def is_proved(sentence: str, call: Call) -> bool:
    """Whether there is a receipt for all that the sentence claims to be done; so is what stands before "shall I go on?"."""
    told = f"{sentence.rpartition(',')[0]}." if "?" in sentence else sentence
    return all(_has_receipt(claim, sentence, call) for claim in claims(told))


def _has_receipt(claim: str, sentence: str, call: Call) -> bool:
    """A receipt of this turn proves a claim; one of the call does if the sentence recounts an action that was not tried just now."""
    receipts = call.acting.receipts
    if receipts.missed and is_of_several(sentence):
        return False
    if claim == SOMETHING:
        wanted = bool(receipts.tried) or bool(_wanted(call))
        if receipts.failed:
            return False
        return bool(receipts.proved) or (receipts.worked and not wanted) or (call.dialogue.last.asks_what_was_done and bool(receipts.ever))
    action = MailAction(claim)
    proofs = _proofs_of(action)
    if receipts.failed & proofs or _done_to_another(action, sentence, call):
        return False
    if receipts.proved & proofs:
        return True
    return (recounts(sentence) or call.dialogue.last.asks_what_was_done) and action not in receipts.tried and bool(receipts.ever & proofs)


def _of_another(sentence: str, call: Call) -> str:
    """To whose mail it was done, in place of a claim that it was done to another one's."""
    found = ((MailAction(claim), _done_to_another(claim, sentence, call)) for claim in claims(sentence) - {SOMETHING})
    return next((after_a_change.done_sentence(action, one_from(sender)) for action, sender in found if sender is not None), "")


def _done_to_another(claim: str, sentence: str, call: Call) -> Address | None:
    """Whose mail it was done to last, where the claim names somebody with a mail here to whose it was not done."""
    done_to = [sender for action in _proofs_of(MailAction(claim)) for sender in call.acting.receipts.whose.get(action, ())]
    people = {word for envelope in call.mail.pipeline.envelopes.values() for word in split_words(envelope.sender.name)}
    named = people_of(sentence, claim) & people
    theirs = {word for sender in done_to for word in split_words(sender.name)}
    return done_to[-1] if done_to and named and named.isdisjoint(theirs) else None


def _proofs_of(action: MailAction) -> frozenset[MailAction]:
    return _COVERED_BY.get(action, frozenset()) | {action}
