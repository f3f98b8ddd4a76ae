"""What is put right in few words: "make it Friday" of what was put off, "no, four" or "remove see you there" of a draft."""

import re

from actions.consent.payloads import SendPayload
from briefing.mail_action import MailAction
from briefing.understanding.command_grammar.dictated.swapped_values import value_in, with_value
from briefing.understanding.commands import CommandKind
from briefing.understanding.understanding import Understanding
from session.call import Call
from session.dialogue import Awaits
from session.skills.writing.addressing import may_be_known
from session.skills.writing.drafting import is_told_of

_RATHER = re.compile(
    r"(?:(?:oh|no|nope|sorry|wait|actually|i (?:mean|meant|said)|rather|make that)\b[\s,.]*)+(?P<value>[^,;]+)", re.IGNORECASE
)
_NOT_BUT = re.compile(r"(?:no[\s,.]+)?not (?P<old>[^,;]{1,40}?)(?:,| but)(?: rather)? (?P<new>[^,;]{1,40})", re.IGNORECASE)
_CUT = re.compile(r"(?:please )?(?:take out|leave out|remove|delete|drop|cut) (?P<words>.{3,60}?)(?:,? please)?[.!]?", re.IGNORECASE)
_OVER_AGAIN = re.compile(
    r"(?:(?:no|okay|let me|let's|please)\W+)*(?:(?:start|begin) (?:over|again|from scratch)|(?:dictate|say|write) it (?:anew|again|over))",
    re.IGNORECASE,
)
_OF_SOMEBODY = re.compile(
    r"(?:(?:and|also|please)\W+)*(?:(?P<adds>add|include)|remove|drop|leave out) (?P<who>[\w'.-]+(?: [\w'.-]+){0,3})", re.IGNORECASE
)
_PART = re.compile(r"the (?:\w+ ){0,2}(?:sentence|line|part|bit)\b", re.IGNORECASE)
_AT_TIMES = frozenset({MailAction.SNOOZE, MailAction.UNDO})


def put_right_briefly(call: Call, said: Understanding) -> tuple[Understanding, ...] | None:
    """The wishes that these words are as things stand; none where they are not of that kind. Has no effects."""
    return _another_time(call, said) or _other_words(call, said)


def _another_time(call: Call, said: Understanding) -> tuple[Understanding, ...] | None:
    """ "Make it Friday" where a time is awaited, or one was named for what was put off, or is to leave then."""
    understood, when = call.dialogue.understandings.of, _instead(said)
    if not when or not understood(when).named_time:
        return None
    if call.dialogue.awaits is Awaits.TIME:
        return (understood(when),)
    if MailAction.SNOOZE in call.acting.receipts.proved <= _AT_TIMES:
        return (understood("undo that"), understood(f"snooze it until {when}"))
    asked, acting = call.dialogue.asked, call.acting
    later = [understood(f"send it {before}{when} instead") for before in ("on ", "at ", "")]
    sends = next((line for line in later if line.command is not None and line.command.kind is CommandKind.SEND_LATER), None)
    if sends is None or not isinstance(asked, SendPayload):
        return (sends,) if sends is not None and acting.draft is None and len(acting.outgoing.scheduled) == 1 else None
    return (sends,) if asked.send_at is not None and with_value(asked.body, when) is None else None


def _instead(said: Understanding) -> str:
    """The day, the time or the number that is wanted instead of another one; empty where that is not all of the words."""
    command, words = said.command, said.words.strip(" .!")
    if command is not None:
        return command.text if command.kind is CommandKind.CHANGE_TEXT and not command.target else ""
    rather = _RATHER.fullmatch(words)
    return value_in(rather["value"]) if rather is not None else value_in(words) if words.lower().endswith(" instead") else ""


def _other_words(call: Call, said: Understanding) -> tuple[Understanding, ...] | None:
    """ "No, Wednesday", "not Tuesday, Wednesday", "add Raj" and "remove see you there", where the draft that was told says such a thing."""
    draft, words = call.acting.draft, said.words.strip(" .!")
    if draft is None or not is_told_of(call) or call.dialogue.awaits is Awaits.WORDS:
        return None
    wish = _of_a_value(said, draft.body) or _of_somebody(call, words) or _of_a_part(said, words, draft.body)
    if not wish and (instead := _NOT_BUT.fullmatch(words)) is not None and instead["old"].lower() in draft.body.lower():
        wish = f"change {instead['old']} to {instead['new']}"
    return (call.dialogue.understandings.of(wish),) if wish else None


def _of_a_value(said: Understanding, body: str) -> str:
    value = _instead(said) if said.command is None else ""
    return f"make it {value}" if value and with_value(body, value) is not None else ""


def _of_somebody(call: Call, words: str) -> str:
    found = _OF_SOMEBODY.fullmatch(words)
    if found is None or not may_be_known(call, found["who"]):
        return "edit it" if _OVER_AGAIN.fullmatch(words) else ""
    return f"cc {found['who']}" if found["adds"] else f"take {found['who']} off it"


def _of_a_part(said: Understanding, words: str, body: str) -> str:
    cut = _CUT.fullmatch(words) if said.command is None or said.command.loosely else None
    if cut is None:
        return ""
    if _PART.match(cut["words"]):
        return f"take out {cut['words']}"
    return f"take out the words {cut['words']}" if cut["words"].lower() in body.lower() else ""
