"""What rules make of words that a model would answer, where there is none: a mail named by somebody or by its place, or half a wish."""

import re
from collections.abc import Sequence

from briefing.mail_action import ON_MAILS
from briefing.speech.sentences import replies
from briefing.understanding.command_grammar.command_phrases.notation import expand_all
from briefing.understanding.command_grammar.free_words import somebody
from briefing.understanding.commands import Command, CommandKind
from briefing.understanding.understanding import Understanding
from session.call import Call
from session.dialogue import Awaits
from session.skills.writing.addressing import is_one_person, may_be_known
from session.turn.tool_of_command import Answer, Use

_HALF_A_WISH = {
    **dict.fromkeys(expand_all(("(move|file) <this>|put <this> in a folder",)), replies.WHICH_FOLDER),
    **dict.fromkeys(expand_all(("(label|tag) <this>|add a label|put a label on <this>",)), replies.WHICH_LABEL),
}
_WANTS_BACK = expand_all(
    (
        "(bring|put|get) (it|them|that|those|these|everything|both) [all] back|i (want|need) (it|them|that|those) back",
        "(can|could) (i|we) [still] undo (it|that|this)|is there (a|any) way to undo (it|that|this)",
    )
)
_BESIDE = re.compile(
    r"(?P<verb>\w+(?: \w+)?) (?P<which>the (?:next|previous) (?:one|mail)|the (?:one|mail) (?:before|after)(?: (?:this|that|it))?)"
)
_SOMEBODYS = re.compile(
    r"(?:(?:go|get|come|skip|jump|switch|take me)(?: back)? to|back to|(?:start|begin|continue|go on) with|open|read|show me)"
    r" (?P<who>[\w.-]+(?: [\w.-]+)?)(?:'s(?P<matter>(?: [\w'-]+){1,3}))?"
)
_COURTESY = re.compile(
    r"(?:(?:please|okay|and|then|also|can you|could you)\W+)*(?:say|reply|answer|write|send)"
    r" (?P<text>(?:many |a big )?thanks|thank you|yes|no|hello|hi|sorry|okay|ok|congratulations|congrats|happy birthday"
    r"|good (?:luck|night|morning))"
    r" to (?P<who>[\w'.-]+(?: [\w'.-]+)?)(?P<why> for (?!me\b)[^,;]{1,60})?(?: from me)?",
    re.IGNORECASE,
)
_HE = frozenset({"him", "her", "them"})


def courtesy(call: Call, said: Understanding) -> tuple[Understanding, ...] | None:
    """ "Say thanks to Raj", who is somebody that wrote, as a reply of these words; the name would stand in one to the open mail else."""
    found = _COURTESY.fullmatch(said.words.strip(" .!"))
    if found is None or call.line.has_model or call.dialogue.awaits is Awaits.WORDS or not may_be_known(call, found["who"]):
        return None
    whom = "" if found["who"].lower() in _HE else f"to {found['who']} "
    return (call.dialogue.understandings.of(f"reply {whom}saying {found['text']}{found['why'] or ''}"),)


def answered_by_rules(call: Call, said: Understanding) -> Answer | Command | None:
    """A command, a tool or a sentence, or none where nothing fits. What the words do not plainly want, its tool asks about."""
    told = said.worded_for_them
    if told is not None and (" " not in told.who or is_one_person(call, told.who)):
        return told
    if half := next((_HALF_A_WISH[each] for each in said.phrases if each in _HALF_A_WISH), ""):
        return half
    if call.acting.receipts.ever and not _WANTS_BACK.isdisjoint(said.phrases):
        return Use("undo")
    return _beside(call, said.phrases) or _somebodys(call, said.phrases)


def _beside(call: Call, phrases: Sequence[str]) -> Use | None:
    """ "Archive the previous one", asked about: of a mail that comes next the user has not been told."""
    for found in filter(None, map(_BESIDE.fullmatch, phrases)):
        command = call.dialogue.understandings.of(f"{found['verb']} it").command
        if command is not None and command.kind is CommandKind.CHANGE and command.action and ON_MAILS[command.action].place is None:
            return Use("change_mail", {"action": command.action, "description": found["which"], "ask": True})
    return None


def _somebodys(call: Call, phrases: Sequence[str]) -> Use | None:
    """ "Start with Eleanor", "open Raj's invoice"."""
    for found in filter(None, map(_SOMEBODYS.fullmatch, phrases)):
        who = somebody(found["who"].split())
        if who and may_be_known(call, who):
            return Use("open", {"what": "mail", "description": f"{who}{found['matter'] or ''}"})
    return None
