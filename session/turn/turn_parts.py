"""The parts in which the words of a turn are taken: wish by wish or as a whole, by what is open and whether a model answers."""

from collections.abc import Iterator, Sequence
from itertools import pairwise, takewhile

from actions.consent.leave import answered_first, may_change_what_was_asked
from actions.consent.payloads import BulkPayload, SendPayload
from briefing.mail_action import ON_MAILS
from briefing.understanding.commands import EXAMPLES, CommandKind
from briefing.understanding.confirmation import Confirmation
from briefing.understanding.understanding import Understanding
from briefing.understanding.wish_words import is_told
from session.call import Call
from session.plain_answers import takes_back
from session.turn.can_be_meant import is_taken_whole
from session.turn.put_right import put_right_briefly, put_right_in_the_hold
from session.turn.wish import BEGINS_A_MAIL, EDITS_A_MAIL, SENDS, is_for_rules_alone
from session.turn.without_a_model import courtesy

_IN_WORDS = frozenset({CommandKind.HELP, CommandKind.STOP, CommandKind.REVISE})  # answered by no tool, so nothing follows them in a turn
_CALLS_OUT = frozenset({CommandKind.STOP, CommandKind.HOLD_ON})
"""Said before a wish where nothing is held, they ask for nothing: "stop! and flag it"."""


def parts_of(call: Call, said: Understanding) -> tuple[Understanding, ...]:
    """The parts in which these words are taken now; the words alone where they are taken as a whole. Has no effects.

    When a mail is to leave is done behind what else it should be: "send it on Friday and cc Eleanor".
    """
    parts, found = _parts_of(call, said), list[Understanding]()
    for mail in _by_mail(parts):
        sends = [part for part in mail if _kind_of(part) in SENDS]
        edits = [part for part in mail if _kind_of(part) in EDITS_A_MAIL - SENDS]
        if len(sends) > 1:
            return (said,)  # on one of two days: which one, is not for us to say
        if sends and edits and mail.index(sends[0]) < mail.index(edits[-1]):
            mail.remove(sends[0])
            mail.insert(mail.index(edits[-1]) + 1, sends[0])
        found += mail
    return tuple(found)


def _by_mail(parts: Sequence[Understanding]) -> Iterator[list[Understanding]]:
    """The parts before and behind each one that begins a mail, with that."""
    begun = [0, *(at for at, part in enumerate(parts) if at and _kind_of(part) in BEGINS_A_MAIL), len(parts)]
    return (list(parts[start:end]) for start, end in pairwise(begun))


def _kind_of(part: Understanding) -> CommandKind | None:
    return part.command.kind if part.command is not None else None


def _parts_of(call: Call, said: Understanding) -> tuple[Understanding, ...]:
    if takes_back(call, said):
        rest = said.behind_a_hold(edits_too=call.line.has_model) if said.holding.may_hold_back else None
        rest = rest or put_right_in_the_hold(call, said)
        return (said, *(_in_parts(call, rest) if rest is not None and not is_told(said.words, rest.words) else ()))
    if is_taken_whole(call, said):
        return (said,)
    if instead := put_right_briefly(call, said) or courtesy(call, said) or _in_place_of_what_was_done(call, said):
        return instead
    if call.dialogue.offer is not None and (answered := answered_first(said, call.dialogue.asked)) is not None:
        behind = _in_parts(call, _in_full(call, *answered))
        command = behind[0].command if isinstance(call.dialogue.asked, SendPayload) else None
        return behind if command is not None and command.kind is CommandKind.CANCEL else (answered[0], *behind)
    if call.dialogue.asked is not None and may_change_what_was_asked(said, call.dialogue.asked):
        return (said,)
    return _in_parts(call, said)


def _in_full(call: Call, answer: Understanding, rest: Understanding) -> Understanding:
    """What stands behind an answer, in words of its own where it wants of another mail what was agreed to: "yes, and Ruth's too"."""
    asked = call.dialogue.asked
    if not isinstance(asked, BulkPayload) or len(asked.mails) != 1 or answer.confirmation() is not Confirmation.YES:
        return rest
    its = ON_MAILS.get(asked.action)
    return rest.same_for_another(EXAMPLES[asked.action]) if its is not None and its.place is None else rest


def _in_place_of_what_was_done(call: Call, said: Understanding) -> tuple[Understanding, ...] | None:
    return (call.dialogue.understandings.of("undo that"), said) if _corrects_what_was_done(call, said) else None


def _corrects_what_was_done(call: Call, said: Understanding) -> bool:
    """Whether the words replace what the turn before did to one mail: "archive it", "no, delete it"."""
    dialogue, before = call.dialogue, call.acting.receipts
    if not said.corrects or said.command is None or dialogue.offer is not None or dialogue.awaits is not None:
        return False
    if len(before.proved) != 1 or before.proved != before.changed:
        return False  # what was so already has nothing to be taken back: that would be an older change
    (done,) = before.proved
    if said.command.action is not None and ON_MAILS[said.command.action].inverse_of is done:
        return False  # "flag it", "no, take the flag off": that alone undoes it
    return done in ON_MAILS and done is not said.command.action and dialogue.last.change.mails_meant(done) == 1


def _in_parts(call: Call, said: Understanding) -> tuple[Understanding, ...]:
    if not call.line.has_model and (instead := said.behind_a_denial) is not None:
        return _in_parts(call, instead)
    wishes = said.wishes[1:] if len(said.wishes) > 1 and _is_idle(said.wishes[0]) else said.wishes
    revisions = () if call.line.has_model else tuple(filter(is_revision, wishes))
    is_beside_others = len(revisions) < len(wishes) or (len(wishes) == 1 and wishes != (said,))
    if revisions and is_beside_others and all(is_plain(wish) for wish in wishes if wish not in revisions):
        return (*(wish for wish in wishes if wish not in revisions), *revisions)
    is_for_a_model = sum(wish.dictates for wish in wishes) > 1 or any(is_for_rules_alone(wish.command) for wish in wishes)
    if call.line.has_model and is_for_a_model:
        return (said,)  # it writes them all, where the rules would let the second wait for the answer about the first
    plain = tuple(takewhile(is_plain, wishes))
    if len(plain) == len(wishes) and said.wishes != (said,):
        return plain
    if call.line.has_model or not plain or len(said.wishes) == 1:
        return (said,)
    rest = wishes[len(plain)].words  # not in the line where it was worded anew: "delete it and the one after"
    return (*plain, call.dialogue.understandings.of(said.words[said.words.find(rest) :] if rest in said.words else rest))


def _is_idle(said: Understanding) -> bool:
    return said.is_idle_yes or (said.command is not None and said.command.kind in _CALLS_OUT)


def is_revision(said: Understanding) -> bool:
    """Whether a draft is to be worded anew, which only a model can do."""
    return said.command is not None and said.command.kind is CommandKind.REVISE


def is_plain(said: Understanding) -> bool:
    return said.is_plain and (said.command is None or said.command.kind not in _IN_WORDS)
