"""The name that answers "To whom shall it go?", about a draft that goes to nobody yet."""

import re

from briefing.understanding.command_grammar.free_words import somebody
from briefing.understanding.telling_words import SOMEBODY
from briefing.understanding.understanding import Understanding
from briefing.words import split_words
from session.call import Call
from session.dialogue import Awaits
from session.skills.writing.addressing import may_be_known
from session.skills.writing.drafting import is_told_of
from session.turn.tool_of_command import Use

_NAMED = re.compile(
    r"(?:(?:oh|okay|well|sorry),? )?"
    r"(?P<lead>(?:(?:send|forward|address) it |it (?:is|goes|should go|shall go) |it's |that's )?(?:to|for) |)"
    r"(?P<who>[^,;:!?]{1,80}?)(?:,? please)?[.!]?",
    re.IGNORECASE,
)


def to_whom_it_goes(call: Call, said: Understanding) -> Use | None:
    """The draft to the one who is named. What may as well be its words is a name only if somebody who wrote bears it."""
    draft, found = call.acting.draft, _NAMED.fullmatch(said.words.strip())
    if call.line.has_model or draft is None or draft.recipients or found is None or said.command is not None or not is_told_of(call):
        return None
    if call.dialogue.offer is not None or call.dialogue.awaits not in {None, Awaits.WORDS} or (said.heard is not None and said.heard.asked):
        return None
    who = somebody(found["who"].lower().split())
    is_name = bool(who) and SOMEBODY.isdisjoint(split_words(who)) and may_be_known(call, who)
    is_said_to_be = bool(who) and bool(found["lead"]) and call.dialogue.awaits is None
    return Use("change_draft", {"to": who}) if is_name or is_said_to_be else None
