"""Which turns of a call may belong to another conversation, and how the call goes on there.

Only turns that a model answers may, and of those none that is about what is open: a question, a draft, a mail of the briefing.
"""

import re

from briefing.mail_action import MailAction
from briefing.understanding.understanding import Understanding
from conversations.turn_routing import Elsewhere
from session.call import Call
from session.call_records import GoesTo
from session.turn.kept_talk import settle_the_place

_OF_EARLIER_TALK = re.compile(
    r"\b(?:(?:did|have) (?:we|i|you) (?:\w+ )?(?:say|said|talk|talked|discuss|discussed|tell|told|decide|decided|agree|agreed)"
    r"|(?:we|you) (?:\w+ )?(?:said|talked|discussed|spoke|agreed|decided|were saying)|our (?:talk|conversation|discussion)"
    r"|(?:go|come|get) back to (?:what|where|the)|last (?:time|week|month|call))\b",
    re.IGNORECASE,
)
_MEANS_WHAT_IS_OPEN = re.compile(
    r"\b(?:it|its|this|that|these|those|them|they|their|he|she|him|her|his|hers|the (?:mail|e-?mail|message|sender|draft|reply|thread)"
    r"|next|previous|rest)\b",
    re.IGNORECASE,
)


def is_routed(call: Call, said: Understanding) -> bool:
    """Whether these words, which a model is to answer, may belong to another conversation than the active one."""
    if call.dialogue.offer is not None or call.dialogue.awaits is not None or said.too_long:
        return False
    if _OF_EARLIER_TALK.search(said.words):
        return True
    if call.acting.draft is not None or said.command is not None or _MEANS_WHAT_IS_OPEN.search(said.words):
        return False
    return not (any(map(said.change.asks_for, MailAction)) or call.mails_named(said.own_words))


def goes(call: Call, said: Understanding, elsewhere: Elsewhere, *, turns_before: int) -> None:
    """The talk goes on there from this turn on: now, or as soon as it is committed."""
    call.turn.goes_to = GoesTo(said.words, elsewhere.conversation_id, elsewhere.is_new)
    if call.dialogue.turn > turns_before:
        settle_the_place(call, said)
