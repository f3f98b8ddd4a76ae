"""What rules make of words that a model would answer, where there is none: a mail named by somebody or by its place, or half a wish."""

import re
from collections.abc import Callable, Mapping

from briefing.mail_action import ON_MAILS
from briefing.speech.sentences import replies
from briefing.understanding.command_grammar.free_words import somebody
from briefing.understanding.commands import Command, CommandKind
from briefing.understanding.understanding import Understanding
from session.call import Call
from session.skills.writing.addressing import is_one_person, may_be_known
from session.turn.tool_of_command import Answer, Use

_POLITE = r"(?:(?:please|okay|so|now|then|and|can you|could you|would you|let us|let's|i want to|i'd like to)\W+)*"
_BESIDE = re.compile(
    rf"{_POLITE}(?P<verb>\w+(?: \w+)?) (?P<which>the (?:next|previous) (?:one|mail)"
    r"|the (?:one|mail) (?:before|after)(?: (?:this|that|it))?)"
)
_SOMEBODYS = re.compile(
    rf"{_POLITE}(?:(?:go|get|come|skip|jump|switch|take me)(?: back)? to|back to|(?:start|begin|continue|go on) with|open|read|show me)"
    r" (?P<who>[\w.-]+(?: [\w.-]+)?)(?:['\u2019]s(?P<matter>(?: [\w'-]+){1,3}))?"
)
_HALF_A_WISH: Mapping[re.Pattern[str], str] = {
    re.compile(rf"{_POLITE}(?:move|file) (?:it|this|that)(?: (?:one|mail))?|{_POLITE}put (?:it|this) in a folder"): replies.WHICH_FOLDER,
    re.compile(
        rf"{_POLITE}(?:label|tag) (?:it|this|that)(?: (?:one|mail))?|{_POLITE}(?:add a label|put a label on it)"
    ): replies.WHICH_LABEL,
}
_WANTS_BACK = re.compile(
    rf"{_POLITE}(?:bring|put|get) (?:it|them|that|those|these|everything|both)(?: all)? back|i (?:want|need) (?:it|them|that|those) back"
    r"|(?:can|could) (?:i|we|you) (?:still )?undo (?:it|that|this)|is there (?:a|any) way to undo (?:it|that|this)"
)


def answered_by_rules(call: Call, said: Understanding) -> Answer | Command | None:
    """A command, a tool or a sentence, or none where nothing fits. What the words do not plainly want, its tool asks about."""
    told = said.worded_for_them
    if told is not None and (" " not in told.who or is_one_person(call, told.who)):
        return told
    words = " ".join(said.words.lower().strip(" .!?").split())
    readings: tuple[Callable[[Call, Understanding, str], Answer | None], ...] = (_beside, _somebodys, _half_a_wish, _wants_back)
    return next((answer for read in readings if (answer := read(call, said, words)) is not None), None)


def _beside(call: Call, said: Understanding, words: str) -> Answer | None:
    found = _BESIDE.fullmatch(words)
    command = call.dialogue.understandings.of(f"{found['verb']} it").command if found is not None else None
    if found is None or command is None or command.kind is not CommandKind.CHANGE or command.action is None:
        return None
    is_plain = ON_MAILS[command.action].place is None
    return Use("change_mail", {"action": command.action, "description": found["which"], "ask": True}) if is_plain else None


def _somebodys(call: Call, said: Understanding, words: str) -> Answer | None:
    found = _SOMEBODYS.fullmatch(words)
    who = somebody(found["who"].split()) if found is not None else ""
    if found is None or not who or not may_be_known(call, who):
        return None
    return Use("open", {"what": "mail", "description": f"{who}{found['matter'] or ''}"})


def _half_a_wish(call: Call, said: Understanding, words: str) -> Answer | None:
    return next((sentence for wish, sentence in _HALF_A_WISH.items() if wish.fullmatch(words)), None)


def _wants_back(call: Call, said: Understanding, words: str) -> Answer | None:
    return Use("undo") if call.acting.receipts.ever and _WANTS_BACK.fullmatch(words) else None
