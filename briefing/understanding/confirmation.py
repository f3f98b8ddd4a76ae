"""Whether an answer is a plain yes, a no, or anything else.

The whole answer has to be a yes, as the whole utterance has to be an instant command. "Yes but change the date", "yes tomorrow", "she said
yes" and a quoted yes contain other words, so they are not a yes. An answer that trails off or asks is not a yes either.
"""

import re
from collections.abc import Iterable
from enum import StrEnum
from itertools import chain

from briefing.mail_action import MailAction
from briefing.understanding.command_grammar.command_phrases.notation import expand_all
from briefing.understanding.command_grammar.command_words import Heard
from briefing.understanding.verbs.table import VERBS


class Confirmation(StrEnum):
    YES = "yes"
    NO = "no"
    OTHER = "other"


_YES = expand_all(
    (
        "yes|yeah|yea|yep|yup|yess|aye|sure|sure thing|all right|of course|absolutely|definitely|certainly|affirmative",
        "(exactly|[that is] (right|correct|fine|okay|good)|[that] sounds (good|great|right)|looks (good|right))",
        "please do|[please] (go ahead|go for it|do it|do that|do so)|by all means|why not|make it so",
        "go right ahead|(yes|yeah|yep) (it is|that is it|it does)|(that is|it is) perfect",
        "(yes|yeah|yep) (indeed|that is great)",
        "[i] (confirm|confirmed|agree)|i do|i would|i am sure|i am certain|that would be (great|good|nice)",
    )
) - {"right"}
_YES_ALONE = expand_all(("(yes|yeah|yep|sure|[yes] of course) you (can|may)",))
"""A yes only as the whole answer, because anything may follow "you can"."""
_ADDRESS_IS_RIGHT = expand_all(
    (
        "[yes] [(that is|it is|that was)] [the] (right|correct) [(address|one|person)]|[yes] (it|that) (is|was|shall|should)",
        "[yes] (the|that) address is (right|correct)|[yes] (all the same|anyway|regardless)",
    )
)
_ADDRESS_IS_WRONG = expand_all(("[no] [(that is|it is|that was)] [(the|a)] wrong (address|one|person)|[no] (the|that) address is wrong",))
"""Answers to whether an address is right; that it is right is a yes to no other question."""
_AROUND = expand_all(
    (
        "well|oh|so|right|great|perfect|lovely|cool|nice|thanks|thank you|now|then|just|and|please|aloud",
        "you can|you may|(i want|i would like) [you] to|let us|go and",
    )
)
_UNFINISHED = frozenset({"and", "just", "so", "to", "us", "can", "may", "well"})
"""A yes behind which stands one of these words is unfinished: "yes and", "yes, so"; "do so" is not."""
_AGAIN = {action: frozenset(expand_all((verb.again,))) for action, verb in VERBS.items()}
"""The action itself, repeated: a yes to the question about this action only."""
_RIGHT_NOW = frozenset({"now", "immediately"})
"""To a question about a later time they change that time, and agree to nothing."""
_NO_YES = re.compile(r"(?:yes|yeah|yea|yep|yup|sure|aye|oh) (?:\w+ )?right$")
"""What sounds like a yes and doubts."""
_ANY_ACTION = frozenset(chain.from_iterable(_AGAIN.values()))
_ALL = frozenset({"them", "these", "those", "all", "both"})
_NO_BY_PHRASE = expand_all(
    (
        "(that is|it is|this is) [all] wrong|wrong|leave (it|that|this|them) [alone|be|for now|for later]|[maybe|perhaps] later|later on",
        "wait [a (minute|moment|second|bit)]|hold it|hold off",
    )
)
"""Each of these alone refuses a change. With other words around it, it may be about something else."""
_NO = frozenset({"no", "nope", "nah", "not", "never", "cancel", "stop", "forget"})
_PHRASES = (_YES, _AROUND, _ANY_ACTION, _NO_BY_PHRASE, _ADDRESS_IS_RIGHT, _ADDRESS_IS_WRONG)
VOCABULARY = frozenset(word for phrase in chain(*_PHRASES) for word in phrase.split()) | _NO
"""Words whose doubling is a stumble of the voice."""
_LONGEST_PHRASE = max(len(phrase.split()) for phrase in chain(_YES, _AROUND, _ANY_ACTION))
_LONGEST_NO = 8


def confirmation(heard: Heard | None, action: MailAction | None, *, mails: int, to_whom: bool) -> Confirmation:
    """What the answer means. If the question was about an `action`, naming that action again is a yes and naming another is not.

    If the question is about several `mails`, "archive it" alone does not answer it, because it may mean the open mail. "Archive everything"
    never does, because it may mean more mails than were asked about. `to_whom`: the question was whether an address is right.
    """
    if heard is None or not heard.words:
        return Confirmation.OTHER
    if to_whom and not (heard.asked or heard.trails_off) and _without_lead(heard.words) in _ADDRESS_IS_RIGHT:
        return Confirmation.YES
    if not heard.asked and _without_lead(heard.words) in _ADDRESS_IS_WRONG:
        return Confirmation.NO
    again = _ANY_ACTION if action is None else _AGAIN[action]
    is_about_all = mails < 2 or not _ALL.isdisjoint(heard.words)
    may_be_more = "everything" in heard.words or ("all" in heard.words and "of" not in heard.words)
    changes_the_time = action is MailAction.SEND_LATER and not _RIGHT_NOW.isdisjoint(heard.words)
    is_unsure = heard.asked or heard.trails_off or changes_the_time
    if not is_unsure and _is_yes(heard.words, again, again_is_yes=is_about_all and not may_be_more):
        return Confirmation.YES
    if _without_lead(heard.words) in _NO_BY_PHRASE and not heard.asked:
        return Confirmation.NO
    is_no = not _NO.isdisjoint(heard.words) and len(heard.words) <= _LONGEST_NO and not _is_told(heard.words)
    return Confirmation.NO if is_no else Confirmation.OTHER


def _is_yes(words: tuple[str, ...], again: frozenset[str], *, again_is_yes: bool) -> bool:
    """Whether the words are a sequence of phrases of agreement and politeness, with agreement among them."""
    if _NO_YES.match(" ".join(words)) and words[-2:] != ("all", "right"):
        return False
    if words == ("please",):
        return True  # but "archive it, please" agrees no more than "archive it"
    if " ".join(words) in _YES_ALONE:
        return True
    reached = {0: False}
    for start in range(len(words)):
        if start not in reached:
            continue
        for end in range(start + 1, min(start + _LONGEST_PHRASE, len(words)) + 1):
            phrase = " ".join(words[start:end])
            agrees = phrase in _YES or (again_is_yes and phrase in again)
            breaks_off = end == len(words) and words[-1] in _UNFINISHED
            if agrees or phrase in again or (phrase in _AROUND and not breaks_off):
                reached[end] = reached.get(end, False) or reached[start] or agrees
    return reached.get(len(words), False)


def _without_lead(words: tuple[str, ...]) -> str:
    """The phrase behind "oh" or "well", before "please"."""
    start = 1 if words[0] in {"oh", "well", "so", "please"} else 0
    return " ".join(words[start:]).removesuffix(" please")


def _is_told(words: Iterable[str]) -> bool:
    return not {"said", "says", "wrote", "told", "asked"}.isdisjoint(words)
