"""Whether the context allows what the words of a command say: a change to a mailbox must not depend on one syllable."""

from briefing.understanding.command_grammar.command_frame import BARE_AFTER_NO, Lead
from briefing.understanding.command_grammar.command_phrases.kinds import Command, CommandKind
from briefing.understanding.command_grammar.command_words import Heard

CHANGES_MAIL = {CommandKind.CHANGE, CommandKind.UNSUBSCRIBE, CommandKind.BULK}
_CHANGES = CHANGES_MAIL | {
    CommandKind.ADD_VIP, CommandKind.ADD_KEYWORD, CommandKind.REMOVE_VIP, CommandKind.REMOVE_KEYWORD, CommandKind.UNDO, CommandKind.SEND,
    CommandKind.SEND_LATER, CommandKind.COPY, CommandKind.BLIND_COPY, CommandKind.TAKE_OFF,
}  # fmt: skip
_GOES_OUT = frozenset({CommandKind.SEND, CommandKind.SEND_LATER})
_NEEDS_OBJECT = CHANGES_MAIL - {CommandKind.UNSUBSCRIBE}  # its verb is unambiguous, and we ask before anything leaves
_SCOFFS = frozenset((word, "right") for word in ("yeah", "yea", "yep", "yup", "sure"))
"""What sounds like a yes and doubts: "yeah right, delete it"."""
_OBJECTS = frozenset({"it", "this", "that", "the", "me"})


def is_certain(command: Command, words: tuple[str, ...], leads: frozenset[Lead], heard: Heard) -> bool:
    """Whether the context allows what the words say. If the command changes nothing, only a "no" before it can speak against it.

    "Archive it?" and "can I archive it" may be questions. "No archive", "can you archive" and "archive, um" name no object: the first
    may be a negation, the second asks what the assistant is able to do, the third is not finished. "Not now, archive it" puts off.
    """
    if Lead.CORRECTION in leads and len(words) == 1 and words[0] not in BARE_AFTER_NO:
        return False
    if command.kind not in _CHANGES:
        return True
    if heard.words[:2] in _SCOFFS or (heard.asked and Lead.REQUEST not in leads and "please" not in heard.words):
        return False
    if Lead.PERMISSION in leads and command.kind is CommandKind.UNDO:
        return False
    is_request = command.kind in CHANGES_MAIL and heard.words[1:2] == ("we",) and "please" in heard.words
    is_asked = Lead.DELAY in leads or (Lead.PERMISSION in leads and not is_request)
    if command.kind in CHANGES_MAIL | _GOES_OUT and is_asked:
        return False
    return command.kind not in _NEEDS_OBJECT or _names_object(command, words) or not _is_unsure(heard, leads)


def _names_object(command: Command, words: tuple[str, ...]) -> bool:
    return bool(command.target or command.ordinal or command.when or command.mail) or not _OBJECTS.isdisjoint(words)


def _is_unsure(heard: Heard, leads: frozenset[Lead]) -> bool:
    return heard.trails_off or bool(leads & {Lead.REQUEST, Lead.CORRECTION})
